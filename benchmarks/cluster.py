"""What jobs cost: a cluster of two processes, compared with one search on two threads of the same machine.

    python benchmarks/cluster.py [--games 5] [--megabytes 2048] [--json FILE]

Each of the first N games is solved by `solve` with two threads, then by `zermelo.cluster("processes:2")`, whose workers
share nothing but the answers of jobs. Seconds are real time, so nothing else should run. Nodes are those of all
threads, or of all jobs that were answered. The bounds were recorded before the first run.
"""

from __future__ import annotations

import time
from typing import Any, Final

from common import EXAMPLES, Bound, Verdict, arguments, conclude, print_table

import zermelo

GAMES: Final = (
    "connect(6,8,4)",
    "connect(7,7,4)",
    "connect(9,5,4)",
    f"{EXAMPLES}/domineering.py:Domineering(5,10)",
    f"{EXAMPLES}/dots_and_boxes.py:DotsAndBoxes(3,3)",
)

WORST = Bound("time of a cluster relative to two threads, worst game", 2.0, 1.3, lower=True)


def row_of(name: str, memory: int) -> dict[str, Any]:
    """The time and the nodes of both, for one game."""
    alone = zermelo.solve(name, threads=2, memory=memory, line=False)
    with zermelo.cluster("processes:2") as workers:
        workers.solve("mnk(3,3,3)")  # so that both workers have started
        began = time.perf_counter()
        together = workers.solve(name, memory=memory // 2)
        seconds = time.perf_counter() - began
    assert alone.kind == together.kind == "exact"
    assert alone.value == together.value, name
    return {
        "game": name.rpartition(":")[2],
        "value": int(alone.value),
        "seconds, threads": alone.seconds + alone.compile_seconds,
        "seconds, cluster": seconds,
        "ratio": seconds / (alone.seconds + alone.compile_seconds),
        "nodes, threads": alone.counters["nodes"],
        "nodes, cluster": together.counters["nodes"],
        "jobs": together.chosen,
    }


def main() -> None:
    """Measure, print, and report whether the bounds are met."""
    asked = arguments(
        __doc__, games=f"{len(GAMES)}: how many of the {len(GAMES)}", megabytes="2048: size of the tables"
    )
    rows = [row_of(name, asked.megabytes << 20) for name in GAMES[: asked.games]]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(WORST, max(row["ratio"] for row in rows))], rows, asked.json)


if __name__ == "__main__":
    main()
