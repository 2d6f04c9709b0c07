"""Helpers for files: checks of names, writing what a user asked for, and digests."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Generator
from pathlib import Path

from zermelo.core.errors import BadOption
from zermelo.core.paths import check_path
from zermelo.core.replacement import replacing


def check_place(name: str) -> None:
    """Raises BadOption if a file of this name cannot be written. A temporary file is made beside it to find out."""
    check_path(name, "file", "file")
    path = Path(name).resolve() if Path(name).is_symlink() else Path(name)
    if path.is_dir():
        raise BadOption(f"{name!r} is not the name of a file.")
    if not path.parent.is_dir():
        raise BadOption(f"There is no folder {str(path.parent)!r} to write {path.name!r} into.")
    if path.is_file() or not path.exists():
        with writing(name):
            tempfile.TemporaryFile(dir=path.parent).close()


@contextlib.contextmanager
def writing(name: str | os.PathLike[str]) -> Generator[None]:
    """A context that turns errors of the system, such as a full disk, into BadOption: what has this name is not written."""
    try:
        yield
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else error
        raise BadOption(f"{os.fspath(name)!r} cannot be written: {why}.") from error


def put(path: Path, content: str | bytes) -> None:
    """Write a file: to a temporary one that then takes its place, so that it is written completely or not at all.

    A text ends with the end of a line, added if need be. A pipe or a terminal is written to directly. Raises OSError.
    """
    path = path.resolve()
    if isinstance(content, str):
        content = (content if content.endswith("\n") else f"{content}\n").encode()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with replacing(path, lasting=False) as file:
        file.write(content)


def digest_of(path: Path) -> str:
    """The SHA-256 digest of a file, in hexadecimal. Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
