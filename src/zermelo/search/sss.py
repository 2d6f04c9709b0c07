"""SSS*: best-first search, as null windows that come down from above."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search import mtdf
from zermelo.search.parts.search import Search

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta]; `guess` is not used.

    SSS* (Stockman 1979) expands the leaves that MTD(f) visits from a guess above every score, in the same order, given a
    table that loses nothing (Plaat, Schaeffer, Pijls and de Bruin 1996): each pass lowers the upper bound until it holds.
    """
    return mtdf.search_root(game, search, state, depth, alpha, beta, beta)
