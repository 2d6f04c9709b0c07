"""The function of native code that Python calls."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Final

OF_ROWS: Final = 4
"""The arguments of a kernel that works through the rows of its context: game, context, a state, and the first row."""

root: Any = None
"""The kernel. The linker gives this name, and the following ones, to `entry`."""

state_from: Any = None
"""A function of a game, the address of words, and a number: the state in this row of words."""

integer: Any = None
"""The integer that a kernel returns. Anything else is refused."""


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
