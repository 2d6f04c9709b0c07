"""Aspiration windows: trust the last iteration's score, and look further only when it was wrong."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES, RESEARCHES
from zermelo.search.parts.search import Search

State = TypeVar("State")

PARTS: Final = 1000
"""The window reaches this part of a whole reward to either side of the guess, a single score at least."""


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`; fail-soft at the window (alpha, beta), as `negamax`; the better the guess, the fewer the nodes.

    A score outside the small window around the guess is a bound, so that the second search knows one end of its own
    (Gillogly 1972, Brudno 1963).
    """
    margin = max(1, search.scoring.unit // PARTS)
    guess = min(max(guess, alpha + 1), beta - 1)
    low, high = max(alpha, guess - margin), min(beta, guess + margin)
    search.counters[PASSES] += 1
    score = negamax(game, search, state, 0, depth, low, high)
    if low < score < high:
        return score
    if score <= low and low > alpha:
        low, high = alpha, score + 1
    elif score >= high and high < beta:
        low, high = score - 1, beta
    else:
        return score
    search.counters[PASSES] += 1
    search.counters[RESEARCHES] += 1
    return negamax(game, search, state, 0, depth, low, high)
