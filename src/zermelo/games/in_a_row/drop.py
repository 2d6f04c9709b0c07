"""Games of lines in which stones fall: a column is filled from its lowest cell on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.linegame import Board, LineGame

OPEN: Final = -1
HELD: Final = 0
"""What `followed` says where nothing is proved, and where the attacker does not win; else it says how soon he has lost."""

MAX_WEIGHT: Final = (1 << 11) - 1
"""Of a column, in a priority."""


class Drop(LineGame):
    """A game of lines with one action for each column, the innermost axis. Subclasses number and name the columns."""

    @property
    def falls(self) -> bool:
        """Always."""
        return True

    @cached_property
    def lane(self) -> Bits:
        """The cells of column 0."""
        return Bits.of(self.width, *range(self.sides[0]))

    def landing(self, state: Board, action: int) -> Bits:
        """The cell on which a stone would land in a column, none if it is full."""
        return self.reach(state) & (self.lane << self.cell(action))

    # --- START ----------------------------------------------------------------------------------------------------------
    def legal(self, state: Board, action: int) -> bool:
        """The column has room."""
        return self.cell(action) + self.sides[0] - 1 not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the lowest free cell of the column; the other player is now "me"."""
        return Board(state.you, state.me | self.landing(state, action))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def reach(self, state: Board) -> Bits:
        """The cells on which a stone may land: adding 1 to a column filled from below carries to its first free bit."""
        return ((state.me | state.you) + self.floor) & self.board

    def target(self, state: Board, action: int) -> int:
        """Where the stone would land."""
        return self.landing(state, action).lowest()

    def relevant(self, state: Board) -> Iterator[int]:
        """Columns whose stone does not lie just below a cell that completes a line of the other's; one column, if all do."""
        good = self.reach(state)
        if not self.misere:
            wins = self.completions(state.me, state.you) & good
            safe = good & ~(self.completions(state.you, state.me) >> 1)
            good = wins | safe if wins or safe else (good ^ good).add(good.lowest())
        for action in range(self.action_count):
            if good & (self.lane << self.cell(action)):
                yield action

    def priority(self, state: Board, action: int) -> int:
        """How many cells would then complete a line; among equals, the lines through the column. Misere: the fewer lines."""
        weight = self.column_weights[action]
        if self.misere:
            return MAX_WEIGHT - weight
        mine = state.me | self.landing(state, action)
        return self.completions(mine, state.you).count() * MAX_WEIGHT + weight

    @cached_property
    def column_weights(self) -> tuple[int, ...]:
        """For each column, how many lines go through its cells, each counted as often as it does."""
        lanes = [self.lane << self.cell(action) for action in range(self.place_count)]
        return tuple(min(sum((line & lane).count() for line in self.lines), MAX_WEIGHT) for lane in lanes)

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """No line is left, or following up meets all that are."""
        return not self.alive(defender) or (attacks and self.followed(attacker, defender) != OPEN)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Following up meets every line, and completes one."""
        return attacks and self.followed(attacker, defender) > HELD

    def latest_end(self, state: Board) -> int:
        """Who follows up wins sooner than on a full board: cells above a trap need not be filled."""
        lost = HELD if self.misere else self.followed(state.me, state.you)
        return lost if lost > HELD else self.free(state).count()

    @cached_property
    def tops(self) -> Bits:
        """The highest cell of each column, and every second one below it."""
        heights = range(self.sides[0] - 1, -1, -2)
        return Bits.of(
            self.width, *(self.cell(action) + height for action in range(self.place_count) for height in heights)
        )

    def followed(self, attacker: Bits, defender: Bits) -> int:
        """In how many plies `defender` wins at the latest by answering each stone with one on top of it, HELD, or OPEN.

        The attacker is to move. Claimeven and baseinverse (Allis 1988), and traps:

        - In a column with an even number of free cells the defender gets every second of them, the highest included.
        - A *trap* completes a line of the defender's and has an odd number of free cells below it. The defender gets every
          second of these, and the trap when play comes there. Who stays away runs out of other moves in the end.
        - The other columns with an odd number of free cells go in pairs: when the attacker takes the lowest free cell of
          one, the defender takes that of the other, and then both have an even number.

        HELD if the attacker cannot complete a line with all that he may get so; a win if there is a trap besides, or the
        cells that the defender gets complete a line. Cells above traps are never played, nor are any trap but one and the
        cells right below them.
        """
        free = self.board & ~(attacker | defender)
        odd = ((attacker | defender) + self.floor) & self.tops  # the lowest free cells of columns with an odd number
        in_odd = ((self.floor << self.sides[0]) - odd) & self.board  # all free cells of these columns
        traps = self.completions(defender, attacker) & (self.tops ^ in_odd)
        up = down = traps
        for _ in range(self.sides[0] - 1):
            up = up | ((up << 1) & self.board)
            down = down | ((down >> 1) & self.board)
        gets = self.tops ^ (in_odd & down)
        lowest = odd & ~down
        if not self.meets(attacker | (free & ~(gets | (up << 1))), lowest):
            return OPEN
        if traps:
            unplayed = free & (up << 1)
            return free.count() - unplayed.count() - 2 * ((traps & ~unplayed).count() - 1)
        return free.count() if self.has_line(defender | (free & gets & ~lowest)) else HELD

    def meets(self, taken: Bits, lowest: Bits) -> bool:
        """Whether there is no line in `taken` and one cell of each pair, for some way to put the cells `lowest` in pairs.

        Looks at four of them at most.
        """
        if not lowest:
            return not self.has_line(taken)
        if lowest.count() not in (2, 4):
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
