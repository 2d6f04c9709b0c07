"""Games of lines in which stones fall: a column is filled from its lowest cell on."""

from __future__ import annotations

from functools import cached_property

from zermelo.bits import Bits
from zermelo.games.linegame import Board, LineGame


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
    def key(self, state: Board) -> Bits:
        """Mine, and one bit more on top of each column: who owns the stones below it is told by mine (Pons 2015)."""
        return state.me | ((state.me | state.you) + self.floor)

    def reach(self, state: Board) -> Bits:
        """The cells on which a stone may land: adding 1 to a column filled from below carries to its first free bit."""
        return ((state.me | state.you) + self.floor) & self.board

    def target(self, state: Board, action: int) -> int:
        """Where the stone would land."""
        return self.landing(state, action).lowest()

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """No line is left, or none that following up does not meet."""
        return not self.alive(defender) or self.followed(attacker, defender, attacks)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Following up meets every line, and the cells that it gets complete one."""
        if not self.followed(attacker, defender, attacks):
            return False
        free = self.board & ~(attacker | defender)
        return self.has_line(defender | (free & self.tops))

    @cached_property
    def tops(self) -> Bits:
        """The highest cell of each column, and every second one below it."""
        heights = range(self.sides[0] - 1, -1, -2)
        return Bits.of(
            self.width, *(self.cell(action) + height for action in range(self.place_count) for height in heights)
        )

    def followed(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether `defender` meets every line by answering each stone with one on top of it (Allis 1988: claimeven).

        Where the attacker is to move and all columns have an even number of free cells, the defender so gets every second
        of them, counted from the top, and the attacker the others. Where one column has an odd number and the defender
        is to move, it plays there first. A True is a proof, a False says nothing.
        """
        free = self.board & ~(attacker | defender)
        odd = ((attacker | defender) + self.floor) & self.tops
        if odd.count() != (0 if attacks else 1):
            return False
        return not self.has_line(attacker | (free & ~self.tops))
