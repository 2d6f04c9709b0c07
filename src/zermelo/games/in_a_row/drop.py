"""Games of lines with gravity: a stone falls to the lowest free cell of its column."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.boxes import Box
from zermelo.games.in_a_row.linegame import Board, LineGame

OPEN: Final = -1
HELD: Final = 0
"""Results of `followed`. OPEN: nothing is proved. HELD: the attacker does not win. Others are numbers of plies."""

MAX_WEIGHT: Final = (1 << 11) - 1
"""The largest weight of a column in a priority."""


class Drop(Box, LineGame):
    """A game of lines with one action for each column, the innermost axis. Subclasses number and name the columns."""

    @cached_property
    def slants(self) -> tuple[int, ...]:
        """The steps of all directions but the upright one, which comes first."""
        return self.steps[1:]

    def landing(self, state: Board, action: int) -> Bits:
        """The cell on which a stone would land in a column; no cell if the column is full."""
        return self.reach(state) & (self.lane << self.cell(action))

    # --- START ----------------------------------------------------------------------------------------------------------
    def legal(self, state: Board, action: int) -> bool:
        return self.cell(action) + self.sides[0] - 1 not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        return Board(state.you, state.me | self.landing(state, action))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def completions(self, mine: Bits, yours: Bits) -> Bits:
        """The empty cells that would complete a line of `mine`: on an upright line only the highest cell can be empty."""
        found = self.completed(mine, 1, self.length - 1)
        for step in self.slants:
            for gap in range(self.length):
                found = found | self.completed(mine, step, gap)
        return found & ~(mine | yours)

    def reach(self, state: Board) -> Bits:
        """The cells on which a stone may land: adding 1 to a column filled from below carries to its first free bit."""
        return ((state.me | state.you) + self.floor) & self.board

    def target(self, state: Board, action: int) -> int:
        return self.landing(state, action).lowest()

    def relevant(self, state: Board) -> Iterator[int]:
        """The columns in which a stone wins, or lets the other complete no line on top of it; one if there are none."""
        good = self.reach(state)
        if not self.misere:
            wins = self.completions(state.me, state.you) & good
            safe = good & ~(self.completions(state.you, state.me) >> 1)
            good = wins | safe if wins or safe else (good ^ good).add(good.lowest())
        for cell in good:
            yield self.action_at(cell)

    def priority(self, state: Board, action: int) -> int:
        """The number of cells that complete a line after the move; among equals, the number of lines through the column.

        Misère: the fewer lines through the column, the higher the priority.
        """
        weight = self.column_weights[action]
        if self.misere:
            return MAX_WEIGHT - weight
        mine = state.me | self.landing(state, action)
        return self.completions(mine, state.you).count() * MAX_WEIGHT + weight

    @cached_property
    def column_weights(self) -> tuple[int, ...]:
        """For each column, the number of lines through its cells; a line counts once for each of its cells in the column."""
        lanes = [self.lane << self.cell(action) for action in range(self.action_count)]
        return tuple(min(sum((line & lane).count() for line in self.lines), MAX_WEIGHT) for lane in lanes)

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        return not self.alive(defender) or (attacks and self.followed(attacker, defender) != OPEN)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        return attacks and self.followed(attacker, defender) > HELD

    def latest_end(self, state: Board) -> int:
        """The plies until the board is full; fewer if following up wins, because cells above a trap stay empty."""
        lost = HELD if self.misere else self.followed(state.me, state.you)
        return lost if lost > HELD else self.free(state).count()

    @cached_property
    def lids(self) -> Bits:
        """The padding on top of each column. Subtracting a cell from it gives that cell and all cells above it."""
        return self.floor << self.sides[0]

    @cached_property
    def tops(self) -> Bits:
        """The highest cell of each column, and every second one below it."""
        heights = range(self.sides[0] - 1, -1, -2)
        return Bits.of(
            self.width, *(self.cell(action) + height for action in range(self.action_count) for height in heights)
        )

    def followed(self, attacker: Bits, defender: Bits) -> int:
        """The most plies in which `defender` wins by *following up*: answering each stone with one on top of it.

        HELD if it is only proved that the attacker does not win, OPEN if nothing is proved. The attacker is to move. The
        proof combines claimeven and baseinverse (Allis 1988) with traps:

        - In a column with an even number of free cells the defender gets every second cell, including the highest.
        - A *trap* is a cell that completes a line of the defender and has an odd number of free cells below it. The
          defender gets every second of those, and the trap itself once the attacker plays right below it. An attacker who
          never plays there runs out of other moves in the end.
        - The other columns with an odd number of free cells are put in pairs: if the attacker takes the lowest free cell
          of one, the defender takes the lowest of the other, and then both have an even number.

        The attacker is held if all cells that the attacker can get in this way contain no line. The defender then wins if
        there is a trap, or if the cells that the defender gets complete a line. Cells above a trap are never played. Of the
        lowest traps in their columns only one is played; the others are not, nor are the cells right below them.
        """
        stones = attacker | defender
        free = self.board & ~stones
        odd = (stones + self.floor) & self.tops  # the lowest free cells of columns with an odd number
        in_odd = (self.lids - odd) & self.board  # all free cells of these columns
        traps = self.completions(defender, attacker) & (self.tops ^ in_odd)
        up = (traps | (self.lids - traps)) & self.board  # the lowest trap of each column, and all cells above it
        trapped = up & (self.lids >> 1)
        trapped = (trapped << 1) - (trapped >> (self.sides[0] - 1))  # all cells of columns with a trap
        gets = self.tops ^ (in_odd & trapped)
        lowest = odd & ~trapped
        if not self.meets(attacker | (free & ~(gets | (up << 1))), lowest):
            return OPEN
        if traps:
            unplayed = free & (up << 1)
            return free.count() - unplayed.count() - 2 * ((traps & ~unplayed).count() - 1)
        return free.count() if self.has_line(defender | (free & gets & ~lowest)) else HELD

    def meets(self, taken: Bits, lowest: Bits) -> bool:
        """Whether the cells `lowest` can be put in pairs so that `taken` with any one cell of each pair has no line.

        False for an odd number of them. More than four are only tried all together.
        """
        if self.has_line(taken) or lowest.count() % 2:
            return False
        if not self.has_line(taken | lowest):
            return True
        if lowest.count() > 4:
            return False
        nothing = taken ^ taken
        first = nothing.add(lowest.lowest())
        for cell in lowest ^ first:
            second = nothing.add(cell)
            rest = lowest ^ first ^ second
            third = nothing.add(rest.lowest()) if rest else nothing
            fourth = rest ^ third
            held = True
            for one in (first, second):
                for other in (third, fourth):
                    held = held and not self.has_line(taken | one | other)
            if held:
                return True
        return False
