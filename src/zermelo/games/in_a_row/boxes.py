"""Boards of any shape and number of dimensions: their cells are numbered, named, drawn, and mapped by symmetries."""

from __future__ import annotations

import functools
import itertools
import math
import operator
import re

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.errors import BadMove
from zermelo.games.in_a_row.drawing import Drawing, mark_at
from zermelo.games.in_a_row.grid import Grid
from zermelo.games.in_a_row.symmetries import MOST_SYMMETRIES, Permutation, Symmetric
from zermelo.games.titles import LETTERS, square_in, square_name


class Box(Grid, Symmetric, Drawing):
    """A grid given by its `shape`: the number of cells along each axis, in the order in which people name the axes.

    Stones fall along the axis `gravity`, towards its first cell; if it is None, they do not fall. Actions number the cells,
    or the columns, in the order of the shape, the last axis fastest. A cell or column is named by its coordinates, counted
    from 1: "3" on one axis, "b3" on two (a letter for the second axis), "3-2-1" on more.
    """

    shape: tuple[int, ...]
    k: int
    gravity: int | None

    # --- the grid -------------------------------------------------------------------------------------------------------
    @property
    def axes(self) -> tuple[int, ...]:
        """The axes in the order of `sides`, innermost first: that of gravity, if any, then the others, the last first."""
        rest = reversed([axis for axis in range(len(self.shape)) if axis != self.gravity])
        return (*(() if self.gravity is None else (self.gravity,)), *rest)

    @property
    def sides(self) -> tuple[int, ...]:
        """The number of cells along each axis, the innermost first."""
        return tuple(self.shape[axis] for axis in self.axes)

    @property
    def length(self) -> int:
        return self.k

    @property
    def falls(self) -> bool:
        return self.gravity is not None

    def cell(self, action: int) -> int:
        """The bit of the cell with this number, or of the lowest cell of the column with this number."""
        cell, rest = 0, action
        for axis in range(1 if self.falls else 0, len(self.sides)):
            cell += rest % self.sides[axis] * self.strides[axis]
            rest //= self.sides[axis]
        return cell

    def action_at(self, cell: int) -> int:
        """The number of the cell with this bit, or of its column if stones fall."""
        action, scale = 0, 1
        for axis in range(1 if self.falls else 0, len(self.sides)):
            action += self._coordinate(cell, axis) * scale
            scale *= self.sides[axis]
        return action

    def _coordinate(self, cell: int, axis: int) -> int:
        above = cell // self.strides[axis]
        return above if axis == len(self.sides) - 1 else above % (self.sides[axis] + 1)

    # --- symmetries -------------------------------------------------------------------------------------------------------
    def below(self, cell: int) -> int:
        """The bit below a cell, where its stone rests if that is a cell; or NONE."""
        return cell - 1 if self.falls else NONE

    def few_permutations(self) -> list[Permutation]:
        """The ways to exchange axes of equal length and to reverse axes, as permutations of the cells.

        Only the identity if there are more than MOST_SYMMETRIES.
        """
        place = {cell: number for number, cell in enumerate(self.board)}
        places = list(itertools.product(*map(range, reversed(self.sides))))
        axes, sides = range(len(self.sides)), self.sides[::-1]
        orders = [
            order
            for order in itertools.permutations(axes)
            if all(sides[axis] == sides[other] for axis, other in zip(axes, order, strict=True))
        ]
        permutations: set[Permutation] = set()
        for order, mirrors in itertools.product(orders, itertools.product((False, True), repeat=len(axes))):
            images = (
                [sides[axis] - 1 - at[order[axis]] if mirrors[axis] else at[order[axis]] for axis in axes]
                for at in places
            )
            strides = self.strides[::-1]
            permutations.add(tuple(place[sum(map(operator.mul, image, strides))] for image in images))
            if len(permutations) > MOST_SYMMETRIES:
                return [tuple(range(len(places)))]
        structure = self.structure()
        return sorted(permutation for permutation in permutations if structure.keeps(permutation))

    # --- text -------------------------------------------------------------------------------------------------------------
    @property
    def named(self) -> tuple[int, ...]:
        """The length of each axis that has a coordinate in the name of an action: all but that of gravity."""
        return tuple(side for axis, side in enumerate(self.shape) if axis != self.gravity)

    def action_name(self, action: int) -> str:
        at = self._places(action)
        if len(at) == 2:
            return square_name(*at)
        return "-".join(str(coordinate + 1) for coordinate in at)

    def parse_action(self, text: str) -> int:
        """The action with these coordinates. Raises BadMove."""
        text = text.strip().lower()
        if len(self.named) == 2 and (square := square_in(text, *self.named)):
            at = [*square]
        elif re.fullmatch(r"[1-9]\d?(-[1-9]\d?)*", text):
            at = [int(coordinate) - 1 for coordinate in text.split("-")]
        else:
            at = []
        if len(at) != len(self.named) or any(c >= side for c, side in zip(at, self.named, strict=True)):
            last = math.prod(self.named) - 1
            place = "column" if self.falls else "cell"
            raise BadMove(
                f"{text!r} is not a {place} of {self}: {place}s are {self.action_name(0)} to {self.action_name(last)}."
            )
        return functools.reduce(lambda number, axis: number * self.named[axis] + at[axis], range(len(at)), 0)

    def _places(self, action: int) -> list[int]:
        """The place of an action along each axis of its name, from 0."""
        at: list[int] = []
        for side in reversed(self.named):
            action, place = divmod(action, side)
            at.insert(0, place)
        return at

    def drawn_cells(self) -> list[list[int]]:
        """The cells, in rows as they are drawn, layer by layer; stones fall downwards."""
        strides = dict(zip(self.axes, self.strides, strict=True))
        rows = [axis for axis in range(len(self.shape)) if axis != self.gravity]
        columns = rows.pop() if rows else 0
        if self.gravity is not None:
            rows.append(self.gravity)

        def along(axis: int) -> list[int]:
            cells = [strides[axis] * i for i in range(self.shape[axis])]
            return cells[::-1] if axis == self.gravity else cells

        starts = itertools.product(*map(along, rows))
        return [[sum(start) + cell for cell in along(columns)] for start in starts]

    def layers(self) -> list[tuple[str, list[list[int]]]]:
        """The two-dimensional boards that are drawn one after the other, each titled with its place on the other axes."""
        across = [axis for axis in range(len(self.shape)) if axis != self.gravity][:-1]
        high = self.gravity if self.gravity is not None else across.pop() if across else None
        height = 1 if high is None else self.shape[high]
        rows, places = self.drawn_cells(), itertools.product(*(range(self.shape[axis]) for axis in across))
        return [
            (
                f"Layer {'-'.join(str(i + 1) for i in at)}" if at else "",
                rows[number * height : (number + 1) * height],
            )
            for number, at in enumerate(places)
        ]

    def drawn(self, stones: tuple[Bits, ...]) -> str:
        """The board as people read it: the layers, each with its coordinates, with numbered rows and columns."""
        layers = self.layers()
        numbered = self.gravity is None and len(self.shape) > 1
        pad = len(str(len(layers[0][1]))) + 1 if numbered else 0
        width = len(layers[0][1][0])
        names = LETTERS if len(self.named) == 2 and numbered else [str(i + 1)[-1] for i in range(width)]
        foot = " " * (pad + 1 if pad else 0) + " ".join(names[:width])
        drawn: list[str] = []
        for title, cells in layers:
            rows = [" ".join(mark_at(cell, stones) for cell in row) for row in cells]
            if numbered:
                rows = [f"{row:{pad}} {text}" for row, text in enumerate(rows, start=1)]
            drawn.append("\n".join([*([title] if title else []), *rows, foot]))
        return "\n\n".join(drawn)
