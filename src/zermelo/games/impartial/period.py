"""Periods of sequences of Grundy values, and when what was computed proves that they go on for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.int64]
_Needed = Callable[[int, int], int]


TAIL = 64
"""The last values, which tell at once of nearly every length that it is no period."""


class Period(NamedTuple):
    """`value(n + length) == value(n)` for all n >= start; proved from the values below `checked`."""

    start: int
    """The pre-period: where the repetition begins, at the earliest."""
    length: int
    checked: int

    def value(self, values: Values, heap: int) -> int:
        """The Grundy value of any heap, from the values of at least the first start + length."""
        return int(values[heap if heap < self.start else self.start + (heap - self.start) % self.length])

    def extended(self, values: Values, count: int) -> Values:
        """The values of the heaps 0..count - 1."""
        if count <= self.start + self.length:
            return values[:count]
        cycle = values[self.start : self.start + self.length]
        return np.concatenate([values[: self.start], np.resize(cycle, count - self.start)])


def splitting_period(values: Values, reach: int) -> Period | None:
    """The shortest period of a game in which a move takes at most `reach` from a heap and leaves at most two heaps.

    By the octal periodicity theorem (Guy and Smith 1956) it goes on for ever if it holds for all n with
    start <= n < 2 * start + length + reach.
    """
    return _shortest(values, lambda start, length: 2 * start + length + reach)


def single_heap_period(values: Values, reach: int) -> Period | None:
    """The same where a move takes at most `reach` and leaves one heap: `reach` repeated values determine all others."""
    return _shortest(values, lambda start, length: start + reach)


def _shortest(values: Values, needed: _Needed) -> Period | None:
    count = len(values)
    for length in range(1, count):
        if needed(0, length) + length > count:
            return None
        tail = max(count - length - TAIL, 0)
        if not np.array_equal(values[tail + length :], values[tail : count - length]):
            continue
        differing = np.flatnonzero(values[length:] != values[: count - length])
        start = int(differing[-1]) + 1 if len(differing) else 0
        if needed(start, length) + length <= count:
            return Period(start, length, count)
    return None
