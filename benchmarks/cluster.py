"""What jobs cost: clusters on this machine, compared with one search on two threads.

    python benchmarks/cluster.py [--games 5] [--clusters 1] [--megabytes 2048] [--json FILE]

Each of the first N games is solved by `solve` with two threads, then by a cluster of one worker with two threads, which
share its table, and if two clusters are asked for, by one of two workers with a thread each, which share nothing but the
answers of jobs. Seconds are real time, so nothing else should run. Nodes are those of all threads, or of all jobs that
were answered. The bounds were recorded before the first run, and are for the first cluster.
"""

from __future__ import annotations

import time
from typing import Any, Final

from common import EXAMPLES, Bound, Verdict, arguments, conclude, print_table

import zermelo

GAMES: Final = (
    "connect(7,7,4)",
    "connect(10,4,4)",
    "connect(5,11,4)",
    "connect(9,5,4)",
    f"{EXAMPLES}/domineering.py:Domineering(6,8)",
)
"""The first four take two threads more than a minute."""

WORST = Bound("time of a cluster relative to two threads, worst game", 2.0, 1.3, lower=True)


CLUSTERS: Final = ((1, 2), (2, 1))
"""How many workers, and how many threads each has."""


def row_of(name: str, memory: int, clusters: int) -> dict[str, Any]:
    """The time and the nodes of each, for one game."""
    alone = zermelo.solve(name, threads=2, memory=memory, line=False)
    seconds = alone.seconds + alone.compile_seconds
    row = {
        "game": name.rpartition(":")[2],
        "value": int(alone.value),
        "seconds, threads": seconds,
        "nodes, threads": alone.counters["nodes"],
    }
    for count, threads in CLUSTERS[:clusters]:
        with zermelo.cluster(f"processes:{count}", threads=threads) as workers:
            workers.solve("mnk(3,3,3)")  # so that all workers have started
            began = time.perf_counter()
            together = workers.solve(name, memory=memory // count)
            taken = time.perf_counter() - began
        assert alone.kind == together.kind == "exact"
        assert alone.value == together.value, name
        layout = f"{count} x {threads}"
        row |= {
            f"seconds, {layout}": taken,
            f"ratio, {layout}": taken / seconds,
            f"nodes, {layout}": together.counters["nodes"],
            f"jobs, {layout}": int(together.chosen.split()[0].replace(",", "")),
        }
    return row


def main() -> None:
    """Measure, print, and report whether the bounds are met."""
    asked = arguments(
        __doc__,
        games=f"{len(GAMES)}: how many of the {len(GAMES)}",
        clusters=f"1: how many of the {len(CLUSTERS)}",
        megabytes="2048: size of the tables",
    )
    rows = [row_of(name, asked.megabytes << 20, asked.clusters) for name in GAMES[: asked.games]]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([Verdict(WORST, max(row["ratio, 1 x 2"] for row in rows))], rows, asked.json)


if __name__ == "__main__":
    main()
