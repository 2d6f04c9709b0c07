"""Values in words: the sentences that `solve`, `analyze`, `play` and the web page share."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple

from zermelo.core.constants import ALTERNATES
from zermelo.core.game import Game
from zermelo.core.wording import counted

Tone = Literal["win", "draw", "loss", "open"]
"""How good a value is, for colours; "open" if it is not decided."""


def signed(value: Reward) -> str:
    """A number with its sign: +3, -0.2500. Fractions are rounded to four places."""
    return f"{value:+}" if isinstance(value, int) else f"{float(value):+.4f}"


def with_decimals(value: Reward) -> str:
    """A number; a fraction with decimals beside it: 97/243 (about 0.3992), 1/4 (0.25)."""
    if isinstance(value, int):
        return str(value)
    decimals = f"{float(value):.4f}".rstrip("0")
    return f"{value} ({'' if Fraction(decimals) == value else 'about '}{decimals})"


class RewardScale(NamedTuple):
    """The meaning of rewards in a game, which decides whether a value is called a win, a draw or a loss."""

    players: int
    worst: int
    best: int
    """The lowest and the highest reward."""
    chance: bool
    mover: int
    """The player to move, 0..players - 1; ALTERNATES if the game does not define to_move."""

    @classmethod
    def of(cls, game: Game[Any], state: Any) -> RewardScale:
        """The scale in a position: `mover` is the player to move there."""
        worst, best = game.reward_range
        return cls(game.players, worst, best, game.has_chance, game.to_move(state))

    def to_dict(self) -> dict[str, Any]:
        mover = None if self.mover == ALTERNATES else self.mover
        return {"players": self.players, "reward_range": [self.worst, self.best], "mover": mover}

    @property
    def subject(self) -> str:
        """The player to move, as the subject of a sentence."""
        return "The player to move" if self.players <= 2 else f"Player {self.mover + 1}"

    @property
    def wins_and_losses(self) -> bool:
        """Whether a reward of 1 is a win and -1 a loss: two players, and rewards from -1 to 1."""
        return self.players == 2 and (self.worst, self.best) == (-1, 1)

    @property
    def _sure(self) -> bool:
        """Whether a player with a value of at least 0 never loses: with chance, that is so only on average."""
        return self.wins_and_losses and not self.chance

    def outcome(self, value: Reward) -> str:
        """A value in one word: wins, draws or loses; empty if it means none of these."""
        if self.players != 2 or (value == 0 and self.chance):
            return ""
        if value == 0:
            return "draws"
        if not self.wins_and_losses or isinstance(value, Fraction):
            return ""
        return "wins" if value > 0 else "loses"

    def verb(self, value: Reward) -> str:
        """What a player with this value does, in words: wins; gets 1 (possible: 0 to 2); gets 2 (the most possible)."""
        if self.chance and not self.outcome(value):
            if isinstance(value, int):
                return f"gets {value} on average"
            exact = len(str(value)) <= 15
            return f"gets {value} on average ({signed(value)})" if exact else f"gets about {signed(value)} on average"
        possible = "the most possible" if value == self.best else f"possible: {self.worst} to {self.best}"
        return self.outcome(value) or f"gets {value} ({possible})"

    def between(self, lower: Reward, upper: Reward) -> str:
        """A value of which only bounds are proved, in a few words: at least a draw; 0 to 2; empty if nothing is proved."""
        if (lower, upper) == (self.worst, self.best):
            return ""
        if self._sure and lower < upper:
            return "at least a draw" if lower == 0 else "at most a draw"
        return f"{with_decimals(lower)} to {with_decimals(upper)}{' on average' if self.chance else ''}"

    def tone(self, lower: Reward, upper: Reward) -> Tone:
        """How good a value in `lower`..`upper` is.

        Unless there are two players, the best reward counts as a win and the worst as a loss.
        """
        if self.players == 2:
            return "win" if lower > 0 else "loss" if upper < 0 else "draw" if lower == upper == 0 else "open"
        if lower == upper:
            return "win" if lower == self.best else "loss" if upper == self.worst else "draw"
        return "open"

    def sentence(self, value: Reward, distance: int | None = None, subject: str = "", *, endless: bool = False) -> str:
        """The verdict on a position with this value, for the player to move. `endless`: best play never ends."""
        subject = subject or self.subject
        when = " by a play that never ends" if endless else ""
        if distance is not None:
            when = f" in {counted(distance, 'ply', 'plies')}"
        if self.outcome(value) == "draws":
            return "With best play this is a draw."
        if self.outcome(value):
            return f"{subject} {self.verb(value)}{when}."
        ties = ", if each player takes the first of equally good moves" if self.players > 2 else ""
        return f"With best play {_inside(subject)} {self.verb(value)}{when}{ties}."

    def undecided(self, lower: Reward, upper: Reward, subject: str = "") -> str:
        """The verdict on a position whose value is only proved to be in `lower`..`upper`."""
        if (lower, upper) == (self.worst, self.best):
            return "Not decided."
        whom = _inside(subject or self.subject)
        if self._sure:
            return f"Not decided, but with best play {whom} does not {'lose' if lower == 0 else 'win'}."
        least, most, mean = with_decimals(lower), with_decimals(upper), ", on average" if self.chance else ""
        return f"Not decided: {whom} gets at least {least}, at most {most}{mean}."


def _inside(subject: str) -> str:
    """A subject as it is written inside a sentence."""
    return subject.replace("The player to move", "the player to move")


Reward = int | Fraction
"""A Fraction only in games of chance."""


def whole(value: Fraction) -> Reward:
    """The value, as an int if it is a whole number."""
    return value.numerator if value.denominator == 1 else value
