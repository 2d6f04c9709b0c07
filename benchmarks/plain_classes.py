"""Classes as people write them: how fast they are searched compiled and interpreted, and how long a first answer takes.

    python benchmarks/plain_classes.py [FILE ...] [--json FILE]

Without files, those of tests/plain. For each class: the nodes per second of a search without knowledge, table or ordering,
compiled and interpreted; the seconds of `zermelo solve FILE`, a process with an empty compile cache; and the seconds of one
that compiles first and then visits 100 positions. Run it on an idle machine; the least of the rounds counts.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from common import PYTHON, Bound, Searcher, Verdict, arguments, conclude, print_table

from zermelo import Game, Solver
from zermelo.core.errors import NotCompilable
from zermelo.games.catalogue import game_named

CLASSES: Final = Path(__file__).parent.parent / "tests" / "plain"
NO_CLASSES: Final = {"__init__", "memo", "test_plain"}

COMPILED: Final = Bound("share of the classes that run compiled", 0.9)
LEAST: Final = Bound("speed compiled relative to interpreted, the worst class", 100)
MEAN: Final = Bound("speed compiled relative to interpreted, geometric mean", 300)
ANSWER: Final = Bound("the first answer, the slowest class", 1.0, lower=True, unit=" s")
BEGUN: Final = Bound("until compiled code has searched, the slowest class", 1.0, lower=True, unit=" s")

BUDGET_SPENT: Final = 3
"""The status of `zermelo solve` when it ends with bounds."""

LONG: Final = 0.2
"""Searches go so deep that an interpreted one takes these seconds, or to the end of the game."""


def searchers(game: Game[Any]) -> tuple[Searcher, Searcher]:
    """A compiled search, and an interpreted one of the same depth. Raises NotCompilable."""
    algorithm = "star1" if game.has_chance else "negamax"
    depth, interpreted = 1, Searcher(game, algorithm, compiled=False, depth=1)
    while depth < game.max_length and interpreted.seconds() < LONG:
        depth += 1
        interpreted = Searcher(game, algorithm, compiled=False, depth=depth)
    compiled = Searcher(game, algorithm, compiled=True, depth=depth)
    assert compiled.counters == interpreted.counters
    return compiled, interpreted


def speeds(game: Game[Any], rounds: int) -> dict[str, float]:
    """Nodes per second, and their ratio."""
    compiled, interpreted = searchers(game)
    times = int(LONG / max(compiled.seconds(), 1e-6)) + 1
    fast = min(statistics.median(compiled.seconds() for _ in range(min(times, 1000))) for _ in range(rounds))
    slow = min(interpreted.seconds() for _ in range(rounds))
    nodes = compiled.nodes
    return {
        "nodes": nodes,
        "compiled, M/s": nodes / fast / 1e6,
        "interpreted, k/s": nodes / slow / 1e3,
        "ratio": slow / fast,
    }


def seconds(*words: str) -> float:
    """The seconds of `zermelo solve` with these words and an empty compile cache."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        command = [PYTHON, "-m", "zermelo", "solve", *words]
        ended = subprocess.run(
            command, env={**os.environ, "ZERMELO_CACHE": cache}, stdout=subprocess.DEVNULL, check=False
        )
        assert ended.returncode in (0, BUDGET_SPENT)
        return time.perf_counter() - began


def measure(file: Path, rounds: int) -> dict[str, Any]:
    """A row of the table."""
    row: dict[str, Any] = {"class": file.stem}
    game = game_named(str(file))
    row["answer, s"] = min(seconds(str(file)) for _ in range(rounds))
    try:
        Solver(game, compiled=True).prepare()
    except NotCompilable as error:
        return row | {"refused": str(error)}
    row["compiled after, s"] = min(seconds(str(file), "--compiled", "--nodes", "100") for _ in range(rounds))
    return row | speeds(game, rounds)


def main() -> None:
    options = arguments(__doc__, files="default: those of tests/plain", rounds="3: rounds to measure")
    files = options.files or sorted(file for file in CLASSES.glob("*.py") if file.stem not in NO_CLASSES)
    rows: list[dict[str, Any]] = []
    for file in files:
        rows.append(measure(file, options.rounds))
        print(rows[-1]["class"], flush=True)
    compiled = [row for row in rows if "ratio" in row]
    headings = list(compiled[0])
    print_table(headings, [[row.get(name, "-") for name in headings] for row in rows])
    verdicts = [
        Verdict(COMPILED, len(compiled) / len(rows)),
        Verdict(LEAST, min(row["ratio"] for row in compiled)),
        Verdict(MEAN, statistics.geometric_mean(row["ratio"] for row in compiled)),
        Verdict(ANSWER, max(row["answer, s"] for row in rows)),
        Verdict(BEGUN, max(row["compiled after, s"] for row in compiled)),
    ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
