"""Searches of one worker that run at the same time, each on a question of its own, and share a table.

    question --> lane 1 --\
    question --> lane 2 ---+--> table
    question --> lane 3 --/

What one of them finds out, the others need not search again. When a lane finds the table crowded, all pause until it has
been enlarged.
"""

from __future__ import annotations

import queue
import threading
from typing import Any, Final

from zermelo.core.component import clone_of
from zermelo.native.machine import Machine
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import GROW_AT, USED, WRITTEN, TranspositionTable
from zermelo.solver.budget import Budget
from zermelo.solver.plan import Plan
from zermelo.solver.runner import KernelRunner
from zermelo.solver.threads import independent

AGAIN: Final = 0.05
"""Seconds after which lanes are asked to pause again: one that was just about to begin may not have noticed."""


class Lanes:
    """The lanes of a worker."""

    def __init__(self, plan: Plan[Any], machine: Machine, search: Search, count: int, threads: int) -> None:
        """`machine` runs `search`, whose table all lanes share. `threads`: of each of the `count` lanes."""
        self.plan = plan
        self.threads = threads
        self.table: Any = search.table
        self.count = count
        self.idle = queue.SimpleQueue[Lane]()
        self._changed = threading.Condition()
        self._running: dict[Lane, Budget] = {}
        """The lanes whose searches may be running, with their budgets."""
        self._grows = False
        for number in range(count):
            if number > 0:
                search = independent(search)
                search.worker = clone_of(search.worker)
                machine = machine.clone(plan.searched_game, search)
            self.idle.put(Lane(self, machine, search))

    def enter(self, lane: Lane, budget: Budget) -> None:
        """The search of a lane is about to run. It gets its part of the table."""
        with self._changed:
            self._changed.wait_for(lambda: not self._grows)
            shares = isinstance(self.table, TranspositionTable)
            lane.search.table = self.table.shared(self.count) if shares else self.table
            lane.machine.bind(self.plan.searched_game, lane.search)
            self._running[lane] = budget

    def leave(self, lane: Lane) -> None:
        """The search of a lane does not run any more."""
        with self._changed:
            if self._running.pop(lane, None) is None:
                return
            part = lane.search.table
            if isinstance(part, TranspositionTable):
                for count in (USED, WRITTEN):
                    self.table.fill[count] += part.fill[count]
            self._changed.notify_all()

    def grow(self, crowded: Any) -> None:
        """Enlarge the table whose rows are `crowded`, once no search runs, unless another lane does that or has done it.

        It is not given up when the time for a question is over: else a large table would never be enlarged.
        """
        with self._changed:
            if self._grows or self.table.rows is not crowded:
                return
            self._grows = True
            try:
                while self._running:
                    for each in self._running.values():
                        each.pause()
                    self._changed.wait(AGAIN)
                table = self.table
                if 2 * table.fill[table.gauge] > table.fill[GROW_AT]:  # else only the part of one lane was full
                    self.table = table.grown(lambda: False)
            finally:
                self._grows = False
                self._changed.notify_all()


class Lane:
    """One search, with its own move order and counters, and what runs it."""

    def __init__(self, lanes: Lanes, machine: Machine, search: Search) -> None:
        self.lanes = lanes
        self.machine = machine
        self.search = search

    def run(self, budget: Budget, state: Any, low: int, high: int) -> int:
        """The score of a state, if it is within the window. Raises BudgetSpent, or the error given to `Budget.fail`."""
        self.lanes.enter(self, budget)
        try:
            return _Runner(self, budget).run(state, self.lanes.plan.full_depth, low, high, high)
        finally:
            self.lanes.leave(self)


class _Runner(KernelRunner[Any]):
    """Runs the kernel of a lane, and pauses it while the table is enlarged."""

    def __init__(self, lane: Lane, budget: Budget) -> None:
        lanes = lane.lanes
        super().__init__(
            lanes.plan, lane.machine, lane.search, budget, threads=lanes.threads, on_pause=self._let_it_grow
        )
        self._lane = lane

    def grow_table(self) -> None:
        table: Any = self._lane.search.table
        self._let_it_grow(table.rows)

    def _let_it_grow(self, crowded: Any = None) -> None:
        """Leave the table until no lane enlarges it. `crowded`: the rows of a table that is to be enlarged."""
        lanes = self._lane.lanes
        lanes.leave(self._lane)
        if crowded is not None:
            lanes.grow(crowded)
        lanes.enter(self._lane, self.budget)
