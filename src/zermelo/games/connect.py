"""Drop games: stones fall to the lowest free cell of a column; Connect Four is connect(7, 6, 4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from zermelo.bits import Bits
from zermelo.errors import BadMove, BadPosition
from zermelo.game import NONE, UNBOUNDED
from zermelo.games.lines import Board, LineGame, check_sides


@dataclass(frozen=True)
class connect(LineGame):  # noqa: N801  (the name of the family)
    """The first to have k stones in a row, a column or a diagonal wins; a full board is a draw.

    Action a drops a stone into column a. Moves are named by column number from 1 on. Positions are strings of moves:
    "444" is three stones in the middle of seven columns, as Pons writes it (beyond 9 columns, numbers with spaces), or
    rows from the top of X, O and dots with slashes between, X having moved first.
    The board is kept column by column, lowest cell first.
    """

    columns: int
    rows: int
    k: int

    def __post_init__(self) -> None:
        check_sides("connect", {"columns": self.columns, "rows": self.rows}, self.k)

    @property
    def lanes(self) -> int:
        """The columns."""
        return self.columns

    @property
    def span(self) -> int:
        """The rows."""
        return self.rows

    @property
    def length(self) -> int:
        """K."""
        return self.k

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each column."""
        return self.columns

    @cached_property
    def floor(self) -> Bits:
        """The lowest cell of each column."""
        return Bits.of(self.width, *range(0, self.width, self.stride))

    def landing(self, state: Board) -> Bits:
        """The cells on which a stone may land now: adding 1 to a column filled from below carries to its first free bit."""
        return ((state.me | state.you) + self.floor) & self.board

    @cached_property
    def lane(self) -> Bits:
        """The cells of column 0."""
        return Bits.of(self.width, *range(self.rows))

    # --- START ----------------------------------------------------------------------------------------------------------
    def legal(self, state: Board, action: int) -> bool:
        """The column has room."""
        return action * self.stride + self.rows - 1 not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the lowest free cell of the column; the other player is now "me"."""
        cell = self.landing(state) & (self.lane << (action * self.stride))
        return Board(state.you, state.me | cell)

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def key(self, state: Board) -> Bits:
        """Mine, and one bit more on top of each column: who owns the stones below it is told by mine (Pons 2015)."""
        return state.me | ((state.me | state.you) + self.floor)

    symmetry_count: int = 2

    def symmetric(self, state: Board, symmetry: int) -> Board:
        """Symmetry 1 is the mirror image, left and right exchanged."""
        return Board(self._mirror(state.me), self._mirror(state.you)) if symmetry else state

    def _mirror(self, stones: Bits) -> Bits:
        mirrored = stones ^ stones
        for column in range(self.columns):
            lane = (stones >> (column * self.stride)) & self.lane
            mirrored = mirrored | (lane << ((self.columns - 1 - column) * self.stride))
        return mirrored

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The column on the other side."""
        return self.columns - 1 - action if symmetry else action

    def forced(self, state: Board) -> int:
        """Complete a line; else stop the other side from completing its only one."""
        landing = self.landing(state)
        cells = self.completions(state.me, state.you) & landing
        if not cells:
            cells = self.completions(state.you, state.me) & landing
            if cells.count() > 1:
                return NONE
        return cells.lowest() // self.stride if cells else NONE

    def priority(self, state: Board, action: int) -> int:
        """The weight of the lines through the cell where the stone would land."""
        cell = self.landing(state) & (self.lane << (action * self.stride))
        return self.line_weight(state, cell.lowest())

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met. Nobody wins without a line free of the other's stones."""
        low, high = -UNBOUNDED, UNBOUNDED
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
    def action_name(self, action: int) -> str:
        """The number of the column, from 1 on."""
        return str(action + 1)

    def parse_action(self, text: str) -> int:
        """The action of a column number. Raises BadMove."""
        if re.fullmatch(r"[1-9][0-9]?", text.strip()) and int(text) <= self.columns:
            return int(text) - 1
        raise BadMove(f"{text!r} is not a column of {self}: columns are 1 to {self.columns}.")

    def drawn_cells(self) -> list[list[int]]:
        """The rows from the top, as they are drawn."""
        return [[column * self.stride + row for column in range(self.columns)] for row in reversed(range(self.rows))]

    def play_text(self, text: str) -> Board:
        """The position after these column numbers; they need no spaces when there are no more than 9."""
        moves = text.replace(",", " ").split()
        return self.play(list("".join(moves)) if self.columns <= 9 else moves)

    def drawn_position(self, text: str) -> Board:
        """As in every game of lines; and no stone hangs in the air."""
        state = super().drawn_position(text)
        occupied = state.me | state.you
        if (occupied + self.floor) & occupied:
            raise BadPosition(f"{text!r} cannot arise: a stone hangs in the air.")
        return state

    def render(self, state: Board) -> str:
        """The rows from the top, the column numbers below."""
        pad = len(str(self.columns))
        rows = [" ".join(mark.rjust(pad) for mark in row) for row in self.position_text(state).split("/")]
        return "\n".join([*rows, " ".join(str(column + 1).rjust(pad) for column in range(self.columns))])

    def __str__(self) -> str:
        return f"connect({self.columns},{self.rows},{self.k})"
