"""Null windows one after the other, each placed by a rule: MTD(f)'s, or that of a binary search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from experiments.windows.kernel import Kernel


class Pass(NamedTuple):
    """A null-window search at the root, between what was known before it and after it."""

    before: tuple[int, int]
    after: tuple[int, int]


def stepped(kernel: Kernel, guess: int) -> tuple[int, list[Pass]]:
    """The score by MTD(f)'s rule, the next window at the bound just found; `kernel` is NegaMax."""

    def rule(lower: int, upper: int, score: int) -> int:
        return max(score, lower + 1)

    return _closed_in(kernel, rule, min(max(guess, kernel.low), kernel.high))


def halved(kernel: Kernel) -> tuple[int, list[Pass]]:
    """The score by a binary search: the next window in the middle of what is left."""

    def rule(lower: int, upper: int, score: int) -> int:
        return lower + (upper - lower + 1) // 2

    return _closed_in(kernel, rule, 0)


def _closed_in(kernel: Kernel, rule: Callable[[int, int, int], int], score: int) -> tuple[int, list[Pass]]:
    """Null windows, each placed by the rule, until the bounds meet; the table is empty at the beginning.

    Raises AssertionError when the budget is too small.
    """
    kernel.restart()
    lower, upper = kernel.low, kernel.high
    passes: list[Pass] = []
    while lower < upper:
        bound, before = rule(lower, upper, score), (lower, upper)
        found = kernel.run(bound - 1, bound, 0)
        if found is None:
            raise AssertionError(f"{kernel.game}: the budget is too small.")
        score = found
        lower, upper = (lower, max(score, lower)) if score < bound else (min(score, upper), upper)
        passes.append(Pass(before, (lower, upper)))
    return lower, passes


def shares_left(passes: Sequence[Pass]) -> list[float]:
    """What each pass but the last leaves of the scores that were still possible."""
    return [(after[1] - after[0]) / (before[1] - before[0]) for before, after in passes[:-1]]
