"""Heaps drawn as stacks of counters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from zermelo.core.board import Cell

TALLEST: Final = 8
"""Heaps of up to so many counters are drawn as one column."""


def stacks(sizes: Sequence[int], start: Sequence[int]) -> list[list[Cell]]:
    """The counters of each heap, from the bottom; the first heap is on the left. `start`: the heaps when the game begins.

    A tall heap is several counters wide, so that the heaps at the start are drawn about as wide as they are tall. A counter
    stays in its row when others are taken.
    """
    largest = max(start)
    wide = 1 if largest <= TALLEST else max(math.isqrt(largest // len(start)), 1)
    bottom = (largest - 1) // wide
    heaps: list[list[Cell]] = []
    left = 0
    for size in sizes:
        heaps.append(
            [Cell(bottom - height // wide, left + height % wide, "o", look="counter") for height in range(size)]
        )
        left += 1 if wide == 1 else min(wide, size) + 1  # an empty column between wide heaps
    return heaps
