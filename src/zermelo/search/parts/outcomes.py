"""Bounds on the outcomes at the chance nodes of the current path, and on the means of their scores."""

from __future__ import annotations

from typing import Final, TypeVar

from zermelo.core.arrays import zeros
from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game

State = TypeVar("State")

WEIGHTS: Final = 0
"""The sum of the weights."""
LOW: Final = 1
HIGH: Final = 2
"""Bounds on the node's score, times the sum of the weights."""


def mean(total: int, weights: int) -> int:
    """The mean of scores whose weighted sum is `total`. Raises BrokenContract if it is not a whole number."""
    if weights < 1:
        raise BrokenContract("a chance node has no actions")
    if total % weights != 0:
        raise BrokenContract(
            "the sum of the weights at a chance node does not divide chance_total, or a play has more than max_chances "
            "chance nodes"
        )
    return total // weights


def weight_of(game: Game[State], state: State, outcome: int) -> int:
    """The weight of an outcome. Raises BrokenContract if it is not in 1..chance_total."""
    weight = game.weight(state, outcome)
    if weight < 1 or weight > game.chance_total:
        raise BrokenContract("weight returned a number outside 1..chance_total")
    return weight


class Outcomes(Component):
    """For each ply of the path, bounds on the score of each outcome, for the player named by `to_move` there."""

    def __init__(self, plies: int, action_count: int) -> None:
        self.low = zeros(plies, action_count)
        self.high = zeros(plies, action_count)
        self.sums = zeros(plies, 3)

    def begin(self, game: Game[State], state: State, ply: int, highest: int) -> None:
        """Start a chance node: all scores lie between `-highest` and `highest`."""
        weights = 0
        for outcome in game.actions(state):
            self.low[ply, outcome] = -highest
            self.high[ply, outcome] = highest
            weights += weight_of(game, state, outcome)
        self.sums[ply, WEIGHTS] = weights
        self.sums[ply, LOW] = -highest * weights
        self.sums[ply, HIGH] = highest * weights

    def window(self, ply: int, outcome: int, weight: int, alpha: int, beta: int) -> tuple[int, int]:
        """The window for this outcome: with a score outside it, the node's score lies outside (alpha, beta)."""
        low, high = int(self.low[ply, outcome]), int(self.high[ply, outcome])
        weights = int(self.sums[ply, WEIGHTS])
        others_low = int(self.sums[ply, LOW]) - weight * low
        others_high = int(self.sums[ply, HIGH]) - weight * high
        under = (alpha * weights - others_high) // weight
        over = -((others_low - beta * weights) // weight)
        return max(under, low - 1), min(over, high + 1)

    def at_least(self, ply: int, outcome: int, weight: int, score: int) -> None:
        """Record that the score of an outcome is at least this."""
        if score > self.low[ply, outcome]:
            self.sums[ply, LOW] += weight * (score - int(self.low[ply, outcome]))
            self.low[ply, outcome] = score

    def at_most(self, ply: int, outcome: int, weight: int, score: int) -> None:
        """Record that the score of an outcome is at most this."""
        if score < self.high[ply, outcome]:
            self.sums[ply, HIGH] += weight * (score - int(self.high[ply, outcome]))
            self.high[ply, outcome] = score

    def cuts(self, ply: int, alpha: int, beta: int) -> bool:
        """Whether the node's score is known to lie outside (alpha, beta)."""
        weights = self.sums[ply, WEIGHTS]
        return bool(self.sums[ply, LOW] >= beta * weights or self.sums[ply, HIGH] <= alpha * weights)

    def lowest(self, ply: int) -> int:
        return mean(int(self.sums[ply, LOW]), int(self.sums[ply, WEIGHTS]))

    def highest(self, ply: int) -> int:
        return mean(int(self.sums[ply, HIGH]), int(self.sums[ply, WEIGHTS]))

    def score(self, ply: int, beta: int) -> int:
        """The node's score, fail-soft: its lower bound if that reaches beta, else its upper bound."""
        low = self.lowest(ply)
        return low if low >= beta else self.highest(ply)
