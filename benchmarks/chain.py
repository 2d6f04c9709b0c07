"""The algorithms one after the other on a board that beat most of the published ones, and knowledge on larger boards.

    python benchmarks/chain.py [--json FILE]

First mnk(4,4,4), the algorithms with a table but knowing nothing except the rules; then mnk(5,5,5) and mnk(5,5,4) with
all that the game knows. What is timed is a whole `solve` of the empty board, compiling left out, and the quickest of some
counts; numbers of nodes do not depend on the machine.
"""

from __future__ import annotations

from typing import Any

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import Solver, mnk

CHAIN = (
    ("alpha-beta", False),
    ("negamax", False),
    ("negascout", False),
    ("bns", False),
    ("bns", True),
    ("mtdf", False),
    ("mtdf", True),
)
"""Algorithm, iterative deepening."""

EACH = Bound("mnk(4,4,4), rules alone: the slowest", 60, lower=True, unit=" s")
BEST = Bound("mnk(4,4,4), rules alone: the quickest", 3, 0.3, lower=True, unit=" s")
KNOWING = {
    mnk(5, 5, 5): (
        Bound("mnk(5,5,5), all known: nodes", 10_000, lower=True),
        Bound("mnk(5,5,5), all known", 0.3, 0.03, lower=True, unit=" s"),
    ),
    mnk(5, 5, 4): (
        Bound("mnk(5,5,4), all known: nodes", 400_000, lower=True),
        Bound("mnk(5,5,4), all known", 0.3, 0.03, lower=True, unit=" s"),
    ),
}


def measure(game: mnk, algorithm: str, rounds: int, *, deepening: bool, knowing: bool) -> dict[str, Any]:
    """Solve the empty board some times over."""
    without = () if knowing else ("all",)
    solver: Solver[Any] = Solver(game, algorithm=algorithm, deepening=deepening, without=without, line=False)
    results = [solver.solve() for _ in range(rounds)]
    first = results[0]
    assert first.exact or not solver.algorithm.gives_value, first.sentence()
    assert all(result.counters == first.counters for result in results), "two searches counted differently"
    return {
        "game": str(game),
        "search": algorithm + (" + iterative deepening" if deepening else ""),
        "knowledge": "all" if knowing else "none",
        "nodes": first.counters["nodes"],
        "seconds": min(result.seconds for result in results),
        "compile seconds": first.compile_seconds,
    }


def main() -> None:
    options = arguments(__doc__, rounds="5: times to solve each")
    blind = [
        measure(mnk(4, 4, 4), name, options.rounds, deepening=deepening, knowing=False) for name, deepening in CHAIN
    ]
    seconds = [row["seconds"] for row in blind]
    verdicts = [Verdict(EACH, max(seconds)), Verdict(BEST, min(seconds))]
    knowing = []
    for game, (nodes, time) in KNOWING.items():
        row = measure(game, "mtdf", options.rounds, deepening=False, knowing=True)
        knowing.append(row)
        verdicts += [Verdict(nodes, row["nodes"]), Verdict(time, row["seconds"])]
    rows = [*blind, *knowing]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude(verdicts, rows, options.json)


if __name__ == "__main__":
    main()
