"""Start-up time: complete processes, from the command to the answer.

    python benchmarks/startup.py [--json FILE]

`zermelo solve` on tic-tac-toe, with the compile cache as it leaves it, compared with `python -c 'import numpy'`; and
`zermelo --help`, compared with `python -c 'import click'`. Ratios are of processor time (user and system), which other load
on the machine affects least. `first_answer.py` measures starts with an empty compile cache.
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
HELP = (*ZERMELO, "--help")
IMPORTS_NO_LLVM = """
import sys
from zermelo.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
sys.exit("llvmlite" in sys.modules)
"""

WARM = Bound("solve mnk(3,3,3), warm, relative to `import numpy`", 2.25, 1.5, lower=True)
HELPS = Bound("--help, relative to `import click`", 2, lower=True)
NO_LLVM = Bound("--help imports llvmlite (1: yes)", 0, lower=True)


class Taken(NamedTuple):
    """The seconds of a process: real time, and processor time."""

    wall: float
    busy: float


def process(command: tuple[str, ...], cache: str) -> Taken:
    """Run a command and discard its output."""
    environment = {**os.environ, "ZERMELO_CACHE": cache}
    before, started = children_busy(), time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return Taken(time.perf_counter() - started, children_busy() - before)


def children_busy() -> float:
    """The processor time of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compared(commands: dict[str, tuple[str, ...]], cache: str, rounds: int) -> dict[str, list[Taken]]:
    """The times of the commands, run alternately, after one run of each that does not count."""
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


def row(name: str, taken: list[Taken]) -> dict[str, Any]:
    """A row of the table: the medians of several runs."""
    wall, busy = (statistics.median(column) for column in zip(*taken, strict=True))
    return {"process": name, "runs": len(taken), "seconds": wall, "processor seconds": busy}


def times(taken: dict[str, list[Taken]], name: str, other: str) -> float:
    """The processor time of one command relative to that of another."""
    return ratio([run.busy for run in taken[name]], [run.busy for run in taken[other]])


def main() -> None:
    options = arguments(__doc__, rounds="11: rounds to measure")
    python = (sys.executable, "-c")
    with tempfile.TemporaryDirectory() as cache:
        solves = compared({"solve, warm": SOLVE, "import numpy": (*python, "import numpy")}, cache, options.rounds)
        helps = compared({"--help": HELP, "import click": (*python, "import click")}, cache, options.rounds)
        no_llvm = subprocess.run((*python, IMPORTS_NO_LLVM), stdout=subprocess.DEVNULL, check=False).returncode
    rows = [row(name, taken) for name, taken in {**solves, **helps}.items()]
    print_table(list(rows[0]), [list(line.values()) for line in rows])
    verdicts = [
        Verdict(WARM, times(solves, "solve, warm", "import numpy")),
        Verdict(HELPS, times(helps, "--help", "import click")),
        Verdict(NO_LLVM, no_llvm),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
