"""Scores: the integers that searches compare. One class for each objective turns rewards into scores.

A *score* is for the player to move, like a reward, but `resolution` times as fine, so that static evaluations fit between
two rewards. `Outcome` compares rewards only. `Distance` also prefers faster wins and slower losses: d plies before the
end, a reward r > 0 scores r * unit - d, a reward r < 0 scores r * unit + d, and 0 stays 0. Since unit = resolution +
longest, where `longest` is the length of the longest play, even the slowest win scores at least `resolution`: more than
a draw, and more than any static evaluation below a reward of 1. `Expectation` is for games of chance: scores are so fine
that every mean is an integer.

Scores are relative to their node, never to the root: `to_parent` takes a score up one ply, and `to_child` takes a bound
down one ply. So a table entry means the same wherever its position occurs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeVar

from zermelo.core.component import Component
from zermelo.core.constants import ALTERNATES
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.reward_scale import Reward, whole

State = TypeVar("State")

INFINITY: Final = 1 << 62
"""Greater than every score."""


def sign_of(game: Game[State], state: State, child: State) -> int:
    """The sign of a child's score: -1 if the other player moves there, 1 if the same player moves again."""
    mover, next_mover = game.to_move(state), game.to_move(child)
    if mover == ALTERNATES and next_mover == ALTERNATES:
        return -1
    if min(mover, next_mover) < 0 or max(mover, next_mover) > 1:
        raise BrokenContract("to_move returned neither 0 nor 1")
    return 1 if mover == next_mover else -1


class Outcome(Component):
    """Scores for the objective `outcome`: only the reward counts."""

    def __init__(self, resolution: int, best: int) -> None:
        """`best` is the best reward, `-best` the worst."""
        self.unit = resolution
        self.best = best
        self.highest = best * self.unit
        self.limit = best * resolution - 1
        self.span = self.widest = 0, 0, 0
        """Not used: plies do not matter."""

    stride: Final = 0
    """By how much scores differ because of plies."""

    def span_of(self, game: Game[State], state: State) -> tuple[int, int, int]:
        """Plies to the soonest win, the soonest loss and the latest end, which do not matter here."""
        return self.span

    def soon(self, game: Game[State], state: State) -> int:
        """0, because plies do not matter here."""
        return 0

    def of_reward(self, reward: int) -> int:
        return reward * self.unit

    def of_evaluation(self, points: int) -> int:
        """The score of a static evaluation: `points`, clamped to strictly between the worst and the best reward."""
        return max(-self.limit, min(self.limit, points))

    def to_parent(self, score: int) -> int:
        return score

    def to_child(self, bound: int) -> int:
        """The bound on a child's score that corresponds to this bound on its parent's."""
        return bound

    def at_least(self, reward: int, span: tuple[int, int, int]) -> int:
        """The lowest score of a state with this span whose reward is at least `reward`."""
        return reward * self.unit

    def at_most(self, reward: int, span: tuple[int, int, int]) -> int:
        """The highest score of a state with this span whose reward is at most `reward`."""
        return reward * self.unit


class Distance(Component):
    """Scores for the objective `distance`: at equal reward, a faster win and a slower loss are better."""

    def __init__(self, resolution: int, best: int, longest: int) -> None:
        """`best` is the best reward, `-best` the worst; no play is longer than `longest` plies."""
        self.resolution = resolution
        self.best = best
        self.limit = best * resolution - 1
        self.longest = longest
        self.unit = resolution + longest
        self.highest = best * self.unit
        self.span = 0, 0, longest
        """A span that holds for every state."""
        self.widest = longest, longest, 0
        """The most favourable span. If a bound cuts nothing off even with it, `span_of` need not be called."""

    stride: Final = 2
    """By how much the scores of a win and of the next later one differ, if players take turns."""

    def span_of(self, game: Game[State], state: State) -> tuple[int, int, int]:
        """Plies to the soonest win, the soonest loss and the latest end of a play from `state`."""
        return game.plies(state)

    def soon(self, game: Game[State], state: State) -> int:
        """Within how many plies a win is soon: two fifths of the longest play from `state`. 0 if there are several rewards
        for a win.
        """
        return 2 * game.plies(state)[2] // 5 if self.best == 1 else 0

    def of_reward(self, reward: int) -> int:
        return reward * self.unit

    def of_evaluation(self, points: int) -> int:
        """The score of a static evaluation: as in `Outcome`, but points equal to a reward get that reward's score."""
        inside = max(-self.limit, min(self.limit, points))
        whole = inside // self.resolution if inside >= 0 else -(-inside // self.resolution)
        return inside + whole * self.longest

    def to_parent(self, score: int) -> int:
        """A child's score, one ply further up, where a win or a loss is one ply further away."""
        if score >= self.resolution:
            return score - 1
        return score + 1 if score <= -self.resolution else score

    def to_child(self, bound: int) -> int:
        """The bound on a child's score that corresponds to this bound on its parent's: the inverse of `to_parent`."""
        if bound >= self.resolution:
            return bound + 1
        return bound - 1 if bound <= -self.resolution else bound

    def at_least(self, reward: int, span: tuple[int, int, int]) -> int:
        """The lowest score of a state with this span whose reward is at least `reward`, which may be below all rewards."""
        _, loss, end = span
        if reward < -self.best and loss > 0:
            reward = -self.best
        return reward * self.unit - end if reward > 0 else reward * self.unit + (loss if reward < 0 else 0)

    def at_most(self, reward: int, span: tuple[int, int, int]) -> int:
        """The highest score of a state with this span whose reward is at most `reward`, which may be above all rewards."""
        win, _, end = span
        if reward > self.best and win > 0:
            reward = self.best
        return reward * self.unit + end if reward < 0 else reward * self.unit - (win if reward > 0 else 0)


class Expectation(Outcome):
    """Scores for games of chance: expected rewards, `scale` times as fine as points of evaluation."""

    def __init__(self, resolution: int, best: int, scale: int) -> None:
        """`best` is the best reward, `-best` the worst; `scale` is a multiple of all denominators."""
        super().__init__(resolution * scale, best)
        self.scale = scale

    def of_evaluation(self, points: int) -> int:
        """The score of a static evaluation: `points`, clamped to strictly between the worst and the best reward."""
        limit = self.highest - self.scale
        return max(-limit, min(limit, points * self.scale))


Scoring = Outcome | Distance | Expectation


def points_of(scoring: Scoring, score: int) -> tuple[Reward, int]:
    """A score in points of evaluation, and how many points make a reward of 1."""
    if isinstance(scoring, Expectation):
        return whole(Fraction(score, scoring.scale)), scoring.unit // scoring.scale
    return score, scoring.unit


def reward_of(scoring: Scoring, score: int) -> tuple[Reward, int | None]:
    """The reward of a decided score, and the plies to the end, or None if the score does not contain these."""
    if isinstance(scoring, Expectation):
        return whole(Fraction(score, scoring.unit)), None
    if isinstance(scoring, Outcome) or score == 0:
        return score // scoring.unit, None
    reward = -(-abs(score) // scoring.unit)
    distance = reward * scoring.unit - abs(score)
    return (reward if score > 0 else -reward), distance
