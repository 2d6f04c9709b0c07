"""Shared by the benchmarks: interleaved timing, tables of text, bounds fixed beforehand, JSON.

The figures of a comparison are measured alternately in one process, in seconds of processor time of the thread that works,
so that other load on the machine matters little and affects all of them alike. Ratios are computed within each round; the
median over the rounds counts.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from zermelo import Game, Result, Solver, game_named
from zermelo.core.arrays import memory
from zermelo.search.parts.counters import NODES, TO_THE_END
from zermelo.search.parts.scoring import INFINITY
from zermelo.search.parts.table import TranspositionTable

PYTHON = os.environ.get("PYTHON", sys.executable)
"""The Python of processes that are timed: another one may have a wheel installed, with the programs that it brings."""

EXAMPLES = Path(__file__).parent.parent / "examples"


class Bound(NamedTuple):
    """A bound on a figure, fixed beforehand, and a target for it. `lower`: the figure should be small."""

    what: str
    bound: float
    reach: float | None = None
    lower: bool = False
    unit: str = ""

    def met(self, figure: float) -> bool:
        """Whether the figure is within the bound."""
        return figure <= self.bound if self.lower else figure >= self.bound

    def reached(self, figure: float) -> bool:
        """Whether the figure reaches the target."""
        if self.reach is None:
            return self.met(figure)
        return figure <= self.reach if self.lower else figure >= self.reach


class Verdict(NamedTuple):
    """A bound and the figure that was measured."""

    bound: Bound
    figure: float

    def line(self) -> str:
        """The result in one line."""
        bound, figure = self.bound, self.figure
        word = "PASS" if bound.met(figure) else "FAIL"
        relation = "at most" if bound.lower else "at least"
        reach = (
            "" if bound.reach is None else f"; target {bound.reach:g} {'' if bound.reached(figure) else 'not '}reached"
        )
        return f"{word}  {bound.what}: {figure:,.4g}{bound.unit} (bound: {relation} {bound.bound:g}{bound.unit}{reach})"


class Searcher:
    """One algorithm on one game, with all knowledge and a table, or with neither. Only its kernel is timed."""

    def __init__(
        self,
        game: Game[Any],
        algorithm: str,
        *,
        compiled: bool,
        depth: int | None = None,
        table: TranspositionTable | None = None,
    ) -> None:
        self._solver: Solver[Any] = Solver(
            game,
            algorithm=algorithm,
            table=table is not None,
            without=() if table else ("all",),
            line=False,
            compiled=compiled,
        )
        self._state, self._depth, self._table = game.initial(), depth or game.max_length, table
        self.counters: list[int] = []
        """The counters of the last search."""
        self.seconds()

    def seconds(self) -> float:
        """The seconds of one search, called from Python, which starts with an empty table."""
        machine = self._solver.machine()
        if self._table is not None:
            memory(self._table.rows)[:] = bytes(self._table.rows.nbytes)
            self._solver.search.table = self._table
            machine.bind(self._solver.searched_game, self._solver.search)
        self._solver.search.control[TO_THE_END] = self._depth >= self._solver.game.max_length
        taken = busy(lambda: machine.run(self._state, self._depth, -INFINITY, INFINITY, 0))
        self.counters = list(map(int, self._solver.search.counters))
        return taken

    @property
    def nodes(self) -> int:
        """The number of nodes that one search visits."""
        return self.counters[NODES]


def interleaved(subjects: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """The seconds that each subject reports, in each of the rounds."""
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, subject in subjects.items():
            taken[name].append(subject())
    return taken


def typical(subject: Callable[[], float], times: int) -> Callable[[], float]:
    """A subject that reports the median of several runs, for runs that are very short."""
    return lambda: statistics.median(subject() for _ in range(times))


def ratio(numerator: Sequence[float], denominator: Sequence[float]) -> float:
    """The median over the rounds of one subject's seconds divided by the other's."""
    return statistics.median(a / b for a, b in zip(numerator, denominator, strict=True))


def example(name: str) -> Game[Any]:
    """The game with this name; a file is one of examples/: "domineering.py:Domineering(5,5)"."""
    return game_named(str(EXAMPLES / name) if ".py:" in name else name)


def check_proofs(parser: argparse.ArgumentParser, folders: Sequence[Path], name: str) -> None:
    """Exit with an error unless each of these folders has the file of a proof by a cluster that is needed."""
    for folder in folders:
        if not (folder / name).exists():
            parser.error(
                f"{folder} has no {name}; name a folder that `zermelo solve --cluster` was given as --checkpoint."
            )


OUTCOMES = {-1: "loss", 0: "draw", 1: "win"}


def outcome(result: Result) -> str:
    """The value for the first player as a word, if there is one; or the proved bounds, "loss to draw"."""
    low, high = (OUTCOMES.get(int(value), str(value)) for value in (result.lower, result.upper))
    return low if low == high else f"{low} to {high}"


def solved(game: Game[Any], **options: Any) -> dict[str, Any]:
    """A row of a table: the game solved once, with the seconds of searching, not compiling.

    Without iterative deepening, which a time limit would otherwise switch on.
    """
    result = Solver(game, line=False, deepening=False, **options).solve()
    return {
        "game": str(game),
        "value": outcome(result),
        "nodes": result.counters["nodes"],
        "seconds": result.seconds,
    }


def uncached(command: Sequence[str], statuses: Sequence[int] = (0,)) -> float:
    """The seconds of real time of a process that begins with an empty compile cache, and ends with one of these statuses."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "ZERMELO_CACHE": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # modules are compiled once, when they are first used
        began = time.perf_counter()
        ended = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
        assert ended.returncode in statuses, command
        return time.perf_counter() - began


def busy(action: Callable[[], Any]) -> float:
    """The seconds of processor time that an action takes in this thread."""
    started = time.thread_time()
    action()
    return time.thread_time() - started


def machine() -> dict[str, Any]:
    """The machine on which the figures were measured."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return {"processor": model, "cores": os.cpu_count(), "python": platform.python_version(), "load": os.getloadavg()}


def print_table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table; the first column is aligned left, the others right."""
    texts = [list(map(str, headings)), *[[_text(value) for value in row] for row in rows]]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    for row in texts:
        cells = [
            text.rjust(width) if i else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    print()


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def arguments(description: str | None, files: str = "", **flags: str) -> argparse.Namespace:
    """Parse `--json FILE`, the benchmark's integer options (`name="default: help"`), and `files` if it has a help text."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    if files:
        parser.add_argument("files", nargs="*", type=Path, help=files)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    for name, text in flags.items():
        default, _, help_ = text.partition(": ")
        parser.add_argument(f"--{name}", type=int, default=int(default), help=f"{help_} (default {default})")
    return parser.parse_args()


def conclude(verdicts: Sequence[Verdict], rows: Sequence[Mapping[str, Any]], file: Path | None) -> None:
    """Print PASS or FAIL for each bound, write JSON to `file` if it is given, and exit with 1 if a bound is broken."""
    for verdict in verdicts:
        print(verdict.line())
    if file is not None:
        judged = [
            {**verdict.bound._asdict(), "figure": verdict.figure, "met": verdict.bound.met(verdict.figure)}
            for verdict in verdicts
        ]
        report = {"machine": machine(), "rows": list(rows), "bounds": judged}
        file.write_text(json.dumps(report, indent=2) + "\n")
    sys.exit(0 if all(verdict.bound.met(verdict.figure) for verdict in verdicts) else 1)
