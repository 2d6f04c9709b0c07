"""Parallel search: several threads work on one search, and the first to find the score stops the others.

The first thread uses the search itself. The other threads, the *workers*, use copies of it that share the table and nothing
else that is written to. When all have stopped, the search takes over the counters and the proved bounds of the workers.
"""

from __future__ import annotations

import contextlib
import copy
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from zermelo.core.arrays import zeros
from zermelo.core.component import clone_of
from zermelo.core.game import Game
from zermelo.core.supervision import processors, started
from zermelo.native.machine import Machine
from zermelo.search.parts.counters import NODES, ROOT_ACTION, ROOT_LOWER, ROOT_TRUNCATED, ROOT_UPPER, BudgetSpent
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.observers import Trace
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, WRITTEN, TranspositionTable
from zermelo.search.parts.workers import PLIES, SearchWorker, shared_plies
from zermelo.solver.budget import Budget
from zermelo.solver.plan import Plan

GRAIN: Final = 300
"""Moves are shared at the plies nearest the root that have at most one node in GRAIN, so that each move takes a while."""

State = Any


def most_threads(plan: Plan[Any], machine: Machine, search: Search) -> int:
    """The most threads for a search: 1 if it is interpreted, has a budget of nodes or a trace, or cannot be shared."""
    can = machine.compiled and plan.algorithm.parallel and plan.options.nodes is None
    if not can or not isinstance(search.table, TranspositionTable) or isinstance(search.observer, Trace):
        return 1
    if not isinstance(search.order, SortedOrder):
        return 1
    return plan.options.threads or processors()


class ThreadPool:
    """The threads of one search."""

    def __init__(self, game: Game[Any], machine: Machine, search: Search, budget: Budget, threads: int) -> None:
        """`machine` runs the search."""
        self.threads = threads
        self._game = game
        self._machine = machine
        self._search = search
        self._budget = budget
        self._workers: list[Search] = []
        self._before = 0
        self._finished: list[tuple[Search, int | BaseException]] = []
        self._lock = threading.Lock()

    @property
    def nodes(self) -> int:
        counted = sum(int(worker.counters[NODES]) - self._before for worker in self._workers)
        return int(self._search.counters[NODES]) + counted

    def run(self, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
        """The score from the first thread that finds it. Raises what a thread raises; BudgetSpent only if nothing else."""
        first, *workers = _searches(self._search, self.threads)
        self._before = int(self._search.counters[NODES])
        before = list(self._search.counters)
        self._workers, self._finished = workers, []
        arguments = state, depth, alpha, beta, guess
        own, *works = [self._work(search, arguments) for search in (first, *workers)]
        threads: list[threading.Thread] = []
        with self._budget.shared_with(workers):
            with contextlib.suppress(RuntimeError):  # the system has no room for another thread: use those there are
                threads.extend(started(work, "zermelo worker") for work in works)
            own()
            for thread in threads:
                thread.join()
        self._workers = []
        self._take_over(first, workers, before)
        return self._outcome()

    def _work(self, search: Search, arguments: tuple[Any, ...]) -> Callable[[], None]:
        """The function that one thread runs. However it ends, it stops the other threads."""
        machine = self._machine.clone(self._game, search)

        def work() -> None:
            outcome: int | BaseException
            try:
                outcome = machine.run(*arguments)
            except BaseException as error:  # raised again by `_outcome`, in the thread that waits
                outcome = error
            with self._lock:
                self._finished.append((search, outcome))
            self._budget.pause()

        return work

    def _outcome(self) -> int:
        outcomes = [outcome for _, outcome in self._finished]
        for outcome in outcomes:
            if isinstance(outcome, int):
                return outcome
        errors = [outcome for outcome in outcomes if not isinstance(outcome, int | BudgetSpent)]
        raise errors[0] if errors else BudgetSpent

    def _take_over(self, first: Search, workers: list[Search], before: Sequence[int]) -> None:
        """Add up the counters, and take the best bounds that were proved and the move of the thread that found the score."""
        search = self._search
        assert isinstance(search.table, TranspositionTable)
        for each in (first, *workers):
            assert isinstance(each.table, TranspositionTable)
            for count in (USED, WRITTEN):
                search.table.fill[count] += each.table.fill[count]
        winner = next((each for each, outcome in self._finished if isinstance(outcome, int)), search)
        for worker in workers:
            for counter, count in enumerate(before):
                search.counters[counter] += worker.counters[counter] - count
            better = worker.root[ROOT_LOWER] > search.root[ROOT_LOWER]
            if worker is winner or (better and winner not in workers):
                search.root[ROOT_ACTION] = worker.root[ROOT_ACTION]
            search.root[ROOT_LOWER] = max(search.root[ROOT_LOWER], worker.root[ROOT_LOWER])
            search.root[ROOT_UPPER] = min(search.root[ROOT_UPPER], worker.root[ROOT_UPPER])
            search.root[ROOT_TRUNCATED] = max(search.root[ROOT_TRUNCATED], worker.root[ROOT_TRUNCATED])


def _searches(search: Search, threads: int) -> list[Search]:
    """The search for the first thread, and a copy for each worker."""
    table, shared = search.table, search.worker
    assert isinstance(table, TranspositionTable)
    assert isinstance(shared, SearchWorker)
    here = zeros(threads, PLIES)
    horizon = shared_plies(shared.entered, GRAIN)
    searches: list[Search] = []
    for number in range(threads):
        each = copy.copy(search) if number == 0 else independent(search)
        each.table = table.shared(threads)
        each.worker = SearchWorker(table.width, here, number, horizon)
        each.worker.entered = shared.entered if number == 0 else each.worker.entered
        searches.append(each)
    return searches


def independent(search: Search) -> Search:
    """A search with its own copies of the parts that are written to, except for the table and the worker."""
    own = copy.copy(search)
    for name in ("order", "prefetching", "counters", "control", "root"):
        setattr(own, name, clone_of(getattr(search, name)))
    return own
