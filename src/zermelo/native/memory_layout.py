"""The data of objects as native code finds it, without Numba: so that code found on disk can run without it.

An object is given to native code as the address of its *block*:

    block of an object, in 64-bit words, attributes in alphabetical order:
    | integer |   for a runtime integer or bool
    | address | length of axis 0 | length of axis 1 | ...   for an array (C order)
    | address of another block |   for an object

Two objects share native code exactly when their identity is the same: class, `digest` of code and constants. In one
process a class keeps its code, so there it is enough that their `kind` is the same, which is told far sooner. A block keeps
what its object was when the block was made, so that an object that has changed since is not taken for what it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import numpy as np

from zermelo.core.bits import Bits
from zermelo.core.fingerprint import Data, data_of, digest, is_array, is_object
from zermelo.core.game import Game
from zermelo.core.words import pack


def identity(obj: Any) -> str:
    """What native code knows an object by; equal for objects that differ in arrays and runtime integers only."""
    return f"{type(obj).__qualname__}#{digest(obj)}"


def layout(data: Data) -> dict[str, int]:
    """The first word of each attribute that a block holds: of all but arrays of Python objects."""
    first: dict[str, int] = {}
    words = 0
    for name, value in data.block.items():
        if is_array(value) and value.dtype.hasobject:
            continue
        first[name] = words
        words += 1 + value.ndim if is_array(value) else 1
    return first


class Block:
    """The block of an object, and all that it points to. Keep it as long as the code runs.

    Raises Unpackable for a runtime integer beyond 64 bits, and ValueError for an array that cannot be used in place.
    """

    def __init__(self, obj: Any) -> None:
        self.obj = obj
        self._data = data_of(obj)
        self._inside = {name: Block(value) for name, value in self._data.block.items() if is_object(value)}
        self._arrays: list[np.ndarray[Any, Any]] = []
        words: list[int] = []
        for name in layout(self._data):
            value = self._data.block[name]
            if is_array(value):
                self._arrays.append(_in_order(value, obj, name))
                words += [self._arrays[-1].ctypes.data, *value.shape]
            elif name in self._inside:
                words.append(self._inside[name].address)
            else:
                words += pack(value)
        self._words = np.array(words or [0], np.int64)

    @cached_property
    def identity(self) -> str:
        """That of the object; nobody asks for those of the blocks inside a block."""
        return identity(self.obj)

    @cached_property
    def kind(self) -> tuple[Any, ...]:
        """The class of the object, what a block of it holds, and its constants; of the objects inside it the same."""
        return self._told(lambda cls: cls)

    @cached_property
    def kind_by_code(self) -> tuple[Any, ...]:
        """The same for classes of the same code: a game without some of its knowledge has a class of its own each time."""
        return self._told(lambda cls: (cls.__qualname__, digest(cls)))

    def _told(self, told: Callable[[type], Any]) -> tuple[Any, ...]:
        """The kind, by what is told of a class."""
        held = tuple((name, self._held(name, value, told)) for name, value in self._data.block.items())
        constants = tuple((name, _exact(value)) for name, value in self._data.constants.items())
        return told(type(self.obj)), held, constants

    def _held(self, name: str, value: Any, told: Callable[[type], Any]) -> Any:
        if name in self._inside:
            return self._inside[name]._told(told)
        return (value.dtype, value.ndim) if is_array(value) else type(value)

    @property
    def address(self) -> int:
        """Where the block begins."""
        return self._words.ctypes.data


EXACT: Final = frozenset({int, bool, str, bytes, type(None), Bits})
"""Types whose values are the same where they are equal and of one type: 1 is not True, and 0.0 may be -0.0."""


def _exact(constant: Any) -> Any:
    """Equal for constants that are the same to code, and only for them."""
    if type(constant) in EXACT:
        return type(constant), constant
    if type(constant) is tuple:
        return tuple(map(_exact, constant))
    return digest(constant, code=False)


def shares_code(one: Block, other: Block) -> bool:
    """Whether the objects of these blocks share native code, as they were when the blocks were made."""
    return one.kind == other.kind or one.kind_by_code == other.kind_by_code


def _in_order(array: np.ndarray[Any, Any], obj: Any, name: str) -> np.ndarray[Any, Any]:
    """The array in C order, as native code takes it to be: of a game, which only reads it, a copy will do."""
    if array.flags.c_contiguous and array.flags.aligned:
        return array
    if isinstance(obj, Game):
        return np.require(array, requirements=("C", "ALIGNED"))
    raise ValueError(f"the array {type(obj).__name__}.{name} is not contiguous")
