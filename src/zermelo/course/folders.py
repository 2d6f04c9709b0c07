"""Lists the files that people wrote, without those that systems, editors and compilers leave in a folder.

The course uses this for all that it copies or reads: its own material, starters and submissions.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from zermelo.core.errors import BadOption

STRAY: Final = (
    ".*",
    "*~",
    "#*#",
    "__pycache__",
    "__MACOSX",
    "*.py[co]",
    "*.class",
    "*.o",
    "Thumbs.db",
    "desktop.ini",
)
"""The names of files and folders that nobody wrote."""


def files(folder: Path) -> list[Path]:
    """The files in a folder, by name. Raises BadOption if it cannot be read."""
    return _entries(folder, Path.is_file)


def folders(folder: Path) -> list[Path]:
    """The folders in a folder, by name. Raises BadOption if it cannot be read."""
    return _entries(folder, Path.is_dir)


def _entries(folder: Path, is_wanted: Callable[[Path], bool]) -> list[Path]:
    try:
        return [entry for entry in sorted(folder.iterdir()) if is_wanted(entry) and not _is_stray(entry)]
    except OSError as error:
        raise BadOption(f"{str(folder)!r} cannot be read: {error.strerror}.") from None


def _is_stray(entry: Path) -> bool:
    return any(fnmatchcase(entry.name, pattern) for pattern in STRAY)
