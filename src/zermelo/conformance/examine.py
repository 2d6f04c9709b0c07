"""`check`: play at random, then examine the positions rule by rule.

A rule stops at its first fault. Rules that need it are then skipped, because they would report the same fault again.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from zermelo.conformance import facets, keys, knowledge, native, rules, text
from zermelo.conformance.case import Stopwatch, ThoroughCase
from zermelo.conformance.guard import Raised, described
from zermelo.conformance.played import NEEDED, PlayedPosition, summary
from zermelo.conformance.report import Checked, CheckProgress, CheckReport, Fault, Stopped
from zermelo.conformance.text import position_line
from zermelo.core.errors import RAISED, BadGame, BadOption, DoesNotReturn, GameFailed
from zermelo.core.game import Game
from zermelo.core.integers import check_at_least
from zermelo.core.late_calls import late_calls_ended
from zermelo.core.wording import shown
from zermelo.games.catalogue import game_of
from zermelo.games.rules import RulesModule, load, rules_module_for
from zermelo.preflight.endless import move_names
from zermelo.preflight.faults import name_of
from zermelo.preflight.plays import counted_from_one, first_fault
from zermelo.preflight.random_plays import Plays
from zermelo.preflight.rule import NOT_APPLICABLE, Finding, Place, Rule, Start
from zermelo.solver.solver import refused

OPENING: Final = facets.RULES
"""The rules that are checked before any play."""

PLAY: Final = Rule("play", "Play must be possible: no method may raise an exception.", lambda _case, _place: None)
"""Stands for random play, which collects the positions; see `Plays`."""

NAMES: Final = (PLAY.name, *(rule.name for rule in rules.RULES))
"""The rules that all later ones need."""

RULES: Final = (
    *rules.RULES,
    *(
        replace(rule, needs=(*NAMES, *rule.needs))
        for module in (keys, knowledge, text, native)
        for rule in module.RULES
    ),
)

PLAY_SHARE: Final = 4
"""Random play may use 1 / PLAY_SHARE of the time budget."""

RETURNS: Final = "returns"
"""The name of the fault of a method that does not return, which ends the check."""

CUT: Final = {"seconds": "time ran out", "interrupted": "the check was interrupted"}
"""Why a rule was not examined, or only at some positions."""


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
    """Test on random play whether `game` fulfils the contract of `Game`.

    `plays` random plays collect positions: at most 2000 different ones, with at most 12 moves tried in each. Every rule
    examines all of them or a selection. A simple search, independent of the solver, computes the true values of late
    positions. `rules` is a rules module to compare the game with; zermelo's own games are always compared with theirs.
    With compiled=False nothing is compiled. With compiled=True a game that cannot be compiled has a fault; with None it
    has none.

    The same seed gives the same report. `seconds` is divided among the rules; that to compile is counted too.
    Ctrl-C ends the check with the faults found so far. `progress` is called up to ten times a second.

    Raises BadGame if `game` is not a game, and BadOption, but no exception of the game.
    """
    game = game_of(game)
    for name, value, least in (("plays", plays, 1), ("seed", seed, 0)):
        check_at_least(name, value, least)
    if seconds is not None and not (isinstance(seconds, int | float) and math.isfinite(seconds) and seconds > 0):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise BadOption(f"seconds = {shown(seconds)} is not a positive number.")
    module = rules_module_for(game, rules)
    if module is not None:
        load(module.path)  # raises BadOption: a file that cannot be read is not a fault of the game
    return _Examination(game, plays, seed, compiled, module, Stopwatch(seconds, progress)).report()


class _Examination:
    def __init__(
        self,
        game: Game[Any],
        plays: int,
        seed: int,
        compiled: bool | None,
        module: RulesModule | None,
        clock: Stopwatch,
    ) -> None:
        self.case = ThoroughCase(game, compiled=compiled, clock=clock, rules_module=module)
        self.clock = clock
        self.count = plays
        self.seed = seed
        self.plays = Plays(self.case.game, seed, plain=game)
        self.case.positions = self.plays.positions
        self.faults: dict[str, Fault] = {}
        self.broken: set[str] = set()
        self.checked: list[Checked] = []
        self.stopped: Stopped = "complete"
        self.refusal = ""
        """Why no algorithm takes the game, if none does."""

    def report(self) -> CheckReport:
        """Run until all is done, time runs out, or Ctrl-C is pressed."""
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
                    self._ask_solve()
            if calls.ended:
                self.stopped = "seconds"
                self._blame(PLAY, Start(), DoesNotReturn(calls.ended))  # in case no rule received the exception
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        left = todo[len(self.checked) :]
        self.checked += [Checked(rule.name, rule.promise, 0, CUT[self.stopped]) for rule in left]
        return CheckReport(
            game=name_of(self.case.plain),
            plays=self.plays.begun,
            positions=len(self.plays.positions),
            seed=self.seed,
            faults=tuple(self.faults.values()),
            checked=tuple(self.checked),
            stopped=self.stopped,
            compiled=self.case.askers is not None,
            played=played,
            notes=tuple(self._notes(played)),
        )

    def _ask_solve(self) -> None:
        """What `solve` refuses before a search is a fault, too: its plays are others."""
        if self.faults or self.stopped != "complete":
            return
        try:
            self.refusal = refused(self.case.plain)
        except (BadGame, GameFailed) as error:
            self.faults["solve"] = Fault("solve", None, str(error), "Before a search, solve must find no fault either.")

    def _notes(self, played: PlayedPosition | None) -> Iterator[str]:
        """What is worth knowing, and no fault."""
        if RETURNS in self.faults:  # to find out more, the method might be called again
            return
        yield from facets.near_misses(self.case.plain)
        with contextlib.suppress(*RAISED):  # a fault says what the game raises
            yield from facets.without_effect(self.case.plain)
            yield from filter(None, [counted_from_one(self.case.plain)])
            if played and played.ended and not any(got.above or got.below for got in played.rewards):
                yield "Every play ended with the reward 0: does the end say who has won?"
            if self.plays.positions and self.plays.positions[0].terminal:
                yield "The game is over at the start."
            if self.refusal:
                yield f"It cannot be solved. {self.refusal}"
            if "initial" not in self.broken and self.case.plain.initial() != self.case.plain.initial():
                yield "A state equals itself alone, so a position that comes again is searched again: states need __eq__."
            if self.case.plain.cyclic and played and not any(position.cycle for position in self.plays.positions):
                yield "cyclic is True, but no random play came back to a position. If no play can, leave it out."
            yield from filter(None, [knowledge.impartial_note(self.case)])
            note = "" if self.faults else rules.words_note(self.case)
            if note and all(rule.note != note for rule in self.checked):
                yield f"{note[0].upper()}{note[1:]}."

    # --- playing -----------------------------------------------------------------------------------------------------
    def _play(self) -> Checked:
        """Collect positions. An exception of the game is a fault, and ends that play."""
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
        steps, is_on = self.plays.play(), True
        while is_on and not self.clock.is_up():
            self.clock.show("playing", self.plays.begun, self.count)
            try:
                is_on = next(steps, None) is not None
            except Exception as error:
                is_on = False
                self._blame(PLAY, Start(None, self.plays.path), error)

    def _played(self) -> PlayedPosition | None:
        """The statistics of the plays; None if a rule that they depend on is broken."""
        if not self.plays.begun or self._reason(NEEDED):
            return None
        try:
            return summary(self.case, self.plays.ended, self.plays.begun)
        except Exception:  # the game raises, but time ran out before a rule found that
            return None

    # --- one rule ----------------------------------------------------------------------------------------------------
    def _reason(self, needs: tuple[str, ...]) -> str:
        """Why a rule that needs these rules is skipped; "" if it is not."""
        broken = next((name for name in needs if name in self.broken), "")
        return f'the rule "{broken}" is broken' if broken else ""

    def _try(self, rule: Rule) -> Checked:
        """Examine one place after another until a fault is found."""
        self.case.truth.allow()
        note, places = self._reason(rule.needs), list[Place]()
        try:
            if rule not in OPENING and not self.plays.positions:
                note = "there were no plays"
            note = note or rule.skip(self.case)
            places += () if note else rule.places(self.case)
        except Exception as error:
            self._blame(rule, Start(), error)
        if not note and not places and self.clock.is_up():
            self.stopped, note = "seconds", CUT["seconds"]
        examined = 0
        for number, place in enumerate(places):
            if self.clock.is_up():
                self.stopped, note = "seconds", CUT["seconds"]
                break
            self.clock.show(rule.name, number, len(places))
            finding = self._examine(rule, place)
            examined += finding is not NOT_APPLICABLE
            if rule.name in self.broken:
                break
        return Checked(rule.name, rule.promise, examined, note or ("" if examined else self.case.note or rule.nothing))

    def _examine(self, rule: Rule, place: Place) -> Finding | None:
        """What the rule finds at the place; a fault is recorded."""
        try:
            finding = rule(self.case, place)
        except Exception as error:
            self._blame(rule, place, error)
            return None
        if finding is not None and finding is not NOT_APPLICABLE:
            self.broken.add(rule.name)
            self.faults[rule.name] = self._described(rule.name, finding, finding.right or rule.promise, place)
        return finding

    # --- faults ------------------------------------------------------------------------------------------------------
    def _blame(self, rule: Rule, place: Place, error: Exception) -> None:
        """Record an exception of the game as a fault of the method that raised it, once for each method."""
        self.broken.add(rule.name)
        cause = error.error if isinstance(error, Raised) else error
        if isinstance(cause, DoesNotReturn):
            self.faults.setdefault(RETURNS, self._described(RETURNS, Finding(cause.found), cause.RIGHT, place))
            return
        member = error.member if isinstance(error, Raised) else rule.name
        if f"raises {member}" in self.faults:
            return
        found = error.found if isinstance(error, Raised) else described(f'The check of the rule "{rule.name}"', error)
        found = first_fault(self.case.plain) or found  # perhaps another method gave this one what it cannot use
        right = "No method may raise an exception in a position that play can reach."
        self.faults[f"raises {member}"] = self._described("raises", Finding(found), right, place)

    def _described(self, name: str, finding: Finding, right: str, place: Place) -> Fault:
        moves = move_names(self.case.plain, place.path)
        if place.state is None and not place.path:
            return Fault(name, None, finding.found, right)
        position = " ".join(moves)
        if place.state is not None:
            with contextlib.suppress(Exception):  # then the position is given by its moves
                line = position_line(self.case, place.state, place.path)
                position = line if isinstance(line, str) and "\n" not in line else position
        return Fault(name, position, finding.found, right, moves)
