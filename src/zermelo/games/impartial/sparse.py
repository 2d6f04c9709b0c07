"""Grundy values of octal games in nearly linear time: the sparse space of Berlekamp (Winning Ways 1982, chapter 4).

Split the numbers by the parity of their bits under a *mask* into a sparse space (even; closed under exclusive or) and its
coset (odd). The exclusive or of two coset values is sparse, so that a heap with many pairs of coset heaps among its options
finds nearly all small sparse numbers taken, and gets a coset value itself: sparse values become rare. Hence

- pairs with a rare heap in them are few: look at all of them, and take the least coset number they leave free;
- it is the mex if every smaller sparse number is taken: pairs of coset heaps show that after a few hundred of them;
- where one is not found taken, all pairs are looked at, and the heap may be a rare one.

The mask decides only how long that takes, never what comes out.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zermelo.games.impartial.period import Values

BITS: Final = 12
"""Values stay below 2**BITS; one that does not widens everything."""

FIRST_PAIRS: Final = 256
"""How many pairs of coset heaps are looked at first, then twice as many each time."""

TELLING: Final = 512
"""How many values it takes to choose a mask; chosen again whenever there are twice as many."""


def splitting_values(digits: tuple[int, ...], known: Values, count: int) -> Values:
    """The values of the heaps 0..count - 1 of the octal game with these digits, given those of the smaller ones."""
    values = np.zeros(count, np.int64)
    values[: len(known)] = known
    sparse = _Sparse(values, len(known))
    for heap in range(max(len(known), 1), count):
        values[heap] = _value(digits, values, heap, sparse)
        sparse.add(heap, int(values[heap]))
    return values


class _Sparse:
    """Which heaps have sparse values, and which numbers are sparse."""

    def __init__(self, values: Values, count: int) -> None:
        self._values = values
        self._seen = np.zeros(1 << BITS, bool)
        self._choose(count)

    def _choose(self, count: int) -> None:
        """The mask under which fewest of the values are sparse; without enough values to tell, all are."""
        self.count = count
        numbers = np.arange(len(self._seen), dtype=np.int64)
        self.is_sparse = np.ones(len(self._seen), bool)
        if count >= TELLING:
            found = self._values[:count]
            width = int(found.max()).bit_length()
            best = min(range(1, 1 << width), key=lambda mask: int((~_odd(found & mask)).sum()))
            self.is_sparse = ~_odd(numbers & best)
        self.rare: list[int] = np.flatnonzero(self.is_sparse[self._values[:count]]).tolist()
        self._array = np.array(self.rare, np.int64)

    def add(self, heap: int, value: int) -> None:
        """Take note of the next heap."""
        if value * 2 >= len(self._seen):
            self._seen = np.zeros(4 * len(self._seen), bool)
            self._choose(heap + 1)
        elif heap + 1 >= max(2 * self.count, TELLING):
            self._choose(heap + 1)
        elif self.is_sparse[value]:
            self.rare.append(heap)
            self._array = np.array(self.rare, np.int64)

    def heaps(self, below: int) -> NDArray[np.int64]:
        """The rare heaps from 1 to below - 1."""
        return self._array[(self._array > 0) & (self._array < below)]

    def fresh(self) -> NDArray[np.bool_]:
        """Room to mark numbers that are taken."""
        self._seen[:] = False
        return self._seen


def _odd(numbers: Values) -> NDArray[np.bool_]:
    """Whether the number of bits is odd."""
    for shift in (32, 16, 8, 4, 2, 1):
        numbers = numbers ^ (numbers >> shift)
    return (numbers & 1).astype(bool)


def _value(digits: tuple[int, ...], values: Values, heap: int, sparse: _Sparse) -> int:
    """The mex of the options of one heap."""
    seen = sparse.fresh()
    rests = [heap - take for take, digit in enumerate(digits) if digit & 4 and heap - take > 1]
    for take, digit in enumerate(digits):
        if (digit & 1 and heap == take) or (digit & 2 and heap > take):
            seen[values[heap - take]] = True
    for rest in rests:
        rare = sparse.heaps(rest)
        seen[values[rare] ^ values[rest - rare]] = True
    value = int(np.argmax(~seen & ~sparse.is_sparse)) if not sparse.is_sparse.all() else len(seen)
    first, pairs = 1, FIRST_PAIRS
    while any(first <= rest // 2 for rest in rests) and not (seen | ~sparse.is_sparse)[:value].all():
        for rest in rests:
            last = min(first + pairs, rest // 2 + 1)
            if first < last:
                seen[values[first:last] ^ values[rest - last + 1 : rest - first + 1][::-1]] = True
        first, pairs = first + pairs, 2 * pairs
    return int(np.argmin(seen))
