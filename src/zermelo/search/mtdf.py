"""MTD(f): the score closed in on by null windows alone."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES
from zermelo.search.parts.search import Search

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta]; the better the guess, the fewer the passes.

    Each pass is a null-window search that proves a lower or an upper bound, from which the next one starts (Plaat,
    Schaeffer, Pijls and de Bruin 1996). It is no binary search: a fail-soft bound may jump past many scores.
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
