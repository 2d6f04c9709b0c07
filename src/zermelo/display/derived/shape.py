"""The shape of a derived board, and how it may be turned between moves. Cells are numbered as the state has them."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from zermelo.core.game import Game
from zermelo.display.derived.exploration import NoBoard, Situation, WatchedMove
from zermelo.display.derived.fields import FEWEST_MOVES, Field, Place

MOST_CELLS: Final = 1024
"""The most cells of a board."""

SIDES: Final = (
    *(("rows", "columns"), ("rows", "cols"), ("height", "width")),
    *((name, name) for name in ("shape", "size", "side", "board_size", "n")),
)
"""Attributes of a game that are the rows and columns of its board; the same one for both, or a pair of them."""

WRITTEN: Final = re.compile(r"\d+(?: ?(?:x|by) ?\d+)+")
"""A size in a docstring: "3x4", "3 by 4"."""

Occupied = Mapping[Situation, list[int]]
"""The cells on which there are pieces in each position."""

Change = tuple[int, set[int], set[int]]
"""An action, the cells that it fills, and those that it leaves empty."""


class Shape(NamedTuple):
    """The shape of a board."""

    places: tuple[Place | None, ...]
    """Where each cell is; None for padding."""
    stacked: bool = False
    """Whether stones fall into its columns, so that an action means a column."""

    @property
    def size(self) -> int:
        """The number of cells, with those of padding."""
        return len(self.places)

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """The number, row and column of each cell, row by row."""
        found = [(*place, cell) for cell, place in enumerate(self.places) if place]
        return ((cell, row, column) for row, column, cell in sorted(found))

    def names(self) -> dict[int, str]:
        """The name of each cell: the letter of its column and, if an action means no column, the number of its row, counted
        from the top left without gaps: "b2".
        """
        rows, columns = (sorted({*axis}) for axis in zip(*filter(None, self.places), strict=True))
        letters = [f"{first}{last}" for first in ("", *ascii_lowercase) for last in ascii_lowercase]
        number = {row: "" if self.stacked else str(rows.index(row) + 1) for row in rows}
        return {cell: letters[columns.index(column)] + number[row] for cell, row, column in self.cells()}

    def turns(self) -> list[tuple[int, ...]]:
        """How the board may be turned for the second player: not at all, by 180 degrees, upside down. For each cell, the
        number of the one in its place; padding stays where it is.
        """
        row, column = (max(axis) for axis in zip(*filter(None, self.places), strict=True))

        def turned(cell: int, down: int, right: int) -> int:
            place = self.places[cell]
            return self.places.index((abs(down - place[0]), abs(right - place[1]))) if place else cell

        return [tuple(turned(cell, *last) for cell in range(self.size)) for last in ((0, 0), (row, column), (row, 0))]


def grid(rows: int, columns: int, stride: int = 0, layers: int = 1) -> Shape:
    """Rows of cells, one after the other. If each has a cell of padding at its end, `stride` is one more than `columns`.
    Layers lie side by side, with a gap between them.
    """
    numbers = product(range(layers), range(rows), range(stride or columns))
    return Shape(tuple((row, layer * (columns + 1) + at) if at < columns else None for layer, row, at in numbers))


def shape_of(game: Game[Any], field: Field, moves: list[WatchedMove], occupied: Occupied) -> Shape:
    """The shape of the board: the first one that has a place for each piece that was watched. Raises NoBoard."""
    pieces = set[int]().union(*occupied.values())
    used = 1 + max(pieces)
    if max(field.cells, used) > MOST_CELLS or (field.cells and used > field.cells):
        raise NoBoard

    def fits(shape: Shape) -> bool:
        return field.cells in (0, shape.size) and used <= shape.size and all(shape.places[cell] for cell in pieces)

    sets = {position: {*cells} for position, cells in occupied.items()}
    pairs = [(move.action, sets[move.before], sets[move.after]) for move in moves]
    changes = [(action, after - before, before - after) for action, before, after in pairs]
    return next(filter(fits, _shapes(game, field, used, changes)))


def _shapes(game: Game[Any], field: Field, used: int, changes: list[Change]) -> Iterator[Shape]:
    """Columns into which stones fall; else the shape of the field, those of the game's attributes and docstrings, a square,
    one row.
    """
    stacks = _stacks(changes)
    if stacks:
        yield _stacked(stacks, field)
    if field.columns:
        yield grid(field.cells // field.columns, field.columns)
    for rows, wide in _sides(game):
        yield from (grid(rows, wide), grid(rows, wide, wide + 1))
    likely = (field.cells,) if field.cells else (game.action_count, used)
    for *layers, rows, wide in _written(game):
        if math.prod((*layers, rows, wide)) in likely:
            yield grid(rows, wide, layers=math.prod(layers))
    for cells in likely:
        side = math.isqrt(cells)
        if not _is_row(changes, side):
            yield from (grid(side, side, stride) for stride in (side, side + 1) if side * stride == cells)
    yield grid(1, likely[-1])


def _sides(game: Game[Any]) -> Iterator[Place]:
    """The rows and columns that attributes of the game may mean."""
    for names in SIDES:
        sides: Any = tuple(getattr(game, name, None) for name in names)
        rows, columns = sides[0] if isinstance(sides[0], tuple) and len(sides[0]) == 2 else sides
        if type(rows) is int and type(columns) is int and rows > 0 and columns > 0 and rows * columns <= MOST_CELLS:
            yield rows, columns


def _written(game: Game[Any]) -> list[list[int]]:
    """The sizes in the docstrings of the game and its module."""
    text = f"{game.rules()} {sys.modules.get(type(game).__module__).__doc__}"
    return [[*map(int, re.findall(r"\d+", size))] for size in WRITTEN.findall(text)]


def _is_row(changes: list[Change], side: int) -> bool:
    """Whether all moves that change two cells change neighbours in a row, also where a row of a square would end."""
    pairs = [sorted(filled | left) for _, filled, left in changes if len(filled | left) == 2]
    return all(last - first == 1 for first, last in pairs) and any(last % side == 0 for _, last in pairs)


def _stacks(changes: list[Change]) -> list[list[int]]:
    """If each action drops a stone into a column of its own: the cells of each column that were filled, from the bottom."""
    found: dict[int, dict[int, None]] = {}
    for action, filled, left in changes:
        if left or len(filled) != 1:
            return []
        found.setdefault(action, {}).update(dict.fromkeys(filled))
    stacks = sorted(map(list, found.values()))
    steps = {above - cell for stack in stacks for cell, above in pairwise(stack)}
    between = {other[0] - one[0] for one, other in pairwise(stacks)}
    return stacks if len(stacks) >= FEWEST_MOVES and len(steps) == len(between) == 1 else []


def _stacked(stacks: list[list[int]], field: Field) -> Shape:
    """The board with these columns. If the numbers of cells run along them, a set of bits may have padding above each."""
    step = next(above - cell for stack in stacks for cell, above in pairwise(stack))
    along = abs(step) == 1
    stride = stacks[1][0] - stacks[0][0] if along else abs(step)
    levels = [cell % stride if along else cell // stride for stack in stacks for cell in stack]
    high = 1 + max(*levels, stride - 1 - field.is_set if along else field.cells // stride - 1)

    def place(cell: int) -> Place | None:
        line, at = divmod(cell, stride)
        column, level = (line, at) if along else (at, line)
        return (level if step < 0 else high - 1 - level, column) if level < high and column < len(stacks) else None

    return Shape(tuple(map(place, range(field.cells or stride * (len(stacks) if along else high)))), stacked=True)
