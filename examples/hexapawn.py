"""Hexapawn (Gardner 1962): get a pawn across the board, or leave the opponent without a move, and you win."""

from typing import NamedTuple

from zermelo import Bits, Game


class Pawns(NamedTuple):
    """White moves from row 1 to the last one, black the other way; `turn` is 0 when white is to move."""

    white: Bits
    black: Bits
    turn: int


class Hexapawn(Game[Pawns]):
    """Each player has a row of pawns, at opposite edges of the board.

    On your turn, move a pawn one step straight ahead to an empty cell, or capture an enemy pawn one step diagonally ahead.
    You win when a pawn of yours reaches the far edge, or when the other player cannot move.
    """

    # an action is 3 * cell + direction; direction 0 is diagonally left, 1 straight, 2 diagonally right
    def __init__(self, rows: int = 3, columns: int = 3) -> None:
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        self.action_count, self.max_length = 3 * self.cells, 2 * columns * (rows - 1) + 1
        self.edge = Bits.of(self.cells, *range(columns))

    def title(self) -> str:
        """The name and the size."""
        return f"Hexapawn, {self.rows} by {self.columns}"

    def initial(self) -> Pawns:
        """A row of pawns for each player, on opposite edges."""
        return Pawns(self.edge, self.edge << self.columns * (self.rows - 1), 0)

    def target(self, state: Pawns, action: int) -> int:
        """The cell to which an action moves a pawn, -1 if that is off the board."""
        cell, way = action // 3, action % 3 - 1
        row, column = cell // self.columns + 1 - 2 * state.turn, cell % self.columns + way
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1

    def legal(self, state: Pawns, action: int) -> bool:
        """Whether the pawn moves straight to an empty cell, or diagonally to a cell with an enemy pawn."""
        own, other = (state.white, state.black) if state.turn == 0 else (state.black, state.white)
        target = self.target(state, action)
        if action // 3 not in own or target < 0:
            return False
        return target in other if action % 3 != 1 else target not in own | other

    def apply(self, state: Pawns, action: int) -> Pawns:
        """The pawn moves, and captures what was there."""
        start, target = action // 3, self.target(state, action)
        if state.turn == 0:
            return Pawns(state.white.remove(start).add(target), state.black.remove(target), 1)
        return Pawns(state.white.remove(target), state.black.remove(start).add(target), 0)

    def terminal(self, state: Pawns) -> bool:
        """Whether a pawn is across, or the player to move has no move."""
        if (state.white >> self.columns * (self.rows - 1)) | (state.black << self.columns * (self.rows - 1)):
            return True
        for action in range(self.action_count):
            if self.legal(state, action):
                return False
        return True

    def reward(self, state: Pawns) -> int:
        """-1: either way the player to move has lost."""
        return -1
