"""What random play looked like. People see there what no rule can: rewards of the wrong sign, a missing `to_move`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Final

MANY: Final = 20
"""Plays that one player may hardly win by chance alone."""


@dataclass(frozen=True)
class Rewards:
    """What somebody got at the ends of plays."""

    above: int
    """In how many plays it was more than 0."""
    below: int
    zero: int
    mean: float
    least: int
    most: int

    @classmethod
    def of(cls, got: Sequence[int]) -> Rewards:
        """Of one reward for each play."""
        above, below = sum(reward > 0 for reward in got), sum(reward < 0 for reward in got)
        return cls(above, below, len(got) - above - below, fmean(got), min(got), max(got))


@dataclass(frozen=True)
class PlayedPosition:
    """The random plays that came to their end. Every other play avoids it while it can, so that long ones are seen too."""

    ended: int
    cut_short: int
    """Plays that did not end: enough positions were met, the time was up, or `max_length` was too short for them."""
    shortest: int
    """Plies, of those that ended; so are all that follow."""
    longest: int
    plies: float
    """On average."""
    moves: tuple[int, ...]
    """How many moves each player made."""
    throws: int
    """How often chance moved."""
    twice: int
    """Plays in which a player moved twice in a row, throws aside."""
    turns_told: bool
    """Whether the game defines `to_move`."""
    rewards: tuple[Rewards, ...]
    """Of each player."""
    last: Rewards | None
    """Of who moved last, between two players without chance."""
    wins_and_losses: bool
    """Whether rewards are from -1 to 1."""

    def lines(self) -> list[tuple[str, str]]:
        """For people: how long plays were, who got what, and who moved; each with what it is about."""
        if not self.ended:
            return [("plays", f"None of {_counted(self.cut_short, 'random play')} came to its end.")]
        return [("plays", self._lengths()), ("rewards", self._got()), ("turns", self._turns())]

    def _lengths(self) -> str:
        span = f"{self.shortest} to {_counted(self.longest, 'ply')}, {self.plies:.1f} on average"
        if self.shortest == self.longest:
            span = _counted(self.longest, "ply")
        cut = f", {self.cut_short} more cut short" if self.cut_short else ""
        return f"{_counted(self.ended, 'random play')} of {span}{cut}; every other play avoids the end while it can."

    def _got(self) -> str:
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
        """A question where one player won all plays, long and short: so it looks when rewards are the first player's."""
        for number, got in enumerate(self.rewards, start=1):
            if got.above >= MANY and not got.below and self.shortest != self.longest:
                return f" Player {number} won all that were not drawn: is the reward that of the player to move?"
        return ""

    def _turns(self) -> str:
        if not self.turns_told:
            order = "Turns alternate, since the game does not define to_move."
        elif self.twice:
            order = f"In {self.twice} of {_counted(self.ended, 'play')} a player moved twice in a row."
        else:
            order = "The players took turns strictly." if len(self.moves) == 2 else "No player moved twice in a row."
        made = sum(self.moves)
        if self.last is not None or not made:
            return order
        shares = [f"player {number} made {own / made:.0%}" for number, own in enumerate(self.moves, start=1)]
        return f"Of the moves, {', '.join(shares)}. {order}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"moves": list(self.moves), "rewards": [asdict(got) for got in self.rewards]}


def _counted(number: int, what: str) -> str:
    many = {"ply": "plies"}.get(what, f"{what}s")
    return f"{number} {what if number == 1 else many}"
