"""How many boards are so and so: by a sweep over the cells, without inclusion and exclusion, and without a search.

Each cell stays empty or gets a stone of S or of T. Boards that are alike in all that later cells depend on are kept
together, with their counts by stones (a transfer matrix). Two things can be kept:

    by_lines     n in a row on n x n: whose each begun line still is; 3^(n + 3) kinds of boards
    by_cells     k in a row: the marks of the last (k - 1)(width + 1) cells; 3 to the power of that
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from zermelo.experiments.lines_counted import Pairs, endings

EMPTY: Final = 0
S: Final = 1
T: Final = 2
"""Marks of a cell. A line is S's or T's while all its cells so far are, else nobody's, which is 0 too."""

NOBODY: Final = 0

Array = np.ndarray[Any, np.dtype[np.int64]]
Cell = tuple[int, int]


class Weights(Protocol):
    """What boards of one kind are added up in: the last axes of all arrays."""

    axes: int

    def empty_board(self) -> Array:
        """That of the board without stones."""
        ...

    def placed(self, boards: Array, mark: int) -> Array:
        """Those of the boards with one more mark."""
        ...


class ByStones:
    """How many boards have a stones of S and b of T, 0 <= a, b <= most; exact for up to 39 cells (3^39 < 2^63)."""

    axes = 2

    def __init__(self, most: int) -> None:
        self.most = most

    def empty_board(self) -> Array:
        """One."""
        weights = np.zeros((self.most + 1, self.most + 1), np.int64)
        weights[0, 0] = 1
        return weights

    def placed(self, boards: Array, mark: int) -> Array:
        """One more of a, or of b; what has too many stones is dropped."""
        if mark == EMPTY:
            return boards
        more = np.zeros_like(boards)
        if mark == S:
            more[..., 1:, :] = boards[..., :-1, :]
        else:
            more[..., 1:] = boards[..., :-1]
        return more


class AtPoints:
    """The sum of x^a y^b over the boards, at some points (x, y), modulo a prime below 2^31."""

    axes = 1

    def __init__(self, points: Collection[tuple[int, int]], prime: int) -> None:
        self.values = np.array([(1, x, y) for x, y in points], np.int64).T
        self.prime = prime

    def empty_board(self) -> Array:
        """1 everywhere."""
        return self.values[EMPTY]

    def placed(self, boards: Array, mark: int) -> Array:
        """Times x, or y. The sums of a few more are far from 2^63."""
        return boards % self.prime * self.values[mark] % self.prime


class Found(NamedTuple):
    """Weights of pairs S, T. In all of them T has no line."""

    live: Array
    """Nor has S."""
    won: Array
    """S has a line, and all its lines have a common cell."""
    endings: Array
    """Those, once for each such cell."""


def by_lines(n: int, weights: Weights) -> Found:
    """The boards of n in a row on n x n."""
    begun = _kinds(n, weights, None)
    live = begun[(NOBODY,) * (n + 2)]
    won, ended = np.zeros_like(live), np.zeros_like(live)
    for row in (None, *range(n)):
        kinds = begun if row is None else _kinds(n, weights, row)
        for owners in product((NOBODY, S), repeat=n + 2):
            lines = [{(row, j) for j in range(n)}] if row is not None else []
            lines += [cells for cells, owner in zip(_columns_and_diagonals(n), owners, strict=True) if owner == S]
            common = set[Cell].intersection(*lines) if lines else set[Cell]()
            if common:
                won += kinds[owners]
                ended += len(common) * kinds[owners]
    return Found(live, won, ended)


def _columns_and_diagonals(n: int) -> list[set[Cell]]:
    columns = [{(i, j) for i in range(n)} for j in range(n)]
    return [*columns, {(i, i) for i in range(n)}, {(i, n - 1 - i) for i in range(n)}]


def _kinds(n: int, weights: Weights, full: int | None) -> Array:
    """Boards by the owners of the columns and of both diagonals, an axis for each; no row has one, but for the row `full`
    where one is given: that is S's. It goes first, for then no line is ever T's.
    """
    boards = weights.empty_board().reshape((1,) * (n + 3) + weights.empty_board().shape)
    for i in sorted(range(n), key=lambda row: row != full):
        marks = (S,) if i == full else (EMPTY, S, T)
        for j in range(n):
            lines = [j, *([n] if i == j else []), *([n + 1] if i + j == n - 1 else []), n + 2]
            after = [weights.placed(_owned(boards, lines, mark, len(marks)), mark) for mark in marks]
            boards = np.add.reduce(after)
        boards = boards.take([S if i == full else NOBODY], axis=n + 2)
    return boards.squeeze(n + 2)


def _owned(boards: Array, lines: list[int], mark: int, marks: int) -> Array:
    """The boards by owners of these lines after a mark in their cell. A line that begins here has had an axis of length 1;
    if there is but one mark that it can begin with, T will never own it.
    """
    for axis in lines:
        boards = np.moveaxis(boards, axis, 0)
        begins = len(boards) == 1
        after = np.zeros((min(marks + 1, 3) if begins else len(boards), *boards.shape[1:]), np.int64)
        if begins:
            after[mark] = boards[0]
        else:
            after[NOBODY] = boards.sum(axis=0)
            if mark != EMPTY and mark < len(boards):
                after[mark] = boards[mark]
                after[NOBODY] -= boards[mark]
        boards = np.moveaxis(after, 0, axis)
    return boards


@dataclass(frozen=True)
class Pinned:
    """Cells that S has. Its lines that contain all of them are allowed, if `excused`."""

    cells: frozenset[Cell]
    excused: bool


def by_cells(width: int, k: int, weights: Weights, pinned: Pinned | None = None) -> Iterator[Array]:
    """Boards of one row, of two rows and so on, without k in a row of S or of T."""
    window = (k - 1) * (width + 1)
    boards = weights.empty_board()
    height = 0
    while True:
        for j in range(width):
            boards = _with_cell(boards, (height, j), width, k, weights, pinned)
            if boards.ndim - weights.axes > window:
                boards = boards.sum(axis=0)
        height += 1
        yield boards.sum(axis=tuple(range(boards.ndim - weights.axes)))


def _with_cell(boards: Array, cell: Cell, width: int, k: int, weights: Weights, pinned: Pinned | None) -> Array:
    """The boards with one more cell, its mark as one more axis, without those that have a line which ends there."""
    marks = boards.ndim - weights.axes
    one_mark = pinned is not None and cell in pinned.cells
    after = [
        np.zeros_like(boards) if one_mark and mark != S else weights.placed(boards, mark) for mark in (EMPTY, S, T)
    ]
    boards = np.stack(after, axis=marks)
    for line in _lines_to(cell, width, k):
        excused = pinned is not None and pinned.excused and pinned.cells <= set(line)
        for mark in (T,) if excused else (S, T):
            place: list[Any] = [slice(None)] * (marks + 1)
            for i, j in line:
                place[marks - (cell[0] - i) * width - cell[1] + j] = mark
            boards[tuple(place)] = 0
    return boards


def _lines_to(cell: Cell, width: int, k: int) -> list[list[Cell]]:
    """Lines whose last cell, row by row, is this."""
    i, j = cell
    lines = [[(i - down * step, j - right * step) for step in range(k)] for down, right in ((0, 1), *DOWN)]
    return [line for line in lines if all(y >= 0 and 0 <= x < width for y, x in line)]


DOWN: Final = ((1, -1), (1, 0), (1, 1))
"""Steps to the next row, in a line."""


def swept_board(height: int, width: int, k: int) -> tuple[Pairs, Pairs]:
    """Pairs without k in a row, and pairs that S has just won, on height x width, for a and b up to half the cells.

    S, T counts for each stone that may have been the last (`endings`), which is any cell of all lines of S. If there are
    several, they follow one another in one line, so there is one more of them than there are pairs of neighbours:

        won(a, b) = endings(a, b) - pairs S, T of which S has a line, and two neighbours in all its lines
    """
    weights = ByStones((height * width + 1) // 2)
    alive = _at(by_cells(width, k, weights), height)
    shared = np.zeros_like(alive)
    for cells, images in _neighbours(height, width).items():
        lined, lineless = (
            _at(by_cells(width, k, weights, Pinned(cells, excused)), height) for excused in (True, False)
        )
        shared += images * (lined - lineless)

    def live(a: int, b: int) -> int:
        return int(alive[a, b])

    def won(a: int, b: int) -> int:
        return endings(height * width, live, a, b) - int(shared[a, b])

    return live, won


def _at(by_height: Iterator[Array], height: int) -> Array:
    return next(boards for row, boards in enumerate(by_height, 1) if row == height)


def _neighbours(height: int, width: int) -> Counter[frozenset[Cell]]:
    """Pairs of cells next to each other in some line: one of those that look alike, and how many do."""
    found = Counter[frozenset[Cell]]()
    for i, j in product(range(height), range(width)):
        for y, x in ((i, j + 1), *((i + down, j + right) for down, right in DOWN)):
            if y < height and 0 <= x < width:
                found[frozenset(min(_images([(i, j), (y, x)], height, width)))] += 1
    return found


def _images(cells: list[Cell], height: int, width: int) -> Iterator[list[Cell]]:
    """These cells, sorted, as each symmetry of the board moves them."""
    for upside_down, mirrored in product((False, True), repeat=2):
        moved = [(height - 1 - i if upside_down else i, width - 1 - j if mirrored else j) for i, j in cells]
        yield sorted(moved)
        if height == width:
            yield sorted((j, i) for i, j in moved)


def recurrence_order(values: list[int], prime: int) -> int:
    """The least order of a linear recurrence with constant coefficients that these values obey modulo a prime (Berlekamp
    and Massey). It is that of the whole sequence if it is at most half their number, and if that has one as short.
    """
    current, previous = [1], [1]
    order, gap, last = 0, 1, 1
    for at, value in enumerate(values):
        error = (value + sum(current[i] * values[at - i] for i in range(1, min(order, len(current) - 1) + 1))) % prime
        if error == 0:
            gap += 1
            continue
        factor = error * pow(last, -1, prime) % prime
        longer = current + [0] * (len(previous) + gap - len(current))
        for i, coefficient in enumerate(previous):
            longer[i + gap] = (longer[i + gap] - factor * coefficient) % prime
        if 2 * order <= at:
            previous, last, order, gap = current, error, at + 1 - order, 1
        else:
            gap += 1
        current = longer
    return order
