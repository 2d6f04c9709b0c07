"""What impartial games share: who wins, words for titles and rules, and pictures of heaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeVar

from zermelo.core.board import Cell
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown

State = TypeVar("State")

TALLEST: Final = 8
"""The most counters of a heap that is drawn as one column."""


class ImpartialGame(Game[State]):
    """A game in which a player who cannot move loses (misère: wins)."""

    impartial = True
    misere: bool | int = False

    def reward(self, state: State) -> int:
        return 1 if self.misere else -1

    def titled(self, name: str) -> str:
        return f"Misère {name}" if self.misere else name

    def ending(self) -> str:
        return f"The player who makes the last move {'loses' if self.misere else 'wins'}."


def check_heap(family: object, heap: int, most: int) -> None:
    if not is_within(heap, 0, most):
        raise BadGame(f"{family}: {shown(heap)} is not a heap size; heap sizes are integers from 0 to {most}.")


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
