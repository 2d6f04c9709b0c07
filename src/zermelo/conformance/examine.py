"""The examination: play, then one rule after the other, each over the positions it chooses.

A rule ends at its first fault. What needs it is then skipped: it would only say the same thing again.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable
from typing import Any, Final

from zermelo.conformance import facets, keys, knowledge, native, ruled, rules, summary, symmetry, text
from zermelo.conformance.case import NOT_ASKED, Case, Finding, Place, Rule, Start
from zermelo.conformance.clock import Clock
from zermelo.conformance.guard import Raised, described
from zermelo.conformance.keys import names
from zermelo.conformance.play import Plays
from zermelo.conformance.played import PlayedPosition
from zermelo.conformance.report import Checked, CheckProgress, CheckReport, Fault, Stopped
from zermelo.conformance.text import position_line
from zermelo.core.errors import BadOption, DoesNotReturn
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.supervision import late_calls_ended
from zermelo.core.wording import shown
from zermelo.games.catalogue import game_of
from zermelo.games.rules import Ruling, load, ruling_for

OPENING: Final = facets.RULES
"""What is asked before there is any play."""

RULES: Final = (*rules.RULES, *keys.RULES, *symmetry.RULES, *knowledge.RULES, *text.RULES, *ruled.RULES, *native.RULES)

PLAY: Final = Rule("play", "Play must be possible: no method may raise.", lambda _case, _place: None)
"""Stands for the collecting of positions; see `Plays`."""

PLAY_SHARE: Final = 4
"""Random play may take this part of the time budget."""

RETURNS: Final = "returns"
"""What the check ends with where it is broken."""

CUT: Final = {
    "seconds": "the time budget was spent",
    "interrupted": "it was interrupted",
}


def check(
    game: Game[Any] | str,
    *,
    plays: int = 100,
    seed: int = 0,
    seconds: float | None = None,
    compiled: bool | None = None,
    rules: str | os.PathLike[str] | None = None,
    progress: Callable[[CheckProgress], None] | None = None,
) -> CheckReport:
    """Whether `game` keeps the contract that `Game` states, as far as random play shows.

    Positions come from `plays` random plays (at most 2000 different ones, at most 12 moves tried out in each); every
    rule then looks at them, or at some of them. True values are worked out for late positions by a search of its own.
    `rules` is a module of the game's rules in plain Python, to be compared with; those that come with zermelo are anyhow.
    With compiled=False nothing is compiled; with True a game that cannot be compiled is at fault; with None it is not.

    The report is the same for the same seed. `seconds` is shared out among the rules; compiling is not counted.
    Ctrl-C ends the check with what was found by then. `progress` is called a few times a second.

    Raises BadGame for what is no game at all, BadOption; never what the game raises.
    """
    game = game_of(game)
    for name, value, least in (("plays", plays, 1), ("seed", seed, 0)):
        if not is_within(value, least):
            raise BadOption(f"{name} = {shown(value)} is not an integer from {least} on.")
    if seconds is not None and not (isinstance(seconds, int | float) and math.isfinite(seconds) and seconds > 0):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"seconds = {shown(seconds)} is not a positive number.")
    ruling = ruling_for(game, rules)
    if ruling is not None:
        load(ruling.path)  # what cannot be read is no fault of the game's
    return _Examination(game, plays, seed, compiled, ruling, Clock(seconds, progress)).report()


class _Examination:
    """One run of `check`."""

    def __init__(
        self,
        game: Game[Any],
        plays: int,
        seed: int,
        compiled: bool | None,
        ruling: Ruling | None,
        clock: Clock,
    ) -> None:
        self.case = Case(game, compiled, clock, ruling)
        self.clock = clock
        self.count = plays
        self.seed = seed
        self.plays = Plays(self.case.game, seed)
        self.case.positions = self.plays.positions
        self.faults: dict[str, Fault] = {}
        self.broken: set[str] = set()
        self.checked: list[Checked] = []
        self.stopped: Stopped = "complete"

    def report(self) -> CheckReport:
        """Run to the end, the end of the time, or Ctrl-C."""
        todo, played = [*OPENING, PLAY, *RULES], None
        try:
            with late_calls_ended(self.clock.left) as calls:
                for number, rule in enumerate(todo):
                    self.clock.begin(PLAY_SHARE if rule is PLAY else len(todo) - number)
                    self.checked.append(self._play() if rule is PLAY else self._try(rule))
                    if calls.ended:
                        break
                else:
                    played = self._played()
            if calls.ended:
                self.stopped = "seconds"
                self._blame(PLAY, Start(), DoesNotReturn(calls.ended))  # where no rule was told of it
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        left = todo[len(self.checked) :]
        self.checked += [Checked(rule.name, rule.promise, 0, CUT[self.stopped]) for rule in left]
        return CheckReport(
            game=self._name(),
            plays=self.plays.begun,
            positions=len(self.plays.positions),
            seed=self.seed,
            faults=tuple(self.faults.values()),
            checked=tuple(self.checked),
            stopped=self.stopped,
            compiled=self.case.askers is not None,
            played=played,
            notes=tuple(facets.near_misses(self.case.plain)),
        )

    def _name(self) -> str:
        try:
            return str(self.case.plain)
        except Exception:
            return type(self.case.plain).__name__

    # --- playing -----------------------------------------------------------------------------------------------------
    def _play(self) -> Checked:
        """Collect positions; what the game raises is a fault and ends that play."""
        reason = self._reason(tuple(rule.name for rule in OPENING))
        while not reason and self.plays.begun < self.count and not self.plays.full:
            self._play_once()
            if self.clock.is_up():
                self.stopped, reason = "seconds", CUT["seconds"]
        if self.plays.full and self.stopped == "complete":
            self.stopped = "positions"
        reached = len(self.plays.positions)
        return Checked(PLAY.name, PLAY.promise, reached, reason or ("" if reached else "no play could begin"))

    def _play_once(self) -> None:
        steps, going = self.plays.play(), True
        while going and not self.clock.is_up():
            self.clock.show("playing", self.plays.begun, self.count)
            try:
                going = next(steps, False)
            except Exception as error:
                going = False
                self._blame(PLAY, Start(None, self.plays.path), error)

    def _played(self) -> PlayedPosition | None:
        """What the plays looked like, where nothing is broken that this rests on."""
        if not self.plays.begun or self._reason(summary.NEEDED):
            return None
        try:
            return summary.summary(self.case, self.plays.ended, self.plays.begun)
        except Exception:  # the game raises where the time was up before a rule met that
            return None

    # --- one rule ----------------------------------------------------------------------------------------------------
    def _reason(self, needs: tuple[str, ...]) -> str:
        """Why a rule that needs these cannot be tried, "" when it can."""
        broken = next((name for name in needs if name in self.broken), "")
        return f"{broken} is broken" if broken else ""

    def _try(self, rule: Rule) -> Checked:
        """Look at each place until one is at fault."""
        self.case.truth.allow()
        note, places = self._reason(rule.needs), list[Place]()
        try:
            if rule not in OPENING and not self.plays.positions:
                note = "there was no play"
            note = note or rule.skip(self.case)
            places += () if note else rule.places(self.case)
        except Exception as error:
            self._blame(rule, Start(), error)
        if not note and not places and self.clock.is_up():
            self.stopped, note = "seconds", CUT["seconds"]
        asked = 0
        for number, place in enumerate(places):
            if self.clock.is_up():
                self.stopped, note = "seconds", CUT["seconds"]
                break
            self.clock.show(rule.name, number, len(places))
            finding = self._ask(rule, place)
            asked += finding is not NOT_ASKED
            if rule.name in self.broken:
                break
        return Checked(rule.name, rule.promise, asked, note or ("" if asked else rule.nothing))

    def _ask(self, rule: Rule, place: Place) -> Finding | None:
        """What the rule finds there; a fault is noted down."""
        try:
            finding = rule.ask(self.case, place)
        except Exception as error:
            self._blame(rule, place, error)
            return None
        if finding is not None and finding is not NOT_ASKED:
            self.broken.add(rule.name)
            self.faults[rule.name] = self._described(rule.name, finding, finding.right or rule.promise, place)
        return finding

    # --- faults ------------------------------------------------------------------------------------------------------
    def _blame(self, rule: Rule, place: Place, error: Exception) -> None:
        """The game raised: a fault of that member, once for each."""
        self.broken.add(rule.name)
        cause = error.error if isinstance(error, Raised) else error
        if isinstance(cause, DoesNotReturn):
            self.faults.setdefault(RETURNS, self._described(RETURNS, Finding(cause.found), cause.RIGHT, place))
            return
        member = error.member if isinstance(error, Raised) else rule.name
        found = error.found if isinstance(error, Raised) else described(f"The check of {rule.name}", error)
        right = "No method may raise for what play can reach."
        self.faults.setdefault(f"raises {member}", self._described("raises", Finding(found), right, place))

    def _described(self, name: str, finding: Finding, right: str, place: Place) -> Fault:
        moves = names(self.case, place.path)
        if place.state is None and not place.path:
            return Fault(name, None, finding.found, right)
        position = " ".join(moves)
        if place.state is not None:
            with contextlib.suppress(Exception):  # the moves serve as well
                line = position_line(self.case, place.state, place.path)
                position = line if isinstance(line, str) and "\n" not in line else position
        return Fault(name, position, finding.found, right, moves)
