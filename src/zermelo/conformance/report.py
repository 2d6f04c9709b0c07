"""What a check found: the faults, and what was looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, NamedTuple

from zermelo.conformance.played import PlayedPosition
from zermelo.core.stable_text import SCHEMA

Stopped = Literal["complete", "positions", "seconds", "interrupted"]

STOP_NOTES: Final = {
    "complete": "",
    "positions": " Play ended when that many different positions had been met.",
    "seconds": " The time budget was spent before all was looked at.",
    "interrupted": " It was interrupted before all was looked at.",
}


LONG: Final = 200
"""Characters of a position that a sentence shows in full."""


class CheckProgress(NamedTuple):
    """How far a running check is: `done` of `total` plays or positions of the phase, a rule's name as a rule."""

    phase: str
    seconds: float
    done: int
    total: int


@dataclass(frozen=True)
class Fault:
    """The first position that breaks a rule."""

    rule: str
    position: str | None
    """As `parse_position` reads it; None where the game as a whole is at fault."""
    found: str
    right: str
    moves: tuple[str, ...] = field(default=())
    """The moves that lead there, by name, as `Game.play` takes them."""

    def sentence(self) -> str:
        """The rule, the place, what was found and what would be right."""
        if self.position is None:
            place = ""
        else:
            place = f" at {_shortened(self.position)}" if self.position else " at the start"
        return f"{self.rule}{place}: {self.found} {self.right}"


def _shortened(position: str) -> str:
    """The position on a line that can be read; `Fault.position` has all of it."""
    return position if len(position) <= LONG else f"{position[: LONG // 2]} ... {position[-LONG // 2 :]}"


@dataclass(frozen=True)
class Checked:
    """How far a rule was tried: over `positions` positions; `note` says why over none, or not over all."""

    rule: str
    promise: str
    """What the rule asks of a game."""
    positions: int
    note: str


@dataclass(frozen=True)
class CheckReport:
    """What `check` found. The same game, plays and seed give the same report, unless time or Ctrl-C cut it short."""

    game: str
    plays: int
    """How many random plays were begun."""
    positions: int
    """How many different positions they met."""
    seed: int
    faults: tuple[Fault, ...]
    checked: tuple[Checked, ...]
    stopped: Stopped
    compiled: bool
    """Whether native code was compared with the interpreted methods."""
    played: PlayedPosition | None
    """What the plays looked like; None where a rule is broken without which nothing true can be said of that."""
    notes: tuple[str, ...] = ()
    """What is no fault, but perhaps a slip: names that are nearly those of the contract."""

    @property
    def ok(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    @property
    def skipped(self) -> tuple[Checked, ...]:
        """The rules that looked at nothing; their notes say why."""
        return tuple(rule for rule in self.checked if rule.positions == 0)

    def sentence(self) -> str:
        """The verdict on one line, with the first fault in full."""
        tried = len(self.checked) - len(self.skipped)
        scope = f"{tried} rules over {self.positions} positions of {self.plays} random plays"
        if self.ok:
            return f"{self.game} kept its contract: no fault found by {scope}.{STOP_NOTES[self.stopped]}"
        count = len(self.faults)
        others = "" if count == 1 else f" ({count} faults in all)"
        return f"{self.game} breaks its contract{others}. {self.faults[0].sentence()}{STOP_NOTES[self.stopped]}"

    def text(self) -> str:
        """All of it for people: the verdict, each fault on a line of its own, what the plays looked like, then how many
        rules were skipped and why.
        """
        first = self.sentence() if self.ok else f"{self.game} breaks its contract.{STOP_NOTES[self.stopped]}"
        faults = [f"  fault    {fault.sentence()}" for fault in self.faults]
        notes = Counter(rule.note for rule in self.skipped)
        skipped = [f"  skipped  {rules} rule{'' if rules == 1 else 's'}: {note}." for note, rules in notes.items()]
        told = [f"  note     {note}" for note in self.notes]
        plays = [f"  {about:<8} {told}" for about, told in self.played.lines()] if self.played else []
        return "\n".join([first, *faults, *told, *plays, *skipped])

    def __str__(self) -> str:
        return self.text()

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning."""
        fields = {
            **asdict(self),
            "faults": [{**asdict(fault), "moves": list(fault.moves)} for fault in self.faults],
            "notes": list(self.notes),
            "checked": [asdict(rule) for rule in self.checked],
            "played": None if self.played is None else self.played.to_dict(),
        }
        return {"schema": SCHEMA, **fields, "ok": self.ok, "sentence": self.sentence()}
