"""The function of native code that Python calls."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Final

OF_ROWS: Final = 4
"""The arguments of a kernel that works through the rows of its context: game, context, a state, and the first row."""


def root(*_arguments: Any) -> Any:
    """Stands for the kernel. The compiler knows this function and the next two."""
    raise NotImplementedError


def state_from(game: Any, words: Any, row: Any) -> Any:
    """The state of a game in this row of the words at an address."""
    raise NotImplementedError


def integer(returned: Any) -> Any:
    """What a kernel returns, which must be an integer."""
    raise NotImplementedError


def typical(game: Any) -> Any:
    """Never run: from it the compiler learns what states may be, for a kernel that only reads some."""
    game.apply(game.initial(), 0)


def entry(game: Any, context: Any, words: Any, count: Any, depth: Any, alpha: Any, beta: Any, guess: Any) -> Any:
    """Run the kernel for each of `count` states, and return what it has returned for the last one.

    The states are passed as words, so that no user's type is in the signature.
    """
    returned = 0
    for row in range(count):
        context.before_position()
        returned = integer(root(game, context, state_from(game, words, row), depth, alpha, beta, guess))
        context.after_position(returned)
    return returned


def entry_of_rows(
    game: Any, context: Any, words: Any, count: Any, start: Any, alpha: Any, beta: Any, guess: Any
) -> Any:
    """Run a kernel of rows once. The last three arguments are not used."""
    return integer(root(game, context, state_from(game, words, 0), start))


def entry_to(kernel: Callable[..., int]) -> types.FunctionType:
    """The function that Python calls to run this kernel."""
    code: Any = getattr(kernel, "__code__", None)
    return entry_of_rows if code is not None and code.co_argcount == OF_ROWS else entry
