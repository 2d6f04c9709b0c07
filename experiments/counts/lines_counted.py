"""The counts of pairs for n in a row on n x n: by a sum, without a search.

S and T, a and b are those of `pairs`. The N = n^2 cells have 2n + 2 lines: rows, columns and both diagonals. Besides
`live(a, b)`, what has to be counted is

    single(a, b) pairs of which S has exactly one line, and T none

By inclusion and exclusion, over the sets A of lines that S has at least and the sets B of lines that T has at least:

    live(a, b)   = sum (-1)^(|A| + |B|) ways(A, B)
    single(a, b) = sum (-1)^(|A| - 1 + |B|) |A| ways(A, B)
    ways(A, B)   = C(N - u - v, a - u) C(N - v - a, b - v)       u, v: cells of the lines in A, in B; 0 where they meet

Sets of lines that cover alike are counted together (`line_sets`), so the sum has some n^3 terms, not 2^(2n + 2) squared.

In `endings` the same S, T counts once for each cell of all lines of S. That is any of n cells if S has one line, and one
cell if it has more, because two lines meet in one cell at most. So

    won(a, b) = endings(a, b) - (n - 1) single(a, b)

are the positions that S has just won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from experiments.counts.pairs import endings


class LineSets(NamedTuple):
    """Sets of lines that cover alike: `ways` to choose `lines` lines that have `cells` cells in all."""

    ways: int
    lines: int
    cells: int


def line_sets(n: int) -> Iterator[LineSets]:
    """All sets of lines, in groups by the rows and columns that are left out, the diagonals that are in, and the cells
    that these have outside of all chosen rows and columns.

    A diagonal has the cell (i, i) to itself where row i and column i are left out, so with one diagonal the numbers i are
    n blocks of one. With both, (i, i) and (i, j), j = n - 1 - i, are in question: the blocks are {i, j}, and the one in
    the middle. Where p of a block's rows and q of its columns are left out, the diagonals have p q cells there.
    """
    for diagonals, blocks in enumerate(([n], [1] * n, [2] * (n // 2) + [1] * (n % 2))):
        for (rows, columns, extra), ways in _left_out(blocks, diagonals > 0).items():
            uncovered = rows * columns - extra
            yield LineSets(comb(2, diagonals) * ways, 2 * n - rows - columns + diagonals, n * n - uncovered)


def _left_out(blocks: list[int], crossed: bool) -> Counter[tuple[int, int, int]]:
    """Ways to leave out rows and columns by how many, and by the cells of diagonals where they cross."""
    found = Counter({(0, 0, 0): 1})
    for size in blocks:
        wider = Counter[tuple[int, int, int]]()
        for (rows, columns, extra), ways in found.items():
            for p in range(size + 1):
                for q in range(size + 1):
                    key = rows + p, columns + q, extra + (p * q if crossed else 0)
                    wider[key] += ways * comb(size, p) * comb(size, q)
        found = wider
    return found


def line_set_pairs(n: int) -> Iterator[tuple[LineSets, LineSets]]:
    """Pairs of sets of lines without a common cell, the ways of both in those of the first: nothing and anything, rows
    and other rows, columns and other columns, and the two diagonals where n is even.
    """
    nothing = LineSets(1, 0, 0)
    for some in line_sets(n):
        yield some, nothing
        if some.lines:
            yield LineSets(some.ways, 0, 0), LineSets(1, some.lines, some.cells)
    for r in range(1, n):
        for s in range(1, n - r + 1):
            yield LineSets(2 * comb(n, r) * comb(n - r, s), r, r * n), LineSets(1, s, s * n)
    if n % 2 == 0:
        yield LineSets(2, 1, n), LineSets(1, 1, n)


class Lines:
    """The counts for n in a row on n x n, n >= 2."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.cells = n * n
        self.terms = 0
        """Groups of sets of lines, of pairs of them."""
        self._live = Counter[tuple[int, int]]()
        self._single = Counter[tuple[int, int]]()
        for first, second in line_set_pairs(n):
            self.terms += 1
            key = first.cells, second.cells
            signed = first.ways * (-1) ** (first.lines + second.lines)
            self._live[key] += signed
            self._single[key] -= signed * first.lines

    def live(self, a: int, b: int) -> int:
        """Pairs of sets of a and b cells, neither with a line."""
        return self._summed(self._live, a, b)

    def single(self, a: int, b: int) -> int:
        """Those whose first set has exactly one line, and the second none."""
        return self._summed(self._single, a, b)

    def won(self, a: int, b: int) -> int:
        """Those whose first set has got its lines with one stone, and the second none."""
        return endings(self.cells, self.live, a, b) - (self.n - 1) * self.single(a, b)

    def _summed(self, signed: Counter[tuple[int, int]], a: int, b: int) -> int:
        return sum(
            factor * comb(self.cells - u - v, a - u) * comb(self.cells - v - a, b - v)
            for (u, v), factor in signed.items()
            if u <= a and v <= b and a + b <= self.cells
        )
