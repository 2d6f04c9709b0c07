"""The report of a check: the faults, and which rules were checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from zermelo.conformance.played import PlayedPosition
from zermelo.core.stable_text import SCHEMA, plain
from zermelo.core.wording import abridged, counted
from zermelo.display.markup import as_printed

Stopped = Literal["complete", "positions", "seconds", "interrupted"]

STOP_NOTES: Final = {
    "complete": "",
    "positions": " Random play stopped at this number of different positions.",
    "seconds": " Time ran out before the check was complete.",
    "interrupted": " The check was interrupted before it was complete.",
}


class CheckProgress(NamedTuple):
    """How far a check is. `phase` is "playing", "compiling" or the name of a rule; `done` and `total` count its steps."""

    phase: str
    seconds: float
    done: int
    total: int


@dataclass(frozen=True)
class Fault:
    """A broken rule, at the first position found to break it."""

    rule: str
    position: str | None
    """The position as `parse_position` reads it; None if the fault concerns the game as a whole."""
    found: str
    """What is wrong."""
    right: str
    """What would be right."""
    moves: tuple[str, ...] = field(default=())
    """The names of the moves that lead to the position, as `Game.play` takes them."""

    def sentence(self) -> str:
        if self.position is None:
            place = ""
        else:
            place = f" at {abridged(self.position, 200)}" if self.position else " at the start"
        return f"{self.rule}{place}: {self.found} {self.right}"


@dataclass(frozen=True)
class Checked:
    """The number of positions at which a rule was checked; `note` says why at none, or only at some."""

    rule: str
    promise: str
    """What the rule requires of a game."""
    positions: int
    note: str


@dataclass(frozen=True)
class CheckReport:
    """The report of `check`. It depends only on the game, the plays and the seed, unless time or Ctrl-C ended the check."""

    game: str
    plays: int
    """How many random plays were begun."""
    positions: int
    """How many different positions they reached."""
    seed: int
    faults: tuple[Fault, ...]
    checked: tuple[Checked, ...]
    stopped: Stopped
    compiled: bool
    """Whether native code was compared with the interpreted methods."""
    played: PlayedPosition | None
    """Statistics of the plays; None if a rule that they depend on is broken."""
    notes: tuple[str, ...] = ()
    """Possible mistakes that are not faults: names that look like misspelt names of the contract."""

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def skipped(self) -> tuple[Checked, ...]:
        """The rules that were checked at no position; their notes say why."""
        return tuple(rule for rule in self.checked if rule.positions == 0)

    def sentence(self) -> str:
        """The verdict on one line, with the first fault in full."""
        if self.ok:
            rules = counted(len(self.checked) - len(self.skipped), "rule")
            positions, plays = counted(self.positions, "position"), counted(self.plays, "random play")
            scope = f"{rules} checked at {positions} from {plays}"
            if self.stopped in ("seconds", "interrupted"):
                return f"No fault was found in {self.game} so far: {scope}.{STOP_NOTES[self.stopped]}"
            return f"{self.game} fulfils its contract: {scope}, no fault found.{STOP_NOTES[self.stopped]}"
        count = len(self.faults)
        others = "" if count == 1 else f" ({count} faults in all)"
        return f"{self.game} breaks its contract{others}. {self.faults[0].sentence()}{STOP_NOTES[self.stopped]}"

    def text(self) -> str:
        """The whole report for people: the verdict, faults, notes, statistics of the plays, and skipped rules."""
        first = self.sentence() if self.ok else f"{self.game} breaks its contract.{STOP_NOTES[self.stopped]}"
        faults = [f"  fault    {fault.sentence()}" for fault in self.faults]
        notes = Counter(rule.note for rule in self.skipped)
        skipped = [f"  skipped  {counted(rules, 'rule')}: {note}." for note, rules in notes.items()]
        remarks = [f"  note     {note}" for note in self.notes]
        plays = [f"  {label:<8} {sentence}" for label, sentence in self.played.lines()] if self.played else []
        return "\n".join([first, *faults, *remarks, *plays, *skipped])

    def __str__(self) -> str:
        return self.text()

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema."""
        return {"schema": SCHEMA, **plain(self), "ok": self.ok, "sentence": self.sentence()}
