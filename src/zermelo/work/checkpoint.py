"""The state of long work in a file, so that it can go on after whatever ended it. What work that is, is not asked here.

A file is written whole beside the former one and takes its name then, the former one being kept as FILE.old: whatever
ends the process, one of the two is there and whole. FILE.new is a file that is being written. What is damaged, or of
other work, or no checkpoint at all, is refused before anything is changed.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from zermelo.core.errors import BadCheckpoint
from zermelo.work.checkpoint_format import MAGIC, Arrays, Checkpoint, Damaged, Header, read, write
from zermelo.work.files import sync_folder
from zermelo.work.identity import Identity


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

    def _read(self, most: int | None) -> Checkpoint | None:
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

    def _read_older(self, most: int | None, trouble: str) -> Checkpoint:
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
            write(self._unfinished, Header(self._identity, dict(facts), ()), arrays)
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
