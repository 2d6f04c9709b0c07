"""The state of long work in a file, so that it can go on after whatever ended it. What work that is, is not asked here.

    file:    | MAGIC, 12 bytes | format, 4 | SHA-256 of the header, 32 | its length, 8 | header | arrays, one after another |
    header:  a line of JSON: what the work is, small facts, and of each array its name, type, shape and SHA-256

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
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from zermelo.errors import BadCheckpoint

MAGIC: Final = b"zermelo kept"
FORMAT: Final = 1
PREFIX: Final = struct.Struct("<12sI32sQ")
LARGEST_HEADER: Final = 1 << 24
PIECE: Final = 1 << 22
"""Bytes that are read, written and digested at a time."""

TYPES: Final = re.compile(r"\|[biu]1|<[iuf][248]")
"""The types of arrays: numbers and truth values."""

MOST_SHOWN: Final = 60
"""Characters of an identity in a message."""

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

    @property
    def bytes(self) -> int:
        """The size of the array."""
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize


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
            if file.tell() + needed != size:
                raise Damaged(f"is damaged: it has {size} bytes and not the {file.tell() + needed} that it declares")
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


def _section(name: str, dtype: str, shape: list[int], digest: str) -> Section:
    """One entry of the header's list. Raises ValueError or TypeError."""
    if not TYPES.fullmatch(dtype) or any(type(length) is not int or length < 0 for length in shape):
        raise ValueError
    return Section(name, dtype, tuple(shape), digest)


def _read_array(file: IO[bytes], section: Section) -> NDArray[Any]:
    """The next array of a file that is as long as it should be. Raises Damaged."""
    array = np.empty(section.shape, section.dtype)
    room = _bytes_of(array)
    hasher = hashlib.sha256()
    for start in range(0, len(room), PIECE):
        piece = room[start : start + PIECE]
        if file.readinto(piece) != len(piece):  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
            raise Damaged("is damaged: it ends too early")
        hasher.update(piece)
    if hasher.hexdigest() != section.digest:
        raise Damaged(f"is damaged: its {section.name} is not what was written")
    return array


def _check_identity(path: Path, theirs: Identity, ours: Identity) -> None:
    """Raises BadCheckpoint, with the first thing that differs."""
    for name in (*ours, *theirs):
        if theirs.get(name) != ours.get(name):
            was, is_now = (_shown(identity.get(name, "not told")) for identity in (theirs, ours))
            raise BadCheckpoint(
                f"{str(path)!r} is of other work, whose {name} was {was} and not {is_now}; name another file."
            )


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"


# --- writing ----------------------------------------------------------------------------------------------------------
def _write(path: Path, header: Header, arrays: Arrays) -> None:
    """Write a file, down to the disk. Raises OSError."""
    contiguous = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    sections = [(name, array.dtype.str, array.shape, _digest(array)) for name, array in contiguous.items()]
    text = json.dumps({"identity": header.identity, "facts": header.facts, "arrays": sections}).encode()
    path.unlink(missing_ok=True)
    with path.open("xb") as file:
        file.write(PREFIX.pack(MAGIC, FORMAT, _header_digest(FORMAT, text), len(text)) + text)
        for array in contiguous.values():
            room = _bytes_of(array)
            for start in range(0, len(room), PIECE):
                file.write(room[start : start + PIECE])
        file.flush()
        os.fsync(file.fileno())


def _header_digest(form: int, text: bytes) -> bytes:
    return hashlib.sha256(b"%d,%d:%b" % (form, len(text), text)).digest()


def _digest(array: NDArray[Any]) -> str:
    return hashlib.sha256(_bytes_of(array)).hexdigest()


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
