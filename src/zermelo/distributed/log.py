"""The log of a cluster: every answer of a worker, one a line, in a file that is only ever appended to.

    {"job": "expand 0 3", "answer": ...} 1f2e3d4c

Each line ends with its CRC-32. A last line that was not written completely is cut off; a line that is damaged is noticed.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from pathlib import Path
from typing import IO, Any, Final

from zermelo.core.errors import BadCheckpoint
from zermelo.work.checkpoint import FileLock
from zermelo.work.folder import LOG, made
from zermelo.work.identity import Identity, difference

NAME: Final = LOG
FORMAT: Final = "zermelo cluster log 3"
BEGINNING: Final = json.dumps({"format": FORMAT}, separators=(",", ":")).encode()[:-1]


class Log:
    """The entries so far, and the file to which others are appended. Without a folder they are in memory alone."""

    def __init__(self, folder: str | os.PathLike[str] | None, identity: Identity, *, cuttable: bool = True) -> None:
        """Open the log in a folder, which is made if need be. Without any entry, no file is left there. `cuttable`:
        whether the work can be resumed from the beginning of a log. Raises BadCheckpoint if it is damaged, belongs to
        other work, or is in use.
        """
        self.entries: list[dict[str, Any]] = []
        self._header: dict[str, Any] = {"format": FORMAT, "identity": dict(identity)}
        self._cuttable = cuttable
        self._file: IO[bytes] | None = None
        self._lock: FileLock | None = None
        if folder is None:
            return
        path = made(folder) / NAME
        self._lock = FileLock(path)
        try:
            self._file = path.open("ab+")
            self._open(path)
        except OSError as error:
            self.close()
            raise BadCheckpoint(f"{str(path)!r} cannot be used: {error.strerror}.") from None
        except BaseException:
            self.close()
            raise

    def _open(self, path: Path) -> None:
        """Read the entries, and check to which work they belong. Raises BadCheckpoint, OSError."""
        assert self._file is not None
        self._file.seek(0)
        begins = self._file.read(len(BEGINNING))
        if not BEGINNING.startswith(begins):
            raise BadCheckpoint(f"{str(path)!r} is not a log of this version of zermelo; name another folder.")
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            content, _, check = line.rstrip(b"\n").rpartition(b" ")
            if check != _check(content):
                mend = "delete it and what follows" if self._cuttable else "delete the folder"
                raise BadCheckpoint(f"Line {number} of {str(path)!r} is damaged; {mend}, or name another folder.")
            self.entries.append(json.loads(content))
            whole += len(line)
        self._file.truncate(whole)
        other = difference(self.entries[0]["identity"], self._header["identity"]) if self.entries else ""
        if other:
            raise BadCheckpoint(f"{str(path)!r} belongs to other work: {other}. Name another folder.")

    def add(self, entry: dict[str, Any]) -> None:
        """Append an entry. Raises BadCheckpoint if it cannot be written."""
        if not self.entries and entry is not self._header:
            self.add(self._header)
        self.entries.append(entry)
        if self._file is None:
            return
        content = json.dumps(entry, separators=(",", ":")).encode()
        try:
            self._file.write(content + b" " + _check(content) + b"\n")
            self._file.flush()
        except OSError as error:
            raise _not_written(error) from None

    def sync(self) -> None:
        """Sync the file to disk. Raises BadCheckpoint if that fails."""
        if self._file is not None:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                raise _not_written(error) from None

    def close(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):  # what could not be written has been reported
                self._file.close()
                path = Path(self._file.name)
                if not path.stat().st_size:
                    path.unlink()
            self._file = None
        if self._lock is not None:
            self._lock.release()


def _check(content: bytes) -> bytes:
    return b"%08x" % zlib.crc32(content)


def _not_written(error: OSError) -> BadCheckpoint:
    return BadCheckpoint(f"The log cannot be written: {error.strerror}. The same call resumes the work.")
