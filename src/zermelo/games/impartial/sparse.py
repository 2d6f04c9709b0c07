"""Grundy values of octal games in nearly linear time: the sparse space of Berlekamp (Winning Ways 1982, chapter 4).

A *mask* splits the numbers by the parity of their bits under it: the sparse space (even parity), which is closed under
exclusive or, and its coset (odd parity). The exclusive or of two coset values is sparse. So if a heap has many options that
are pairs of coset heaps, they take nearly all small sparse numbers, and the heap itself gets a coset value: sparse values
become rare. A heap with a sparse value is called rare. The value of a heap is found in these steps:

- There are few pairs with a rare heap: try all of them, and take the least coset number that they leave free.
- This number is the mex if every smaller sparse number is taken, too. A few hundred pairs of coset heaps usually show that.
- If they do not, all pairs are tried, and the heap may be a rare one.

The choice of the mask affects only the time, never the values.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from zermelo.games.impartial.period import Values

BITS: Final = 12
"""Tables have 2**BITS entries at first; a value of half their size or more makes them four times as large."""

FIRST_PAIRS: Final = 256
"""How many pairs of coset heaps are tried first; then twice as many each time."""

ENOUGH_VALUES: Final = 512
"""How many values are needed to choose a mask. It is chosen again each time their number has doubled."""


def splitting_values(digits: tuple[int, ...], known: Values, count: int) -> Values:
    """The values of the heaps 0..count - 1 of the octal game with these digits, given those of the first len(known)."""
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
        """Choose the mask under which the fewest values are sparse; with too few values to choose, all count as sparse."""
        self.count = count
        numbers = np.arange(len(self._seen), dtype=np.int64)
        self.is_sparse = np.ones(len(self._seen), bool)
        if count >= ENOUGH_VALUES:
            found = self._values[:count]
            width = int(found.max()).bit_length()
            best = min(range(1, 1 << width), key=lambda mask: int((~_odd(found & mask)).sum()))
            self.is_sparse = ~_odd(numbers & best)
        self.rare: list[int] = np.flatnonzero(self.is_sparse[self._values[:count]]).tolist()
        self._array = np.array(self.rare, np.int64)

    def add(self, heap: int, value: int) -> None:
        if value * 2 >= len(self._seen):
            self._seen = np.zeros(4 * len(self._seen), bool)
            self._choose(heap + 1)
        elif heap + 1 >= max(2 * self.count, ENOUGH_VALUES):
            self._choose(heap + 1)
        elif self.is_sparse[value]:
            self.rare.append(heap)
            self._array = np.array(self.rare, np.int64)

    def heaps(self, below: int) -> NDArray[np.int64]:
        """The rare heaps from 1 to below - 1."""
        return self._array[(self._array > 0) & (self._array < below)]

    def fresh(self) -> NDArray[np.bool_]:
        """A table, all False, in which to mark the numbers that are taken."""
        self._seen[:] = False
        return self._seen


def _odd(numbers: Values) -> NDArray[np.bool_]:
    """Whether the number of bits that are set is odd."""
    for shift in (32, 16, 8, 4, 2, 1):
        numbers = numbers ^ (numbers >> shift)
    return (numbers & 1).astype(bool)


def _value(digits: tuple[int, ...], values: Values, heap: int, sparse: _Sparse) -> int:
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
