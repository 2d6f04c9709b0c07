"""Where the compile cache is: its folder, and the name of the file for each kernel and game.

As the files hold machine code, they are kept in a private folder, which is never shared. Set `ZERMELO_CACHE` to
another folder, or to `off`. This module does not import LLVM, so that a search which is not compiled does not wait for it.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import types
from pathlib import Path
from typing import Any, Final

from zermelo.core.component import Component
from zermelo.core.fingerprint import digest
from zermelo.core.game import Game

SUFFIX: Final = ".native"
"""The end of the name of a file with machine code."""

PROGRAM: Final = ".program"
"""The end of the name of a file with the program of a family."""


def folder() -> Path | None:
    """The cache folder, created if necessary; None if caching is off, or the folder cannot be written or is not private."""
    chosen = os.environ.get("ZERMELO_CACHE", "")
    if chosen == "off":
        return None
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        path = Path(chosen) if chosen else base / "zermelo"
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path if _is_private(path) and os.access(path, os.W_OK) else None
    except (OSError, RuntimeError):  # there is no home folder, or it cannot be written
        return None


def _is_private(path: Path) -> bool:
    """Whether no other user can put code there for us to run."""
    status = path.stat()
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & stat.S_IWOTH)


def path_of(root: types.FunctionType, game: Game[Any], context: Component) -> Path | None:
    """The file for a kernel, a game and a context, whether it exists or not; None if there is no cache folder."""
    return file_of(root, game, digest(root, game, context, home_of(game), code=False), SUFFIX)


def file_of(root: types.FunctionType, game: Game[Any], identity: str, suffix: str) -> Path | None:
    """The file of this identity for a kernel and a class of games; None if there is no cache folder."""
    where = folder()
    if where is None:
        return None
    return where / f"{_safe(root.__module__)}-{_safe(type(game).__qualname__)}-{identity[:16]}{suffix}"


def home_of(game: Game[Any]) -> str:
    """The file in which the game's class is defined; empty if there is none."""
    return getattr(sys.modules.get(type(game).__module__), "__file__", None) or ""


def _safe(name: str) -> str:
    """The end of a name, with only letters, digits and underscores."""
    return re.sub(r"\W+", "_", name)[-60:]
