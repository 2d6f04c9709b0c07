"""Statistics of the random plays: they show mistakes that no rule can find, such as rewards of the wrong sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

MANY: Final = 20
"""A player who wins this many plays and loses none is unlikely to do so by chance."""


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
        span = f"{self.shortest} to {counted(self.longest, 'ply')}, {self.plies:.1f} on average"
        if self.shortest == self.longest:
            span = counted(self.longest, "ply")
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


def counted(number: int, what: str) -> str:
    """A number of things: "1 ply", "2 plies"."""
    many = {"ply": "plies"}.get(what, f"{what}s")
    return f"{number} {what if number == 1 else many}"
