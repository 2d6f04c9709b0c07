"""The family `mnk`: k in a row on a flat board, the m,n,k-games. Tic-tac-toe is mnk(3, 3, 3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zermelo.core.bits import Bits
from zermelo.games.arguments import check_numbers
from zermelo.games.in_a_row.boxes import Box
from zermelo.games.in_a_row.how_to_play import title_of
from zermelo.games.in_a_row.linegame import MAX_SIDE, Placement


@dataclass(frozen=True)
class mnk(Box, Placement):  # noqa: N801  (the name of the family)
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
        check_numbers("mnk", 1, MAX_SIDE, rows=self.rows, columns=self.columns, k=self.k)

    @property
    def shape(self) -> tuple[int, int]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.rows, self.columns

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
                lane = (stones >> (row * self.stride)) & self.lane
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
        row, column = action // self.columns, action % self.columns
        if symmetry & 1:
            row = self.rows - 1 - row
        if symmetry & 2:
            column = self.columns - 1 - column
        return column * self.columns + row if symmetry & 4 else row * self.columns + column

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        return title_of((self.rows, self.columns), self.k)

    def __str__(self) -> str:
        return f"mnk({self.rows},{self.columns},{self.k})"
