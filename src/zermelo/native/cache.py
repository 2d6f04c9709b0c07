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
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = Path(chosen) if chosen else base / "zermelo"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        private = not hasattr(os, "getuid") or path.stat().st_uid == os.getuid()
        return path if private and os.access(path, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def machine_stamp() -> str:
    """What else the code depends on: versions, processor, and the sources of this package that make native code."""
    here = Path(__file__).parent
    sources = b"".join(path.read_bytes() for path in sorted([*here.glob("*.py"), here.parent / "words.py"]))
    codegen = numba.core.registry.cpu_target.target_context.codegen()
    parts = (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), codegen.magic_tuple())
    return hashlib.sha256(repr(parts).encode() + sources).hexdigest()


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
        except OSError:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compiled code, whole or not at all."""
        if self._path is None or not self._impl.check_cachable(data):
            return
        code = pickle.dumps(self._impl.reduce(data), protocol=pickle.HIGHEST_PROTOCOL)
        if UNRESOLVED in code:
            return
        with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=self._path.parent, delete=False) as file:
            file.write(self._stamp + hashlib.sha256(code).digest() + code)
            os.replace(file.name, self._path)

    def enable(self) -> None:
        """Part of the interface; this cache is always on."""

    def disable(self) -> None:
        """Part of the interface; this cache is always on."""

    def flush(self) -> None:
        """Forget the file."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
