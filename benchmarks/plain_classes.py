"""Classes as people write them: how fast they are searched compiled and interpreted, and how long a first answer takes.

    python benchmarks/plain_classes.py [FILE ...] [--json FILE]

Without files, those of tests/plain. For each class: the seconds of `zermelo solve FILE` with an empty compile cache;
those of one that compiles first and then visits 100 positions; and the nodes per second of a search without knowledge,
table or ordering, compiled and interpreted. A class that is solved by a table of all positions is not searched, and has the
first figure alone. Run it on an idle machine; the least of the rounds counts.
"""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any, Final

from common import PYTHON, Bound, Searcher, Verdict, arguments, conclude, print_table, uncached

from zermelo import Game, Solver, game_named
from zermelo.cli import BUDGET_SPENT, DONE
from zermelo.core.errors import NotCompilable

CLASSES: Final = Path(__file__).parent.parent / "tests" / "plain"

COMPILED: Final = Bound("share of the classes that run compiled", 0.9)
LEAST: Final = Bound("speed compiled relative to interpreted, the worst class", 100)
MEAN: Final = Bound("speed compiled relative to interpreted, geometric mean", 300)
ANSWER: Final = Bound("the first answer, the slowest class", 1.0, lower=True, unit=" s")
BEGUN: Final = Bound("until compiled code has searched, the slowest class", 1.0, lower=True, unit=" s")

LONG: Final = 0.2
"""Searches go so deep that an interpreted one takes these seconds, or to the end of the game."""


def searchers(game: Game[Any]) -> tuple[Searcher, Searcher]:
    """A compiled search, and an interpreted one of the same depth. Raises NotCompilable."""
    algorithm = "star1" if game.has_chance else "maxn" if game.players > 2 else "negamax"
    depth = game.max_length if algorithm == "maxn" else 1  # max^n takes no estimates
    interpreted = Searcher(game, algorithm, compiled=False, depth=depth)
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


def measure(file: Path, rounds: int) -> dict[str, Any]:
    """A row of the table; a class that is not compiled has a line of its own that says why."""
    solve = [PYTHON, "-m", "zermelo", "solve", str(file)]
    row: dict[str, Any] = {"class": file.stem, "answer, s": min(uncached(solve) for _ in range(rounds))}
    game = game_named(str(file))
    solver: Solver[Any] = Solver(game, compiled=True)
    try:
        _ = solver.prepare() if solver.searches else solver.solve()
    except NotCompilable as error:
        print(f"{file.stem}: {error}", flush=True)
        return row | {"compiled": "no"}
    if not solver.searches:
        return row | {"compiled": "table"}
    compiling = [*solve, "--compiled", "--nodes", "100"]
    row["compiled after, s"] = min(uncached(compiling, (DONE, BUDGET_SPENT)) for _ in range(rounds))
    return row | {"compiled": "search"} | speeds(game, rounds)


def main() -> None:
    options = arguments(__doc__, files="default: those of tests/plain", rounds="3: rounds to measure")
    files = options.files or [CLASSES / f"{name}.py" for name in json.loads((CLASSES / "expected.json").read_text())]
    rows = [measure(file, options.rounds) for file in files]
    searched = [row for row in rows if row["compiled"] == "search"]
    headings = list(max(rows, key=len))
    print_table(headings, [[row.get(name, "-") for name in headings] for row in rows])
    verdicts = [
        Verdict(COMPILED, statistics.mean(row["compiled"] != "no" for row in rows)),
        Verdict(ANSWER, max(row["answer, s"] for row in rows)),
    ]
    if searched:
        ratios = [row["ratio"] for row in searched]
        verdicts += [
            Verdict(LEAST, min(ratios)),
            Verdict(MEAN, statistics.geometric_mean(ratios)),
            Verdict(BEGUN, max(row["compiled after, s"] for row in searched)),
        ]
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
