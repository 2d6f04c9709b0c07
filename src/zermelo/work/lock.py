"""A lock that keeps other processes from using a file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

from zermelo.core.errors import BadCheckpoint


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
        """Delete and close the lock file."""
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
