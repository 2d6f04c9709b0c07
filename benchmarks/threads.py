"""How much faster several threads are: solves of more than ten seconds with one thread and with two, in real time.

    python benchmarks/threads.py [--threads N] [--rounds N] [--json FILE]

The first three are solved for the distance, the last three, which are games of one page, for who wins. Both start with an
empty table, and the values must agree. The nodes of several threads differ from run to run. The bounds were fixed before the
first run. Other load on the machine makes the threads look slower.
"""

from __future__ import annotations

import math
import statistics
from typing import Any

from common import Bound, Verdict, arguments, conclude, example, print_table

from zermelo import Game, Result, Solver
from zermelo.games import connect

SOLVES: dict[str, tuple[Game[Any], Any]] = {
    "connect(7,6,4)": (connect(7, 6, 4), "distance"),
    "connect(8,5,4)": (connect(8, 5, 4), "distance"),
    "connect(6,7,4)": (connect(6, 7, 4), "distance"),
    "Domineering(7,7)": (example("domineering.py:Domineering(7,7)"), "outcome"),
    "Domineering(5,10)": (example("domineering.py:Domineering(5,10)"), "outcome"),
    "DotsAndBoxes(3,3)": (example("dots_and_boxes.py:DotsAndBoxes(3,3)"), "outcome"),
}
"""Games with the objective of the solve."""

FASTER = Bound("speed of two threads relative to one, geometric mean", 1.7, 1.9)
NONE_SLOWER = Bound("the least of these speeds", 1.5)


def main() -> None:
    """Measure, print, and report whether the bound is met."""
    options = arguments(__doc__, threads="2: threads to compare with one", rounds="1: solves of each kind")
    rows: list[dict[str, Any]] = []
    for name, (game, objective) in SOLVES.items():
        one, several = [], []
        for _ in range(options.rounds):
            one.append(solved(game, objective, 1))
            several.append(solved(game, objective, options.threads))
            print(name, one[-1].seconds, several[-1].seconds, flush=True)
        assert len({(found.value, found.distance, found.kind) for found in one + several}) == 1
        alone = statistics.median(found.seconds for found in one)
        together = statistics.median(found.seconds for found in several)
        nodes = statistics.median(found.counters["nodes"] for found in several) / one[0].counters["nodes"]
        rows.append(
            {"": name, "1, s": alone, f"{options.threads}, s": together, "speed": alone / together, "nodes": nodes}
        )
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    mean = math.exp(statistics.fmean(math.log(row["speed"]) for row in rows))
    least = min(row["speed"] for row in rows)
    conclude([Verdict(FASTER, mean), Verdict(NONE_SLOWER, least)], rows, options.json)


def solved(game: Game[Any], objective: Any, threads: int) -> Result:
    """One solve, compiled beforehand."""
    solver: Solver[Any] = Solver(game, objective=objective, memory=2 << 30, threads=threads, compiled=True, line=False)
    solver.solve(seconds=0.1)
    return solver.solve()


if __name__ == "__main__":
    main()
