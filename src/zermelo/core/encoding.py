"""Any hashable state made of plain values as a row of 64-bit words: exact, reversible, and equal for equal states.

    state --> bytes, each part telling where it ends --> filled up with zeros --> so many words of 8 bytes, the highest first

A byte from 16 on is the integer that is 128 less. Other parts begin with a byte below 16, which says what follows:

    0 nothing more    1 None    2 an integer    3 Bits: width, value    4 text    5 bytes    6 a tuple    7 a frozenset

Integers, texts and bytes are told as their length in bytes and those bytes; tuples and frozensets as how many parts
there are, and the parts, those of a frozenset in the order of their bytes.

States that are equal in Python are one position: so True is encoded as 1, and a NamedTuple as a tuple. Which NamedTuple
it was is no part of the bytes, but remembered by its place in the state, and so is it where only True and False stand.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterable
from typing import Any, Final, cast

from zermelo.core.bits import Bits

NOTHING: Final = 1
INTEGER: Final = 2
BOARD: Final = 3
TEXT: Final = 4
BYTES: Final = 5
TUPLE: Final = 6
SET: Final = 7

LEAST_BYTE: Final = 16
"""Bytes from here on are small integers."""
OFFSET: Final = 128
WORD_BYTES: Final = 8
MEMBER: Final = -1
"""The place of each member of a frozenset."""

MADE_OF: Final = "int, bool, None, str, bytes, zermelo.Bits, tuple, NamedTuple and frozenset"

Place = tuple[int, ...]
"""The numbers of the parts that lead from a state to a part of a part of it."""

Kind = tuple[list[int], int, str, str]
"""Place and length of a tuple, module and name of its class; of an integer, with no length, whether it is a bool."""

BUILTIN: Final = "builtins"
FLAG: Final = "bool"
NUMBER: Final = "int"


class Unencodable(TypeError):
    """A state that is not made of plain values, or where only its class tells a tuple from another; the text says why."""


def words_for(data: bytes) -> int:
    """How many words the bytes fill."""
    return -(-len(data) // WORD_BYTES)


def to_words(data: bytes, count: int) -> tuple[int, ...]:
    """The bytes as so many words, zeros after them."""
    return struct.unpack(f">{count}q", data.ljust(WORD_BYTES * count, b"\0"))


def to_bytes(words: Iterable[int]) -> bytes:
    """The bytes of words, with the zeros after them."""
    return b"".join(int(word).to_bytes(WORD_BYTES, "big", signed=True) for word in words)


class Encoding:
    """From states to bytes and back. What it learns on the way is which tuples are of which NamedTuple class."""

    def __init__(self, kinds: Iterable[Kind] = (), known: Any = None) -> None:
        """`kinds`: what an encoding has learnt before, maybe in another process. Classes are looked for among those of the
        state `known`, and in their modules. Raises ValueError, TypeError for what makes no sense.
        """
        self._kinds: dict[tuple[Place, int], type[Any]] = {}
        self._missing: dict[tuple[Place, int], tuple[str, str]] = {}
        self._flags: dict[Place, bool] = {}
        """Of each place where integers stand, whether they have all been True or False."""
        self.encoded(known)
        near = {(kind.__module__, kind.__qualname__): kind for kind in self._kinds.values()}
        for place, length, module, name in kinds:
            key = tuple(place), length
            if module == BUILTIN:
                self._flags[key[0]] = name == FLAG
                continue
            kind = near.get((module, name)) or _class_named(module, name)
            if kind is not None and len(kind._fields) == length:
                self._kinds[key] = kind
            else:
                self._missing[key] = module, name

    @property
    def kinds(self) -> list[Kind]:
        """What it has learnt."""
        names = {key: (kind.__module__, kind.__qualname__) for key, kind in self._kinds.items()}
        flags = [([*place], 0, BUILTIN, FLAG if flag else NUMBER) for place, flag in sorted(self._flags.items())]
        return [([*place], length, *name) for (place, length), name in sorted((self._missing | names).items())] + flags

    def encoded(self, state: Any) -> bytes:
        """The bytes of a state. Raises Unencodable."""
        data = bytearray()
        self._put(state, (), data)
        return bytes(data)

    def decoded(self, data: bytes) -> Any:
        """The state of these bytes. Raises ValueError for bytes that are none, Unencodable for a class that is gone."""
        state, end = self._take(data, 0, ())
        if data[end:].strip(b"\0"):
            raise ValueError("there are bytes after the state")
        return state

    # --- from values to bytes -------------------------------------------------------------------------------------------
    def _put(self, value: Any, place: Place, data: bytearray) -> None:
        kind = cast("type[Any]", type(value))
        if kind is int or kind is bool:
            self._flags[place] = kind is bool and self._flags.get(place, True)
            _put_integer(int(value), data)
        elif value is None:
            data.append(NOTHING)
        elif kind is Bits:
            data.append(BOARD)
            _put_integer(value.width, data)
            _put_integer(value.value, data)
        elif kind is str:
            _put_bytes(TEXT, value.encode("utf-8", "surrogatepass"), data)
        elif kind is bytes:
            _put_bytes(BYTES, value, data)
        elif kind is frozenset:
            data.append(SET)
            _put_integer(len(value), data)
            data += b"".join(sorted(self._member(part, (*place, MEMBER)) for part in value))
        elif kind is tuple or is_named_tuple(kind):
            self._learn(kind, (place, len(value)))
            data.append(TUPLE)
            _put_integer(len(value), data)
            for number, part in enumerate(value):
                self._put(part, (*place, number), data)
        else:
            raise Unencodable(f"{kind.__name__} is none of {MADE_OF}")

    def _member(self, value: Any, place: Place) -> bytes:
        data = bytearray()
        self._put(value, place, data)
        return bytes(data)

    def _learn(self, kind: type[Any], key: tuple[Place, int]) -> None:
        """A tuple of this class stands there. Raises Unencodable if those of another class do, too."""
        if kind is tuple:
            return
        known = self._kinds.setdefault(key, kind)
        if known is not kind:
            raise Unencodable(
                f"{known.__name__} and {kind.__name__} stand in the same place and are equal where their fields are; "
                f"make them one class, with a field that tells them apart"
            )

    # --- from bytes to values -------------------------------------------------------------------------------------------
    def _take(self, data: bytes, at: int, place: Place) -> tuple[Any, int]:
        """The value that begins there, and where the next one does. Raises ValueError, Unencodable."""
        if at >= len(data):
            raise ValueError("the bytes end too early")
        tag, after = data[at], at + 1
        if tag >= LEAST_BYTE or tag == INTEGER:
            number, after = _take_integer(data, at)
            return (bool(number) if self._flags.get(place) else number), after
        if tag == NOTHING:
            return None, after
        count, after = _take_integer(data, after)
        if tag == BOARD:
            value, after = _take_integer(data, after)
            return Bits(count, value), after
        if tag in (TEXT, BYTES):
            piece, after = _piece(data, after, count)
            return (piece.decode("utf-8", "surrogatepass") if tag == TEXT else piece), after
        if tag not in (TUPLE, SET):
            raise ValueError(f"no value begins with {tag}")
        parts: list[Any] = []
        for number in range(count):
            part, after = self._take(data, after, (*place, number if tag == TUPLE else MEMBER))
            parts.append(part)
        return (frozenset(parts) if tag == SET else self._tuple(parts, place)), after

    def _tuple(self, parts: list[Any], place: Place) -> tuple[Any, ...]:
        """A tuple of the class that stands there. Raises Unencodable."""
        key = place, len(parts)
        if key in self._kinds:
            return self._kinds[key]._make(parts)
        if key in self._missing:
            raise Unencodable(f"the class {self._missing[key][1]} is not found; it must stand in a module")
        return tuple(parts)


def _put_integer(value: int, data: bytearray) -> None:
    if LEAST_BYTE <= value + OFFSET < 256:
        data.append(value + OFFSET)
    else:
        size = (value.bit_length() + 8) // 8  # with a bit for the sign
        _put_bytes(INTEGER, value.to_bytes(size, "big", signed=True), data)


def _put_bytes(tag: int, piece: bytes, data: bytearray) -> None:
    data.append(tag)
    _put_integer(len(piece), data)
    data += piece


def _take_integer(data: bytes, at: int) -> tuple[int, int]:
    """The integer that begins there, and where the next value does. Raises ValueError."""
    piece, after = _piece(data, at, 1)
    if piece[0] >= LEAST_BYTE:
        return piece[0] - OFFSET, after
    if piece[0] != INTEGER:
        raise ValueError("an integer is missing")
    length, after = _take_integer(data, after)
    piece, after = _piece(data, after, length)
    return int.from_bytes(piece, "big", signed=True), after


def _piece(data: bytes, at: int, length: int) -> tuple[bytes, int]:
    """So many bytes, and where the next value begins. Raises ValueError."""
    if not 0 <= length <= len(data) - at:
        raise ValueError("the bytes end too early")
    return data[at : at + length], at + length


def is_named_tuple(kind: type[Any]) -> bool:
    """Whether a class is one of tuples with names for their fields."""
    has_names = hasattr(kind, "_fields") and hasattr(kind, "_make")
    return has_names and issubclass(kind, tuple)


def _class_named(module: str, name: str) -> type[Any] | None:
    """The NamedTuple class of this name in a module that has been imported."""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found if isinstance(found, type) and is_named_tuple(found) else None
