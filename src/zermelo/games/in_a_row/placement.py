"""Games of lines in which a stone may go on any empty cell."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.linegame import Board, LineGame
from zermelo.games.in_a_row.threats import EFFORT, averting, sequence
from zermelo.games.in_a_row.weights import Weights


class Placement(Weights, LineGame):
    """A game of lines with one action for each cell. Subclasses number the cells and give them names."""

    @property
    def forcing(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Who threatens to complete a line must be answered; in misere play nobody threatens."""
        return not self.misere

    def legal(self, state: Board, action: int) -> bool:
        """The cell is empty."""
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the cell; the other player is now "me"."""
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def reach(self, state: Board) -> Bits:
        """All cells."""
        return self.board

    def target(self, state: Board, action: int) -> int:
        """The action's own cell."""
        return self.cell(action)

    def deciding(self, state: Board) -> Iterator[int]:
        """Where the other player would win by threats if this one passed, what may avert it; in misere play all."""
        cells = self.free(state) if self.misere else averting(self, state.me, state.you, EFFORT)
        for cell in cells:
            yield self.action_at(cell)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """The defender is to move, and wins by threats."""
        return not attacks and bool(sequence(self, defender, attacker, EFFORT)[0])

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """No line is left, or pairs and weights show that none will be completed."""
        return not self.alive(defender) or self.danger(attacker, defender, attacks) < 1 << self.length
