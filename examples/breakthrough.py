"""Breakthrough (Troyka 2000): two rows of pieces on either edge; who first gets a piece across wins."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Bits, Game


class Pieces(NamedTuple):
    """The pieces of the player to move, who goes up, and those of the other: the board is turned after each move."""

    me: Bits
    you: Bits


class Breakthrough(Game[Pieces]):
    """An action is a way forward (0 diagonally to the left, 1 straight, 2 to the right) times the cells, plus a cell."""

    def __init__(self, rows: int = 5, columns: int = 4) -> None:
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        self.action_count, self.max_length = 3 * rows * columns, 4 * rows * columns
        stays = [[c for c in range(self.cells - columns) if 0 <= c % columns + way < columns] for way in (-1, 0, 1)]
        self.inside = tuple(Bits.of(self.cells, *cells) for cells in stays)

    def initial(self) -> Pieces:
        """Two full rows each, one on boards of less than four."""
        full = range(self.columns * (2 if self.rows > 3 else 1))
        return Pieces(Bits.of(self.cells, *full), Bits.of(self.cells, *(self.cells - 1 - cell for cell in full)))

    def movers(self, state: Pieces, way: int) -> Bits:
        """The pieces that may go this way: straight on to an empty cell; diagonally also on to one of the other's."""
        blocked = (state.me | state.you if way == 1 else state.me) >> (self.columns + way - 1)
        return state.me & self.inside[way] & ~blocked

    def actions(self, state: Pieces) -> Iterator[int]:
        """Every way in turn."""
        for way in range(3):
            for cell in self.movers(state, way):
                yield way * self.cells + cell

    def target(self, action: int) -> int:
        """The cell that an action leads to."""
        return action % self.cells + action // self.cells + self.columns - 1

    def apply(self, state: Pieces, action: int) -> Pieces:
        """The piece on its new cell, what stood there gone, and the board turned round."""
        to = self.target(action)
        return Pieces(state.you.remove(to).reverse(), state.me.remove(action % self.cells).add(to).reverse())

    def terminal(self, state: Pieces) -> bool:
        """The other side is across, or nothing of mine is left."""
        return 0 <= state.you.lowest() < self.columns or not state.me

    def reward(self, state: Pieces) -> int:
        """Either way I have lost."""
        return -1

    def priority(self, state: Pieces, action: int) -> int:
        """The furthest piece first, and captures before other moves."""
        return 2 * (action % self.cells // self.columns) + (1 if self.target(action) in state.you else 0)
