"""One search of one position, from its start or its checkpoint to its Result.

deepening, by a runner within a budget --> Findings --> line: BestMoves --> report: Result
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.supervision import LEAST_SECONDS, Supervised, started
from zermelo.native.machine import INTERPRETED, Machine
from zermelo.search.parts.counters import COUNTERS
from zermelo.search.parts.search import Search
from zermelo.solver.budget import Budget, Interpreting
from zermelo.solver.compilation import Compilation
from zermelo.solver.deepening import Deepening
from zermelo.solver.findings import BestMoves, Findings, SearchEnd, Spent, report, truncated, with_bounds_of_game
from zermelo.solver.line import FurtherSearches, check_line, unobserved, without_search
from zermelo.solver.plan import Plan
from zermelo.solver.progress import Progress, load_of, path_of, proved_so_far
from zermelo.solver.result import Result
from zermelo.solver.runner import KernelRunner
from zermelo.solver.threads import most_threads

if TYPE_CHECKING:
    from zermelo.solver.search_checkpoint import CheckpointWriter
    from zermelo.tablebase.in_memory import MemoryTable
    from zermelo.work.checkpoint import CheckpointFile

State = TypeVar("State")


class Asked(NamedTuple):
    """What a call of a solver asks for, besides the plan."""

    state: Any
    progress: Callable[[Progress], None] | None = None
    keep_table: bool = False
    wall: bool = False
    seconds: float | None = None


class Beside(NamedTuple):
    """What came before a search, and what goes on beside it until the search gives way."""

    before: float
    """The seconds that an interpreted search of the position has already taken."""
    interrupted: bool
    """Whether Ctrl-C came before it: then it ends at once, with the move that the game orders first."""
    code: Compilation | None
    """The native code that takes over as soon as it has been compiled."""
    compiling: Callable[[], Compilation] | None
    """What begins to make the code, if there is none."""
    interpreting: Interpreting | None
    """What may be spent before that."""
    small: MemoryTable | None
    """Where all positions are put after a moment, if they are few."""


class SearchRun(Generic[State]):
    """A search that is ready to run; `result` runs it."""

    def __init__(
        self,
        plan: Plan[State],
        machine: Machine,
        search: Search,
        asked: Asked,
        file: CheckpointFile | None,
        beside: Beside,
    ) -> None:
        """If `file` holds a checkpoint, the search is resumed from it. Raises BadCheckpoint, BadOption."""
        self._plan = plan
        self._machine = machine
        self._search = search
        self._state: State = asked.state
        self._progress = asked.progress
        self._before, self.interrupted, self._code, self._compiling, self._interpreting, self._small = beside
        self._started = time.perf_counter() - self._before
        self._over = False
        self._seconds: float | None = None
        """The time that the search took; None until it has ended and only other best moves and the line are left to find."""
        self._checkpoints: CheckpointWriter | None = None
        findings = Findings(plan.worst, plan.best)
        if file is not None:
            from zermelo.solver.search_checkpoint import CheckpointWriter

            self._checkpoints = CheckpointWriter(file, search, plan.options.checkpoint_every)
            findings = self._resumed(self._checkpoints, findings)
        self._budget = Budget(search)
        self._runner = KernelRunner(
            plan,
            machine,
            search,
            self._budget,
            threads=most_threads(plan, machine, search),
            on_pause=self._write_checkpoint,
        )
        self._deepening = Deepening(plan, search, self._runner, self._state, findings)

    def _resumed(self, checkpoints: CheckpointWriter, findings: Findings) -> Findings:
        """Restore the search from a checkpoint, if there is one, and return its findings; else `findings`."""
        kept = checkpoints.file.kept
        if kept is None:
            return findings
        findings, seconds = checkpoints.resumed(kept)
        self._machine.bind(self._plan.searched_game, self._search)
        checkpoints.file.kept = None  # so that the memory of the table is freed when a larger one replaces it
        self._started -= seconds
        self._seconds = seconds if findings.finished else None
        return findings

    def result(self) -> Result:
        """Run the search, find further best moves and the line, and return the result."""
        seconds = self._plan.options.seconds
        left = None if seconds is None else max(seconds - self._before, LEAST_SECONDS)
        if self.interrupted:
            left = LEAST_SECONDS
        supervised = Supervised(self._work, self._budget.stop, seconds=left, on_tick=self._on_tick)
        try:
            end = supervised.run()
        finally:
            self._over = True
        self.interrupted = self.interrupted or supervised.stopped == "interrupted"
        if self._code is not None:
            late = supervised.stopped and not self._code.done
            self._machine.note = f"{INTERPRETED}: the code was not ready in time." if late else self._code.note
        self._progress = self._compiling = self._code = None  # nobody is kept in memory until circles are collected
        ended_by = "interrupted" if self.interrupted else supervised.stopped
        result = report(self._plan, self._state, self._machine, self._search, end, ended_by)
        check_line(self._plan, self._state, end.moves.line, result)
        return result

    # --- in the supervised thread -------------------------------------------------------------------------------------
    def _work(self) -> SearchEnd:
        spent: Spent = ""
        if self._seconds is None:
            if self._plan.options.nodes is not None:
                self._budget.allow(self._plan.options.nodes)
            spent = self._deepening.run()
            self._seconds = self.elapsed
            self._write_checkpoint()
        counters: dict[str, int] = dict(zip(COUNTERS, map(int, self._search.counters), strict=True))
        findings = with_bounds_of_game(self._plan, self._state, self._deepening.findings)
        with unobserved(self._search.observer):
            moves = self._best_moves(findings, spent, counters["nodes"])
        note = self._checkpoints.note if self._checkpoints else ""
        return SearchEnd(findings, moves, counters, spent, self._seconds, self._runner.threads, note)

    def _best_moves(self, findings: Findings, spent: Spent, nodes: int) -> BestMoves:
        """The best moves and the line: by further searches, if there is a move and the budget is not spent."""
        if spent or findings.action == NONE or self._plan.chance_moves(self._state):
            return without_search(self._plan, self._state, findings)
        runner = KernelRunner(self._plan, self._machine, self._search, self._budget)
        return FurtherSearches(self._plan, self._search, runner, self._state, findings, nodes).best_moves()

    def _write_checkpoint(self) -> None:
        if self._checkpoints is not None:
            seconds = self.elapsed if self._seconds is None else self._seconds
            self._checkpoints.write(self._deepening.findings, seconds)

    @property
    def gave_way(self) -> bool:
        """Whether it has ended early so that native code can take over. The result is then true, but not the best."""
        return self._budget.gave_way

    @property
    def nodes(self) -> int:
        """The nodes visited so far, those for the other best moves and the line among them."""
        return self._budget.visited

    @property
    def elapsed(self) -> float:
        """The seconds since it began, with those before it."""
        return time.perf_counter() - self._started

    # --- in the thread that supervises --------------------------------------------------------------------------------
    def _on_tick(self) -> None:
        """Begin what may end the search sooner, pause it for a checkpoint if one is due, and report progress."""
        if self._small is not None:
            started(functools.partial(self._visit_all, self._small), "zermelo-visit")
            self._small = None
        most = self._interpreting
        is_long = most is not None and (self.elapsed > most.seconds or self.nodes >= most.nodes)
        if self._code is None and self._compiling is not None and is_long:
            self._code = self._compiling()
        if self._code is not None and self._code.pays:
            self._budget.give_way()
        if self._seconds is not None:
            return
        if self._is_too_long():
            self._budget.fail(BrokenContract(TOO_LONG))
        if self._checkpoints is not None and self._checkpoints.is_due():
            self._budget.pause()
        if self._progress is not None:
            self._progress(self._so_far())

    def _visit_all(self, small: MemoryTable) -> None:
        """Visit all positions, beside the search. It stops when the search has ended."""
        if small.add(self._state, lambda: self._over):
            self._budget.give_way()

    def _is_too_long(self) -> bool:
        """Whether a search to the end of the game has met a play that is longer than `max_length`."""
        findings = self._deepening.findings
        if findings.began is None or not self._plan.must_end(findings.depth):
            return False
        return truncated(self._search) > findings.began

    def _so_far(self) -> Progress:
        findings = self._deepening.findings
        lower, upper = proved_so_far(self._search, findings)
        return Progress(
            "searching",
            self.elapsed,
            self._runner.nodes,
            None if self._plan.is_to_the_end(findings.depth) else findings.depth,
            lower,
            upper,
            path_of(self._plan, self._search, self._state, findings.depth),
            load_of(self._search),
            self._checkpoints.since_written() if self._checkpoints else None,
        )
