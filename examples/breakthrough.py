"""Breakthrough (Troyka 2000): two rows of pieces on either edge; who first gets a piece across wins."""

from typing import NamedTuple

from zermelo import Bits, Game


class Pieces(NamedTuple):
    """The pieces of the player to move, who goes up, and those of the other: the board is turned after each move."""

    me: Bits
    you: Bits


class Breakthrough(Game[Pieces]):
    """An action is a cell and one of three ways forward: 0 diagonally to the left, 1 straight, 2 to the right."""

    def __init__(self, rows: int = 5, columns: int = 4) -> None:
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        self.action_count = 3 * self.cells
        self.max_length = 4 * columns * rows
        self.top = Bits.of(self.cells, *range(self.cells - columns, self.cells))
        self.bottom = Bits.of(self.cells, *range(columns))

    def initial(self) -> Pieces:
        """Two full rows each, one on boards of less than four."""
        full = range(self.columns * (2 if self.rows > 3 else 1))
        return Pieces(Bits.of(self.cells, *full), Bits.of(self.cells, *(self.cells - 1 - cell for cell in full)))

    def legal(self, state: Pieces, action: int) -> bool:
        """Straight on to an empty cell; diagonally also on to one of the other's."""
        cell, way = action // 3, action % 3 - 1
        if cell not in state.me or cell in self.top or not 0 <= cell % self.columns + way < self.columns:
            return False
        target = cell + self.columns + way
        return target not in state.me and (way != 0 or target not in state.you)

    def apply(self, state: Pieces, action: int) -> Pieces:
        """The piece on its new cell, what stood there gone, and the board turned round."""
        target = action // 3 + self.columns + action % 3 - 1
        return Pieces(state.you.remove(target).reverse(), state.me.remove(action // 3).add(target).reverse())

    def terminal(self, state: Pieces) -> bool:
        """The other side is across, or nothing of mine is left."""
        return bool(state.you & self.bottom) or not state.me

    def reward(self, state: Pieces) -> int:
        """Either way I have lost."""
        return -1

    def priority(self, state: Pieces, action: int) -> int:
        """The furthest piece first, and captures before other moves."""
        target = action // 3 + self.columns + action % 3 - 1
        return 2 * (action // 3 // self.columns) + (1 if target in state.you else 0)
