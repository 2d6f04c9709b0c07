"""The files from which a worker has loaded a user's games. When one of them is edited, the worker is replaced."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import zermelo

Stamps = dict[str, list[int]]
"""The time of the last change and the size of each file; an empty list if it cannot be read."""

LIBRARIES: Final = tuple(
    str(folder)
    for folder in (Path(zermelo.__file__).parent, *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")))
)
"""Folders of code that nobody edits while a server runs."""


def sources() -> Stamps:
    """The files of the user's modules that this process has loaded."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return {file: stamp(file) for file in files if isinstance(file, str) and not file.startswith(LIBRARIES)}


def stamp(file: str) -> list[int]:
    """What changes when a file is edited."""
    try:
        found = Path(file).stat()
    except OSError:
        return []
    return [found.st_mtime_ns, found.st_size]


def edited(stamps: Mapping[str, list[int]]) -> bool:
    """Whether one of the files has been edited since."""
    return any(stamp(file) != before for file, before in stamps.items())
