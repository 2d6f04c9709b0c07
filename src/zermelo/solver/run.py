"""One search from one position, from its beginning or from a checkpoint to a Result.

deepening, by a runner within a budget --> Findings --> line: BestMoves --> report: Result
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import GOES_ON, BrokenContract
from zermelo.core.supervision import Supervised
from zermelo.native.machine import Machine
from zermelo.search.parts.counters import COUNTERS
from zermelo.search.parts.search import Search
from zermelo.solver.budget import Budget
from zermelo.solver.deepening import Deepening
from zermelo.solver.findings import BestMoves, Findings, SearchEnd, Spent, nothing_found
from zermelo.solver.line import FurtherSearches, chance_moves, unobserved, without_search
from zermelo.solver.plan import Plan
from zermelo.solver.progress import Progress, load_of, path_of, proved_so_far
from zermelo.solver.report import report
from zermelo.solver.result import Result
from zermelo.solver.root import truncated
from zermelo.solver.runner import KernelRunner
from zermelo.solver.search_checkpoint import CheckpointWriter
from zermelo.solver.threads import most_threads
from zermelo.work.checkpoint import CheckpointFile

State = TypeVar("State")


class SearchRun(Generic[State]):
    """A search about to run; `result` runs it."""

    def __init__(
        self,
        plan: Plan[State],
        machine: Machine,
        search: Search,
        state: State,
        progress: Callable[[Progress], None] | None = None,
        file: CheckpointFile | None = None,
    ) -> None:
        """With a `file` the search goes on from what that holds. Raises BadCheckpoint, BadOption."""
        self._plan = plan
        self._machine = machine
        self._search = search
        self._state = state
        self._progress = progress
        self.interrupted = False
        """Whether Ctrl-C ended it, perhaps when all but the line had been found."""
        self._started = time.perf_counter()
        self._seconds: float | None = None
        """What the search took, once it is over and what follows are other moves and the line."""
        self._checkpoints = CheckpointWriter(file, search, plan.options.checkpoint_every) if file else None
        found = nothing_found(plan, state)
        if self._checkpoints is not None:
            found = self._resumed(self._checkpoints, found)
        self._budget = Budget(search)
        self._runner = KernelRunner(
            plan,
            machine,
            search,
            self._budget,
            threads=most_threads(plan, machine, search),
            on_pause=self._write_checkpoint,
        )
        self._deepening = Deepening(plan, search, self._runner, state, found)

    def _resumed(self, checkpoints: CheckpointWriter, found: Findings) -> Findings:
        """Put the search where a checkpoint left off, if there is one; what it had found."""
        kept = checkpoints.file.kept
        if kept is None:
            return found
        checkpoints.restore(kept.arrays)
        self._machine.bind(self._plan.searched_game, self._search)
        found, seconds = checkpoints.read(kept.facts)
        checkpoints.file.kept = None  # so that nobody else holds the old table when a larger one takes its place
        self._started -= seconds
        self._seconds = seconds if found.finished else None
        return found

    def result(self) -> Result:
        """Search, look for further best moves and the line, report."""
        supervised = Supervised(
            self._work, self._budget.stop, seconds=self._plan.options.seconds, on_tick=self._on_tick
        )
        end = supervised.run()
        self.interrupted = supervised.stopped == "interrupted"
        note = self._checkpoints.note if self._checkpoints else ""
        return report(self._plan, self._state, self._machine, self._search, end, supervised.stopped, note)

    # --- in the supervised thread -------------------------------------------------------------------------------------
    def _work(self) -> SearchEnd:
        spent: Spent = ""
        if self._seconds is None:
            if self._plan.options.nodes is not None:
                self._budget.allow(self._plan.options.nodes)
            spent = self._deepening.run()
            self._seconds = self._elapsed()
            self._write_checkpoint()
        counters: dict[str, int] = dict(zip(COUNTERS, map(int, self._search.counters), strict=True))
        found = self._deepening.found
        with unobserved(self._search.observer):
            moves = self._best_moves(found, spent, counters["nodes"])
        return SearchEnd(found, moves, counters, spent, self._seconds, self._runner.threads)

    def _best_moves(self, found: Findings, spent: Spent, nodes: int) -> BestMoves:
        """Further searches are made where there is a move and the budget is not spent."""
        if spent or found.action == NONE or chance_moves(self._plan, self._state):
            return without_search(self._plan, self._state, found)
        runner = KernelRunner(self._plan, self._machine, self._search, self._budget)
        return FurtherSearches(self._plan, self._search, runner, self._state, found, nodes).best_moves()

    def _write_checkpoint(self) -> None:
        """Write a checkpoint, if there are to be any; the search is not running."""
        if self._checkpoints is not None:
            seconds = self._elapsed() if self._seconds is None else self._seconds
            self._checkpoints.write(self._deepening.found, seconds)

    def _elapsed(self) -> float:
        return time.perf_counter() - self._started

    # --- in the thread that supervises --------------------------------------------------------------------------------
    def _on_tick(self) -> None:
        """Now and then: have a checkpoint written if it is time, tell how far the search is."""
        if self._seconds is not None:
            return
        if self._is_too_long():
            self._budget.fail(BrokenContract(GOES_ON))
        if self._checkpoints is not None and self._checkpoints.is_due():
            self._budget.pause()
        if self._progress is not None:
            self._progress(self._so_far())

    def _is_too_long(self) -> bool:
        """Whether the search, though it goes to the end of the game, has cut off a play."""
        found = self._deepening.found
        return found.began is not None and self._plan.must_end(found.depth) and truncated(self._search) > found.began

    def _so_far(self) -> Progress:
        found = self._deepening.found
        lower, upper = proved_so_far(self._search, found)
        return Progress(
            "searching",
            self._elapsed(),
            self._runner.nodes,
            None if self._plan.is_to_the_end(found.depth) else found.depth,
            lower,
            upper,
            path_of(self._plan, self._search, self._state, found.depth),
            load_of(self._search),
            self._checkpoints.since_written() if self._checkpoints else None,
        )
