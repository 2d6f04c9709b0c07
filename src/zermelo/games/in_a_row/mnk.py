"""The family `mnk`: k in a row on a flat board, the m,n,k-games. Tic-tac-toe is mnk(3, 3, 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.bits import Bits
from zermelo.core.errors import BadMove
from zermelo.games.in_a_row.grid import Grid
from zermelo.games.in_a_row.how_to_play import title_of
from zermelo.games.in_a_row.linegame import Board, Placement, check_sides
from zermelo.games.titles import LETTERS, square_in, square_name


@dataclass(frozen=True)
class mnk(Grid, Placement):  # noqa: N801  (the name of the family)
    """The m,n,k-game: k in a row on a board of m rows and n columns. Tic-tac-toe is mnk(3, 3, 3).

    The first player to have k stones in a row, a column or a diagonal wins; a full board is a draw. Rows come first:
    mnk(rows, columns, k). Action a is the cell in row a // columns and column a % columns. Moves are named by column letter
    and row number: action 0 is a1. A position is written as rows of X, O and dots separated by slashes, "X.O/.X./..O", where
    X moved first, or as a list of moves.
    """

    rows: int
    columns: int
    k: int

    def __post_init__(self) -> None:
        check_sides("mnk", {"rows": self.rows, "columns": self.columns}, self.k)

    @property
    def sides(self) -> tuple[int, int]:
        """The numbers of columns and of rows."""
        return self.columns, self.rows

    @property
    def length(self) -> int:
        return self.k

    def cell(self, action: int) -> int:
        return action + action // self.columns

    def action_at(self, cell: int) -> int:
        return cell - cell // self.stride

    # --- knowledge --------------------------------------------------------------------------------------------------------
    @property
    def symmetry_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The number of symmetries: 8 of a square, 4 of a rectangle."""
        return 8 if self.rows == self.columns else 4

    def image(self, stones: Bits, symmetry: int) -> Bits:
        """The stones, moved by a symmetry. Bit 0 of its number reverses the rows' order, bit 1 the columns'; then bit 2
        exchanges rows and columns.
        """
        # reversing all bits rotates the board by half a turn, which puts the padding first: shift it out again
        if symmetry & 2:
            stones = stones.reverse() >> 1
        if (symmetry & 1) ^ (symmetry >> 1 & 1):
            flipped = stones ^ stones
            for row in range(self.rows):
                lane = (stones >> (row * self.stride)) & self._lane
                flipped = flipped | (lane << ((self.rows - 1 - row) * self.stride))
            stones = flipped
        if symmetry & 4:
            turned = stones & self._diagonal
            for distance in range(1, self.columns):
                move = distance * (self.stride - 1)
                turned = turned | ((stones & self._diagonals[distance]) << move)
                turned = turned | ((stones >> move) & self._diagonals[distance])
            stones = turned
        return stones

    @cached_property
    def _lane(self) -> Bits:
        return Bits.of(self.width, *range(self.columns))

    @cached_property
    def _diagonal(self) -> Bits:
        return self.board & Bits.of(self.width, *range(0, self.width, self.stride + 1))

    @cached_property
    def _diagonals(self) -> tuple[Bits, ...]:
        """The cells of row r and column r + distance, for each distance from the main diagonal."""
        return tuple(
            Bits.of(
                self.width,
                *(row * self.stride + row + distance for row in range(min(self.rows, self.columns - distance))),
            )
            for distance in range(self.columns)
        )

    def symmetric_action(self, action: int, symmetry: int) -> int:
        """The action of the cell to which a symmetry moves the cell of an action."""
        row, column = action // self.columns, action % self.columns
        if symmetry & 1:
            row = self.rows - 1 - row
        if symmetry & 2:
            column = self.columns - 1 - column
        return column * self.columns + row if symmetry & 4 else row * self.columns + column

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        """The length of a line and the size: "Four in a row, 5 by 5"."""
        return title_of((self.rows, self.columns), self.k)

    def action_name(self, action: int) -> str:
        """The column letter and the row number of the cell, "b2"."""
        return square_name(*divmod(action, self.columns))

    def parse_action(self, text: str) -> int:
        """The action named like "b2". Raises BadMove."""
        if square := square_in(text, self.rows, self.columns):
            return square[0] * self.columns + square[1]
        raise BadMove(f"{text!r} is not a cell of {self}: cells are a1 to {self.action_name(self.action_count - 1)}.")

    def drawn_cells(self) -> list[list[int]]:
        return [[self.cell(row * self.columns + column) for column in range(self.columns)] for row in range(self.rows)]

    def render(self, state: Board) -> str:
        """The rows with their numbers, and the letters of the columns below."""
        rows = self.position_text(state).split("/")
        lines = [f"{number:2} {' '.join(row)}" for number, row in enumerate(rows, start=1)]
        return "\n".join([*lines, "   " + " ".join(LETTERS[: self.columns])])

    def __str__(self) -> str:
        return f"mnk({self.rows},{self.columns},{self.k})"
