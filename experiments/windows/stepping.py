"""Null-window searches one after the other, each placed by the rule of MTD(f) or by that of a binary search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from experiments.windows.kernel import Kernel


class Pass(NamedTuple):
    """The bounds before and after a null-window search at the root."""

    before: tuple[int, int]
    after: tuple[int, int]


def stepped(kernel: Kernel, guess: int) -> tuple[int, list[Pass]]:
    """The value by the rule of MTD(f): the next window is at the bound just found. `kernel` is NegaMax."""

    def rule(lower: int, upper: int, score: int) -> int:
        return max(score, lower + 1)

    return _closed_in(kernel, rule, min(max(guess, kernel.low), kernel.high))


def halved(kernel: Kernel) -> tuple[int, list[Pass]]:
    """The value by a binary search: the next window is in the middle of the values still possible."""

    def rule(lower: int, upper: int, score: int) -> int:
        return lower + (upper - lower + 1) // 2

    return _closed_in(kernel, rule, 0)


def _closed_in(kernel: Kernel, rule: Callable[[int, int, int], int], score: int) -> tuple[int, list[Pass]]:
    """Search with null windows placed by the rule until the bounds meet. The table is empty at the beginning.

    Raises AssertionError if a search was cut short.
    """
    kernel.restart()
    lower, upper = kernel.low, kernel.high
    passes: list[Pass] = []
    while lower < upper:
        bound, before = rule(lower, upper, score), (lower, upper)
        found = kernel.run(bound - 1, bound, 0)
        if found is None:
            raise AssertionError(f"{kernel.game}: a search was cut short.")
        score = found
        lower, upper = (lower, max(score, lower)) if score < bound else (min(score, upper), upper)
        passes.append(Pass(before, (lower, upper)))
    return lower, passes


def shares_left(passes: Sequence[Pass]) -> list[float]:
    """The part of the possible values that each pass but the last leaves."""
    return [(after[1] - after[0]) / (before[1] - before[0]) for before, after in passes[:-1]]
