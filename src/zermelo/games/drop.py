"""Games of lines in which stones fall: a column is filled from its lowest cell on."""

from __future__ import annotations

from functools import cached_property

from zermelo.bits import Bits
from zermelo.errors import BadPosition
from zermelo.game import NONE, UNBOUNDED
from zermelo.games.linegame import MAX_PRIORITY, Board, LineGame


class Drop(LineGame):
    """A game of lines with one action for each column, the innermost axis. Subclasses number and name the columns."""

    def base(self, action: int) -> int:
        """The lowest cell of a column."""
        raise NotImplementedError

    def column(self, cell: int) -> int:
        """The column of a cell."""
        raise NotImplementedError

    @cached_property
    def floor(self) -> Bits:
        """The lowest cell of each column."""
        return Bits.of(self.width, *(self.base(column) for column in range(self.action_count)))

    @cached_property
    def lane(self) -> Bits:
        """The cells of column 0."""
        return Bits.of(self.width, *range(self.sides[0]))

    def landing(self, state: Board) -> Bits:
        """The cells on which a stone may land now: adding 1 to a column filled from below carries to its first free bit."""
        return ((state.me | state.you) + self.floor) & self.board

    # --- START ----------------------------------------------------------------------------------------------------------
    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each column."""
        return self.cell_count // self.sides[0]

    def legal(self, state: Board, action: int) -> bool:
        """The column has room."""
        return self.base(action) + self.sides[0] - 1 not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the lowest free cell of the column; the other player is now "me"."""
        cell = self.landing(state) & (self.lane << self.base(action))
        return Board(state.you, state.me | cell)

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def key(self, state: Board) -> Bits:
        """Mine, and one bit more on top of each column: who owns the stones below it is told by mine (Pons 2015)."""
        return state.me | ((state.me | state.you) + self.floor)

    def forced(self, state: Board) -> int:
        """Complete a line; else stop the other side from completing its only one. Nothing in misere play."""
        if self.misere:
            return NONE
        landing = self.landing(state)
        cells = self.completions(state.me, state.you) & landing
        if not cells:
            cells = self.completions(state.you, state.me) & landing
            if cells.count() > 1:
                return NONE
        return self.column(cells.lowest()) if cells else NONE

    def priority(self, state: Board, action: int) -> int:
        """The weight of the lines through the cell where the stone would land; in misere play the lighter, the better."""
        cell = self.landing(state) & (self.lane << self.base(action))
        weight = self.line_weight(state, cell.lowest())
        return MAX_PRIORITY - weight if self.misere else weight

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met. Nobody wins without a line free of the other's stones.

        In misere play, nobody loses without a free line.
        """
        low, high = -UNBOUNDED, UNBOUNDED
        if self.misere:
            return (low if self.alive(state.you) else 0), (high if self.alive(state.me) else 0)
        landing = self.landing(state)
        threats = self.completions(state.you, state.me) & landing
        if threats.count() > 1 and not self.completions(state.me, state.you) & landing:
            return low, -1
        if alpha >= 0 and not self.alive(state.you):
            high = 0
        if beta <= 0 and not self.alive(state.me):
            low = 0
        return low, high

    # --- text -------------------------------------------------------------------------------------------------------------
    def drawn_position(self, text: str) -> Board:
        """As in every game of lines; and no stone hangs in the air."""
        state = super().drawn_position(text)
        occupied = state.me | state.you
        if (occupied + self.floor) & occupied:
            raise BadPosition(f"{text!r} cannot arise: a stone hangs in the air.")
        return state
