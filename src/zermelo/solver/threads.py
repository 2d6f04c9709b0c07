"""One search by several threads: the first to find the score stops the others.

The first thread works with the search itself; the others, its *mates*, with copies that share the table and nothing else
that is written to. When all have stopped, the search takes over what its mates have counted and proved.
"""

from __future__ import annotations

import contextlib
import copy
import os
import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.core.game import Game
from zermelo.core.supervision import started
from zermelo.native.machine import Machine
from zermelo.search import Algorithm
from zermelo.search.parts.counters import (
    NODE_LIMIT,
    NODES,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    BudgetSpent,
)
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.observers import Trace
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, TranspositionTable
from zermelo.search.parts.workers import PLIES, SearchWorker, shared_plies
from zermelo.solver.options import Options

GRAIN: Final = 300
"""Moves are shared at plies with at most one node in so many: below each of them there is work for a while."""

COPIED: Final = ("order", "counters", "control", "root")
"""What a mate has of its own, beside its part of the table and of the crew: all else that these algorithms write to."""

State = Any


def most_threads(algorithm: Algorithm, options: Options, machine: Machine, search: Search) -> int:
    """How many threads may work on a search. Interpreted, one at a time could; traces are of one."""
    can = machine.compiled and algorithm.parallel and options.nodes is None
    if not can or not isinstance(search.table, TranspositionTable) or isinstance(search.observer, Trace):
        return 1
    if not isinstance(search.order, SortedOrder):
        return 1
    return options.threads or _processors()


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew:
    """The threads of one search."""

    def __init__(self, machine: Machine, game: Game[Any], search: Search, threads: int) -> None:
        """`machine` runs the search."""
        self.threads = threads
        self._machine = machine
        self._game = game
        self._search = search
        self._mates: list[Search] = []
        self._before = 0
        self._finished: list[tuple[Search, int | BaseException]] = []
        self._lock = threading.Lock()

    @property
    def nodes(self) -> int:
        """Nodes visited by all, also while they are at it."""
        counted = sum(int(mate.counters[NODES]) - self._before for mate in self._mates)
        return int(self._search.counters[NODES]) + counted

    def stop(self) -> None:
        """Have all of them stop soon."""
        for search in (self._search, *self._mates):
            search.control[NODE_LIMIT] = -1

    def run(self, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
        """The score, from who finds it first. Raises what a thread raises, BudgetSpent only if none raises anything else."""
        first, *mates = _members(self._search, self.threads)
        self._before = int(self._search.counters[NODES])
        before = self._search.counters.copy()
        self._mates, self._finished = mates, []
        arguments = state, depth, alpha, beta, guess
        own, *works = [self._work(member, arguments) for member in (first, *mates)]
        threads: list[threading.Thread] = []
        with contextlib.suppress(RuntimeError):  # no room for one more: then that is all of them
            threads.extend(started(work, "zermelo mate") for work in works)
        own()
        for thread in threads:
            thread.join()
        self._mates = []
        self._take_over(first, mates, before)
        return self._outcome()

    def _work(self, member: Search, arguments: tuple[Any, ...]) -> Callable[[], None]:
        """What one thread is to do; whatever comes of it, the others need not go on then."""
        machine = self._machine.twin(self._game, member)

        def work() -> None:
            outcome: int | BaseException
            try:
                outcome = machine.run(*arguments)
            except BaseException as error:  # raised again by `_outcome`, in the thread that waits
                outcome = error
            with self._lock:
                self._finished.append((member, outcome))
            self.stop()

        return work

    def _outcome(self) -> int:
        outcomes = [outcome for _, outcome in self._finished]
        for outcome in outcomes:
            if isinstance(outcome, int):
                return outcome
        errors = [outcome for outcome in outcomes if not isinstance(outcome, int | BudgetSpent)]
        raise errors[0] if errors else BudgetSpent

    def _take_over(self, first: Search, mates: list[Search], before: NDArray[np.int64]) -> None:
        """What the mates have counted; and what they have proved, with the move of the best that gave a score."""
        search = self._search
        assert isinstance(search.table, TranspositionTable)
        for member in (first, *mates):
            assert isinstance(member.table, TranspositionTable)
            search.table.fill[USED] += member.table.fill[USED]
        winner = next((member for member, outcome in self._finished if isinstance(outcome, int)), search)
        for mate in mates:
            search.counters += mate.counters - before
            better = mate.root[ROOT_LOWER] > search.root[ROOT_LOWER]
            if mate is winner or (better and winner not in mates):
                search.root[ROOT_ACTION] = mate.root[ROOT_ACTION]
            search.root[ROOT_LOWER] = max(search.root[ROOT_LOWER], mate.root[ROOT_LOWER])
            search.root[ROOT_UPPER] = min(search.root[ROOT_UPPER], mate.root[ROOT_UPPER])
            search.root[ROOT_TRUNCATED] = max(search.root[ROOT_TRUNCATED], mate.root[ROOT_TRUNCATED])


def _members(search: Search, threads: int) -> list[Search]:
    """The search for each of its threads, as they begin."""
    table, peers = search.table, search.worker
    assert isinstance(table, TranspositionTable)
    assert isinstance(peers, SearchWorker)
    here = np.zeros((threads, PLIES), np.int64)
    horizon = shared_plies(peers.entered, GRAIN)
    members: list[Search] = []
    for number in range(threads):
        member = copy.copy(search)
        member.table = table.shared(threads)
        member.worker = SearchWorker(table.width, here, number, horizon)
        member.worker.entered = peers.entered if number == 0 else member.worker.entered
        for name in COPIED if number > 0 else ():
            setattr(member, name, copy.deepcopy(getattr(search, name)))
        members.append(member)
    return members
