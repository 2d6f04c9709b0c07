"""Periods of sequences of Grundy values, proved from finitely many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.int64]
else:
    Values = Any

TAIL = 64
"""How many values at the end are compared first: they rule out nearly every length that is not a period."""


class Period(NamedTuple):
    """A proved period: `value(n + length) == value(n)` for all n >= start. The proof uses the heaps below `checked`."""

    start: int
    """The length of the pre-period: the least n from which the values repeat."""
    length: int
    checked: int

    def value(self, values: Values, heap: int) -> int:
        """The Grundy value of any heap, given the values of at least the first start + length heaps."""
        return int(values[heap if heap < self.start else self.start + (heap - self.start) % self.length])

    def extended(self, values: Values, count: int) -> Values:
        """The values of the heaps 0..count - 1."""
        import numpy as np

        if count <= self.start + self.length:
            return values[:count]
        cycle = values[self.start : self.start + self.length]
        return np.concatenate([values[: self.start], np.resize(cycle, count - self.start)])


def splitting_period(values: Values, reach: int) -> Period | None:
    """The shortest period of a game in which a move takes at most `reach` from a heap and leaves at most two heaps.

    By the octal periodicity theorem (Guy and Smith 1956) the values repeat for ever if they do for all n with
    start <= n < 2 * start + length + reach, and start is at least 1: the empty heap is not one of two that a move leaves.
    None if the values prove no period.
    """
    return _shortest(values, lambda start, length: 2 * max(start, 1) + length + reach)


def single_heap_period(values: Values, reach: int) -> Period | None:
    """The same for a game in which a move takes one of some numbers, at most `reach`, and leaves the rest, if any.

    There, `reach` consecutive values determine all that follow, so `reach` repeated values prove the period.
    """
    return _shortest(values, lambda start, length: start + reach)


def _shortest(values: Values, needed: Callable[[int, int], int]) -> Period | None:
    """The shortest period that holds from `start` up to `needed(start, length)`; None if there is none."""
    import numpy as np

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
