"""A search kernel for a game as native code, loaded from the compile cache or compiled."""

from __future__ import annotations

import contextlib
import os
import re
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import NotCompilable
from zermelo.core.fingerprint import is_ours, is_own
from zermelo.core.game import Game
from zermelo.core.shape import shape
from zermelo.core.words import Unpackable, pack
from zermelo.native.apart import in_child, in_thread
from zermelo.native.cache import CodeFile, ProgramFile
from zermelo.native.codegen import Program, machine_code
from zermelo.native.family import Family
from zermelo.native.loader import Code, Function, Uncompilable, uncompilable_if
from zermelo.native.memory_layout import Block, shares_code


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
        family: Family | None = None,
        *,
        only_cached: bool = False,
    ) -> None:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            raise NotCompilable(f"{game} cannot be compiled: NUMBA_DISABLE_JIT is set.")
        try:
            self._game, self._context = Block(game), Block(context)
            self._shape = shape(game.initial())
            family = family or Family(root, game, context)
            self._function, self.was_cached = _load_or_compile(family, only_cached=only_cached)
        except (Unpackable, ValueError, Uncompilable) as error:
            raise NotCompilable(f"{_subject(game, root, str(error))} cannot be compiled: {error}.") from error

    def bind(self, game: Game[Any], context: Component, *, alike: bool = False) -> None:
        """Use this game and context from now on. Raises ValueError if their class or constants require other code.

        `alike`: the context is known to share this code, which takes a while to find out.
        """
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


def _load_or_compile(family: Family, *, only_cached: bool) -> tuple[Function, bool]:
    """The code in memory, and whether it came from the compile cache. If not, it is compiled and written there.

    Raises Uncompilable, NotCached. The reason is cached as well, because finding it takes as long as compiling.
    """
    with uncompilable_if("the compiler cannot be loaded"):
        file = CodeFile(family)
    cached = file.code()
    if isinstance(cached, Uncompilable):
        raise cached
    if cached is not None:
        return Function(cached), True
    if only_cached:
        raise NotCached
    try:
        code, lasting = in_child(lambda: _compiled(family)) or (None, False)
        if code is None or not lasting:  # there was no child, or the code has addresses of it
            code, lasting = in_thread(lambda: _compiled(family))
    except Uncompilable as error:
        file.write_refusal(error)
        raise
    if lasting:
        file.write_code(code)
    return Function(code), False


def _compiled(family: Family) -> tuple[Code, bool]:
    """The code, compiled, and whether other processes can run it. Raises Uncompilable."""
    return _of_family(family) or machine_code(_compiler()(family, is_open=False))


def _of_family(family: Family) -> tuple[Code, bool] | None:
    """The code made from the program of the game's family, and whether other processes can run it.

    None if the family has no program, because a method needs to know the value of an open constant. Raises Uncompilable.
    """
    file = ProgramFile(family)
    cached = file.program()
    if isinstance(cached, Uncompilable):
        return None
    if cached is not None:
        with contextlib.suppress(Uncompilable):
            code, lasting = machine_code(cached, family.constants)
            if lasting:  # otherwise it has addresses of the process that compiled it
                return code, lasting
    try:
        program = _compiler()(family, is_open=True)
    except Uncompilable as error:
        file.write_refusal(error)
        return None
    code, lasting = machine_code(program, family.constants)
    if lasting:
        file.write_program(program)
    return code, lasting


def _compiler() -> Callable[..., Program]:
    """The compiler's function. Raises Uncompilable if it cannot be imported, for example with another Numba release."""
    with uncompilable_if("the compiler cannot be loaded"):
        from zermelo.native.compiler import compile_kernel
    return compile_kernel
