"""What games of lines know of their lines, computed from the lines alone: any family of sets of cells.

A *line* is a winning set, of any shape. `Grid` computes the same faster, for straight lines on a box.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import MAX_PRIORITY, NONE

MOST_WEIGHED: Final = 40
"""Lines that lack more stones than this weigh as much as if they lacked no more: weights have to fit in 64 bits."""

WEIGHT_CAP: Final = 6
"""With more stones than this, the weight of a line for the order of moves does not grow."""


class Lacking(NamedTuple):
    """Free cells of the lines that lack one or two stones."""

    one: Bits
    """The cells that would complete a line."""
    two: Bits
    """The cells of the lines that lack two stones."""
    crossings: Bits
    """Those that are on at least two such lines."""


class Hypergraph:
    """Cells and the lines on them. Subclasses define the lines, their number, and the length of the longest."""

    both_complete: bool = True
    """Whether both players can win by a line, not just one."""

    @property
    def cell_count(self) -> int:
        raise NotImplementedError

    @property
    def length(self) -> int:
        """How many cells a line has; the longest, if they differ."""
        raise NotImplementedError

    @cached_property
    def lines(self) -> tuple[Bits, ...]:
        """All lines. If there is none, one empty line, because compiled code needs at least one."""
        raise NotImplementedError

    @property
    def line_count(self) -> int:
        raise NotImplementedError

    @property
    def scale(self) -> int:
        """The weight of a complete line is 2**scale; see `weights`."""
        return min(self.length, MOST_WEIGHED)

    # --- cells --------------------------------------------------------------------------------------------------------
    @property
    def falls(self) -> bool:
        """Whether stones fall. If they do, an action is a column; if not, a cell."""
        return False

    def cell(self, action: int) -> int:
        """The bit of an action's cell; if stones fall, of the lowest cell of its column."""
        return action

    def action_at(self, cell: int) -> int:
        """The action of the cell with this bit; if stones fall, of its column."""
        return cell

    @property
    def action_count(self) -> int:
        """One action for each cell, or each column if stones fall."""
        return self.cell_count

    @property
    def max_length(self) -> int:
        return self.cell_count

    @cached_property
    def width(self) -> int:
        return self.cell_count

    @cached_property
    def board(self) -> Bits:
        return ~Bits(self.width)

    @cached_property
    def floor(self) -> Bits:
        """The cells on which the first stone may go: all cells, or the lowest of each column if stones fall."""
        return Bits.of(self.width, *(self.cell(action) for action in range(self.action_count)))

    def image(self, stones: Bits, symmetry: int) -> Bits:
        raise NotImplementedError

    def canonical_symmetry_of(self, one: Bits, other: Bits) -> int:
        """The symmetry to the canonical image of these stones: the same for all their images. NONE: compare all images."""
        return NONE

    # --- lines --------------------------------------------------------------------------------------------------------
    @cached_property
    def through(self) -> tuple[Bits, ...]:
        """For each cell, the numbers of the lines through it."""
        return tuple(
            Bits.of(self.no_lines.width, *(number for number, line in enumerate(self.lines) if cell in line))
            for cell in range(self.width)
        )

    @cached_property
    def no_lines(self) -> Bits:
        return Bits(max(self.line_count, 1))

    def lines_without(self, stones: Bits) -> Bits:
        """The numbers of the lines that have none of these stones."""
        found = self.no_lines
        for number in range(self.line_count):
            if not self.lines[number] & stones:
                found = found.add(number)
        return found

    def alive(self, against: Bits) -> bool:
        free = self.board & ~against
        return self.has_line(free)

    def has_line(self, stones: Bits) -> bool:
        for number in range(self.line_count):
            if not self.lines[number] & ~stones:
                return True
        return False

    def live(self, cells: Bits) -> Bits:
        """Those of these cells that are on a line within them."""
        found = cells ^ cells
        for number in range(self.line_count):
            if not self.lines[number] & ~cells:
                found = found | self.lines[number]
        return found

    def completions(self, mine: Bits, yours: Bits) -> Bits:
        """The empty cells that would complete a line of `mine`."""
        return self.lacking(mine, self.board & ~(mine | yours)).one

    def lacking(self, mine: Bits, free: Bits) -> Lacking:
        """The free cells of the lines, otherwise with stones of `mine` only, that lack one or two stones."""
        one = two = crossings = mine ^ mine
        for number in range(self.line_count):
            left = self.lines[number] & ~mine
            if not left & ~free:
                count = left.count()
                if count == 1:
                    one = one | left
                elif count == 2:
                    crossings = crossings | (two & left)
                    two = two | left
        return Lacking(one, two, crossings)

    def nearly(self, mine: Bits, free: Bits) -> Bits:
        """The free cells of the lines that lack one or two stones."""
        found = self.lacking(mine, free)
        return found.one | found.two

    def without_dead(self, one: Bits, other: Bits) -> tuple[Bits, Bits]:
        """The stones of two sides, with dead ones given to both: a side can complete no line through its dead stones."""
        dead = (one & ~self.live(self.board & ~other)) | (other & ~self.live(self.board & ~one))
        return one | dead, other | dead

    def claimed(self, maker: Bits, breaker: Bits) -> tuple[Bits, Bits]:
        """Maker's stones on lines that Maker may still complete. All cells that are on no such line are Breaker's."""
        live = self.live(self.board & ~breaker)
        return maker & live, self.board & ~live

    def weight_of(self, cell: int, first: Bits, second: Bits) -> int:
        """The weight of the lines through an empty cell: the sum of 4 ** stones over the lines with stones of one side only.

        A line without stones counts for both sides. If only the first player can win by a line, lines with stones of the
        second do not count.
        """
        total = 0
        for number in self.through[cell]:
            line = self.lines[number]
            mine, yours = (line & first).count(), (line & second).count()
            if yours == 0:
                total += 1 << (2 * min(mine, WEIGHT_CAP))
            if mine == 0 and self.both_complete:
                total += 1 << (2 * min(yours, WEIGHT_CAP))
        return min(total, MAX_PRIORITY)

    def gaps(self, mine: Bits, free: Bits) -> Iterator[Bits]:
        """The two free cells of each line that lacks two stones."""
        for number in range(self.line_count):
            left = self.lines[number] & ~mine
            if not left & ~free and left.count() == 2:
                yield left
