"""Breakthrough (Troyka 2000): each player has two rows of pieces; the first to get a piece across the board wins."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import NONE, Bits, Cell, Game


class Pieces(NamedTuple):
    """The pieces of the player to move, who moves up, and those of the other. The board is turned round after each move."""

    me: Bits
    you: Bits


class Breakthrough(Game[Pieces]):
    """Each player has one or two full rows of pieces, at opposite edges of the board.

    On your turn, move a piece one step forward, straight or diagonally, to an empty cell; a diagonal step may also capture
    an enemy piece. You win when a piece of yours reaches the far edge, or when the other player has no piece left.

    A move names the cells where the piece starts and ends, as the player who moves sees the board: row 1 is at your side.
    """

    # an action is direction * cells + cell; direction 0 is forward left, 1 forward, 2 forward right
    def __init__(self, rows: int = 5, columns: int = 4, full: int = 0) -> None:
        self.rows, self.columns, self.cells = rows, columns, rows * columns
        self.full = full or (2 if rows > 3 else 1)
        self.action_count, self.max_length = 3 * rows * columns, 4 * rows * columns
        stays = [[c for c in range(self.cells - columns) if 0 <= c % columns + way < columns] for way in (-1, 0, 1)]
        self.inside = tuple(Bits.of(self.cells, *cells) for cells in stays)

    def title(self) -> str:
        """The name and the size."""
        return f"Breakthrough, {self.rows} by {self.columns}"

    def initial(self) -> Pieces:
        """`full` rows for each player: by default two, or one if the board has fewer than four rows."""
        full = range(self.columns * self.full)
        return Pieces(Bits.of(self.cells, *full), Bits.of(self.cells, *(self.cells - 1 - cell for cell in full)))

    def movers(self, state: Pieces, way: int) -> Bits:
        """The pieces that may move in this direction: to an empty cell, diagonally also to a cell with an enemy piece."""
        blocked = (state.me | state.you if way == 1 else state.me) >> (self.columns + way - 1)
        return state.me & self.inside[way] & ~blocked

    def actions(self, state: Pieces) -> Iterator[int]:
        """All moves, one direction after the other."""
        for way in range(3):
            for cell in self.movers(state, way):
                yield way * self.cells + cell

    def target(self, action: int) -> int:
        """The cell to which an action moves a piece."""
        return action % self.cells + action // self.cells + self.columns - 1

    def apply(self, state: Pieces, action: int) -> Pieces:
        """The piece moves, captures what was there, and the board is turned round for the other player."""
        to = self.target(action)
        return Pieces(state.you.remove(to).reverse(), state.me.remove(action % self.cells).add(to).reverse())

    def terminal(self, state: Pieces) -> bool:
        """Whether the other player is across, or the player to move has no pieces."""
        return 0 <= state.you.lowest() < self.columns or not state.me

    def reward(self, state: Pieces) -> int:
        """-1: either way the player to move has lost."""
        return -1

    def priority(self, state: Pieces, action: int) -> int:
        """The most advanced pieces first; in the same row, captures before other moves."""
        return 2 * (action % self.cells // self.columns) + (1 if self.target(action) in state.you else 0)

    def action_name(self, action: int) -> str:
        """The cells where the piece starts and ends, as the player to move sees the board: "a2b3"."""
        places = [divmod(cell, self.columns) for cell in (action % self.cells, self.target(action))]
        return "".join(f"{chr(ord('a') + column)}{row + 1}" for row, column in places)

    def picture(self, state: Pieces, mover: int) -> list[Cell]:
        """The board as the first player sees it. Each cell has the moves that start there, then those that end there."""
        cells: list[Cell] = []
        for place in range(self.cells):
            row, column = divmod(place, self.columns)
            seen = (self.rows - 1 - row) * self.columns + column
            cell = seen if mover == 0 else self.cells - 1 - seen
            owner = mover if cell in state.me else 1 - mover if cell in state.you else NONE
            leaving = [way * self.cells + cell for way in range(3)]
            arriving = [action for action in range(self.action_count) if self.target(action) == cell]
            mark = "" if owner == NONE else "WB"[owner]
            cells.append(Cell(row, column, mark, owner, (*leaving, *arriving), look="pawn"))
        return cells
