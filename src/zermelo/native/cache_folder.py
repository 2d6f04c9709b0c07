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

from zermelo.core.game import Game
from zermelo.native.identity import Identity, label_of

SUFFIX: Final = ".native"
"""The end of the name of a file with machine code."""


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


def code_path(identity: Identity) -> Path | None:
    """The file with the machine code of a kernel, whether it exists or not; None if there is no cache folder."""
    where = folder()
    return where and where / f"{_safe(identity.label)}-{identity.name}{SUFFIX}"


def may_have_code(root: types.FunctionType, game: Game[Any]) -> bool:
    """Whether there may be code for a game of this class: to find out for which board takes longer."""
    where = folder()
    return where is not None and any(where.glob(f"{_safe(label_of(root, game))}-*"))


def _safe(name: str) -> str:
    """The end of a name, with only letters, digits, hyphens and underscores."""
    return re.sub(r"[^\w-]+", "_", name)[-100:]
