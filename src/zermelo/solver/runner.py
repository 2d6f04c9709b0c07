"""Runs a kernel until it has finished. It may be interrupted to enlarge the table or tree, to add threads, or to write a
checkpoint.

After each interruption the search starts again from the root, but the table remembers what was found, so it is soon back
where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from zermelo.native.machine import Machine
from zermelo.search.parts.counters import UNLIMITED, BudgetSpent
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import TableCrowded
from zermelo.search.parts.tree import TreeFull
from zermelo.solver.budget import Budget, MemorySpent
from zermelo.solver.plan import Plan
from zermelo.solver.threads import ThreadPool

State = TypeVar("State")

NODES_ALONE: Final = 1 << 20
"""Nodes that one thread visits before others join. A search that ends earlier is the same in every run."""


class KernelRunner(Generic[State]):
    """Runs one kernel, within a budget."""

    def __init__(
        self,
        plan: Plan[State],
        machine: Machine,
        search: Search,
        budget: Budget,
        *,
        threads: int = 1,
        on_pause: Callable[[], None] = lambda: None,
    ) -> None:
        """`threads`: the most threads. `on_pause` is called when the search has been paused, while it is not running."""
        self.budget = budget
        self.pool: ThreadPool | None = None
        """The threads, once others have joined."""
        self._game = plan.searched_game
        self._machine = machine
        self._search = search
        self._threads = threads
        self._on_pause = on_pause
        self._joining = budget.visited + NODES_ALONE if threads > 1 else UNLIMITED
        """The count of nodes at which other threads join."""

    @property
    def nodes(self) -> int:
        return self.pool.nodes if self.pool else self.budget.visited

    @property
    def threads(self) -> int:
        return self.pool.threads if self.pool else 1

    def run(self, state: State, depth: int, low: int, high: int, guess: int) -> int:
        """The score of a state. Raises BudgetSpent, MemorySpent, or the error given to `Budget.fail`."""
        self._search.tree.clear()
        while True:
            self.budget.resume(UNLIMITED if self.pool else self._joining)
            try:
                return (self.pool or self._machine).run(state, depth, low, high, guess)
            except TableCrowded:
                self.grow_table()
            except TreeFull:
                self._grow_tree()
            except BudgetSpent:
                self.budget.check()
                self._after_pause()

    def _after_pause(self) -> None:
        if self.pool is None and self.budget.visited >= self._joining:
            self.pool = ThreadPool(self._game, self._machine, self._search, self.budget, self._threads)
        else:
            self._on_pause()

    def grow_table(self) -> None:
        """Replace the table by a larger one. Raises BudgetSpent if stopped meanwhile."""
        table: Any = self._search.table
        larger = table.grown(lambda: self.budget.stopped)
        if larger is None:
            raise BudgetSpent
        self._search.table = larger
        self._machine.bind(self._game, self._search)

    def _grow_tree(self) -> None:
        """Replace the tree by a larger one. Raises BudgetSpent if stopped meanwhile, MemorySpent if it does not fit."""
        tree = self._search.tree.grown(lambda: self.budget.stopped)
        if tree is None:
            raise BudgetSpent if self.budget.stopped else MemorySpent
        self._search.tree = tree
        self._machine.bind(self._game, self._search)
