"""Grundy values of many heaps: seconds and peak memory.

    python benchmarks/grundy_values.py [--json FILE]

Kayles and a subtraction game up to a million, Grundy's game up to 20,000. Memory is the peak of what Python and NumPy
allocate. Each figure is measured in a new process. There is no bound.
"""

from __future__ import annotations

import multiprocessing
import time
import tracemalloc
from typing import Any, Final

from common import arguments, conclude, print_table

from zermelo.games.impartial import GrundysGame, HeapRule, octal, subtraction

LISTS: Final[tuple[tuple[HeapRule, int], ...]] = (
    (octal("0.77"), 1_000_000),
    (subtraction(1, 2, 3, 7, 11), 1_000_000),
    (GrundysGame(), 20_000),
)


def measured(number: int, memory: bool) -> tuple[float, int]:
    """The seconds or bytes for a list of values, and its last value, in a new process."""
    rule, heaps = LISTS[number]
    if memory:
        tracemalloc.start()
    started = time.perf_counter()
    values = rule.values(heaps)
    seconds = time.perf_counter() - started
    return (tracemalloc.get_traced_memory()[1] if memory else seconds), int(values[-1])


def main() -> None:
    """Print a row for each rule."""
    asked = arguments(__doc__)
    rows: list[dict[str, Any]] = []
    for number, (rule, heaps) in enumerate(LISTS):
        with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as fresh:
            seconds, last = fresh.apply(measured, (number, False))
            peak, _ = fresh.apply(measured, (number, True))
        rows.append({"rule": str(rule), "heaps": heaps, "seconds": seconds, "MB": peak / 1e6, "last": last})
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    conclude([], rows, asked.json)


if __name__ == "__main__":
    main()
