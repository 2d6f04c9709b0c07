"""Files that are written completely or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Generator
from pathlib import Path
from typing import IO, Final

UNFINISHED: Final = ".new"
"""How the name of a lasting file ends until it is complete."""


@contextlib.contextmanager
def replacing(path: Path, *, lasting: bool = True, former: Path | None = None) -> Generator[IO[bytes]]:
    """A context with a new file, which takes the place of `path` at the end. If anything fails before, `path` stays as it
    was. Raises OSError.

    A `lasting` file is synced to disk. It is PATH.new until it is complete, so no other process may write it. Any other file
    may be written by several processes at the same time. `former`: where the file at `path` is moved to.
    """
    name = f"{path.name}{UNFINISHED}" if lasting else f".zermelo.{secrets.token_hex(8)}"
    unfinished = path.with_name(name)
    try:
        unfinished.unlink(missing_ok=True)
        with unfinished.open("xb") as file:
            yield file
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if former is not None:
            path.replace(former)
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    if lasting:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder to disk, so that new names of files in it are there too, on systems that can."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
