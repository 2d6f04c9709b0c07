"""Finding the values of all actions in positions, by tables and searches, and remembering them.

positions --> children, each different one once --> a table of positions, or solve_many --> ActionValues
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadCheckpoint, BadPosition, NotSupported
from zermelo.core.game import Game
from zermelo.core.reward_scale import Reward
from zermelo.core.supervision import Allowance
from zermelo.play.action_values import ActionValues
from zermelo.search.parts.scoring import sign_of
from zermelo.solver.lookup import CheckedTable
from zermelo.solver.many import Reached
from zermelo.solver.options import Objective
from zermelo.solver.progress import Progress
from zermelo.solver.solver import Solver
from zermelo.solver.technique import RETROGRADE
from zermelo.tablebase.in_memory import MemoryTable
from zermelo.tablebase.table import Table

State = TypeVar("State")

AT_ONCE: Final = 4096
"""The most positions whose children are in memory at a time."""

REMEMBERED: Final = 1 << 20
"""The most actions whose values are remembered between calls: about 100 MB."""

REMEMBERED_SCORES: Final = 1 << 16
"""The most scores of a table that are remembered: about 20 MB."""

Row = tuple[NDArray[np.bool_], NDArray[Any], NDArray[Any], NDArray[np.int64]]
"""What `ActionValues` has of one position: legal, lower, upper, distance."""


class SearchLimits(NamedTuple):
    """What searches may use."""

    nodes: int | None
    """The limit of each search; None for no limit."""
    time: Allowance
    """The time for all of them together."""
    progress: Callable[[str], None] | None = None
    """Called while code is compiled or a table is made."""


class ValueFinder(Generic[State]):
    """Finds the values of actions in the tables, or by searches with this solver. What it has found it remembers."""

    def __init__(self, solver: Solver[State], tables: Iterable[Table]) -> None:
        self.game = solver.game
        self.solver = solver
        self.tables = [CheckedTable(self.game, table, remembered=REMEMBERED_SCORES) for table in tables]
        self.note = ""
        """Why the searches were interpreted, if the game cannot be compiled; otherwise empty."""
        self.wants_table = solver.options.algorithm == RETROGRADE
        """Whether to make a table of all positions before a search."""
        self._visited = False
        """Whether it has been tried to visit all positions, which is enough for a small game."""
        self._objective: Objective = solver.options.objective
        self._bounds_kind: Any = object if self.game.has_chance else np.int64
        self._known: dict[State, Row] = {}
        """Values found by earlier calls; the oldest are forgotten first."""

    def values(self, states: Sequence[State], budget: SearchLimits) -> ActionValues:
        """The values of the actions in states in which a player moves. Raises BadTable."""
        different = dict.fromkeys(states)
        known = {state: self._known[state] for state in different if state in self._known}
        new = [state for state in different if state not in known]
        stopped = "complete"
        for first in range(0, len(new), AT_ONCE):
            part = new[first : first + AT_ONCE]
            found = self._computed(part, budget, stopped)
            rows = dict(zip(part, zip(found.legal, found.lower, found.upper, found.distance, strict=True), strict=True))
            known |= rows
            self._remember(found, rows)
            stopped = found.stopped
        values = self._unknown(len(states), stopped)
        for row, state in enumerate(states):
            values.legal[row], values.lower[row], values.upper[row], values.distance[row] = known[state]
        return values

    def bounds(
        self, states: Sequence[State], budget: SearchLimits, stopped: str = "complete"
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64], str]:
        """What is proved of some states, from the tables and by searches; by tables alone if these have been stopped: lower
        and upper bounds for the player to move, distances, and why it ended, as in `ActionValues`.

        Raises BadTable, and BadPosition for a state that a search refuses.
        """
        worst, best = self.game.reward_range
        shape, kind = len(states), self._bounds_kind
        lower, upper, distance = np.full(shape, worst, kind), np.full(shape, best, kind), np.full(shape, -1, np.int64)
        rest: list[int] = []
        for place, state in enumerate(states):
            entry = self._looked_up(state)
            if entry is None:
                rest.append(place)
            else:
                lower[place], upper[place], distance[place] = entry[0], *entry
        if rest and stopped == "complete":
            given, waiting = [Reached(states[place]) for place in rest], partial(self._report, budget.progress)
            seconds = budget.time.share(1)
            answers = self.solver.solve_many(
                given, nodes=budget.nodes, seconds=seconds, fractions=True, waiting=waiting
            )
            for why in answers.refused.values():
                raise BadPosition(why)
            lower[rest], upper[rest], distance[rest] = answers.lower, answers.upper, answers.distance
            self.note, stopped = answers.note, answers.stopped
        return lower, upper, distance, stopped

    def _computed(self, states: Sequence[State], budget: SearchLimits, stopped: str) -> ActionValues:
        """The values of the actions in some states, without searches if these have been stopped."""
        if not self._visited and not self.tables and budget.nodes is None:
            self._visited = True
            if self.solver.visit_all(self.game.initial()) and self.solver.small is not None:
                self._answer_from(self.solver.small)
            stopped = "interrupted" if self.solver.interrupted else stopped
        if self.wants_table and stopped == "complete":
            stopped = self._make_table(budget)
        for state in states:
            self._looked_up(state)  # raises BadTable if its value does not follow from those of its children
        children, (rows, actions, places, signs) = children_of(self.game, states)
        *bounds, stopped = self.bounds(children, budget, stopped)
        found = self._unknown(len(states), stopped)
        lower, upper, distance = (each[places] for each in bounds)
        found.legal[rows, actions] = True
        found.lower[rows, actions] = np.where(signs > 0, lower, -upper)
        found.upper[rows, actions] = np.where(signs > 0, upper, -lower)
        found.distance[rows, actions] = np.where(distance < 0, -1, distance + 1)
        return found

    def _make_table(self, budget: SearchLimits) -> str:
        """Make a table of all positions of the game, and find their values in it. Returns why the work ended."""
        try:
            waiting = partial(self._report, budget.progress)
            is_made = self.solver.make_table(progress=waiting, seconds=budget.time.share(1))
        except (NotSupported, BadCheckpoint):  # no table can hold the states, or no disk the table
            if self.solver.options.algorithm == RETROGRADE:
                raise
            self.wants_table = False
            return "complete"
        if not is_made:
            return "interrupted" if self.solver.interrupted else "seconds"
        self._answer_from(self.solver.tables[-1])
        return "complete"

    def _answer_from(self, table: Table | MemoryTable) -> None:
        """Use a table of all positions."""
        self.wants_table = False
        self.tables.append(CheckedTable(self.game, table, remembered=REMEMBERED_SCORES))

    def _report(self, progress: Callable[[str], None] | None, one: Progress) -> None:
        """Report that code is being compiled, or a table made."""
        if progress and one.phase == "compiling":
            progress(f"compiling {self.game}, {one.seconds:.0f} s")
        elif progress and one.phase == "tabulating":
            progress(f"all positions: {one.note}")

    def _looked_up(self, state: State) -> tuple[Reward, int] | None:
        """Value and distance of a state in a table, -1 for no distance; None if it is in no table. Raises BadTable."""
        for checked in self.tables:
            score = checked.score(state)
            if score is not None:
                value, distance = checked.table.value_and_distance(state, score)
                return value, -1 if distance is None or self._objective == "outcome" else distance
        return None

    def _remember(self, found: ActionValues, rows: dict[State, Row]) -> None:
        """Keep the rows in which no search can find more, and forget the oldest if there are too many."""
        has_distance = (found.lower == 0) | (found.distance >= 0) | (self._objective == "outcome") | self.game.cyclic
        settled = (~found.legal | (found.exact & has_distance)).all(-1)
        self._known |= {state: row for (state, row), keep in zip(rows.items(), settled.tolist(), strict=True) if keep}
        excess = max(len(self._known) - REMEMBERED // self.game.action_count, 0)
        for state in [*islice(self._known, excess)]:
            del self._known[state]

    def _unknown(self, count: int, stopped: str) -> ActionValues:
        """The values of `count` positions as long as nothing is known."""
        shape, (worst, best) = (count, self.game.action_count), self.game.reward_range
        return ActionValues(
            np.zeros(shape, np.bool_),
            np.full(shape, worst, self._bounds_kind),
            np.full(shape, best, self._bounds_kind),
            np.full(shape, -1, np.int64),
            self._objective,
            None if self.game.cyclic else self.game.max_length,
            stopped,
        )


def children_of(game: Game[State], states: Sequence[State]) -> tuple[list[State], NDArray[np.int64]]:
    """The positions after all actions of several positions, each different one once; and the moves that lead to them.

    For each move: the number of the position, the action, the place of the child in the list, and 1 if the same player moves
    there, -1 if not. Shape (4, moves).
    """
    places: dict[State, int] = {}
    moves: list[tuple[int, int, int, int]] = []
    for row, state in enumerate(states):
        for action in game.actions(state):
            child = game.apply(state, action)
            place = places.setdefault(child, len(places))
            moves.append((row, action, place, sign_of(game, state, child)))
    return [*places], np.array(moves, np.int64).reshape(-1, 4).T
