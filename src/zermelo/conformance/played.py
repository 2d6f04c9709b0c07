"""Statistics of the random plays: they show mistakes that no rule can find, such as rewards of the wrong sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from zermelo.core.game import player_at
from zermelo.core.wording import counted
from zermelo.preflight.random_plays import RandomPosition
from zermelo.preflight.rule import Case

MANY: Final = 20
"""A player who wins this many plays and loses none is unlikely to do so by chance."""

NEEDED: Final = ("play", "hashable", "immutable", "pure", "actions", "legal", "terminal", "reward", "to_move", "chance")
"""The rules that the statistics depend on."""

CHANCE: Final = -2
"""Stands for the player to move at a chance node."""


@dataclass(frozen=True)
class Rewards:
    """The rewards that one player got at the ends of plays."""

    above: int
    """In how many plays the reward was more than 0."""
    below: int
    zero: int
    mean: float
    least: int
    most: int

    @classmethod
    def of(cls, got: Sequence[int]) -> Rewards:
        """The statistics of a list with one reward for each play."""
        above, below = sum(reward > 0 for reward in got), sum(reward < 0 for reward in got)
        return cls(above, below, len(got) - above - below, fmean(got), min(got), max(got))


@dataclass(frozen=True)
class PlayedPosition:
    """Statistics of the random plays; those from `shortest` on are about the plays that ended."""

    ended: int
    cut_short: int
    """How many plays did not end: because enough positions were reached, time ran out, or `max_length` was too small."""
    shortest: int
    """The length of the shortest play in plies."""
    longest: int
    plies: float
    """The average length of a play in plies."""
    moves: tuple[int, ...]
    """How many moves each player made."""
    throws: int
    """How many moves chance made."""
    twice: int
    """How many plays had a player who moved twice in a row, not counting chance."""
    turns_told: bool
    """Whether the game defines `to_move`."""
    rewards: tuple[Rewards, ...]
    """The rewards of each player."""
    last: Rewards | None
    """The rewards of the player who moved last; None unless there are two players and no chance."""
    wins_and_losses: bool
    """Whether reward_range is (-1, 1)."""

    def lines(self) -> list[tuple[str, str]]:
        """Labels and sentences for people: the lengths of plays, the rewards, and the order of turns."""
        if not self.ended:
            return [("plays", f"None of {counted(self.cut_short, 'random play')} was played to its end.")]
        return [("plays", self._lengths()), ("rewards", self._rewards()), ("turns", self._turns())]

    def _lengths(self) -> str:
        span = counted(self.longest, "ply", "plies")
        if self.shortest < self.longest:
            span = f"{self.shortest} to {span}, {self.plies:.1f} on average"
        cut = f"; {self.cut_short} more stopped early" if self.cut_short else ""
        return f"{counted(self.ended, 'random play')} of {span}{cut}. Every second play avoids the end while it can."

    def _rewards(case: Case, end: Any, mover: int) -> tuple[int, ...]:
    """The reward of each player, from those of all or, of two, that of the player to move."""
    if case.plain.players > 2:
        return end
    return (end, -end) if mover == 0 else (-end, end)
