"""Words for the titles and the rules of impartial games, and pictures of heaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from zermelo.core.board import Cell

TALLEST: Final = 8
"""The most counters of a heap that is drawn as one column."""


def ending(misere: bool) -> str:
    return f"The player who makes the last move {'loses' if misere else 'wins'}."


def title_in(name: str, misere: bool) -> str:
    return f"Misère {name}" if misere else name


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
