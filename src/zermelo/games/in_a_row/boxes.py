"""Boards of any shape and number of dimensions: their cells are numbered, named and drawn."""

from __future__ import annotations

import functools
import itertools
import math
import re
from functools import cached_property
from typing import Any

from zermelo.core.errors import BadMove
from zermelo.games.in_a_row.drawing import Drawing, mark_at
from zermelo.games.in_a_row.grid import Grid
from zermelo.games.titles import LETTERS, several, square_in, square_name

LINES = (
    "side by side",
    "in an unbroken row, column or diagonal",
    "in an unbroken straight line, which may also run diagonally and through the layers,",
)
"""Where a line may run, on boards of one, of two, and of more dimensions."""


class Box(Grid, Drawing):
    """A grid given by its `shape`: the number of cells along each axis, in the order in which people name the axes.

    Stones fall along the axis `gravity`, towards its first cell; if it is None, they do not fall. Actions number the cells,
    or the columns, in the order of the shape, the last axis fastest. A cell or column is named by its coordinates, counted
    from 1: "3" on one axis, "b3" on two (a letter for the second axis), "3-2-1" on more.
    """

    shape: tuple[int, ...]
    k: int
    gravity: int | None = None

    # --- the grid -------------------------------------------------------------------------------------------------------
    @cached_property
    def axes(self) -> tuple[int, ...]:
        """The axes in the order of `sides`, innermost first: that of gravity, if any, then the others, the last first."""
        rest = reversed([axis for axis in range(len(self.shape)) if axis != self.gravity])
        return (*(() if self.gravity is None else (self.gravity,)), *rest)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        return tuple(self.shape[axis] for axis in self.axes)

    @property
    def length(self) -> int:
        return self.k

    @property
    def falls(self) -> bool:
        return self.gravity is not None

    def cell(self, action: int) -> int:
        cell, rest = 0, action
        for axis in range(1 if self.falls else 0, len(self.sides)):
            cell += rest % self.sides[axis] * self.strides[axis]
            rest //= self.sides[axis]
        return cell

    def action_at(self, cell: int) -> int:
        action, scale = 0, 1
        for axis in range(1 if self.falls else 0, len(self.sides)):
            action += self._coordinate(cell, axis) * scale
            scale *= self.sides[axis]
        return action

    def _coordinate(self, cell: int, axis: int) -> int:
        above = cell // self.strides[axis]
        return above if axis == len(self.sides) - 1 else above % (self.sides[axis] + 1)

    # --- text -------------------------------------------------------------------------------------------------------------
    def goal(self) -> str:
        return f"{several(self.k, 'stone')} {LINES[min(len(self.shape), len(LINES)) - 1]}"

    @property
    def named(self) -> tuple[int, ...]:
        """The length of each axis that has a coordinate in the name of an action: all but that of gravity."""
        return tuple(side for axis, side in enumerate(self.shape) if axis != self.gravity)

    def action_name(self, action: int) -> str:
        at: list[int] = []
        for side in reversed(self.named):
            action, place = divmod(action, side)
            at.insert(0, place)
        return square_name(*at) if len(at) == 2 else "-".join(str(coordinate + 1) for coordinate in at)

    def parse_action(self, text: str) -> int:
        at: list[int] = []
        if len(self.named) == 2 and (square := square_in(text, *self.named)):
            at = [*square]
        elif re.fullmatch(r"[1-9]\d?(-[1-9]\d?)*", text.strip()):
            at = [int(coordinate) - 1 for coordinate in text.split("-")]
        if len(at) != len(self.named) or any(c >= side for c, side in zip(at, self.named, strict=True)):
            last = math.prod(self.named) - 1
            place = "column" if self.falls else "cell"
            raise BadMove(
                f"{text!r} is not a {place} of {self}: {place}s are {self.action_name(0)} to {self.action_name(last)}."
            )
        return functools.reduce(lambda number, axis: number * self.named[axis] + at[axis], range(len(at)), 0)

    def drawn_cells(self) -> list[list[int]]:
        return [row for _, rows in self.layers() for row in rows]

    def layers(self) -> list[tuple[str, list[list[int]]]]:
        """The two-dimensional boards, each titled with its place on the other axes; stones fall downwards."""
        strides = dict(zip(self.axes, self.strides, strict=True))
        places = [range(0, side * strides[axis], strides[axis]) for axis, side in enumerate(self.shape)]
        across = [axis for axis in range(len(self.shape)) if axis != self.gravity]
        columns = places[across.pop()]
        if self.gravity is not None:
            rows = places[self.gravity][::-1]
        else:
            rows = places[across.pop()] if across else range(1)
        found: list[tuple[str, list[list[int]]]] = []
        for at in itertools.product(*(enumerate(places[axis], start=1) for axis in across)):
            title = f"Layer {'-'.join(str(number) for number, _ in at)}" if at else ""
            start = sum(place for _, place in at)
            found.append((title, [[start + row + column for column in columns] for row in rows]))
        return found

    def render(self, state: Any) -> str:
        stones, layers = self.in_order(state), self.layers()
        width = len(layers[0][1][0])
        numbered = not self.falls and len(self.shape) > 1
        names = [*LETTERS[:width]] if numbered and len(self.shape) == 2 else [str(i + 1) for i in range(width)]
        pad, start = len(names[-1]), "   " if numbered else ""
        drawn: list[str] = []
        for title, cells in layers:
            rows = [" ".join(mark_at(cell, stones).rjust(pad) for cell in row) for row in cells]
            if numbered:
                rows = [f"{number:2} {row}" for number, row in enumerate(rows, start=1)]
            foot = start + " ".join(name.rjust(pad) for name in names)
            drawn.append("\n".join([*([title] if title else []), *rows, foot]))
        return "\n\n".join(drawn)
