"""Games of lines in which a stone may go on any empty cell."""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.games.linegame import Board, LineGame


class Placement(LineGame):
    """A game of lines with one action for each cell. Subclasses number the cells and give them names."""

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

    def is_held(self, attacker: Bits, defender: Bits) -> bool:
        """By a pairing strategy, of which no line left is the trivial case."""
        return self.blocked(attacker, defender)

    def blocked(self, attacker: Bits, defender: Bits) -> bool:
        """Whether `defender` has a pairing strategy: two empty cells of its own in every line still free of its stones.

        It answers each stone in a pair with the other cell, so that it gets a stone into every such line (Hales and
        Jewett 1963). It need not be on move; having the move as well does no harm. The pairs are chosen greedily, from
        the lines with fewest empty cells on: a True is a proof, a False says nothing. No line left is the trivial case.
        """
        used = attacker ^ attacker
        for empties in range(1, self.length + 1):
            for direction in range(len(self.steps)):
                ray = self.rays[direction]
                for start in self.starts[direction]:
                    line = ray << start
                    if line & defender:
                        continue
                    empty = line & ~attacker
                    if empty.count() != empties:
                        continue
                    free = empty & ~used
                    if free.count() < 2:
                        return False
                    first = free.lowest()
                    used = used.add(first)
                    used = used.add(free.remove(first).lowest())
        return True
