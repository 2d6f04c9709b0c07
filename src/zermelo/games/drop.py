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
        """No line is left."""
        return not self.alive(defender)
