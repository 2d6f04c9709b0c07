"""What starting costs: whole processes, from nothing to the answer.

    python benchmarks/startup.py [--json FILE]

Warm, `zermelo solve` on tic-tac-toe against `python -c 'import numba'`, its own largest part; cold, the same on a board
never compiled, with an empty cache; and `zermelo --help` against `python -c 'import click'`. Ratios are of processor time
(user and system), which other work on the machine disturbs least.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from common import Bound, Verdict, arguments, conclude, interleaved, print_table, ratio

ZERMELO = (sys.executable, "-m", "zermelo")
SOLVE = (*ZERMELO, "solve", "mnk(3,3,3)")
COLD = (*ZERMELO, "solve", "mnk(4,5,4)")
HELP = (*ZERMELO, "--help")
IMPORTS_NO_NUMBA = """
import sys
from zermelo.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
sys.exit("numba" in sys.modules)
"""

WARM = Bound("solve mnk(3,3,3), warm, times `import numba`", 2.5, 1.3, lower=True)
FIRST = Bound("solve mnk(4,5,4), cold", 10, 4, lower=True, unit=" s")
HELPS = Bound("--help, times `import click`", 2, lower=True)
NO_NUMBA = Bound("--help imports numba (1 if so)", 0, lower=True)


class Taken(NamedTuple):
    """The seconds of a process: by the clock, and of the processor."""

    wall: float
    busy: float


def process(command: tuple[str, ...], cache: str) -> Taken:
    """Run a command with its output thrown away."""
    environment = {**os.environ, "ZERMELO_CACHE": cache}
    before, started = children_busy(), time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return Taken(time.perf_counter() - started, children_busy() - before)


def children_busy() -> float:
    """The processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compared(commands: dict[str, tuple[str, ...]], cache: str, rounds: int) -> dict[str, list[Taken]]:
    """The commands by turns, each run once before."""
    taken: dict[str, list[Taken]] = {name: [] for name in commands}

    def subject(name: str) -> Callable[[], float]:
        def run() -> float:
            taken[name].append(process(commands[name], cache))
            return taken[name][-1].busy

        return run

    for command in commands.values():
        process(command, cache)
    interleaved({name: subject(name) for name in commands}, rounds)
    return taken


def cold(rounds: int) -> list[Taken]:
    """The same command with an empty cache each time."""
    taken: list[Taken] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            taken.append(process(COLD, cache))
    return taken


def row(name: str, taken: list[Taken]) -> dict[str, Any]:
    """Medians of some runs."""
    wall, busy = (statistics.median(column) for column in zip(*taken, strict=True))
    return {"process": name, "runs": len(taken), "seconds": wall, "processor seconds": busy}


def times(taken: dict[str, list[Taken]], name: str, other: str) -> float:
    """The processor time of one command, times that of another."""
    return ratio([run.busy for run in taken[name]], [run.busy for run in taken[other]])


def main() -> None:
    options = arguments(__doc__, rounds="11: rounds to measure", cold="3: cold starts to measure")
    python = (sys.executable, "-c")
    with tempfile.TemporaryDirectory() as cache:
        solves = compared({"solve, warm": SOLVE, "import numba": (*python, "import numba")}, cache, options.rounds)
        helps = compared({"--help": HELP, "import click": (*python, "import click")}, cache, options.rounds)
        no_numba = subprocess.run((*python, IMPORTS_NO_NUMBA), stdout=subprocess.DEVNULL, check=False).returncode
    colds = cold(options.cold)
    rows = [row(name, taken) for name, taken in {**solves, **helps, "solve, cold": colds}.items()]
    print_table(list(rows[0]), [list(line.values()) for line in rows])
    verdicts = [
        Verdict(WARM, times(solves, "solve, warm", "import numba")),
        Verdict(FIRST, min(run.busy for run in colds)),
        Verdict(HELPS, times(helps, "--help", "import click")),
        Verdict(NO_NUMBA, no_numba),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
