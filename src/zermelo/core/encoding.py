"""The encoding of states as rows of 64-bit words: any hashable state made of plain values.

It is exact and reversible, and equal states have equal encodings.

    state --> bytes, each part self-delimiting --> padded with zeros --> words of 8 bytes, most significant byte first

A byte b of 16 or more is the integer b - 128. Every other part begins with a byte below 16, its tag:

    0 padding    1 None    2 an integer    3 Bits: width, value    4 a string    5 bytes    6 a tuple    7 a frozenset
    8 a frozen dataclass: number of its class, fields    9 a member of an Enum: number of its class, number of the member

The tag of an integer, a string or bytes is followed by the length in bytes and those bytes; the tag of a tuple or a
frozenset by the number of parts and the parts, those of a frozenset in the order of their bytes.

States that are equal in Python are one position: so True is encoded as 1, and a NamedTuple as a tuple. The class of a
NamedTuple is not in the bytes. It is recorded separately, for each place in the state; so is that of an IntEnum or StrEnum,
whose members are encoded as numbers or strings. The places that hold only True and False are recorded, too. Dataclasses and
the members of an Enum differ if their classes do: the bytes number the classes, in the order in which they were met.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, cast

from zermelo.core.bits import Bits
from zermelo.core.plain_classes import (
    class_named,
    field_names,
    holds_more,
    is_mixed_enum,
    is_named_tuple,
    is_plain_enum,
    member_of,
    name_of,
    number_of,
    rebuilt,
)

NOTHING, INTEGER, BOARD, TEXT, BYTES, TUPLE, SET, OBJECT, ENUM = range(1, 10)

LEAST_BYTE: Final = 16
"""Bytes from this one on are small integers."""
OFFSET: Final = 128
WORD_BYTES: Final = 8
MEMBER: Final = -1
"""The number of every member of a frozenset: members have no place that distinguishes them."""

CLASSES: Final = [-2]
"""The place under which the numbered classes are recorded."""

MADE_OF: Final = (
    "int, bool, None, str, bytes, zermelo.Bits, tuple, NamedTuple, frozenset, Enum and frozen dataclasses that Python "
    "compares by all their fields"
)

StatePath = tuple[int, ...]
"""The path from a state to one of its nested parts: the number of the part at each level."""

RecordedType = tuple[list[int], int, str, str]
"""A recorded type. For a tuple: its place, its length, and the module and name of its class. For integers: their place, the
length 0, and whether they are all bools. For a numbered class: CLASSES, its number, and its module and name.
"""

BUILTIN: Final = "builtins"
FLAG: Final = "bool"
NUMBER: Final = "int"


NOT_FOUND: Final = "the class {} is not found; it must be defined in a module"


class Unencodable(TypeError):
    """A state that is not made of plain values, or has tuples that differ only in their class; the message says which."""


def words_for(data: bytes) -> int:
    return -(-len(data) // WORD_BYTES)


def to_words(data: bytes, count: int) -> tuple[int, ...]:
    """The bytes as `count` words, padded with zeros."""
    return struct.unpack(f">{count}q", data.ljust(WORD_BYTES * count, b"\0"))


def to_bytes(words: Iterable[int]) -> bytes:
    return b"".join(int(word).to_bytes(WORD_BYTES, "big", signed=True) for word in words)


class Encoding:
    """Converts states to bytes and back, and records the classes that are found in them."""

    def __init__(self, kinds: Iterable[RecordedType] = (), known: Any = None) -> None:
        """`kinds`: what an earlier encoding has recorded, maybe in another process. Their classes are looked up among
        those of the state `known`, then in their modules. Raises ValueError or TypeError if `kinds` is malformed.
        """
        self._kinds: dict[tuple[StatePath, int], type[Any]] = {}
        self._missing: dict[tuple[StatePath, int], tuple[str, str]] = {}
        self._flags: dict[StatePath, bool] = {}
        """For each place that holds integers, whether they have all been True or False."""
        self._classes: list[type[Any] | tuple[str, str]] = []
        """The numbered classes, or the module and name of one that is not found."""
        self.encoded(known)
        met = [*self._kinds.values(), *(kind for kind in self._classes if isinstance(kind, type))]
        near = {name_of(kind): kind for kind in met}
        if kinds:
            self._classes.clear()
        for place, length, module, name in kinds:
            key = tuple(place), length
            if module == BUILTIN:
                self._flags[key[0]] = name == FLAG
                continue
            kind = near.get((module, name)) or class_named(module, name)
            if place == CLASSES:
                self._classes.append(kind or (module, name))
            elif kind is not None and len(getattr(kind, "_fields", ())) == length:
                self._kinds[key] = kind
            else:
                self._missing[key] = module, name

    @property
    def kinds(self) -> list[RecordedType]:
        names = {key: name_of(kind) for key, kind in self._kinds.items()}
        flags = [([*place], 0, BUILTIN, FLAG if flag else NUMBER) for place, flag in sorted(self._flags.items())]
        classes = [([*CLASSES], number, *name_of(kind)) for number, kind in enumerate(self._classes)]
        placed = [([*place], length, *name) for (place, length), name in sorted((self._missing | names).items())]
        return placed + classes + flags

    @property
    def classes(self) -> list[Any]:
        """The numbered classes."""
        return list(self._classes)

    def encoded(self, state: Any) -> bytes:
        """The bytes of a state. Raises Unencodable."""
        data = bytearray()
        self._put(state, (), data)
        return bytes(data)

    def decoded(self, data: bytes) -> Any:
        """The state of these bytes. Raises ValueError for bytes that do not encode a state, and Unencodable if the
        class of a tuple is no longer found.
        """
        state, end = self._take(data, 0, ())
        if data[end:].strip(b"\0"):
            raise ValueError("there are bytes after the state")
        return state

    # --- from values to bytes -------------------------------------------------------------------------------------------
    def _put(self, value: Any, place: StatePath, data: bytearray) -> None:
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
            members = [bytearray() for _ in value]
            for part, written in zip(value, members, strict=True):
                self._put(part, (*place, MEMBER), written)
            data += b"".join(sorted(members))
        elif kind is tuple or is_named_tuple(kind):
            self._record_class(kind, (place, len(value)))
            data.append(TUPLE)
            _put_integer(len(value), data)
            for number, part in enumerate(value):
                self._put(part, (*place, number), data)
        else:
            self._put_object(value, kind, place, data)

    def _put_object(self, value: Any, kind: type[Any], place: StatePath, data: bytearray) -> None:
        names = field_names(kind)
        if names is not None and not holds_more(value, names):
            data.append(OBJECT)
            _put_integer(self._number(kind), data)
            _put_integer(len(names), data)
            for number, name in enumerate(names):
                self._put(getattr(value, name), (*place, number), data)
        elif is_plain_enum(kind):
            data.append(ENUM)
            _put_integer(self._number(kind), data)
            _put_integer(number_of(value), data)
        elif is_mixed_enum(value):
            self._record_class(kind, (place, 0))
            self._put(value.value, place, data)
        else:
            raise Unencodable(f"{kind.__name__} is not one of {MADE_OF}")

    def _number(self, kind: type[Any]) -> int:
        """The number of a class, which is recorded when it is first met."""
        if kind not in self._classes:
            self._classes.append(kind)
        return self._classes.index(kind)

    def _record_class(self, kind: type[Any], key: tuple[StatePath, int]) -> None:
        """Record the class of the tuple at this place. Raises Unencodable if one of another class was met there."""
        if kind is tuple:
            return
        known = self._kinds.setdefault(key, kind)
        if known is not kind:
            raise Unencodable(
                f"{known.__name__} and {kind.__name__} occur in the same place, and are equal whenever their fields "
                f"are equal; make them one class, with a field that distinguishes them"
            )

    # --- from bytes to values -------------------------------------------------------------------------------------------
    def _take(self, data: bytes, at: int, place: StatePath) -> tuple[Any, int]:
        """The value that begins at `at`, and where the next one begins. Raises ValueError, Unencodable."""
        if at >= len(data):
            raise ValueError("the bytes end too early")
        tag, after = data[at], at + 1
        if tag >= LEAST_BYTE or tag == INTEGER:
            number, after = _take_integer(data, at)
            return (bool(number) if self._flags.get(place) else self._member_at(place, number)), after
        if tag == NOTHING:
            return None, after
        count, after = _take_integer(data, after)
        if tag == BOARD:
            value, after = _take_integer(data, after)
            return Bits(count, value), after
        if tag in (TEXT, BYTES):
            piece, after = _piece(data, after, count)
            return (self._member_at(place, piece.decode("utf-8", "surrogatepass")) if tag == TEXT else piece), after
        if tag in (OBJECT, ENUM):
            return self._take_object(tag, self._class(count), data, after, place)
        if tag not in (TUPLE, SET):
            raise ValueError(f"no value begins with {tag}")
        places = (
            (*place, number if tag == TUPLE else MEMBER) for number in range(count)
        )  # as many as bytes say, if true
        parts, after = self._take_all(data, after, places)
        return (frozenset(parts) if tag == SET else self._tuple(parts, place)), after

    def _take_all(self, data: bytes, at: int, places: Iterable[StatePath]) -> tuple[list[Any], int]:
        """The values of these places, the first of which begins at `at`, and where the next one begins."""
        parts: list[Any] = []
        for place in places:
            part, at = self._take(data, at, place)
            parts.append(part)
        return parts, at

    def _take_object(self, tag: int, kind: type[Any], data: bytes, at: int, place: StatePath) -> tuple[Any, int]:
        """The object of a numbered class whose fields, or number, begin at `at`. Raises ValueError, Unencodable."""
        count, after = _take_integer(data, at)
        if tag == ENUM and is_plain_enum(kind):
            return member_of(kind, count), after
        names = field_names(kind)
        if tag == ENUM or names is None or len(names) != count:
            raise ValueError(f"{kind.__name__} has other fields")
        parts, after = self._take_all(data, after, ((*place, number) for number in range(count)))
        return rebuilt(kind, names, parts), after

    def _class(self, number: int) -> type[Any]:
        """The class with this number. Raises ValueError, Unencodable."""
        if not 0 <= number < len(self._classes):
            raise ValueError(f"no class has the number {number}")
        kind = self._classes[number]
        if isinstance(kind, tuple):
            raise Unencodable(NOT_FOUND.format(kind[1]))
        return kind

    def _member_at(self, place: StatePath, value: int | str) -> Any:
        """The member of the IntEnum or StrEnum recorded for this place; the value itself if there is none."""
        kind = self._kinds.get((place, 0))
        try:
            return kind(value) if kind is not None and issubclass(kind, Enum) else value
        except ValueError:  # a number among the members
            return value

    def _tuple(self, parts: list[Any], place: StatePath) -> tuple[Any, ...]:
        key = place, len(parts)
        if key in self._kinds:
            return self._kinds[key]._make(parts)
        if key in self._missing:
            raise Unencodable(NOT_FOUND.format(self._missing[key][1]))
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
    """The integer that begins at `at`, and where the next value begins. Raises ValueError."""
    piece, after = _piece(data, at, 1)
    if piece[0] >= LEAST_BYTE:
        return piece[0] - OFFSET, after
    if piece[0] != INTEGER:
        raise ValueError("an integer is missing")
    length, after = _take_integer(data, after)
    piece, after = _piece(data, after, length)
    return int.from_bytes(piece, "big", signed=True), after


def _piece(data: bytes, at: int, length: int) -> tuple[bytes, int]:
    """The `length` bytes from `at` on, and where the next value begins. Raises ValueError."""
    if not 0 <= length <= len(data) - at:
        raise ValueError("the bytes end too early")
    return data[at : at + length], at + length
