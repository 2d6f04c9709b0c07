"""How much slower mnk is if one compilation serves all boards: sizes passed at run time, compared with constants."""

from __future__ import annotations

import statistics
from typing import Any

from zermelo import Solver
from zermelo.games import mnk


class at_run_time(mnk):  # noqa: N801
    """The game mnk with its sizes passed at run time instead of being constants of the code."""

    runtime = ("rows", "columns", "k", "stride", "length", "action_count", "max_length")


def speed(solver: Solver[Any]) -> float:
    """The nodes per second of one search."""
    result = solver.solve()
    return result.counters["nodes"] / result.seconds


def main() -> None:
    """Print the ratio of the speeds, the median of five interleaved runs, for two searches."""
    plain = {"algorithm": "alpha-beta", "without": ("all",), "table": False, "line": False}
    cases: tuple[tuple[str, tuple[int, int, int], dict[str, Any]], ...] = (
        ("plain alpha-beta, 4x4 k=3", (4, 4, 3), plain),
        ("all knowledge, 5x5 k=4", (5, 5, 4), {}),
    )
    for title, sizes, options in cases:
        constant, passed = Solver(mnk(*sizes), **options), Solver(at_run_time(*sizes), **options)
        speed(constant), speed(passed)  # compile
        ratios = [speed(passed) / speed(constant) for _ in range(5)]
        print(f"{title}: {statistics.median(ratios):.2f} of the nodes per second")


if __name__ == "__main__":
    main()
