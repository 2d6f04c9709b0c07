"""A search kernel for a game as native code, loaded from the compile cache or compiled."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo import compiler
from zermelo.compiler.memory_layout import Block, shares_code
from zermelo.core.component import Component
from zermelo.core.encoded import Encoded
from zermelo.core.errors import NotCompilable
from zermelo.core.fingerprint import is_ours, is_own
from zermelo.core.game import Game
from zermelo.core.shape import shape
from zermelo.core.words import Unpackable, pack
from zermelo.native.apart import in_child, in_thread
from zermelo.native.cache import CodeFile
from zermelo.native.identity import Identity
from zermelo.native.loader import Code, Function, Uncompilable, uncompilable_if


class NotCached(Exception):
    """The code is not in the compile cache."""


class Native:
    """The kernel `root(game, context, state, depth, alpha, beta, guess)` as native code for one type of game and context.

    The last four arguments and the result are integers. Raises NotCompilable, with the reason and the line; NotCached if
    the code would have to be compiled, with `only_cached`.
    """

    def __init__(
        self,
        root: types.FunctionType,
        game: Game[Any],
        context: Component,
        identity: Identity | None = None,
        *,
        only_cached: bool = False,
    ) -> None:
        try:
            identity = identity or Identity(root, game, context)
            self._view = identity.game if isinstance(identity.game, Encoded) else None
            self._game, self._context = Block(identity.game), Block(context)
            self._shape = shape(identity.game.initial())
            self._function, self.was_cached = _load_or_compile(identity, only_cached=only_cached)
        except (Unpackable, ValueError, Uncompilable) as error:
            raise NotCompilable(f"{_subject(game, root, str(error))} cannot be compiled: {error}.") from error

    def bind(self, game: Game[Any], context: Component, *, alike: bool = False) -> None:
        """Use this game and context from now on. Raises ValueError if their class or constants require other code.

        `alike`: the context is known to share this code, which takes a while to find out.
        """
        if self._view is not None and game is self._view.game:
            game = self._view
        blocks = self._block_of(game), self._context.moved(context) if alike else Block(context)
        if not all(map(shares_code, blocks, (self._game, self._context))):
            raise ValueError(f"{game} and its context do not share this native code: their class or constants differ")
        self._game, self._context = blocks

    def _block_of(self, game: Game[Any]) -> Block:
        """The block of a game: the present one, if the game is the present one and none that its user could have changed."""
        return self._game if game is self._game.obj and is_own(game) else Block(game)

    def __call__(self, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
        """Run the kernel on `state` without the interpreter's lock. Raises Unpackable for a state of another shape."""
        return self.run(self.packed(state), depth, alpha, beta, guess)

    def run(self, packed: tuple[int, ...], depth: int, alpha: int, beta: int, guess: int) -> int:
        words = np.array(packed, np.int64)
        return self.caller()(words.ctypes.data, 1, depth, alpha, beta, guess)

    def packed(self, state: Any) -> tuple[int, ...]:
        """The words of a state, at least one. Raises Unpackable for a state whose shape is not that of the initial one."""
        if shape(state) != self._shape:
            raise Unpackable(f"the state {state} does not have the shape of the initial state")
        return pack(state) or (0,)

    def caller(self) -> Callable[[int, int, int, int, int, int], int]:
        """`entry`, for one thread at a time, until the next `bind`, as a function of the address of the words of states, the
        number of states, the depth, alpha, beta and the guess.
        """
        return self._function.caller(self._game, self._context)


def _subject(game: Game[Any], root: types.FunctionType, reason: str) -> str:
    """The game's name, with that of a user's kernel if the reason names a line in the kernel's file, or no line."""
    if is_ours(root):
        return str(game)
    of_game = re.search(r":\d+\)$", reason) and f"({root.__code__.co_filename}:" not in reason
    return str(game) if of_game else f"{game} with {root.__name__}"


def _load_or_compile(identity: Identity, *, only_cached: bool) -> tuple[Function, bool]:
    """The code in memory, and whether it came from the compile cache. If not, it is compiled and written there.

    Raises Uncompilable, NotCached. The reason is cached as well.
    """
    with uncompilable_if("the compiler cannot be loaded"):
        file = CodeFile(identity)
    cached = file.code()
    if isinstance(cached, Uncompilable):
        raise cached
    if cached is not None:
        return Function(cached), True
    if only_cached:
        raise NotCached
    try:
        code = in_child(lambda: _compiled(identity)) or in_thread(lambda: _compiled(identity))
    except Uncompilable as error:
        file.write_refusal(error)
        raise
    file.write_code(code)
    return Function(code), False


OUR_PLACE: Final = re.compile(rf" \({re.escape(str(Path(compiler.__file__).parent))}[^()]*:\d+\)$")
"""A line of the compiler's own library, which tells a user nothing."""


def _compiled(identity: Identity) -> Code:
    """The code, compiled. Raises Uncompilable."""
    from zermelo.compiler.kernel import kernel
    from zermelo.compiler.runtime import machine_code
    from zermelo.compiler.types import NotCompiled, SourceNotFound

    with uncompilable_if("the compiler fails"):
        try:
            made = kernel(identity.root, identity.game, identity.context)
        except NotCompiled as error:
            lasting = not isinstance(error, SourceNotFound)
            raise Uncompilable(OUR_PLACE.sub("", str(error)), lasting=lasting) from error
        return Code(made.errors, machine_code(made.text))
