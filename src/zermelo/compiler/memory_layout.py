"""The memory layout in which native code reads the data of games and contexts.

This module does not use Numba, so that code found on disk can run without it. An object is passed to native code as the
address of its *block*:

    block of an object, in 64-bit words, attributes in alphabetical order:
    | integer |   for a runtime integer or bool
    | address | length of axis 0 | length of axis 1 | ...   for an array (C order)
    | address of another block |   for an object

Two objects share native code exactly if their identities are equal: class, `digest` of the code, and constants. Within one
process the code of a class does not change, so equal signatures are enough there, and these are compared much faster. A
block records the signature of its object at the time the block was made, even if the object changes later.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.core.arrays import as_numpy, is_array, is_view, kind_of
from zermelo.core.bits import Bits
from zermelo.core.fingerprint import Data, data_of, digest, is_object
from zermelo.core.game import Game
from zermelo.core.words import pack


def identity(obj: Any) -> str:
    """The identity of an object in native code: equal for objects that differ only in arrays and runtime integers."""
    return f"{type(obj).__qualname__}#{digest(obj)}"


def layout(data: Data) -> dict[str, int]:
    """The number of the first word of each attribute in a block. Arrays of Python objects are left out."""
    first: dict[str, int] = {}
    words = 0
    for name, value in data.block.items():
        if is_array(value) and not is_view(value) and value.dtype.hasobject:
            continue
        first[name] = words
        words += 1 + value.ndim if is_array(value) else 1
    return first


class Block:
    """The block of an object, with all memory that it points to. Keep a reference to it while the code runs.

    Raises Unpackable for a runtime integer of more than 64 bits, and ValueError for an array that cannot be used in place.
    """

    def __init__(self, obj: Any) -> None:
        self.obj = obj
        self._data = data_of(obj)
        self._inside = {name: Block(value) for name, value in self._data.block.items() if is_object(value)}
        self._first = layout(self._data)
        self._place()

    def _place(self) -> None:
        self._given: list[Any] = []
        """The arrays of the object."""
        self._arrays: list[np.ndarray[Any, Any]] = []
        """The arrays that the block points to: those of the object, if they are as native code expects them."""
        words: list[int] = []
        for name in self._first:
            value = getattr(self.obj, name)
            if name in self._inside:
                words.append(self._inside[name].address)
            elif is_array(value):
                self._given.append(value)
                self._arrays.append(_contiguous(as_numpy(value), self.obj, name))
                words += [self._arrays[-1].ctypes.data, *value.shape]
            else:
                words += pack(value)
        self._words = np.array(words or [0], np.int64)

    def moved(self, obj: Any) -> Block:
        """The block of an object with the same attributes, types and constants, which the caller guarantees; this block
        itself if nothing in it has been replaced.
        """
        inside = {name: inner.moved(getattr(obj, name)) for name, inner in self._inside.items()}
        arrays = [value for name in self._first if is_array(value := getattr(obj, name))]
        if obj is self.obj and inside == self._inside and all(map(operator.is_, arrays, self._given)):
            return self
        block: Block = object.__new__(Block)
        block.obj, block._data, block._first, block._inside = obj, self._data, self._first, inside
        block._place()
        block.__dict__.update({name: self.__dict__[name] for name in SIGNATURES if name in self.__dict__})
        return block

    @cached_property
    def signature(self) -> tuple[Any, ...]:
        """The class of the object, the types in its block, and its constants; for objects inside it their signatures."""
        return self._signature(lambda cls: cls)

    @cached_property
    def signature_by_code(self) -> tuple[Any, ...]:
        """The signature with classes identified by their code: each `without` makes a new class, often of the same code."""
        return self._signature(lambda cls: (cls.__qualname__, digest(cls)))

    def _signature(self, identify: Callable[[type], Any]) -> tuple[Any, ...]:
        """The signature; `identify` turns a class into what identifies it."""
        held = tuple((name, self._type_of(name, value, identify)) for name, value in self._data.block.items())
        constants = tuple((name, _exact(value)) for name, value in self._data.constants.items())
        return identify(_class_of(self.obj)), held, constants

    def _type_of(self, name: str, value: Any, identify: Callable[[type], Any]) -> Any:
        if name in self._inside:
            return self._inside[name]._signature(identify)
        return kind_of(value) if is_array(value) else _class_of(value)

    @property
    def address(self) -> int:
        return self._words.ctypes.data


def _class_of(value: object) -> type:
    return type(value)


SIGNATURES: Final = ("signature", "signature_by_code")
"""What moved blocks have in common."""


EXACT: Final = frozenset({int, bool, str, bytes, type(None), Bits})
"""Types whose values are the same if they are equal and of the same type: 1 is not True; floats are not among them, as
0.0 == -0.0."""


def _exact(constant: Any) -> Any:
    """A value that is equal for two constants exactly if compiled code is the same for both."""
    if type(constant) in EXACT:
        return type(constant), constant
    if _class_of(constant) is tuple:
        return tuple(map(_exact, constant))
    return digest(constant, code=False)


def shares_code(one: Block, other: Block) -> bool:
    """Whether the objects of these blocks share native code, with the signatures they had when the blocks were made."""
    return one.signature == other.signature or one.signature_by_code == other.signature_by_code


def _contiguous(array: np.ndarray[Any, Any], obj: Any, name: str) -> np.ndarray[Any, Any]:
    """The array in C order, as native code expects it. For a game, which only reads its arrays, it may be a copy.

    Raises ValueError for an array of a context that is not in C order.
    """
    if array.flags.c_contiguous and array.flags.aligned:
        return array
    if isinstance(obj, Game):
        return np.require(array, requirements=("C", "ALIGNED"))
    raise ValueError(f"the array {type(obj).__name__}.{name} is not contiguous")
