"""SSS*: best-first search, written as null-window searches that start from the highest score."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.mtdf import converge
from zermelo.search.parts.search import Search

State = TypeVar("State")


def search_root(game: Game[State], search: Search, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """The exact score of `state`, if it lies in [alpha, beta]; `guess` is not used.

    SSS* (Stockman 1979) expands the same leaves in the same order as MTD(f) with the highest guess, if the table loses
    no entries (Plaat, Schaeffer, Pijls and de Bruin 1996). Each pass lowers the upper bound, until it meets the score.
    """
    return converge(game, search, state, depth, alpha, beta, beta, stride=0)
