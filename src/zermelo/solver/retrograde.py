"""Results for games in which positions may recur: a table of all positions, made by retrograde analysis.

What makes tables is imported when one is made: most searches do not need it.
"""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.core.errors import BadOption
from zermelo.core.game import Game
from zermelo.core.supervision import working_time
from zermelo.core.wording import joined
from zermelo.solver.options import Options
from zermelo.solver.progress import Progress
from zermelo.solver.result import Known, Result
from zermelo.solver.technique import RETROGRADE

if TYPE_CHECKING:
    from zermelo.tablebase.in_memory import MemoryTable
    from zermelo.tablebase.table import Table


def check_retrograde(game: Game[Any], options: Options) -> None:
    """Raises BadOption for options that only a search can use, NotSupported for a game of which no table can be made."""
    from zermelo.tablebase.tabulate import check_can_be_tabulated

    check_can_be_tabulated(game)
    given = [*options.directing, *(["nodes"] if options.nodes is not None else [])]
    given += ["without"] if options.left_out else []
    if given:
        raise BadOption(
            f"{RETROGRADE} finds the values of all positions of {game}, and searches none: leave out {joined(given)}, or "
            f"name another algorithm{' and a depth' if game.cyclic else ''}."
        )
    if options.checkpoint is not None:
        raise BadOption(
            f"{RETROGRADE} keeps its work in a folder: leave out the checkpoint, or make a table with `zermelo table make`, "
            f"which can be resumed."
        )


class Attempt(NamedTuple):
    """The outcome of making a table."""

    table: Table | MemoryTable | None
    """None if the work was stopped."""
    stopped: str
    """"complete", "seconds" or "interrupted"."""
    seconds: float
    compile_seconds: float
    compiled: bool


class TableMaker:
    """Makes tables of all positions that can be reached from a position, in a folder that is deleted with this object.

    The work on a small game is over before it would be compiled. Work that is stopped is resumed by the next call for the
    same position.
    """

    def __init__(self, game: Game[Any], options: Options) -> None:
        """The options are those of a solver: `memory` and `compiled` are used."""
        self.game = game
        self.options = options
        self._folder: Path | None = None
        self._places: dict[Any, Path] = {}
        """The folder of each position from which a table was begun."""

    def attempt(
        self, state: Any, seconds: float | None, progress: Callable[[Progress], None] | None, *, wall: bool = False
    ) -> Attempt:
        """Make a table. `wall`: the time to compile counts, so nothing is compiled."""
        from zermelo.tablebase.limits import Limits
        from zermelo.tablebase.tabulate import tabulated

        began, first = time.perf_counter(), working_time()

        def report(text: str) -> None:
            if progress is not None:
                worst, best = self.game.reward_range
                progress(Progress("tabulating", working_time() - first, 0, None, worst, best, note=text))

        limits = Limits(seconds, self.options.memory, compiled=False if wall else self.options.compiled)
        made = tabulated(self.game, state, self._place(state), limits, report)
        spent = working_time() - first
        return Attempt(made.table, made.stopped, spent, time.perf_counter() - began - spent, made.compiled)

    def _place(self, state: Any) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="zermelo-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        return self._places.setdefault(state, self._folder / str(len(self._places)))


def with_work(result: Result, attempt: Attempt) -> Result:
    """A result from the table of this attempt, with the work that it took."""
    positions = 0 if attempt.table is None else len(attempt.table)
    return dataclasses.replace(
        result,
        counters={**result.counters, "nodes": positions},
        seconds=attempt.seconds,
        compile_seconds=attempt.compile_seconds,
        compiled=attempt.compiled,
    )


def undecided(game: Game[Any], state: Any, options: Options, chosen: str, attempt: Attempt) -> Result:
    """The result if the table could not be finished: nothing is proved."""
    worst, best = game.reward_range
    first = max(game.actions(state), key=lambda action: game.priority(state, action))
    known = Known(worst, None, (game.action_name(first),), (), RETROGRADE, chosen)
    return dataclasses.replace(
        with_work(Result.of_known(game, state, options.objective, known, attempt.seconds), attempt),
        kind="lower",
        upper=best,
        best_proved=False,
        all_best=False,
        stopped=attempt.stopped,
    )
