"""Boards of any shape and number of dimensions: their cells are numbered, named, drawn, and mapped by symmetries."""

from __future__ import annotations

import itertools
import math
import operator
import re
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zermelo.core.bits import Bits
from zermelo.core.errors import BadMove
from zermelo.core.scratch import tally
from zermelo.core.words import hash_words
from zermelo.games.in_a_row.automorphisms import Permutation, Structure, automorphisms
from zermelo.games.in_a_row.drawing import Drawing, mark_at

LETTERS = "abcdefghijklmnopqrs"
MOST_SYMMETRIES = 2000
"""If the lines have more symmetries (if there are no lines, say), only those that rotate or reflect the box are used."""


class Box(Drawing):
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
        """How many stones make a line."""
        return self.k

    @property
    def falls(self) -> bool:
        """Whether there is gravity."""
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
    # (methods, not properties: properties are constants of compiled code, computed whenever a search begins)
    def structure(self) -> Structure:
        """The lines, and the cell below each cell; cells are numbered in the order of their bits."""
        place = {cell: number for number, cell in enumerate(self.board)}
        lines = (
            frozenset(place[cell] for cell in ray << start)
            for ray, starts in zip(self.rays, self.starts, strict=True)
            for start in starts
        )
        below = tuple(place.get(cell - 1, -1) if self.falls else -1 for cell in place)
        return Structure(frozenset(lines), below)

    def permutations(self) -> list[Permutation]:
        """All symmetries of the structure, the identity first; if there are too many, only those of the box itself."""
        structure = self.structure()
        found = automorphisms(structure, MOST_SYMMETRIES)
        if found is None:
            found = sorted(permutation for permutation in self._rigid() if structure.keeps(permutation))
        return found

    def _rigid(self) -> list[Permutation]:
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
        return list(permutations)

    @property
    def symmetry_count(self) -> int:
        """The number of symmetries that were found."""
        return len(self.images)

    @cached_property
    def images(self) -> NDArray[np.int64]:
        """The bit to which each symmetry moves the bit of each cell: shape (symmetries, width)."""
        cells, permutations = np.array(list(self.board), np.int64), self.permutations()
        images = np.zeros((len(permutations), self.width), np.int64)
        images[:, cells] = cells[np.array(permutations, np.int64)]
        return images

    def image(self, stones: Bits, symmetry: int) -> Bits:
        """The stones, moved by a symmetry."""
        moved = stones ^ stones
        for cell in stones:
            moved = moved.add(int(self.images[symmetry, cell]))
        return moved

    @cached_property
    def marks(self) -> NDArray[np.int64]:
        """A pseudorandom number below 2**40 for the image of each cell under each symmetry: shape (width, symmetries).

        It depends on the image alone.
        """
        numbers = np.array([hash_words((cell,)) >> 23 for cell in range(self.width)], np.int64)
        return np.ascontiguousarray(numbers[self.images].T)

    @cached_property
    def no_images(self) -> Bits:
        """An empty set of symmetries."""
        return Bits(self.symmetry_count)

    def canonical_symmetry_of(self, one: Bits, other: Bits) -> int:
        """The symmetry with the least sum of `marks` over the stones, those of `other` counted twice."""
        sums = tally(self.no_images)
        for cell in one:
            for symmetry in range(self.symmetry_count):
                sums[symmetry] += int(self.marks[cell, symmetry])
        for cell in other:
            for symmetry in range(self.symmetry_count):
                sums[symmetry] += 2 * int(self.marks[cell, symmetry])
        chosen = 0
        for symmetry in range(1, self.symmetry_count):
            if sums[symmetry] < sums[chosen]:
                chosen = symmetry
        return chosen

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The cell or column of an action, moved by a symmetry."""
        return self.action_at(int(self.images[symmetry, self.cell(action)]))

    # --- text -------------------------------------------------------------------------------------------------------------
    @property
    def named(self) -> tuple[int, ...]:
        """The length of each axis that has a coordinate in the name of an action: all but that of gravity."""
        return tuple(side for axis, side in enumerate(self.shape) if axis != self.gravity)

    def action_name(self, action: int) -> str:
        """The coordinates of the action's cell or column."""
        at = np.unravel_index(action, self.named)
        if len(at) == 2:
            return f"{LETTERS[at[1]]}{at[0] + 1}"
        return "-".join(str(coordinate + 1) for coordinate in at)

    def parse_action(self, text: str) -> int:
        """The action with these coordinates. Raises BadMove."""
        text = text.strip().lower()
        pair = re.fullmatch(r"([a-s])([1-9]\d?)", text) if len(self.named) == 2 else None
        if pair:
            at = [int(pair[2]) - 1, LETTERS.index(pair[1])]
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
        return int(np.ravel_multi_index(at, self.named))

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
