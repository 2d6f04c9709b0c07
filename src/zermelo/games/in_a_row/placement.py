"""Games of lines without gravity: a stone may go on any empty cell."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.linegame import Board, LineGame
from zermelo.games.in_a_row.threats import EFFORT, averting, sequence
from zermelo.games.in_a_row.weights import Weights


class Placement(Weights, LineGame):
    """A game of lines with one action for each cell. Subclasses number and name the cells."""

    @property
    def forcing(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Whether wins come by chains of threats: a threat to complete a line must be answered. False in misère play."""
        return not self.misere

    def legal(self, state: Board, action: int) -> bool:
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """The position after a stone on the cell; the other player is now "me"."""
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def reach(self, state: Board) -> Bits:
        return self.board

    def target(self, state: Board, action: int) -> int:
        return self.cell(action)

    def deciding(self, state: Board) -> Iterator[int]:
        """If the other player would win by threats after a pass, the moves that may avert that; else all moves.

        All moves in misère play.
        """
        cells = self.free(state) if self.misere else averting(self, state.me, state.you, EFFORT)
        for cell in cells:
            yield self.action_at(cell)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether the defender is to move, and a win by threats is found."""
        return not attacks and bool(sequence(self, defender, attacker, EFFORT)[0])

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether no line is left for the attacker, or pairs and weights prove that none will be completed."""
        return not self.alive(defender) or self.danger(attacker, defender, attacks) < 1 << self.scale
