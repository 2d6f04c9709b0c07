"""Aspiration windows: search a small window around the last iteration's score, and search again if the score is outside."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.game import Game
from zermelo.search.negamax import negamax
from zermelo.search.parts.counters import PASSES, RESEARCHES
from zermelo.search.parts.search import Search

State = TypeVar("State")

PARTS: Final = 1000
"""The window extends 1/PARTS of a reward of 1 to either side of the guess, and at least one score."""


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The score of `state`, fail-soft in the window (alpha, beta), as `negamax`. The better the guess, the fewer nodes.

    A score outside the small window around the guess is only a bound; it gives one end of the window of the second
    search (Gillogly 1972, Brudno 1963).
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
