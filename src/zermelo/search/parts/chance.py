"""Chance nodes of Star1 and Star2: the windows of outcomes, and what their scores say of the node."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.parts.search import Search
from zermelo.search.parts.sign import sign_of

State = TypeVar("State")


def open_chance(game: Game[State], search: Search, state: State, ply: int, alpha: int, beta: int) -> tuple[int, int]:
    """A chance node must be searched; its window, cut to the scores that exist."""
    highest = search.scoring.highest
    search.order.skip(ply)
    search.outcomes.begin(game, state, ply, highest)
    return max(alpha, -highest - 1), min(beta, highest + 1)


def outcome_window(
    game: Game[State], search: Search, state: State, child: State, outcome: int, ply: int, alpha: int, beta: int
) -> tuple[int, int]:
    """The window for `child`, an outcome of chance."""
    low, high = search.outcomes.window(ply, outcome, game.weight(state, outcome), alpha, beta)
    return search.child_window(sign_of(game, state, child), low, high)


def learn(
    game: Game[State],
    search: Search,
    state: State,
    child: State,
    outcome: int,
    ply: int,
    score: int,
    window: tuple[int, int],
) -> None:
    """`child`, an outcome of chance, has this fail-soft score, for the player there, from a search in this window."""
    low, high = window
    weight, sign = game.weight(state, outcome), sign_of(game, state, child)
    own = search.from_child(sign, score)
    if (score > low) if sign > 0 else (score < high):
        search.outcomes.at_least(ply, outcome, weight, own)
    if (score < high) if sign > 0 else (score > low):
        search.outcomes.at_most(ply, outcome, weight, own)
    if ply == 0:
        search.prove(search.outcomes.lowest(ply), search.outcomes.highest(ply))
