"""The family `capture`: a capture game on a line, the smallest game with a horizon effect."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadGame, BadPosition
from zermelo.core.game import Game
from zermelo.core.wording import counted
from zermelo.games.arguments import check_numbers
from zermelo.games.titles import in_words, several

MAX_CELLS: Final = 40


class Line(NamedTuple):
    """The pieces of the player to move, who goes right, and those of the other player. Each move turns the line round."""

    me: Bits
    you: Bits


@dataclass(frozen=True)
class capture(Game[Line]):  # noqa: N801  (the name of the family)
    """Pieces on a line step forward or capture; the reward is the lead in pieces at the end.

    Each player starts with `pieces` pieces at one end of a line of `cells` cells. A piece steps forward to an empty cell, or
    captures an enemy piece next to it, in front or behind. The game ends when the player to move has no move.

    Moves are named by the piece's cell and a direction, "3>" (forward) or "3<": cells are numbered from 1, from the left as
    the player to move sees the line. Positions are written from the same side: x for the player to move, o for the other.
    """

    cells: int
    pieces: int

    def __post_init__(self) -> None:
        check_numbers("capture", 1, MAX_CELLS, cells=self.cells)
        check_numbers("capture", 1, MAX_CELLS // 2, pieces=self.pieces)
        if 2 * self.pieces > self.cells:
            raise BadGame(
                f"capture: {2 * self.pieces} pieces, {self.pieces} on each side, do not fit on {self.cells} cells."
            )

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return 2 * self.cells

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """A step moves a piece forward, and a capture, which may move a piece back, removes one."""
        return 2 * self.pieces * (self.cells + 1)

    @property
    def reward_range(self) -> tuple[int, int]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return (-self.pieces, self.pieces)

    def target(self, action: int) -> int:
        """The cell to which an action moves its piece; -1 or `cells` if that is past the ends of the line."""
        return action // 2 + (1 if action % 2 == 0 else -1)

    # --- START ----------------------------------------------------------------------------------------------------------
    def initial(self) -> Line:
        mine = Bits.of(self.cells, *range(self.pieces))
        return Line(mine, mine.reverse())

    def legal(self, state: Line, action: int) -> bool:
        cell, target = action // 2, self.target(action)
        if cell not in state.me or not 0 <= target < self.cells or target in state.me:
            return False
        return action % 2 == 0 or target in state.you

    def apply(self, state: Line, action: int) -> Line:
        target = self.target(action)
        return Line(state.you.remove(target).reverse(), state.me.remove(action // 2).add(target).reverse())

    def terminal(self, state: Line) -> bool:
        for action in range(self.action_count):
            if self.legal(state, action):
                return False
        return True

    def reward(self, state: Line) -> int:
        """The lead in pieces."""
        return state.me.count() - state.you.count()

    def invariant(self, state: Line, action: int, after: Line) -> bool:
        """The player who moved keeps all pieces; a capture takes one of the other player's."""
        taken = 1 if self.target(action) in state.you else 0
        return after.you.count() == state.me.count() and after.me.count() == state.you.count() - taken

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def evaluate(self, state: Line) -> int:
        return state.me.count() - state.you.count()

    def swapped(self, state: Line) -> Line:
        return Line(state.you.reverse(), state.me.reverse())

    def noisy(self, state: Line, action: int) -> bool:
        """Whether the action is a capture. Each capture removes a piece, so a play has fewer captures than pieces."""
        return self.target(action) in state.you

    # --- text -------------------------------------------------------------------------------------------------------------
    def title(self) -> str:
        return f"Capture on a line, {self.cells} cells, {counted(self.pieces, 'piece')} each"

    def rules(self) -> str:
        return (
            f"Each player has {several(self.pieces, 'piece')} at one end of a line of {in_words(self.cells)} cells. On your "
            "turn, move a piece one step forward to an empty cell, or capture an enemy piece next to one of yours, in front "
            "of it or behind it, by moving there. Forward is to the right: the line is turned round after each move. The "
            "game ends when the player to move has no move; the player with more pieces then wins by the difference, and "
            "equal numbers are a draw.\n\nThe moves 3> and 3< move the piece on cell 3 forward and back; cells are counted "
            "from the left."
        )

    def action_name(self, action: int) -> str:
        return f"{action // 2 + 1}{'><'[action % 2]}"

    def position_text(self, state: Line) -> str:
        """The line as the player to move sees it: x for that player's pieces, o for the other's, dots for empty cells."""
        return "".join("x" if cell in state.me else "o" if cell in state.you else "." for cell in range(self.cells))

    def parse_position(self, text: str) -> Line:
        if not re.fullmatch(r"[xo.]+", text.strip().lower()):
            return super().parse_position(text)
        marks = text.strip().lower()
        if len(marks) != self.cells or max(marks.count("x"), marks.count("o")) > self.pieces:
            raise BadPosition(
                f"{text!r} is not a position of {self}: a position has {self.cells} cells, with at most {self.pieces} x and "
                f"{self.pieces} o."
            )
        mine, yours = ([cell for cell, mark in enumerate(marks) if mark == side] for side in "xo")
        return Line(Bits.of(self.cells, *mine), Bits.of(self.cells, *yours))

    def render(self, state: Line) -> str:
        return self.position_text(state)

    def picture(self, state: Line, mover: int) -> list[Cell]:
        """The line as the player to move sees it. Each cell has the moves that start there, then those that end there."""
        cells: list[Cell] = []
        for cell, mark in enumerate(self.position_text(state)):
            arriving = [action for action in range(self.action_count) if self.target(action) == cell]
            player = {"x": mover, "o": 1 - mover}.get(mark, NONE)
            cells.append(Cell(0, cell, mark.strip("."), player, (2 * cell, 2 * cell + 1, *arriving), look="pawn"))
        return cells

    def __str__(self) -> str:
        return f"capture({self.cells},{self.pieces})"
