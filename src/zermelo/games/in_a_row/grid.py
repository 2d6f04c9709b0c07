"""The geometry of lines on boards of any number of dimensions: cells, lines and directions as bits.

    the bits of the cells of a board of 3 rows and 4 columns; * is padding, always empty, so that no line wraps around

         0  1  2  3  *
         5  6  7  8  *
        10 11 12 13  *

Every axis but the outermost has one cell of padding at its end. The *stride* of an axis is the distance in bits between
neighbours along it: here 1 along a row and 5 along a column. A line is `length` cells in one direction, a step of -1, 0 or 1
along each axis. In bits, the four directions of a plane are the steps 1, stride - 1, stride and stride + 1; a box of n
dimensions has (3**n - 1) / 2 directions. In games with gravity the innermost axis is the one along which stones fall.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterator
from functools import cached_property

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.hypergraph import Hypergraph, Lacking


class Grid(Hypergraph):
    """A box of cells and the lines on it. Subclasses define its sides, the length of a line, and the actions."""

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The number of cells along each axis, the innermost first."""
        raise NotImplementedError

    @property
    def action_count(self) -> int:
        return self.cell_count // self.sides[0] if self.falls else self.cell_count

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """The distance in bits between neighbours along each axis, the innermost first."""
        return tuple(itertools.accumulate((side + 1 for side in self.sides[:-1]), operator.mul, initial=1))

    @property
    def stride(self) -> int:
        """The distance in bits between neighbours along the outermost axis."""
        return self.strides[-1]

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """For each direction, the distance in bits between neighbours on a line; in ascending order."""
        directions = itertools.product((-1, 0, 1), repeat=len(self.sides))
        steps = (sum(map(operator.mul, direction, self.strides)) for direction in directions if any(direction))
        return tuple(sorted(steps))[(3 ** len(self.sides) - 1) // 2 :]

    @property
    def cell_count(self) -> int:
        return math.prod(self.sides)

    @cached_property
    def board(self) -> Bits:
        places = itertools.product(*map(range, self.sides))
        return Bits.of(self.width, *(sum(map(operator.mul, place, self.strides)) for place in places))

    @cached_property
    def width(self) -> int:
        return self.sides[-1] * self.stride

    @cached_property
    def lane(self) -> Bits:
        """The first cells of the board, along the innermost axis: the first row, or column 0 if stones fall."""
        return Bits.of(self.width, *range(self.sides[0]))

    @cached_property
    def rays(self) -> tuple[Bits, ...]:
        """For each direction, the line that starts at bit 0; the other lines of the direction are this one, shifted."""
        return tuple(self._ray(step) for step in self.steps)

    @cached_property
    def starts(self) -> tuple[Bits, ...]:
        """For each direction, the first cell of each of its lines."""
        return tuple(
            Bits.of(self.width, *(cell for cell in range(self.width) if self._fits(cell, step))) for step in self.steps
        )

    def _ray(self, step: int) -> Bits:
        reach = step * (self.length - 1)
        return Bits.of(self.width, *range(0, reach + 1, step)) if reach < self.width else Bits(self.width)

    def _fits(self, cell: int, step: int) -> bool:
        line = range(cell, cell + step * self.length, step)
        return line[-1] < self.width and all(c in self.board for c in line)

    @cached_property
    def lines(self) -> tuple[Bits, ...]:
        lines = tuple(ray << start for ray, starts in zip(self.rays, self.starts, strict=True) for start in starts)
        return lines or (Bits(self.width),)

    # --- lines ----------------------------------------------------------------------------------------------------------
    def has_line(self, stones: Bits) -> bool:
        found = stones ^ stones
        for step in self.steps:
            found = found | self.begun(stones, step)
        return bool(found)

    def begun(self, cells: Bits, step: int) -> Bits:
        """The cells at which a line within these cells starts, in the direction of `step`."""
        run = cells  # the cells that start a run of 1, then of 2, 4, ... of these cells
        for more in self.doublings:
            run = run & (run >> (step * more))
        return run

    def completions(self, mine: Bits, yours: Bits) -> Bits:
        found = mine ^ mine
        for step in self.steps:
            for gap in range(self.length):
                found = found | self.completed(mine, step, gap)
        return found & ~(mine | yours)

    def completed(self, mine: Bits, step: int, gap: int) -> Bits:
        """The cells that would complete a line of `mine` in the direction of `step`, as its cell number `gap` from 0."""
        run = self.board
        for distance in range(1, self.length - gap):
            run = run & (mine >> (step * distance))
        for distance in range(1, gap + 1):
            run = run & (mine << (step * distance))
        return run

    def lacking(self, mine: Bits, free: Bits) -> Lacking:
        wins = once = twice = mine ^ mine
        for step in self.steps:
            one, two = self.starts_lacking(mine, free, step)
            wins = wins | self.lines_from(one, step)
            for place in range(self.length):
                left = (two << (step * place)) & free
                twice = twice | (once & left)
                once = once | left
        return Lacking(wins & free, once, twice)

    def nearly(self, mine: Bits, free: Bits) -> Bits:
        found = mine ^ mine
        for step in self.steps:
            one, two = self.starts_lacking(mine, free, step)
            found = found | (self.lines_from(one | two, step) & free)
        return found

    def gaps(self, mine: Bits, free: Bits) -> Iterator[Bits]:
        for direction in range(len(self.steps)):
            _, two = self.starts_lacking(mine, free, self.steps[direction])
            for start in two:
                yield (self.rays[direction] << start) & free

    def starts_lacking(self, mine: Bits, others: Bits, step: int) -> tuple[Bits, Bits]:
        """The starts of the lines within all these cells, in the direction of `step`, with one and with two of `others`."""
        one = two = more = mine ^ mine
        for place in range(self.length):
            other = others >> (step * place)
            more = more | (two & other)
            two = two | (one & other)
            one = one | other
        starts = self.begun(mine | others, step)
        return starts & one & ~two, starts & two & ~more

    def lines_from(self, starts: Bits, step: int) -> Bits:
        """The cells of the lines with these starts in the direction of `step`."""
        cells = starts
        for more in self.doublings:
            cells = cells | (cells << (step * more))
        return cells

    def live(self, cells: Bits) -> Bits:
        found = cells ^ cells
        for step in self.steps:
            found = found | self.lines_from(self.begun(cells, step), step)
        return found

    @cached_property
    def doublings(self) -> tuple[int, ...]:
        """By how many cells a run of one cell grows each time, if it doubles until it is as long as a line."""
        known, added = 1, list[int]()
        while known < self.length:
            added.append(min(known, self.length - known))
            known += added[-1]
        return tuple(added)

    @property
    def line_count(self) -> int:
        return sum(starts.count() for starts in self.starts)
