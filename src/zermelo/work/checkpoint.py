"""The state of long work in a file, so that it can go on after whatever ended it. What work that is, is not asked here.

    file:    | MAGIC, 12 bytes | format, 4 | SHA-256 of the header, 32 | its length, 8 | header | arrays, one after another |
    header:  a line of JSON: what the work is, small facts, and of each array its name, type, shape, SHA-256, and rows
    array:   all its numbers; or, where most of its rows are zeros, | a bit for each row | the others, one after another |

A file is written whole beside the former one and takes its name then, the former one being kept as FILE.old: whatever
ends the process, one of the two is there and whole. FILE.new is a file that is being written. What is damaged, or of
other work, or no checkpoint at all, is refused before anything is changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import stat
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadCheckpoint
from zermelo.core.integers import is_within

MAGIC: Final = b"zermelo kept"
FORMAT: Final = 2
PREFIX: Final = struct.Struct("<12sI32sQ")
LARGEST_HEADER: Final = 1 << 24
PIECE: Final = 1 << 22
"""Bytes that are read, written and digested at a time."""

SMALL: Final = 1 << 20
"""Bytes of an array that is written whole, whatever is in it."""

ROWS_AT_ONCE: Final = 1 << 18
"""Rows that are looked at together: a multiple of 8."""

NO_DIGEST: Final = "0" * 64
"""In place of one that is not known yet."""

TYPES: Final = re.compile(r"\|[biu]1|<[iuf][248]")
"""The types of arrays: numbers and truth values."""

MOST_SHOWN: Final = 60
"""Characters of an identity in a message."""

VERSION: Final = "version"
"""The name in an identity of what made it."""

CODE: Final = "code of"
"""How the names of digests begin, which tell people nothing."""

Identity = Mapping[str, str]
"""What work is: names and texts. A checkpoint is only for work of the same texts; the first that differs is told."""

Arrays = Mapping[str, NDArray[Any]]


class Kept(NamedTuple):
    """What a checkpoint holds."""

    facts: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    @property
    def bytes(self) -> int:
        """The size of the arrays."""
        return sum(array.nbytes for array in self.arrays.values())


class Damaged(Exception):
    """A file that is not whole; the text says why."""


class Section(NamedTuple):
    """An array as the header declares it."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    digest: str
    """SHA-256 of what is stored of it, in hex."""
    rows: int | None
    """How many rows are stored, where those of zeros are not; None: it is stored whole."""

    @property
    def bytes(self) -> int:
        """The size of the array."""
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize

    @property
    def stored(self) -> int:
        """The bytes that it takes in the file."""
        if self.rows is None:
            return self.bytes
        return -(-self.shape[0] // 8) + self.rows * self.shape[1] * np.dtype(self.dtype).itemsize


class Header(NamedTuple):
    """All that a file says before its arrays."""

    identity: dict[str, str]
    facts: dict[str, Any]
    sections: tuple[Section, ...]


class CheckpointFile:
    """A checkpoint of one piece of work, ours alone from the beginning to `close`; a context manager.

    `kept` is what it held at first, None if there was none: arrays to be taken over, and let go here when they are.
    `note` says so if that was the older generation.
    """

    def __init__(self, path: str | os.PathLike[str], identity: Identity, most: int | None = None) -> None:
        """Read what is there; arrays of more than `most` bytes are refused. Raises BadCheckpoint."""
        self.path = _resolved(path)
        self.older = self.path.with_name(f"{self.path.name}.old")
        self.note = ""
        self._newest_is_whole = False
        self._unfinished = self.path.with_name(f"{self.path.name}.new")
        self._identity = dict(identity)
        for file in (self.path, self.older, self._unfinished):
            _check_is_ours(file)
        self._lock = _Lock(self.path)
        try:
            self.kept = self._read(most)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> CheckpointFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Others may have the file now."""
        self._lock.release()

    def _read(self, most: int | None) -> Kept | None:
        """The newest generation that is whole."""
        missing = not self.path.exists()
        if missing and not self.older.exists():
            return None
        try:
            if missing:
                raise Damaged("is missing")
            kept = read(self.path, self._identity, most)
        except Damaged as error:
            return self._read_older(most, f"{str(self.path)!r} {error}")
        self._newest_is_whole = True
        return kept

    def _read_older(self, most: int | None, trouble: str) -> Kept:
        if not self.older.exists():
            raise BadCheckpoint(f"{trouble}; delete it, or name another file.")
        try:
            kept = read(self.older, self._identity, most)
        except Damaged as error:
            raise BadCheckpoint(
                f"{trouble}, and {str(self.older)!r} {error}; delete both, or name another file."
            ) from None
        self.note = f"{trouble}: the work went on from {str(self.older)!r}, the checkpoint before."
        return kept

    def save(self, facts: Mapping[str, Any], arrays: Arrays) -> None:
        """Write a new generation; nobody may change the arrays meanwhile.

        Raises OSError: then what was there is there still. A newest generation that was not whole makes room for the new
        one, and the older one stays.
        """
        try:
            _write(self._unfinished, Header(self._identity, dict(facts), ()), arrays)
        except BaseException:
            with contextlib.suppress(OSError):
                self._unfinished.unlink(missing_ok=True)
            raise
        if self._newest_is_whole:
            self.path.replace(self.older)
            self._newest_is_whole = False
        self._unfinished.replace(self.path)
        self._newest_is_whole = True
        sync_folder(self.path.parent)

    def discard(self) -> None:
        """The work is done: delete what was kept of it. Raises OSError."""
        for file in (self.path, self.older, self._unfinished):
            file.unlink(missing_ok=True)
        self._newest_is_whole = False


# --- reading ----------------------------------------------------------------------------------------------------------
def read(path: Path, identity: Identity, most: int | None = None) -> Kept:
    """What a file holds. Raises Damaged; BadCheckpoint when it is of other work, or larger than `most` bytes."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            header = _read_header(file, size)
            _check_identity(path, header.identity, identity)
            needed = sum(section.bytes for section in header.sections)
            declared = file.tell() + sum(section.stored for section in header.sections)
            if declared != size:
                raise Damaged(f"is damaged: it has {size} bytes and not the {declared} that it declares")
            if most is not None and needed > most:
                raise BadCheckpoint(f"{str(path)!r} holds {needed} bytes, and {most} are allowed: allow more memory.")
            return Kept(header.facts, {section.name: _read_array(file, section) for section in header.sections})
    except OSError as error:
        raise Damaged(f"cannot be read: {error.strerror}") from None


def _read_header(file: IO[bytes], size: int) -> Header:
    """Everything before the arrays. Raises Damaged; BadCheckpoint for another format."""
    prefix = file.read(PREFIX.size)
    if len(prefix) < PREFIX.size:
        raise Damaged("is damaged: it ends too early")
    _, form, digest, length = PREFIX.unpack(prefix)
    if length > min(LARGEST_HEADER, size - PREFIX.size):
        raise Damaged("is damaged: its header is longer than the file")
    text = file.read(length)
    if digest != _header_digest(form, text):
        raise Damaged("is damaged: its header is not what was written")
    if form != FORMAT:
        raise BadCheckpoint(f"{file.name!r} is a checkpoint of format {form}, and this is format {FORMAT}.")
    try:
        told = json.loads(text)
        sections = tuple(_section(*section) for section in told["arrays"])
        return Header(dict(told["identity"]), dict(told["facts"]), sections)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Damaged("is damaged: its header makes no sense") from None


def _section(name: str, dtype: str, shape: list[int], digest: str, rows: int | None) -> Section:
    """One entry of the header's list. Raises ValueError or TypeError."""
    if not TYPES.fullmatch(dtype) or any(type(length) is not int or length < 0 for length in shape):
        raise ValueError
    if rows is not None and not (len(shape) == 2 and is_within(rows, 0, shape[0])):
        raise ValueError
    return Section(name, dtype, tuple(shape), digest, rows)


def _read_array(file: IO[bytes], section: Section) -> NDArray[Any]:
    """The next array of a file that is as long as it should be. Raises Damaged."""
    hasher = hashlib.sha256()
    used = None if section.rows is None else np.empty(-(-section.shape[0] // 8), np.uint8)
    if used is not None:
        _fill(used, file, hasher)
    array = (np.empty if used is None else np.zeros)(section.shape, section.dtype)
    _fill(array[: section.rows], file, hasher)
    if hasher.hexdigest() != section.digest or not _is_told(section, used):
        raise Damaged(f"is damaged: its {section.name} is not what was written")
    if used is not None:
        _spread(array, used)
    return array


def _is_told(section: Section, used: NDArray[np.uint8] | None) -> bool:
    """Whether the bits tell as many rows as the header, and none beyond the last."""
    if used is None:
        return True
    beyond = np.unpackbits(used[-1:])[section.shape[0] % 8 or 8 :]
    return _count(used) == section.rows and not beyond.any()


def _fill(array: NDArray[Any], file: IO[bytes], hasher: Any) -> None:
    """Read what follows into an array. Raises Damaged."""
    room = _bytes_of(array)
    for start in range(0, len(room), PIECE):
        piece = room[start : start + PIECE]
        if file.readinto(piece) != len(piece):  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
            raise Damaged("is damaged: it ends too early")
        hasher.update(piece)


def _spread(array: NDArray[Any], used: NDArray[np.uint8]) -> None:
    """Put the first rows of an array, after which there are zeros, where the bits say: none lies further down than before.

    From the last one on, so that none is overwritten before it has been moved.
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


def _check_identity(path: Path, theirs: Identity, ours: Identity) -> None:
    """Raises BadCheckpoint, with the first thing that differs."""
    told = difference(theirs, ours)
    if told:
        raise BadCheckpoint(f"{str(path)!r} is of other work: {told}; name another file.")


def difference(theirs: Identity, ours: Identity) -> str:
    """What the first thing is that differs, of what is kept and of what is asked for; "" if nothing does."""
    for name in (*ours, *theirs):
        if theirs.get(name) == ours.get(name):
            continue
        kept = _shown(theirs[name]) if name in theirs else "not told"
        asked = _shown(ours[name]) if name in ours else "none"
        if name == VERSION:
            return f"it was made by {kept}, and this is {asked}"
        if name.startswith(CODE):
            return f"the {name}, or what it holds, is not the same"
        return f"its {name} is {kept}, and {asked} is asked for"
    return ""


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…")


# --- writing ----------------------------------------------------------------------------------------------------------
def _write(path: Path, header: Header, arrays: Arrays) -> None:
    """Write a file, down to the disk. Raises OSError."""
    contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    used = [_used(array) for array in contiguous.values()]
    sections = [
        Section(name, array.dtype.str, array.shape, NO_DIGEST, None if bits is None else _count(bits))
        for (name, array), bits in zip(contiguous.items(), used, strict=True)
    ]
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(_header(header, sections))
        for place, array in enumerate(contiguous.values()):
            hasher = hashlib.sha256()
            for piece in _pieces(array, used[place]):
                file.write(piece)
                hasher.update(piece)
            sections[place] = sections[place]._replace(digest=hasher.hexdigest())
        file.seek(0)
        file.write(_header(header, sections))  # as long as it was, with the digests
        file.flush()
        os.fsync(file.fileno())


def _header(header: Header, sections: list[Section]) -> bytes:
    """Everything before the arrays."""
    text = json.dumps({"identity": header.identity, "facts": header.facts, "arrays": sections}).encode()
    return PREFIX.pack(MAGIC, FORMAT, _header_digest(FORMAT, text), len(text)) + text


def _used(array: NDArray[Any]) -> NDArray[np.uint8] | None:
    """A bit for each row of an array that holds something but zeros; None if the array is to be stored whole."""
    if array.ndim != 2 or array.nbytes < SMALL:
        return None
    used = np.concatenate([np.packbits(_is_used(rows)) for rows in _rows_of(array)])
    return used if used.nbytes + _count(used) * array[0].nbytes < array.nbytes else None


def _is_used(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether there is anything but zeros in each row."""
    found = rows[:, -1] != 0
    for column in range(rows.shape[1] - 1):
        found |= rows[:, column] != 0
    return found


def _count(used: NDArray[np.uint8]) -> int:
    """How many of the bits are 1."""
    return int.from_bytes(_bytes_of(used), "little").bit_count()


def _rows_of(array: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The rows of an array, not all at once."""
    return (array[low : low + ROWS_AT_ONCE] for low in range(0, len(array), ROWS_AT_ONCE))


def _pieces(array: NDArray[Any], used: NDArray[np.uint8] | None) -> Iterator[memoryview]:
    """What is stored of an array."""
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


def sync_folder(folder: Path) -> None:
    """That a file has a new name is on the disk too, where the system can be told so."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


# --- whose file it is -----------------------------------------------------------------------------------------------
def _resolved(path: str | os.PathLike[str]) -> Path:
    """The file itself, where `path` is a link to it: links stay. Raises BadCheckpoint."""
    try:
        resolved = Path(path).resolve()
        is_there = resolved.parent.is_dir()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name that is too long, a zero byte
        raise BadCheckpoint(f"{os.fspath(path)!r} cannot be the name of a file.") from None
    if not is_there:
        raise BadCheckpoint(f"The folder {str(resolved.parent)!r} is not there; make it, or name another file.")
    return resolved


def _check_is_ours(path: Path) -> None:
    """That a file is a checkpoint, whole or not, or not there: nothing else is overwritten. Raises BadCheckpoint."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadCheckpoint(f"{str(path)!r} is not a file; name another one for the checkpoint.")
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadCheckpoint(f"{str(path)!r} cannot be read: {error.strerror}; name another file.") from None
    if not MAGIC.startswith(begins):
        raise BadCheckpoint(f"{str(path)!r} is no checkpoint, and is left as it is; name another file.")


class _Lock:
    """Keeps other processes away from a checkpoint by a locked file beside it, where the system has such locks."""

    def __init__(self, path: Path) -> None:
        """Raises BadCheckpoint."""
        self._path = path.with_name(f".{path.name}.lock")
        try:
            self._file = self._locked()
        except BlockingIOError:
            raise BadCheckpoint(
                f"{str(path)!r} is in use by another process; wait for its end, or name another file."
            ) from None
        except OSError as error:
            raise BadCheckpoint(
                f"No checkpoint can be written to {str(path.parent)!r}: {error.strerror}; name another folder."
            ) from None

    def _locked(self) -> IO[bytes]:
        """The locked file; not one that its last owner has just deleted. Raises OSError."""
        while True:
            file = self._path.open("ab")
            try:
                _lock_or_fail(file)
                if os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                    return file
            except FileNotFoundError:
                pass
            except BaseException:
                file.close()
                raise
            file.close()

    def release(self) -> None:
        """Delete the file, and let it go."""
        if not self._file.closed:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            self._file.close()


def _lock_or_fail(file: IO[bytes]) -> None:
    """Raises BlockingIOError if somebody else has it."""
    try:
        import fcntl
    except ImportError:  # not there on Windows
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
