"""The one package that knows Numba: plain game classes and plain kernels in, native code out.

`Native(root, game, context)` is `root(game, context, state, *integers)` compiled for this very game. The rest of zermelo
imports nothing else from here, and this only when something is to be compiled.
"""

from __future__ import annotations

import re
import sys
import types
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import config, int64
from numba.core.errors import loc_info

from zermelo.component import Component
from zermelo.errors import NotCompilable
from zermelo.fingerprint import digest
from zermelo.game import Game
from zermelo.native import functions as _functions  # noqa: F401  # pyright: ignore[reportUnusedImport]  (known to the compiler)
from zermelo.native import tuples as _tuples  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import words as native_words
from zermelo.native.cache import NativeCache
from zermelo.native.contract import state_type
from zermelo.native.linker import Linker
from zermelo.native.objects import Handle
from zermelo.native.refusal import reason
from zermelo.native.whole import WholeCompiler
from zermelo.words import Unpackable, pack

__all__ = ["Native"]


if TYPE_CHECKING:  # given to `_entry` when it is linked
    root: Any = None
    unpack_state: Any = None


def _entry(game: Any, context: Any, words: Any, depth: Any, alpha: Any, beta: Any, guess: Any) -> Any:
    """What is called from Python: states come in as words, so that no user's type is part of the signature."""
    return root(game, context, unpack_state(game, words), depth, alpha, beta, guess)


class Native:
    """A kernel compiled for a game and a context of its kind.

    `root` takes (game, context, state, depth, alpha, beta, guess), all integers but the first three, and returns an int.
    Raises NotCompilable, with the reason and the line.
    """

    def __init__(self, root: types.FunctionType, game: Game[Any], context: Component) -> None:
        if config.DISABLE_JIT:
            raise NotCompilable(f"{game} cannot be compiled: NUMBA_DISABLE_JIT is set.")
        linker = Linker(checked=False)
        loc_info.clear()  # Numba's note of where it is
        try:
            native_root = linker.link(root)
            self._call = linker.link(_entry, root=native_root, unpack_state=native_words.unpack_state)
            self._call._compiler.pipeline_class = WholeCompiler
            self._game, self._context = Handle(game), Handle(context)
            self._call._cache = self._cache(root, game, context)
            self._call.compile((self._game.numba_type, self._context.numba_type, *_INTEGERS))
        except Exception as error:  # the compiler may fail in any way
            raise NotCompilable(f"{game} cannot be compiled: {reason(error)}.") from error

    def _cache(self, root: types.FunctionType, game: Game[Any], context: Component) -> NativeCache:
        """A file named for kernel, class and constants, so that after an edit of the code it is written anew."""
        home = getattr(sys.modules.get(type(game).__module__), "__file__", "")
        identity = digest(root, game, context, home, code=False)[:16]
        name = f"{_safe(root.__module__)}-{_safe(type(game).__qualname__)}-{identity}"
        stamp = digest(root, self._game.numba_type.name, self._context.numba_type.name)
        return NativeCache(self._call.py_func, name, stamp)

    def bind(self, game: Game[Any], context: Component) -> None:
        """Use these from now on. Raises ValueError if they do not share this code (same class and constants)."""
        handles = Handle(game), Handle(context)
        if [handle.numba_type for handle in handles] != [self._game.numba_type, self._context.numba_type]:
            raise ValueError(f"{game} and its context do not share the code that is to run on them")
        self._game, self._context = handles

    def __call__(self, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
        """Run it on `state`, without the interpreter's lock. Raises Unpackable for a state of another shape."""
        promise = self._game.numba_type.promise
        if promise is not None and state_type(state) != promise.state:
            raise Unpackable(f"the state {state} has another shape than the initial one")
        row = np.array(pack(state) or (0,), np.int64)
        return int(self._call(self._game, self._context, row, depth, alpha, beta, guess))


_INTEGERS = (int64[::1], int64, int64, int64, int64)


def _safe(name: str) -> str:
    return re.sub(r"\W+", "_", name)[-60:]
