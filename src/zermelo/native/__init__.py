"""The one package that knows Numba: plain game classes and plain kernels in, native code out.

`Native(root, game, context)` is `root(game, context, state, *integers)` compiled for this very game. The rest of zermelo
imports nothing else from here, and this only when something is to be compiled.
"""

from __future__ import annotations

import re
import traceback
import types
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core.errors import NumbaError

from zermelo.component import Component
from zermelo.errors import NotCompilable
from zermelo.fingerprint import digest
from zermelo.game import Game
from zermelo.native import words as native_words
from zermelo.native.cache import NativeCache
from zermelo.native.linker import Linker
from zermelo.native.objects import Handle
from zermelo.native.whole import WholeCompiler
from zermelo.words import pack

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
        linker = Linker(checked=False)
        native_root = linker.link(root)
        self._call = linker.link(_entry, root=native_root, unpack_state=native_words.unpack_state)
        self._call._compiler.pipeline_class = WholeCompiler
        self._game, self._context = Handle(game), Handle(context)
        kinds = (self._game.numba_type.name, self._context.numba_type.name)
        identity = digest(root.__module__, root.__qualname__, type(game).__module__, kinds)[:16]
        name = f"{_safe(root.__module__)}-{_safe(type(game).__qualname__)}-{identity}"
        self._call._cache = NativeCache(self._call.py_func, name, digest(root, kinds))
        try:
            self._call.compile((*map(_type_of, (self._game, self._context)), *_INTEGERS))
        except NumbaError as error:
            raise NotCompilable(_reason(error, game)) from error
        except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
            raise NotCompilable(_reason(error, game)) from error

    def bind(self, game: Game[Any], context: Component) -> None:
        """Use these from now on; they must share this code (same class and constants)."""
        self._game, self._context = Handle(game), Handle(context)

    def __call__(self, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
        """Run it on `state`, without the interpreter's lock."""
        row = np.array(pack(state) or (0,), np.int64)
        return int(self._call(self._game, self._context, row, depth, alpha, beta, guess))


def _type_of(handle: Handle) -> Any:
    return handle.numba_type


from numba import int64  # noqa: E402

_INTEGERS = (int64[::1], int64, int64, int64, int64)


def _safe(name: str) -> str:
    return re.sub(r"\W+", "_", name)[-60:]


def _reason(error: Exception, game: Game[Any]) -> str:
    """One sentence: what the compiler could not take, and where in the user's code."""
    text = str(error)
    place = ""
    for file, line in re.findall(r'File "([^"]+)", line (\d+)', text):
        if "zermelo" not in file and "numba" not in file:
            place = f" ({file}:{line})"
    plain = [
        line.strip() for line in text.splitlines() if line.strip() and not line.startswith(("File", "During", "-"))
    ]
    first = next((line for line in plain if "Failed in" not in line), type(error).__name__)
    frames = traceback.extract_tb(error.__traceback__)
    if not place and frames and "zermelo" not in frames[-1].filename and "numba" not in frames[-1].filename:
        place = f" ({frames[-1].filename}:{frames[-1].lineno})"
    return f"{game} cannot be compiled: {first[:200]}{place}."
