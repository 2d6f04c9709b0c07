"""A chain of algorithms on a board that defeated most of the published solvers, and knowledge on larger boards.

    python benchmarks/chain.py [--json FILE]

First mnk(4,4,4) is solved by each algorithm with a table, without any knowledge but the rules; then mnk(5,5,5) and
mnk(5,5,4) with all knowledge of the game. A complete `solve` of the empty board is timed, after compiling: the processor
time of the whole process, the fastest of several runs. The numbers of nodes do not depend on the machine.
"""

from __future__ import annotations

import time
from typing import Any

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import Solver
from zermelo.games import mnk

CHAIN = (
    ("alpha-beta", False),
    ("negamax", False),
    ("negascout", False),
    ("bns", False),
    ("bns", True),
    ("mtdf", False),
    ("mtdf", True),
)
"""The algorithms, and whether with iterative deepening."""

EACH = Bound("mnk(4,4,4), rules alone: the slowest", 60, lower=True, unit=" s")
BEST = Bound("mnk(4,4,4), rules alone: the fastest", 3, 0.3, lower=True, unit=" s")
KNOWING = {
    mnk(5, 5, 5): (
        Bound("mnk(5,5,5), all knowledge: nodes", 10_000, lower=True),
        Bound("mnk(5,5,5), all knowledge", 0.3, 0.03, lower=True, unit=" s"),
    ),
    mnk(5, 5, 4): (
        Bound("mnk(5,5,4), all knowledge: nodes", 400_000, lower=True),
        Bound("mnk(5,5,4), all knowledge", 0.3, 0.03, lower=True, unit=" s"),
    ),
}


def measure(game: mnk, algorithm: str, rounds: int, *, deepening: bool, knowing: bool) -> dict[str, Any]:
    """A row of the table: the empty board solved several times."""
    without = () if knowing else ("all",)
    solver: Solver[Any] = Solver(game, algorithm=algorithm, deepening=deepening, without=without, line=False, threads=1)
    first = solver.solve()
    assert first.exact or not solver.algorithm.gives_value, first.sentence()

    def again() -> float:
        started = time.process_time()
        assert solver.solve().counters == first.counters, "the counters of two searches differ"
        return time.process_time() - started

    return {
        "game": str(game),
        "search": algorithm + (" + iterative deepening" if deepening else ""),
        "knowledge": "all" if knowing else "none",
        "nodes": first.counters["nodes"],
        "seconds": min(again() for _ in range(rounds)),
        "compile seconds": first.compile_seconds,
    }


def main() -> None:
    options = arguments(__doc__, rounds="5: times to solve each")
    blind = [
        measure(mnk(4, 4, 4), name, options.rounds, deepening=deepening, knowing=False) for name, deepening in CHAIN
    ]
    taken = [row["seconds"] for row in blind]
    verdicts = [Verdict(EACH, max(taken)), Verdict(BEST, min(taken))]
    knowing = []
    for game, (nodes, seconds) in KNOWING.items():
        row = measure(game, "mtdf", options.rounds, deepening=False, knowing=True)
        knowing.append(row)
        verdicts += [Verdict(nodes, row["nodes"]), Verdict(seconds, row["seconds"])]
    rows = [*blind, *knowing]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
