"""Checkpoint files: the state of long work of any kind, so that it can be resumed after an interruption.

A new checkpoint is written to FILE.new. Once it is complete, the previous one is renamed to FILE.old and the new one to
FILE, so whenever the process ends, at least one complete checkpoint exists. A file that is damaged, belongs to other work or
is not a checkpoint is refused before anything is changed.
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
from zermelo.core.replacement import UNFINISHED, replacing
from zermelo.work.checkpoint_format import MAGIC, Arrays, Checkpoint, Damaged, Header, read, write
from zermelo.work.identity import Identity


class CheckpointFile:
    """The checkpoint file of one piece of work, locked against other processes until `close`. A context manager.

    `kept` is the checkpoint that it held when it was opened, or None. Set it to None once the arrays have been taken over,
    so that their memory can be freed. `note` says so if the checkpoint came from the previous generation, FILE.old.
    """

    def __init__(self, path: str | os.PathLike[str], identity: Identity, most: int | None = None) -> None:
        """Lock the file and read it. Arrays of more than `most` bytes are refused. Raises BadCheckpoint."""
        self.path = _resolved(path)
        self.older = self.path.with_name(f"{self.path.name}.old")
        self.note = ""
        self._newest_is_complete = False
        self._unfinished = self.path.with_name(f"{self.path.name}{UNFINISHED}")
        self._identity = dict(identity)
        for file in (self.path, self.older, self._unfinished):
            _check_is_checkpoint(file)
        self._lock = FileLock(self.path)
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
        self._lock.release()

    def _read(self, most: int | None) -> Checkpoint | None:
        """The newest complete checkpoint, or None if there is no file."""
        missing = not self.path.exists()
        if missing and not self.older.exists():
            return None
        try:
            if missing:
                raise Damaged("is missing")
            kept = read(self.path, self._identity, most)
        except Damaged as error:
            return self._read_older(most, f"{str(self.path)!r} {error}")
        self._newest_is_complete = True
        return kept

    def _read_older(self, most: int | None, trouble: str) -> Checkpoint:
        """The previous checkpoint; `trouble` says what is wrong with the newest one."""
        if not self.older.exists():
            raise BadCheckpoint(f"{trouble}; delete it, or name another file.")
        try:
            kept = read(self.older, self._identity, most)
        except Damaged as error:
            raise BadCheckpoint(
                f"{trouble}, and {str(self.older)!r} {error}; delete both, or name another file."
            ) from None
        self.note = f"{trouble}: the work was resumed from {str(self.older)!r}, the previous checkpoint."
        return kept

    def save(self, facts: Mapping[str, Any], arrays: Arrays) -> None:
        """Write a new checkpoint. The arrays must not change meanwhile.

        Raises OSError; the files are then unchanged. If the newest file was damaged, the new checkpoint replaces it, and the
        previous one stays.
        """
        keeps = self._newest_is_complete and self.path.exists()
        with replacing(self.path, former=self.older if keeps else None) as file:
            write(file, Header(self._identity, dict(facts), ()), arrays)
        self._newest_is_complete = True

    def discard(self) -> None:
        """Delete all files of the checkpoint, because the work is done. Raises OSError."""
        for file in (self.path, self.older, self._unfinished):
            file.unlink(missing_ok=True)
        self._newest_is_complete = False


def _resolved(path: str | os.PathLike[str]) -> Path:
    """The absolute path; for a link, that of its target, so that the link is not replaced. Raises BadCheckpoint."""
    try:
        resolved = Path(path).resolve()
        is_there = resolved.parent.is_dir()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name that is too long, a zero byte
        raise BadCheckpoint(f"{os.fspath(path)!r} cannot be the name of a file.") from None
    if not is_there:
        raise BadCheckpoint(f"The folder {str(resolved.parent)!r} does not exist; make it, or name another file.")
    return resolved


def _check_is_checkpoint(path: Path) -> None:
    """Raises BadCheckpoint if there is a file that is not a checkpoint, complete or not: it must not be overwritten."""
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
        raise BadCheckpoint(f"{str(path)!r} is not a checkpoint and is left unchanged; name another file.")


def other_work(folder: Path) -> BadCheckpoint:
    """The exception for a checkpoint that lacks what this work needs, although its identity is the same."""
    return BadCheckpoint(f"The checkpoint in {str(folder)!r} belongs to other work; name another folder.")


class FileLock:
    """Keeps other processes from using a checkpoint, by a locked file beside it, on systems with such locks."""

    def __init__(self, path: Path) -> None:
        """Raises BadCheckpoint."""
        self._path = path.with_name(f".{path.name}.lock")
        try:
            self._file = self._locked()
        except BlockingIOError:
            raise BadCheckpoint(
                f"{str(path)!r} is in use by another process; wait until that ends, or name another file."
            ) from None
        except OSError as error:
            raise BadCheckpoint(
                f"No checkpoint can be written to {str(path.parent)!r}: {error.strerror}; name another folder."
            ) from None

    def _locked(self) -> IO[bytes]:
        """The lock file, opened and locked; not one that its last owner has just deleted. Raises OSError."""
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
        if not self._file.closed:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            self._file.close()


def _lock_or_fail(file: IO[bytes]) -> None:
    """Raises BlockingIOError if another process has locked the file."""
    try:
        import fcntl
    except ImportError:  # Windows does not have it
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
