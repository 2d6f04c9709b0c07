"""A kernel for one game as native code: found on disk, or compiled."""

from __future__ import annotations

import os
import re
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import NotCompilable
from zermelo.core.fingerprint import is_ours
from zermelo.core.game import Game
from zermelo.core.shape import shape
from zermelo.core.words import Unpackable, pack
from zermelo.native.cache import CodeFile
from zermelo.native.loader import Code, Function, Uncompilable, uncompilable_if
from zermelo.native.memory_layout import Block, shares_code


class Native:
    """`root(game, context, state, depth, alpha, beta, guess)` as native code for a game and a context of its kind.

    The four last are integers, and so is what it returns. Raises NotCompilable, with the reason and the line.
    """

    def __init__(self, root: types.FunctionType, game: Game[Any], context: Component) -> None:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            raise NotCompilable(f"{game} cannot be compiled: NUMBA_DISABLE_JIT is set.")
        try:
            self._game, self._context = Block(game), Block(context)
            self._shape = shape(game.initial())
            file = CodeFile(root, game, context, self._game.identity, self._context.identity)
            self._function, self.was_kept = _function(file, root, game, context)
        except (Unpackable, ValueError, Uncompilable) as error:
            raise NotCompilable(f"{_subject(game, root, str(error))} cannot be compiled: {error}.") from error

    def bind(self, game: Game[Any], context: Component) -> None:
        """Use these from now on. Raises ValueError if they do not share this code (same class and constants)."""
        blocks = Block(game), Block(context)
        if not all(map(shares_code, blocks, (self._game, self._context))):
            raise ValueError(f"{game} and its context do not share the code that is to run on them")
        self._game, self._context = blocks

    def __call__(self, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
        """Run it on `state`, without the interpreter's lock. Raises Unpackable for a state of another shape."""
        if shape(state) != self._shape:
            raise Unpackable(f"the state {state} has another shape than the initial one")
        words = np.array(pack(state) or (0,), np.int64)
        return self._function(self._game, self._context, words, depth, alpha, beta, guess)


def _subject(game: Game[Any], root: types.FunctionType, reason: str) -> str:
    """The game's name; and that of a user's kernel, where the reason names a line in its file, or none."""
    if is_ours(root):
        return str(game)
    of_game = re.search(r":\d+\)$", reason) and f"({root.__code__.co_filename}:" not in reason
    return str(game) if of_game else f"{game} with {root.__name__}"


def _function(file: CodeFile, root: types.FunctionType, game: Game[Any], context: Component) -> tuple[Function, bool]:
    """The code in memory, and whether it was kept on disk: else it has been compiled, and is kept from now on.

    Raises Uncompilable; to find that out takes as long as compiling, so that is kept too.
    """
    kept = file.read()
    if isinstance(kept, Uncompilable):
        raise kept
    if kept is not None:
        return Function(kept), True
    try:
        code, lasting = _compiler()(root, game, context)
    except Uncompilable as error:
        file.write_refusal(error)
        raise
    if lasting:
        file.write(code)
    return Function(code), False


def _compiler() -> Callable[..., tuple[Code, bool]]:
    """What compiles. Raises Uncompilable if it cannot be loaded: with another release of Numba, say."""
    with uncompilable_if("the compiler cannot be loaded"):
        from zermelo.native.compiler import compiled
    return compiled
