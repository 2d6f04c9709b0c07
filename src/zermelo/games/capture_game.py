"""A capture game on a line: the smallest game with a horizon effect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadPosition
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown

MAX_CELLS: Final = 40


class Line(NamedTuple):
    """The pieces of the player to move, who goes to the right, and the other's: the line is turned after each move."""

    me: Bits
    you: Bits


@dataclass(frozen=True)
class capture(Game[Line]):  # noqa: N801  (the name of the family)
    """Each side begins with `pieces` on its end of a line of `cells`. A piece steps forward to an empty cell, or captures an
    enemy next to it, before or behind. Who cannot move ends the game; the reward is the lead in pieces.

    Moves are named by the cell of the piece, from 1 on as the player to move sees the line, and the direction: "3>" or "3<".
    Positions are drawn from the same side: x for the player to move, o for the other.
    """

    cells: int
    pieces: int

    def __post_init__(self) -> None:
        for name, value, most in (("cells", self.cells, MAX_CELLS), ("pieces", self.pieces, MAX_CELLS // 2)):
            if not is_within(value, 1, most):
                raise BadGame(f"capture: {name} = {shown(value)} is not an integer from 1 to {most}.")
        if 2 * self.pieces > self.cells:
            raise BadGame(f"capture: {2 * self.pieces} pieces do not find room on {self.cells} cells.")

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """For each cell, forward and back."""
        return 2 * self.cells

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """A step takes a piece forward, a capture back by one and an enemy away: 2 * pieces * cells steps and captures."""
        return 2 * self.pieces * (self.cells + 1)

    @property
    def reward_range(self) -> tuple[int, int]:  # pyright: ignore[reportIncompatibleVariableOverride]
        """All pieces of one side."""
        return (-self.pieces, self.pieces)

    def target(self, action: int) -> int:
        """The cell that the piece of an action goes to, -1 or `cells` beyond the ends."""
        return action // 2 + (1 if action % 2 == 0 else -1)

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Line:
        """Each side on its own end."""
        mine = Bits.of(self.cells, *range(self.pieces))
        return Line(mine, mine.reverse())

    def legal(self, state: Line, action: int) -> bool:
        """A step forward to an empty cell, or a capture."""
        cell, target = action // 2, self.target(action)
        if cell not in state.me or not 0 <= target < self.cells or target in state.me:
            return False
        return action % 2 == 0 or target in state.you

    def apply(self, state: Line, action: int) -> Line:
        """The piece on its new cell, what stood there gone, and the line turned."""
        target = self.target(action)
        return Line(state.you.remove(target).reverse(), state.me.remove(action // 2).add(target).reverse())

    def terminal(self, state: Line) -> bool:
        """No move is left."""
        for action in range(self.action_count):
            if self.legal(state, action):
                return False
        return True

    def reward(self, state: Line) -> int:
        """The lead in pieces."""
        return state.me.count() - state.you.count()

    def invariant(self, state: Line, action: int, after: Line) -> bool:
        """The mover keeps all pieces; a capture takes one of the other's."""
        taken = 1 if self.target(action) in state.you else 0
        return after.you.count() == state.me.count() and after.me.count() == state.you.count() - taken

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def evaluate(self, state: Line) -> int:
        """The lead in pieces."""
        return state.me.count() - state.you.count()

    def swapped(self, state: Line) -> Line:
        """The same line from the other side."""
        return Line(state.you.reverse(), state.me.reverse())

    def noisy(self, state: Line, action: int) -> bool:
        """A capture. Each takes a piece away, so that no line of play has more of them than pieces."""
        return self.target(action) in state.you

    # --- text -------------------------------------------------------------------------------------------------------------
    def action_name(self, action: int) -> str:
        """The piece's cell, and which way it goes."""
        return f"{action // 2 + 1}{'><'[action % 2]}"

    def position_text(self, state: Line) -> str:
        """The line as the player to move sees it."""
        return "".join("x" if cell in state.me else "o" if cell in state.you else "." for cell in range(self.cells))

    def parse_position(self, text: str) -> Line:
        """A line drawn with x, o and dots, or moves. Raises BadPosition."""
        if not re.fullmatch(r"[xo.]+", text.strip().lower()):
            return super().parse_position(text)
        marks = text.strip().lower()
        if len(marks) != self.cells or max(marks.count("x"), marks.count("o")) > self.pieces:
            raise BadPosition(
                f"{text!r} is not a position of {self}: a line of {self.cells} cells, x and o up to {self.pieces} times."
            )
        mine, yours = ([cell for cell, mark in enumerate(marks) if mark == side] for side in "xo")
        return Line(Bits.of(self.cells, *mine), Bits.of(self.cells, *yours))

    def render(self, state: Line) -> str:
        """The line as the player to move, who goes to the right, sees it."""
        return self.position_text(state)

    def picture(self, state: Line, mover: int) -> list[Cell]:
        """The line as the player to move sees it; a move has to do with the piece's cell and with the one it goes to."""
        cells: list[Cell] = []
        for cell, mark in enumerate(self.position_text(state)):
            near = [action for action in range(self.action_count) if cell in (action // 2, self.target(action))]
            player = {"x": mover, "o": 1 - mover}.get(mark, NONE)
            cells.append(Cell(0, cell, mark.strip("."), player, tuple(near)))
        return cells

    def __str__(self) -> str:
        return f"capture({self.cells},{self.pieces})"
