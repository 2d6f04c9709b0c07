"""The format of checkpoint files, with `read` and `write`.

file:    | MAGIC, 12 bytes | format, 4 | SHA-256 of the header, 32 | its length, 8 | header | arrays, one after another |
header:  a line of JSON: the identity of the work, small facts, and each array's name, type, shape, SHA-256 and stored rows
array:   all its numbers; or, if many rows are all zeros, | a bit for each row | the other rows, one after another |
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import os
import re
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadCheckpoint
from zermelo.core.integers import is_within
from zermelo.work.identity import Identity, difference

MAGIC: Final = b"zermelo kept"
FORMAT: Final = 2
PREFIX: Final = struct.Struct("<12sI32sQ")
PIECE: Final = 1 << 22
"""Bytes read, written and digested at a time."""

SMALL: Final = 1 << 20
"""Arrays of fewer bytes are stored whole, whatever is in them."""

ROWS_AT_ONCE: Final = 1 << 18
"""Rows processed at a time: a multiple of 8."""

TYPES: Final = re.compile(r"\|[biu]1|<[iuf][248]")
"""The types of arrays that are allowed: numbers and truth values."""

Arrays = Mapping[str, NDArray[Any]]


class Checkpoint(NamedTuple):
    """The contents of a checkpoint."""

    facts: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays.values())


class Damaged(Exception):
    """A file is not a complete checkpoint. The message says why."""


class Section(NamedTuple):
    """An array as the header declares it."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    digest: str
    """The SHA-256 of its stored bytes, in hex."""
    rows: int | None
    """How many rows are stored, if rows of zeros are left out; None: it is stored whole."""

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize

    @property
    def stored(self) -> int:
        """The bytes that the array takes in the file."""
        if self.rows is None:
            return self.bytes
        return -(-self.shape[0] // 8) + self.rows * self.shape[1] * np.dtype(self.dtype).itemsize


class Header(NamedTuple):
    """Everything in a file before its arrays."""

    identity: dict[str, str]
    facts: dict[str, Any]
    sections: tuple[Section, ...]


def read(path: Path, identity: Identity, most: int | None = None) -> Checkpoint:
    """Read a file. Raises Damaged; BadCheckpoint if it belongs to other work, or its arrays have more than `most` bytes."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            header = _read_header(file, size)
            differs = difference(header.identity, identity)
            if differs:
                raise BadCheckpoint(f"{str(path)!r} does not match: {differs}; name another file.")
            needed = sum(section.bytes for section in header.sections)
            declared = file.tell() + sum(section.stored for section in header.sections)
            if declared != size:
                raise Damaged(f"is damaged: it has {size} bytes instead of the declared {declared}")
            if most is not None and needed > most:
                raise BadCheckpoint(
                    f"{str(path)!r} holds {needed} bytes, but only {most} are allowed: allow more memory."
                )
            return Checkpoint(header.facts, {section.name: _read_array(file, section) for section in header.sections})
    except OSError as error:
        raise Damaged(f"cannot be read: {error.strerror}") from None


def _read_header(file: IO[bytes], size: int) -> Header:
    """Read everything before the arrays. Raises Damaged; BadCheckpoint for another format."""
    prefix = file.read(PREFIX.size)
    if len(prefix) < PREFIX.size:
        raise Damaged("is damaged: it ends too early")
    _, form, digest, length = PREFIX.unpack(prefix)
    if length > min(1 << 24, size - PREFIX.size):
        raise Damaged("is damaged: its header is longer than the file")
    text = file.read(length)
    if digest != _header_digest(form, text):
        raise Damaged("is damaged: its header does not match its digest")
    if form != FORMAT:
        raise BadCheckpoint(
            f"{file.name!r} is a checkpoint of format {form}; this version of zermelo reads format {FORMAT}."
        )
    try:
        parts = json.loads(text)
        sections = tuple(_section(*section) for section in parts["arrays"])
        return Header(dict(parts["identity"]), dict(parts["facts"]), sections)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Damaged("is damaged: its header is not valid") from None


def _section(name: str, dtype: str, shape: list[int], digest: str, rows: int | None) -> Section:
    """One entry of the header's list of arrays. Raises ValueError or TypeError."""
    if not TYPES.fullmatch(dtype) or any(type(length) is not int or length < 0 for length in shape):
        raise ValueError
    if rows is not None and not (len(shape) == 2 and is_within(rows, 0, shape[0])):
        raise ValueError
    return Section(name, dtype, tuple(shape), digest, rows)


def _read_array(file: IO[bytes], section: Section) -> NDArray[Any]:
    """Read the next array of a file whose length has been checked. Raises Damaged."""
    hasher = hashlib.sha256()
    used = None if section.rows is None else np.empty(-(-section.shape[0] // 8), np.uint8)
    if used is not None:
        _fill(used, file, hasher)
    array = (np.empty if used is None else np.zeros)(section.shape, section.dtype)
    _fill(array[: section.rows], file, hasher)
    if hasher.hexdigest() != section.digest or not _agree(section, used):
        raise Damaged(f"is damaged: its {section.name} does not match the header")
    if used is not None:
        _spread(array, used)
    return array


def _agree(section: Section, used: NDArray[np.uint8] | None) -> bool:
    """Whether the bits mark as many rows as the header declares, and none past the last row."""
    if used is None:
        return True
    past_end = np.unpackbits(used[-1:])[section.shape[0] % 8 or 8 :]
    return _count(used) == section.rows and not past_end.any()


def _fill(array: NDArray[Any], file: IO[bytes], hasher: Any) -> None:
    """Fill an array from the file. Raises Damaged."""
    room = _bytes_of(array)
    for start in range(0, len(room), PIECE):
        piece = room[start : start + PIECE]
        if file.readinto(piece) != len(piece):  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
            raise Damaged("is damaged: it ends too early")
        hasher.update(piece)


def _spread(array: NDArray[Any], used: NDArray[np.uint8]) -> None:
    """Move the rows at the start of an array, which the rest follows as zeros, to the places that the bits mark.

    Every row moves up or stays, so the last one is moved first: none is overwritten before it has been moved.
    """
    end = _count(used)
    for low in reversed(range(0, len(array), ROWS_AT_ONCE)):
        bits = np.unpackbits(used[low // 8 : (low + ROWS_AT_ONCE) // 8])
        places = low + np.flatnonzero(bits)
        start = end - len(places)
        rows = array[start:end].copy()
        array[start:end] = 0
        array[places] = rows
        end = start


def write(file: IO[bytes], header: Header, arrays: Arrays) -> None:
    """Raises OSError."""
    contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    used = [_used(array) for array in contiguous.values()]
    sections = [  # without the digests, which are not known yet
        Section(name, array.dtype.str, array.shape, "0" * 64, None if bits is None else _count(bits))
        for (name, array), bits in zip(contiguous.items(), used, strict=True)
    ]
    file.write(_header(header, sections))
    for place, array in enumerate(contiguous.values()):
        hasher = hashlib.sha256()
        for piece in _pieces(array, used[place]):
            file.write(piece)
            hasher.update(piece)
        sections[place] = sections[place]._replace(digest=hasher.hexdigest())
    file.seek(0)
    file.write(_header(header, sections))  # the same length, now with the digests


def _header(header: Header, sections: list[Section]) -> bytes:
    text = json.dumps({"identity": header.identity, "facts": header.facts, "arrays": sections}).encode()
    return PREFIX.pack(MAGIC, FORMAT, _header_digest(FORMAT, text), len(text)) + text


def _used(array: NDArray[Any]) -> NDArray[np.uint8] | None:
    """One bit per row, set if the row is not all zeros; None if the array is to be stored whole."""
    if array.ndim != 2 or array.nbytes < SMALL:
        return None
    used = np.concatenate([np.packbits(functools.reduce(np.logical_or, rows.T)) for rows in _rows_of(array)])
    return used if used.nbytes + _count(used) * array[0].nbytes < array.nbytes else None


def _count(used: NDArray[np.uint8]) -> int:
    return int.from_bytes(_bytes_of(used), "little").bit_count()


def _rows_of(array: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The rows of an array, ROWS_AT_ONCE at a time."""
    return (array[low : low + ROWS_AT_ONCE] for low in range(0, len(array), ROWS_AT_ONCE))


def _pieces(array: NDArray[Any], used: NDArray[np.uint8] | None) -> Iterator[memoryview]:
    """The stored bytes of an array, piece by piece."""
    if used is None:
        room = _bytes_of(array)
        yield from (room[start : start + PIECE] for start in range(0, len(room), PIECE))
        return
    yield _bytes_of(used)
    for low, rows in zip(range(0, len(array), ROWS_AT_ONCE), _rows_of(array), strict=True):
        bits = np.unpackbits(used[low // 8 : (low + ROWS_AT_ONCE) // 8], count=len(rows))
        yield _bytes_of(rows[bits.view(np.bool_)])


def _header_digest(form: int, text: bytes) -> bytes:
    return hashlib.sha256(b"%d,%d:%b" % (form, len(text), text)).digest()


def _bytes_of(array: NDArray[Any]) -> memoryview:
    """The bytes of an array in C order, in place."""
    return memoryview(cast("Any", array.reshape(-1).view(np.uint8)))
