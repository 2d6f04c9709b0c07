"""Star2: Star1 with a probing phase, which searches one move of each outcome before any outcome is searched in full."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.parts.search import Search
from zermelo.search.star1 import STAR2, star

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The expected score of `state`, if it lies in (alpha, beta); `guess` is not used (Ballard 1983)."""
    return star(game, search, state, 0, depth, alpha, beta, STAR2)
