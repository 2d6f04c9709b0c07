"""The shape of a derived board, and how it may be turned between moves. Cells are numbered row by row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, cast

from zermelo.core.game import Game
from zermelo.display.derived.exploration import NoBoard
from zermelo.display.derived.fields import Field

MOST_CELLS: Final = 1024
"""The most cells of a board."""

SIDES: Final = (("rows", "columns"), ("rows", "cols"), ("height", "width"))
"""Attributes of a game that are the shape of its board."""

SQUARES: Final = ("shape", "size", "side", "board_size", "n")
"""Attributes that are a pair of rows and columns, or one number for both."""


class Shape(NamedTuple):
    """The shape of a board. If a row has a cell of padding at its end, `stride` is one more than `columns`."""

    rows: int
    columns: int
    stride: int

    @property
    def size(self) -> int:
        """The number of cells, with those of padding."""
        return self.rows * self.stride

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """The number, row and column of each cell."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield row * self.stride + column, row, column

    def permuted(self, place: Callable[[int, int], tuple[int, int]]) -> tuple[int, ...]:
        """For each cell, the number of the cell that is at `place(row, column)`; padding stays where it is."""
        cells = list(range(self.size))
        for cell, row, column in self.cells():
            to_row, to_column = place(row, column)
            cells[cell] = to_row * self.stride + to_column
        return tuple(cells)

    def turns(self) -> tuple[tuple[int, ...], ...]:
        """How the board may be turned for the second player: not at all, by 180 degrees, upside down."""
        last_row, last_column = self.rows - 1, self.columns - 1
        return (
            self.permuted(lambda row, column: (row, column)),
            self.permuted(lambda row, column: (last_row - row, last_column - column)),
            self.permuted(lambda row, column: (last_row - row, column)),
        )


def shape_of(game: Game[Any], fields: tuple[Field, ...], occupied: set[int]) -> Shape:
    """The shape of the board: that of the field, or from the game's attributes, or a square, or else one row.

    `occupied` are the cells on which there was anything. Raises NoBoard.
    """
    used = 1 + max(occupied)
    cells, columns = fields[0].cells, fields[0].columns
    if max(cells, used) > MOST_CELLS or (cells and used > cells):
        raise NoBoard
    if columns:
        return Shape(cells // columns, columns, columns)
    for rows, wide in _sides(game):
        for stride in (wide, wide + 1):
            if rows * stride == cells or (not cells and used <= rows * stride):
                return Shape(rows, wide, stride)
    if not cells:
        cells = max(used, game.action_count if math.isqrt(game.action_count) ** 2 == game.action_count else 0)
    side = math.isqrt(cells)
    if side * (side + 1) == cells and all(cell % (side + 1) < side for cell in occupied):
        return Shape(side, side, side + 1)
    return Shape(side, side, side) if side * side == cells else Shape(1, cells, cells)


def _sides(game: Game[Any]) -> Iterator[tuple[int, int]]:
    """The rows and columns that attributes of the game may mean."""
    values: list[tuple[Any, ...]] = [
        (getattr(game, rows, None), getattr(game, columns, None)) for rows, columns in SIDES
    ]
    squares: list[Any] = [getattr(game, name, None) for name in SQUARES]
    pairs = [cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value, value) for value in squares]
    for rows, columns in [*values, *(pair for pair in pairs if len(pair) == 2)]:
        if type(rows) is int and type(columns) is int and rows > 0 and columns > 0 and rows * columns <= MOST_CELLS:
            yield rows, columns
