"""The boards of k in a row, counted by a sweep that keeps the marks of the last cells.

It keeps (k - 1)(width + 1) cells, so there are 3 ** ((k - 1) * (width + 1)) kinds of boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np

from experiments.counts.pairs import Pairs, endings
from experiments.counts.weights import EMPTY, Array, ByStones, Cell, S, T, Weights


@dataclass(frozen=True)
class Pinned:
    """Cells that S has. If `excused`, the lines of S that contain all of them are allowed."""

    cells: frozenset[Cell]
    excused: bool


def by_cells(width: int, k: int, weights: Weights, pinned: Pinned | None = None) -> Iterator[Array]:
    """The boards of one row, of two rows and so on, without k in a row of S or of T."""
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
    """The boards with one more cell, whose mark is one more axis, without those that have a line ending there."""
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
    """The lines whose last cell, row by row, is this one."""
    i, j = cell
    lines = [[(i - down * step, j - right * step) for step in range(k)] for down, right in ((0, 1), *DOWN)]
    return [line for line in lines if all(y >= 0 and 0 <= x < width for y, x in line)]


DOWN: Final = ((1, -1), (1, 0), (1, 1))
"""Steps of a line to the next row."""


def swept_board(height: int, width: int, k: int) -> tuple[Pairs, Pairs]:
    """The pairs without k in a row, and those that S has just won, on height x width, for a and b up to half the cells.

    `endings` counts S, T once for each stone that may have been the last, which is any cell in all lines of S. If there are
    several, they are neighbours in one line, so there is one more of them than there are pairs of neighbours:

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
    """Pairs of neighbours in some line: of the pairs that are symmetric, one, with their number."""
    counts = Counter[frozenset[Cell]]()
    for i, j in product(range(height), range(width)):
        for y, x in ((i, j + 1), *((i + down, j + right) for down, right in DOWN)):
            if y < height and 0 <= x < width:
                counts[frozenset(min(_images([(i, j), (y, x)], height, width)))] += 1
    return counts


def _images(cells: list[Cell], height: int, width: int) -> Iterator[list[Cell]]:
    """The images of the cells under each symmetry of the board, sorted."""
    for upside_down, mirrored in product((False, True), repeat=2):
        moved = [(height - 1 - i if upside_down else i, width - 1 - j if mirrored else j) for i, j in cells]
        yield sorted(moved)
        if height == width:
            yield sorted((j, i) for i, j in moved)
