"""The game that `check` examines, with all that its rules need, and the stopwatch that divides the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from zermelo.conformance.guard import Guarded
from zermelo.conformance.questions import Asker
from zermelo.conformance.report import CheckProgress
from zermelo.conformance.truth import Truth
from zermelo.games.rules import RulesModule
from zermelo.preflight.contents import Contents, contents
from zermelo.preflight.endless import Endless, endless_play
from zermelo.preflight.equality import unlike
from zermelo.preflight.plays import two_answers
from zermelo.preflight.rule import Case, Place, Start

TICK = 0.1
"""Seconds between two calls of `progress`."""


class Stopwatch:
    """The time since it was created. With seconds=None there is no limit."""

    def __init__(self, seconds: float | None, progress: Callable[[CheckProgress], None] | None) -> None:
        self._started = time.monotonic()
        self._deadline = None if seconds is None else self._started + seconds
        self._share: float | None = None
        self._progress = progress
        self._shown = self._started

    def left(self) -> float | None:
        """The seconds left of the whole budget; None if there is no limit."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def begin(self, parts: int) -> None:
        """Give the next step one of `parts` equal shares of the time that is left."""
        left = self.left()
        self._share = None if left is None else time.monotonic() + left / parts

    def part(self, most: float) -> float:
        """Half of the seconds that the step has left, at most so many."""
        return most if self._share is None else min(max(self._share - time.monotonic(), 0.0) / 2, most)

    def is_up(self) -> bool:
        return self._share is not None and time.monotonic() >= self._share

    def show(self, phase: str, done: int, total: int) -> None:
        """Call `progress`, at most once in TICK seconds."""
        now = time.monotonic()
        if self._progress and now - self._shown >= TICK:
            self._shown = now
            self._progress(CheckProgress(phase, now - self._started, done, total))


@dataclass
class ThoroughCase(Case):
    """A game under examination, and what is known about it so far."""

    compiled: bool | None = False
    clock: Stopwatch = field(default_factory=lambda: Stopwatch(None, None))
    rules_module: RulesModule | None = None
    """The rules of the game in plain Python, if there are any."""
    truth: Truth = field(init=False)
    known_names: dict[str, int] = field(default_factory=dict[str, int])
    """The action of each name seen so far."""
    askers: tuple[Asker, Asker] | None = None
    """The interpreted and the compiled asker."""
    note: str = ""
    """Why there is no compiled asker."""
    held: Contents = field(init=False)
    """The contents of the game before any play."""

    def __post_init__(self) -> None:
        self.held = contents(self.plain)
        self.game = Guarded(self.plain)
        self.truth = Truth(self.plain)

    @cached_property
    def endless(self) -> list[Endless]:
        """A play that is too long, or returns to a position, if trying the moves in order finds one."""
        return [*filter(None, [endless_play(self.plain)])]

    def by_longest_play(self) -> Sequence[Place]:
        """All positions, each with the longest play that reached it; and a play that is too long, if one is found."""
        found = [play for play in self.endless if play.first is None]
        return [*(replace(position, path=position.longest) for position in self.positions), *found]

    def by_cycle(self) -> Sequence[Place]:
        """All positions, each with a play that returned to it, if one did; and a play that returns, if one is found."""
        found = [play for play in self.endless if play.first is not None]
        return [*(replace(position, path=position.cycle or position.path) for position in self.positions), *found]

    def by_equality(self) -> Sequence[Place]:
        """A state with an equal one that has another future, if one is found; else the game as a whole."""
        found = unlike(self.plain, seconds=self.clock.part(2.0))
        return [Start() if found is None else found]

    def by_answers(self) -> Sequence[Place]:
        """The positions of `some`; and a question whose answer changes after some plays, if one is found."""
        found = two_answers(self.plain)
        return [*self.some(), *([found] if found is not None else [])]


LATE: Final = "no position was close enough to the end to be solved"
"""Why a rule that needs true values applied nowhere."""


def unless_solvable(case: ThoroughCase) -> str:
    """The reason to skip a rule about true values."""
    game = case.plain
    if game.players != 2 or game.has_chance or game.cyclic:
        return "true values are computed only for two players without chance or cycles"
    return ""
