"""Games of lines in which a stone may go on any empty cell."""

from __future__ import annotations

from zermelo.bits import Bits
from zermelo.game import NONE, UNBOUNDED
from zermelo.games.linegame import MAX_PRIORITY, Board, LineGame


class Placement(LineGame):
    """A game of lines with one action for each cell. Subclasses number the cells and give them names."""

    def cell(self, action: int) -> int:
        """The bit of an action's cell."""
        raise NotImplementedError

    def action_at(self, cell: int) -> int:
        """The action whose cell has this bit."""
        raise NotImplementedError

    # --- START ----------------------------------------------------------------------------------------------------------
    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each cell."""
        return self.cell_count

    def legal(self, state: Board, action: int) -> bool:
        """The cell is empty."""
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        """A stone on the cell; the other player is now "me"."""
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def forced(self, state: Board) -> int:
        """Complete a line; else stop the other side from completing its only one. Nothing in misere play."""
        if self.misere:
            return NONE
        cells = self.completions(state.me, state.you)
        if not cells:
            cells = self.completions(state.you, state.me)
            if cells.count() > 1:
                return NONE
        return self.action_at(cells.lowest()) if cells else NONE

    def priority(self, state: Board, action: int) -> int:
        """The weight of the lines through the cell; in misere play the lighter, the better."""
        weight = self.line_weight(state, self.cell(action))
        return MAX_PRIORITY - weight if self.misere else weight

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met. Nobody wins without a free line, nor against a pairing strategy.

        In misere play, nobody loses without a free line.
        """
        low, high = -UNBOUNDED, UNBOUNDED
        if self.misere:
            return (low if self.alive(state.you) else 0), (high if self.alive(state.me) else 0)
        if self.completions(state.you, state.me).count() > 1 and not self.completions(state.me, state.you):
            return low, -1
        if alpha >= 0 and self.blocked(state.me, state.you):
            high = 0
        if beta <= 0 and self.blocked(state.you, state.me):
            low = 0
        return low, high

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
