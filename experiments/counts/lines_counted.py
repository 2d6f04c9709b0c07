"""The counts of pairs for n in a row on n x n, by a sum.

S and T, a and b are those of `pairs`. The N = n^2 cells have 2n + 2 lines: rows, columns and both diagonals. Two counts are
needed, `live(a, b)` and

    single(a, b) pairs of which S has exactly one line, and T none

By inclusion and exclusion, over the sets A of lines that S has at least and the sets B of lines that T has at least:

    live(a, b)   = sum (-1)^(|A| + |B|) ways(A, B)
    single(a, b) = sum (-1)^(|A| - 1 + |B|) |A| ways(A, B)
    ways(A, B)   = C(N - u - v, a - u) C(N - v - a, b - v)       u, v: cells of the lines in A, in B; 0 if they meet

Sets of lines that cover the board alike are counted together (`line_sets`), so the sum has about n^3 terms, not the square
of 2^(2n + 2).

`endings` counts the same S, T once for each cell that is in all lines of S. These are n cells if S has one line, and one
cell if it has more, because two lines meet in one cell at most. So the positions that S has just won are

    won(a, b) = endings(a, b) - (n - 1) single(a, b)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from experiments.counts.pairs import endings


class LineSets(NamedTuple):
    """Sets of lines that cover the board alike: `ways` to choose `lines` lines that have `cells` cells in all."""

    ways: int
    lines: int
    cells: int


def line_sets(n: int) -> Iterator[LineSets]:
    """All sets of lines, grouped by how many rows, columns and diagonals they have, and by the cells that they cover.

    A cell of a diagonal is outside of all chosen rows and columns if its row and its column are left out. For one diagonal,
    these are cells (i, i), and the numbers i form n blocks of one. For both diagonals, they are cells (i, i) and (i, j) with
    j = n - 1 - i; the blocks are {i, j}, and the middle number if n is odd. If p of the rows and q of the columns of a block
    are left out, the diagonals have p q cells there that no chosen row or column covers.
    """
    for diagonals, blocks in enumerate(([n], [1] * n, [2] * (n // 2) + [1] * (n % 2))):
        for (rows, columns, extra), ways in _left_out(blocks, diagonals > 0).items():
            uncovered = rows * columns - extra
            yield LineSets(comb(2, diagonals) * ways, 2 * n - rows - columns + diagonals, n * n - uncovered)


def _left_out(blocks: list[int], crossed: bool) -> Counter[tuple[int, int, int]]:
    """How many ways there are to leave out rows and columns, by their numbers and by the cells of diagonals in both."""
    counts = Counter({(0, 0, 0): 1})
    for size in blocks:
        wider = Counter[tuple[int, int, int]]()
        for (rows, columns, extra), ways in counts.items():
            for p in range(size + 1):
                for q in range(size + 1):
                    key = rows + p, columns + q, extra + (p * q if crossed else 0)
                    wider[key] += ways * comb(size, p) * comb(size, q)
        counts = wider
    return counts


def line_set_pairs(n: int) -> Iterator[tuple[LineSets, LineSets]]:
    """Pairs of sets of lines without a common cell: nothing and anything, rows and other rows, columns and other columns,
    and the two diagonals if n is even. The first set has the number of ways for both.
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
        """How many groups of pairs of sets of lines there are."""
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
        """Pairs of which the first set has exactly one line, and the second none."""
        return self._summed(self._single, a, b)

    def won(self, a: int, b: int) -> int:
        """Pairs of which the first set has just completed its lines with one stone, and the second has none."""
        return endings(self.cells, self.live, a, b) - (self.n - 1) * self.single(a, b)

    def _summed(self, signed: Counter[tuple[int, int]], a: int, b: int) -> int:
        return sum(
            factor * comb(self.cells - u - v, a - u) * comb(self.cells - v - a, b - v)
            for (u, v), factor in signed.items()
            if u <= a and v <= b and a + b <= self.cells
        )
