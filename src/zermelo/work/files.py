"""Helpers for files: checks of names, atomic writing of texts, and syncing a folder to disk."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from zermelo.core.errors import BadOption
from zermelo.core.paths import check_path


def check_place(name: str) -> None:
    """Raises BadOption if a file of this name cannot be written."""
    path = Path(name)
    if not name or path.is_dir():
        raise BadOption(f"{name!r} is not the name of a file.")
    if not path.parent.is_dir():
        raise BadOption(f"There is no folder {str(path.parent)!r} to write {path.name!r} into.")


def check_readable(name: str | os.PathLike[str]) -> None:
    """Raises BadOption if there is no file of this name, or it cannot be read. A pipe is refused rather than waited for."""
    check_path(name, "path", "file")
    path = Path(name)
    if path.is_dir():
        raise BadOption(f"{str(path)!r} is a folder; name a file.")
    if path.exists() and not path.is_file():
        raise BadOption(f"{str(path)!r} is neither a file nor a folder.")
    try:
        path.open("rb").close()
    except FileNotFoundError:
        raise BadOption(f"There is no file {str(path)!r}.") from None
    except (OSError, ValueError) as error:
        raise BadOption(f"{str(path)!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def put(path: Path, text: str) -> None:
    """Write a text file: to a temporary file that then takes its place, so that it is written completely or not at all.

    A pipe or a terminal is written to directly.
    """
    path, text = path.resolve(), text if text.endswith("\n") else f"{text}\n"
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


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
