"""Domineering (Andersson 1973): one player places dominoes upright, the other across; who cannot place one loses."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Bits, Cell, Game


class Floor(NamedTuple):
    """The covered cells, and the player to move: 0 places dominoes upright, 1 across."""

    covered: Bits
    turn: int


class Domineering(Game[Floor]):
    """The players take turns to cover two neighbouring free cells with a domino.

    The first player places every domino upright, the second one across. The player who cannot place a domino loses.

    A move has the name of the upper or the left cell of the domino.
    """

    # an action is the upper or left cell of a domino
    def __init__(self, rows: int = 6, columns: int = 6) -> None:
        self.rows, self.columns = rows, columns
        self.action_count = rows * columns
        self.max_length = rows * columns // 2 + 1
        cells = range(rows * columns)
        self.upright = Bits.of(rows * columns, *(cell for cell in cells if cell // columns < rows - 1))
        self.across = Bits.of(rows * columns, *(cell for cell in cells if cell % columns < columns - 1))

    def title(self) -> str:
        """The name and the size."""
        return f"Domineering, {self.rows} by {self.columns}"

    def initial(self) -> Floor:
        """The empty board."""
        return Floor(Bits(self.rows * self.columns), 0)

    def places(self, covered: Bits, turn: int) -> Bits:
        """The cells on which a player may place the upper or left half of a domino."""
        free = ~covered
        return free & (free >> self.columns) & self.upright if turn == 0 else free & (free >> 1) & self.across

    def actions(self, state: Floor) -> Iterator[int]:
        """The places where both cells of a domino are free."""
        for action in self.places(state.covered, state.turn):
            yield action

    def apply(self, state: Floor, action: int) -> Floor:
        """Both cells of the domino are covered."""
        end = action + self.columns if state.turn == 0 else action + 1
        return Floor(state.covered.add(action).add(end), 1 - state.turn)

    def terminal(self, state: Floor) -> bool:
        """Whether the player to move cannot place a domino."""
        return not self.places(state.covered, state.turn)

    def reward(self, state: Floor) -> int:
        """-1: the player to move has lost."""
        return -1

    def priority(self, state: Floor, action: int) -> int:
        """First the moves that leave many places for the player and few for the opponent."""
        after = self.apply(state, action).covered
        mine, theirs = self.places(after, state.turn).count(), self.places(after, 1 - state.turn).count()
        return self.action_count + mine - theirs

    def action_name(self, action: int) -> str:
        """The column letter and the row number of the cell, "b2"."""
        return f"{chr(ord('a') + action % self.columns)}{action // self.columns + 1}"

    def picture(self, state: Floor, mover: int) -> list[Cell]:
        """Covered cells are tiles: the state does not say which two are a domino. A cell has the dominoes that cover it."""
        back = self.columns if state.turn == 0 else 1
        return [
            Cell(
                *divmod(cell, self.columns),
                "#" if cell in state.covered else "",
                actions=tuple(range(cell, -1, -back)[:2]),
            )
            for cell in range(self.action_count)
        ]
