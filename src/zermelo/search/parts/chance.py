"""Chance nodes in Star1 and Star2: the windows of their outcomes, and the bounds that scores of outcomes give."""

from __future__ import annotations

from typing import TypeVar

from zermelo.core.game import Game
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.search import Search

State = TypeVar("State")


def enter_chance(game: Game[State], search: Search, state: State, ply: int, alpha: int, beta: int) -> tuple[int, int]:
    """Begin the search of a chance node. Returns its window, cut to the range of scores."""
    highest = search.scoring.highest
    search.order.skip(ply)
    search.outcomes.begin(game, state, ply, highest)
    return max(alpha, -highest - 1), min(beta, highest + 1)


def outcome_window(
    game: Game[State], search: Search, state: State, child: State, outcome: int, ply: int, alpha: int, beta: int
) -> tuple[int, int]:
    """The window for `child`, an outcome of the chance node, for the player to move there."""
    low, high = search.outcomes.window(ply, outcome, game.weight(state, outcome), alpha, beta)
    return search.child_window(sign_of(game, state, child), low, high)


def update_outcome(
    game: Game[State],
    search: Search,
    state: State,
    child: State,
    outcome: int,
    ply: int,
    score: int,
    window: tuple[int, int],
) -> None:
    """Tighten the bounds on an outcome: the search of `child` in this window returned this fail-soft score, for the player
    to move there.
    """
    low, high = window
    weight, sign = game.weight(state, outcome), sign_of(game, state, child)
    own = search.from_child(sign, score)
    if (score > low) if sign > 0 else (score < high):
        search.outcomes.at_least(ply, outcome, weight, own)
    if (score < high) if sign > 0 else (score > low):
        search.outcomes.at_most(ply, outcome, weight, own)
    if ply == 0:
        search.prove(search.outcomes.lowest(ply), search.outcomes.highest(ply))
