"""MTD(f): finds the score by null-window searches alone."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES, TO_THE_END
from zermelo.search.parts.search import Search

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta]. The better the guess, the fewer passes.

    With the objective `distance`, the first passes tell who wins, and the next ones whether that takes 1, 2, 3, ... plies.
    Those are cheap, as no line is followed any further, and all faster wins must be refuted anyway.
    """
    if not search.control[TO_THE_END]:
        return converge(game, search, state, depth, alpha, beta, guess, stride=0)
    lower, upper, soon = alpha, beta, search.scoring.soon(game, state)
    if soon > 0:
        for bound in (0, 1):
            lower, upper = null_window(game, search, state, depth, bound, lower, upper)
        for plies in range(1, soon + 1):
            win = search.scoring.highest - plies
            lower, upper = null_window(game, search, state, depth, win if lower > 0 else 1 - win, lower, upper)
    return converge(game, search, state, depth, lower, upper, guess, search.scoring.stride)


def converge(
    game: Game[State], search: Search, state: State, depth: int, lower: int, upper: int, guess: int, stride: int
) -> int:
    """The exact score of `state`, if it lies in [lower, upper].

    Each pass proves a lower or an upper bound, and the next pass starts from it (Plaat, Schaeffer, Pijls and de Bruin
    1996). It is not a binary search: a fail-soft bound may skip many scores. When one pass after the other moves the same
    bound, the next one goes further, by `stride`, then by twice as much each time.
    """
    bound, step, way = guess, 0, 0
    while lower < upper:
        bound, below = min(max(bound, lower + 1), upper), lower
        lower, upper = null_window(game, search, state, depth, bound, lower, upper)
        before, way = way, 1 if lower > below else -1
        step = max(stride, 2 * step) if way == before else 0
        bound = lower + 1 + step if way > 0 else upper - step
    return lower


def null_window(
    game: Game[State], search: Search, state: State, depth: int, bound: int, lower: int, upper: int
) -> tuple[int, int]:
    """The bounds on the score after a search that tells whether it is at least `bound`, if they do not tell that already."""
    if bound <= lower or bound > upper:
        return lower, upper
    search.counters[PASSES] += 1
    score = negamax(game, search, state, 0, depth, bound - 1, bound)
    if score < bound:
        upper = max(score, lower)
    else:
        lower = min(score, upper)
    search.prove(lower, upper)
    return lower, upper
