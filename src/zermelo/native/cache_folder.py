"""Where the compile cache is: its folder, and the name of the file for each kernel and game.

As the files hold machine code, they are kept in a private folder, which is never shared. Set `ZERMELO_CACHE` to
another folder, or to `off`. This module does not import LLVM, so that a search which is not compiled does not wait for it.
"""

from __future__ import annotations

import os
import re
import stat
import types
from pathlib import Path
from typing import Any, Final

from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game
from zermelo.native.family import Family, label_of

SUFFIX: Final = ".native"
"""The end of the name of a file with machine code."""

PROGRAM: Final = ".program"
"""The end of the name of a file with the program of a family."""


SHIPPED: Final = Path(__file__).parent / "programs"
"""The folder of the programs that a wheel brings with it, see `hatch_build.py`; in a checkout there is none."""


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


def code_path(family: Family) -> Path | None:
    """The file with the machine code of a board, whether it exists or not; None if there is no cache folder."""
    return _path(family, family.board, SUFFIX)


def program_path(family: Family) -> Path | None:
    """Likewise the file with the program of a family."""
    return _path(family, family.name, PROGRAM)


def shipped_path(family: Family) -> Path:
    """The file with the program of a family that a wheel brings with it, compressed, whether it exists or not."""
    return SHIPPED / f"{family.identity}.xz"


def has_program(family: Family) -> bool:
    """Whether there seems to be a program, so that compiling takes a second instead of five."""
    kept = program_path(family)
    return (kept is not None and kept.exists()) or shipped_path(family).exists()


def may_have_any(root: types.FunctionType, game: Game[Any]) -> bool:
    """Whether there may be code or a program for a game of this class: to find out which one takes far longer."""
    where = folder()
    kept = where is not None and any(where.glob(f"{_safe(label_of(root, game))}-*"))
    return kept or (is_own(game) and SHIPPED.exists())


def _path(family: Family, name: str, suffix: str) -> Path | None:
    where = folder()
    return where and where / f"{_safe(family.label)}-{name[:16]}{suffix}"


def _safe(name: str) -> str:
    """The end of a name, with only letters, digits, hyphens and underscores."""
    return re.sub(r"[^\w-]+", "_", name)[-100:]
