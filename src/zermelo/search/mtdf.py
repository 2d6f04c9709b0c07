"""MTD(f): finds the score by null-window searches alone."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES
from zermelo.search.parts.search import Search

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta]. The better the guess, the fewer passes.

    Each pass is a null-window search that proves a lower or an upper bound, and the next pass starts from it (Plaat,
    Schaeffer, Pijls and de Bruin 1996). It is not a binary search: a fail-soft bound may skip many scores.
    """
    lower, upper = alpha, beta
    score = min(max(guess, lower), upper)
    while lower < upper:
        bound = max(score, lower + 1)
        search.counters[PASSES] += 1
        score = negamax(game, search, state, 0, depth, bound - 1, bound)
        if score < bound:
            upper = max(score, lower)
        else:
            lower = min(score, upper)
        search.prove(lower, upper)
    return lower
