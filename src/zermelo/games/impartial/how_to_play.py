"""The titles and the rules of impartial games, for people, and pictures of heaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from zermelo.core.board import Cell
from zermelo.core.wording import joined
from zermelo.games.impartial.rules import HeapRule
from zermelo.games.titles import in_words, several

BEARERS: Final = {"kayles": "Kayles", "dawson": "Dawson's Kayles"}
"""The families whose octal game has a name of its own."""

PINS: Final = {
    "kayles": "On your turn, knock down one pin, or two that stand side by side.",
    "dawson": "On your turn, knock down two pins that stand side by side.",
}
"""How to move in the families that are played with rows of pins instead of heaps of counters."""

APART: Final = "This may split a row into two, and pins of different rows never stand side by side."


def ending(misere: bool) -> str:
    return f"The player who makes the last move {'loses' if misere else 'wins'}."


def title_in(name: str, misere: bool) -> str:
    """The title of a game in normal or in misère play."""
    return f"Misère {name}" if misere else name


def heaps_title(family: str, rule: HeapRule, heaps: tuple[int, ...], misere: bool) -> str:
    """The title of a game on heaps: "Nim: 3, 5, 7"."""
    name = BEARERS.get(family, rule.title())
    return title_in(f"{name}: {', '.join(map(str, heaps))}", misere)


def heaps_rules(family: str, rule: HeapRule, heaps: tuple[int, ...], *, misere: bool, splits: bool) -> str:
    """The rules of a game on heaps. `splits`: whether a move may leave two heaps."""
    heap, counter = ("row", "pin") if family in PINS else ("heap", "counter")
    move = f"{PINS[family]} {APART}" if family in PINS else rule.how_to_move()
    written = (
        f"A move is written as the number of a {heap}, 1 for the one that is the largest now, and what is left of it: 1:3 "
        f"leaves three {counter}s{f', and 1:3+2 leaves {heap}s of three and two' if splits else ''}."
    )
    return f"{_start(heaps, heap, counter)} {move} {ending(misere)}\n\n{written}"


def _start(heaps: tuple[int, ...], heap: str, counter: str) -> str:
    if len(heaps) == 1:
        return f"There is a {heap} of {several(heaps[0], counter)}."
    return f"There are {in_words(len(heaps))} {heap}s, of {joined(heaps)} {counter}s."


TALLEST: Final = 8
"""The most counters of a heap that is drawn as one column."""


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
