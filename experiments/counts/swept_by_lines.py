"""The boards of n in a row on n x n, counted by a sweep that keeps the owner of each line: 3^(n + 3) kinds of boards."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import numpy as np

from experiments.counts.weights import EMPTY, Array, Cell, S, T, Weights

NOBODY: Final = 0
"""The owner of a line: S or T if all its cells so far are that player's, else nobody."""


class Found(NamedTuple):
    """Weights of pairs S, T in which T has no line."""

    live: Array
    """Pairs in which S has no line either."""
    won: Array
    """Pairs in which S has a line, and all its lines have a common cell."""
    endings: Array
    """The same pairs, once for each such cell."""


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
    """Boards by the owners of the columns and of both diagonals, with an axis for each.

    No row has an owner, except for the row `full`, if one is given, which S owns. It is swept first, so that T never owns a
    line.
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
    """The boards by owners of these lines after a mark in their cell.

    A line that begins here had an axis of length 1. If it can begin with only one mark, T will never own it.
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
