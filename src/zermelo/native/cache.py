"""Compiled code on disk: one file for each kernel and game, so that a second process starts at once.

A file is named for what it holds (kernel, class, constants) and carries a stamp of everything that its code depends on:
an edit of the game, a base class, a helper, a kernel, this package or Numba changes the stamp, and the file is written
anew under the same name. So nothing stale is ever run, and starting a program again adds nothing. The files are pickles:
they live in a private folder and are never shared. `ZERMELO_CACHE` names another folder, or `off`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import stat
import tempfile
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, _Cache

SUFFIX = ".native"

UNRESOLVED = b".numba.unresolved$"
"""Begins the name of a function that code calls by its address in this process: such code is not kept."""


def folder() -> Path | None:
    """The cache folder, made private and ready to write; None when caching is off or impossible."""
    chosen = os.environ.get("ZERMELO_CACHE", "")
    if chosen == "off":
        return None
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        path = Path(chosen) if chosen else base / "zermelo"
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        return path if _is_private(path) and os.access(path, os.W_OK) else None
    except (OSError, RuntimeError):  # a home folder that cannot be written, or that there is none
        return None


def _is_private(path: Path) -> bool:
    """Whether nobody else can put a pickle there for us to load."""
    status = path.stat()
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & stat.S_IWOTH)


def machine_stamp() -> str:
    """What else the code depends on: versions, processor, Numba's settings, the sources that make native code."""
    here = Path(__file__).parent
    package = here.parent
    sources = [*sorted(here.glob("*.py")), *(package / name for name in ("words.py", "fingerprint.py"))]
    settings = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    codegen = numba.core.registry.cpu_target.target_context.codegen()
    versions = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version())
    parts = repr((versions, codegen.magic_tuple(), settings)).encode()
    return hashlib.sha256(parts + b"".join(path.read_bytes() for path in sources)).hexdigest()


class NativeCache(_Cache):
    """Numba's cache interface for one entry function with one signature."""

    def __init__(self, entry: Any, name: str, stamp: str) -> None:
        where = folder()
        self._path = where / (name + SUFFIX) if where else None
        self._stamp = hashlib.sha256((stamp + machine_stamp()).encode()).digest()
        self._impl = CompileResultCacheImpl(entry)

    @property
    def cache_path(self) -> str:
        """The file, "" when there is none."""
        return str(self._path or "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code, or None when it is absent, stale or damaged."""
        if self._path is None:
            return None
        target_context.refresh()
        try:
            data = self._path.read_bytes()
            stamp, digest, code = data[:32], data[32:64], data[64:]
            if stamp != self._stamp or digest != hashlib.sha256(code).digest():
                return None
            return self._impl.rebuild(target_context, pickle.loads(code))  # noqa: S301  (our own private folder)
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled code, whole or not at all."""
        if self._path is None or not self._impl.check_cachable(data):
            return
        with contextlib.suppress(OSError, pickle.PicklingError):
            code = pickle.dumps(self._impl.reduce(data), protocol=pickle.HIGHEST_PROTOCOL)
            if UNRESOLVED not in code:
                _write_whole(self._path, self._stamp + hashlib.sha256(code).digest() + code)

    def enable(self) -> None:
        """Part of the interface; this cache is always on."""

    def disable(self) -> None:
        """Part of the interface; this cache is always on."""

    def flush(self) -> None:
        """Forget the file."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whoever else reads or writes it meanwhile."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.close()
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
