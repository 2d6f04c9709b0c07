"""Statistics of the random plays: they show mistakes that no rule can find, such as rewards of the wrong sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from zermelo.core.constants import ALTERNATES
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

    def _rewards(self) -> str:
        if self.last is None:
            each = ", ".join(f"player {number} got {got.mean:.2f}" for number, got in enumerate(self.rewards, start=1))
            least, most = min(got.least for got in self.rewards), max(got.most for got in self.rewards)
            return f"From {least} to {most}; on average, {each}."
        got, doubt = self.last, self._doubt()
        if self.wins_and_losses:
            return f"The player who moved last won {got.above}, lost {got.below} and drew {got.zero}.{doubt}"
        return (
            f"The player who moved last got more than 0 in {got.above}, less in {got.below} and 0 in {got.zero}: "
            f"{got.least} to {got.most}, {got.mean:.2f} on average.{doubt}"
        )

    def _doubt(self) -> str:
        """A question if one player won all plays, long and short: perhaps every reward is for the same player."""
        for number, got in enumerate(self.rewards, start=1):
            if got.above >= MANY and not got.below and self.shortest != self.longest:
                return f" Player {number} won every play that was not a draw: is the reward that of the player to move?"
        return ""

    def _turns(self) -> str:
        if not self.turns_told:
            order = "Turns alternate, because the game does not define to_move."
        elif self.twice:
            order = f"In {self.twice} of {counted(self.ended, 'play')} a player moved twice in a row."
        else:
            order = "The players always took turns." if len(self.moves) == 2 else "No player moved twice in a row."
        made = sum(self.moves)
        if self.last is not None or not made:
            return order
        shares = [f"player {number} made {own / made:.0%}" for number, own in enumerate(self.moves, start=1)]
        return f"Of the moves, {', '.join(shares)}. {order}"


def summary(case: Case, ended: Sequence[Sequence[RandomPosition]], begun: int) -> PlayedPosition:
    """The statistics of the plays that ended, given by their positions, of `begun` plays. Raises what the game raises."""
    told = {id(position): position for play in ended for position in play}
    movers_at = {
        place: _mover(case, position) for place, position in told.items()
    }  # once each, as plays share positions
    movers = [[_after(movers_at[id(position)], ply) for ply, position in enumerate(play)] for play in ended]
    last = {id(play[-1]): play[-1].state for play in ended}
    ends = {place: case.ends(state) for place, state in last.items()}  # once each: a reward may depend on earlier calls
    rewards = [_rewards(case, ends[id(play[-1])], line.pop()) for play, line in zip(ended, movers, strict=True)]
    moves = [[mover for mover in line if mover != CHANCE] for line in movers]
    lengths = [len(line) for line in movers]
    duel = case.plain.players == 2 and not case.plain.has_chance and min(lengths, default=0) > 0
    return PlayedPosition(
        ended=len(ended),
        cut_short=begun - len(ended),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        plies=fmean(lengths or [0]),
        moves=tuple(sum(line.count(player) for line in moves) for player in range(case.plain.players)),
        throws=sum(map(len, movers)) - sum(map(len, moves)),
        twice=sum(any(one == other for one, other in pairwise(line)) for line in moves),
        turns_told=case.overrides("to_move"),
        rewards=tuple(Rewards.of(got) for got in zip(*rewards, strict=True)),
        last=Rewards.of([got[line[-1]] for got, line in zip(rewards, movers, strict=True)]) if duel else None,
        wins_and_losses=case.plain.reward_range == (-1, 1),
    )


def _mover(case: Case, position: RandomPosition) -> int:
    """The player to move, also at the end of the game, or ALTERNATES; CHANCE at a chance node."""
    thrown = case.plain.has_chance and not position.terminal and case.game.chance(position.state)
    return CHANCE if thrown else case.game.to_move(position.state)


def _after(mover: int, ply: int) -> int:
    return ply & 1 if mover == ALTERNATES else mover


def _rewards(case: Case, end: Any, mover: int) -> tuple[int, ...]:
    """The reward of each player, from those of all or, of two, that of the player to move."""
    if case.plain.players > 2:
        return end
    return (end, -end) if mover == 0 else (-end, end)
