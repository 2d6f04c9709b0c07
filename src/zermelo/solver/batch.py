"""Searching one position after the other by native code: `Batch`, for `Solver.solve_many`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.arrays import as_numpy
from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.fingerprint import is_ours
from zermelo.core.supervision import Supervised
from zermelo.native.machine import Machine
from zermelo.preflight.faults import unchanged
from zermelo.search.parts.counters import (
    AT_ONCE,
    FROM_NOTHING,
    NODES,
    POSITION,
    POSITION_BEGAN,
    SEVERAL,
    TO_THE_END,
    UNLIMITED,
    VISITED,
    BudgetSpent,
)
from zermelo.search.parts.observers import NoObserver
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableCrowded
from zermelo.solver.budget import Budget
from zermelo.solver.findings import root_of, root_window, truncated
from zermelo.solver.many import Rows
from zermelo.solver.plan import Plan
from zermelo.solver.runner import KernelRunner

State = TypeVar("State")

NODES_AT_ONCE: Final = 4096
"""How many nodes are searched before another thread is given the work: to start one takes as long as a small search.
With a time limit a thread is started at once, since nodes of some games take long.
"""
PLIES_AT_ONCE: Final = 256
"""The longest play for which this is done, since a thread of a user may have a small stack."""


def suits(plan: Plan[Any], machine: Machine | None, search: Search) -> bool:
    """Whether a `Batch` can search these positions: by one call of native code each, to the end of the game."""
    if machine is None or not machine.compiled or not isinstance(search.observer, NoObserver):
        return False
    algorithm = plan.algorithm
    by_one_call = not plan.deepens and plan.must_end(plan.full_depth) and not algorithm.keeps_tree
    gives_all = algorithm.gives_value and not algorithm.any_players and is_ours(algorithm.search_root)
    return by_one_call and gives_all and plan.options.seconds is None  # a limit would be for each position


class Batch(Generic[State]):
    """Searches one position after the other, by as few calls of native code as possible."""

    def __init__(
        self, plan: Plan[State], machine: Machine, search: Search, rows: Rows[State], first: int, *, keep_table: bool
    ) -> None:
        """For the positions from the index `first` on. The plan's limit of nodes is for each of them."""
        self.budget = Budget(search)
        self._given, self._rows = rows.given, rows
        self._indices, self._words = rows.given.words(first, machine.packed)
        self._start = 0
        """The place in `_indices` at which the present part begins."""
        self._plan, self._machine, self._search, self._nodes = plan, machine, search, plan.options.nodes
        self._table: Any = None if keep_table else search.table
        """The table that is cleared before each search, unless they share one."""
        self._runner = KernelRunner(plan, machine, search, self.budget, on_pause=self._check)
        self._question = plan.full_depth, *root_window(plan, search.scoring), 0
        self._call = machine.caller()
        search.control[TO_THE_END] = search.control[SEVERAL] = True
        search.control[FROM_NOTHING] = not keep_table

    @property
    def _place(self) -> int:
        """The place in `_indices` of the position that is being searched."""
        return self._start + self._position

    @property
    def _position(self) -> int:
        """How many positions of the present part have been answered."""
        return int(self._search.control[POSITION])

    @property
    def done(self) -> bool:
        return self.budget.stopped or self._start >= len(self._indices)

    def answer(self, seconds: float | None, progress: Callable[[int], None] | None) -> str:
        """Answer all positions. Returns why it ended. `progress` is given the number of positions answered."""

        def on_tick() -> None:
            if self._is_too_long():
                self.budget.pause()
            if progress:
                progress(self._indices[self._place] if self._place < len(self._indices) else len(self._given))

        with unchanged(self._plan.game):
            if seconds is None and self._plan.full_depth <= PLIES_AT_ONCE:
                self.run(self.budget.visited + NODES_AT_ONCE)
            if self.done:
                return "complete"
            supervised = Supervised(self.run, self.budget.stop, seconds=seconds, on_tick=on_tick)
            supervised.run()
        return supervised.stopped or "complete"

    def run(self, until: int = UNLIMITED) -> None:
        """Search until all positions have been answered, or to this count of nodes, or until the budget has been stopped."""
        while not self.done and self.budget.visited < until:
            self._search_part(until)

    def _search_part(self, until: int) -> None:
        """Search the next positions, at most AT_ONCE, until the count of nodes."""
        search, exact, before = self._search, np.ones(AT_ONCE, np.bool_), self.budget.visited
        indices = self._indices[self._start : self._start + AT_ONCE]
        while self._position < len(indices) and not self.budget.stopped and self.budget.visited < until:
            try:
                self._search_some(len(indices) - self._position, until)
            except BudgetSpent:
                self._cut_short(indices[self._position])
            except Exception:
                if not self._given.refuse(indices[self._position]):
                    raise
            else:
                continue
            exact[self._position] = False
            search.found[self._position, VISITED] = search.counters[NODES]
            search.control[POSITION] += 1
        answered = self._position
        self._note(np.array(indices[:answered], np.int64), as_numpy(search.found)[:answered], exact[:answered], before)
        search.control[POSITION] = 0
        self._start += answered

    def _search_some(self, count: int, until: int) -> None:
        """Search the next `count` positions, or only one if there is a limit of nodes for each.

        Raises BudgetSpent if that of the position that is next then is spent, and what the kernel raises for it.
        """
        if self._nodes is not None:
            count = 1
            self.budget.allow(self._nodes)
        self.budget.resume(until)
        try:
            self._call(self._words.ctypes.data + self._place * self._words.strides[0], count, *self._question)
        except TableCrowded:
            self._in_larger_table(self._given.state(self._indices[self._place]))
        except BudgetSpent:
            self._check()
            self.budget.check()

    def _note(
        self, indices: NDArray[np.int64], found: NDArray[np.int64], exact: NDArray[np.bool_], before: int
    ) -> None:
        """Put what has been found for the positions of a part into the rows; `before`: the count of nodes when it began."""
        rows, game = self._rows, self._plan.game
        rows.nodes[indices] = np.diff(found[:, VISITED], prepend=before)
        rows.put_exact(indices[exact], found[exact], self._search.scoring)
        if game.has_chance:
            for index in indices.tolist():
                if game.chance(self._given.state(index)):
                    rows.best[index] = NONE

    def _in_larger_table(self, state: State) -> None:
        """Search a position that has filled the table. Raises BudgetSpent."""
        self._search.control[FROM_NOTHING] = False  # what has been found is in the larger table
        try:
            self._runner.grow_table()
            self._runner.run(state, *self._question)
        finally:
            if self._table is not None:
                self._search.table = self._table
                self._search.control[FROM_NOTHING] = True
                self._machine.bind(self._plan.searched_game, self._search, alike=True)
            self._call = self._machine.caller()

    def _check(self) -> None:
        if self._is_too_long():
            raise BrokenContract(TOO_LONG)

    def _is_too_long(self) -> bool:
        """Whether a play does not end. Any thread may call this."""
        return truncated(self._search) > self._search.control[POSITION_BEGAN]

    def _cut_short(self, index: int) -> None:
        """The proved bounds, where a budget has ended a search."""
        root, scoring, plan, rows = root_of(self._search), self._search.scoring, self._plan, self._rows
        lowest, highest = root.lowest(scoring), root.highest(scoring)
        lower = plan.worst if lowest is None else max(lowest, plan.worst)
        upper = plan.best if highest is None else min(highest, plan.best)
        is_upper = lower == plan.worst and upper < plan.best
        rows.lower[index], rows.upper[index] = lower, upper
        rows.value[index] = upper if is_upper else lower
        rows.kind[index] = "exact" if lower == upper else "upper" if is_upper else "lower"
        rows.best[index] = root.action
