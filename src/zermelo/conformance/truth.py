"""True values of late positions, by the simplest search: no kernel, no table key, no knowledge, no window."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from zermelo.conformance.guard import Guarded
from zermelo.core.game import Game, moves_again
from zermelo.core.wording import counted

UNIT: Final = 1 << 20
"""A score is reward * UNIT, moved towards 0 by 1 for each ply to the end, so that fast wins and slow losses are better."""

NODES_PER_POSITION: Final = 1000
NODES_PER_RULE: Final = 10_000
MAX_PLIES: Final = 150


class TooLarge(Exception):
    """Solving the position takes more nodes or plies than allowed."""


class Truth:
    """Computes the scores of positions for the player to move, and remembers them by state."""

    def __init__(self, game: Game[Any]) -> None:
        self._plain = game
        self._game: Guarded | None = None
        self._scores: dict[Hashable, int] = {}
        self._too_large: set[Hashable] = set()
        self._left = 0
        self._allowance = 0

    def allow(self) -> None:
        """Give the next rule its NODES_PER_RULE nodes."""
        self._allowance = NODES_PER_RULE

    def score(self, state: Any) -> int | None:
        """The score of `state`; None if solving it takes too much. Raises Raised."""
        if state in self._scores:
            return self._scores[state]
        if state in self._too_large:
            return None
        if self._game is None:
            self._game = Guarded(self._plain.without("all"))
        self._left = before = min(NODES_PER_POSITION, self._allowance)
        try:
            return self._solve(self._game, state, 0)
        except TooLarge:
            self._too_large.add(state)
            return None
        finally:
            self._allowance -= before - self._left

    def _solve(self, game: Guarded, state: Any, ply: int) -> int:
        known = self._scores.get(state)
        if known is not None:
            return known
        if self._left == 0 or ply > MAX_PLIES:
            raise TooLarge
        self._left -= 1
        if game.terminal(state):
            score = game.reward(state) * UNIT
        else:
            children = [game.apply(state, action) for action in game.actions(state)]
            score = max(
                seen_above(self._solve(game, child, ply + 1), same_mover=moves_again(game.as_game, state, child))
                for child in children
            )
        self._scores[state] = score
        return score


def seen_above(score: int, *, same_mover: bool) -> int:
    """A child's score as seen from its parent: one ply further from the end, and for the player who moves there."""
    above = score - 1 if score > 0 else score + 1 if score < 0 else 0
    return above if same_mover else -above


def reward_of(score: int) -> int:
    return -(-score // UNIT) if score > 0 else score // UNIT


def plies_of(score: int) -> int:
    """The plies to the end in a score that is not 0."""
    return abs(reward_of(score)) * UNIT - abs(score)


def score_text(score: int) -> str:
    """A score in words: "+1 in 3 plies"."""
    return f"{reward_of(score):+} in {counted(plies_of(score), 'ply', 'plies')}" if score else "0"
