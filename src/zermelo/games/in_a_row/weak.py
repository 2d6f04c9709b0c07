"""The weak game of lines: Maker, who begins, wins with a line; Breaker has no other aim than to keep Maker from one.

Stones go on lines that Maker may still complete: one elsewhere would be a move given away, which helps nobody.

Breaker may win where the second player of the strong game only draws. So a weak game that Breaker wins makes the strong one
on the same board a draw: there the second player keeps the first from a line in the same way, and cannot win (a winning
reply could be stolen, Hales and Jewett 1963). The other way round it says nothing: a Maker need not meet threats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE, UNBOUNDED
from zermelo.core.game import Game
from zermelo.games.in_a_row.drawing import MARKS, Drawing, is_drawn
from zermelo.games.in_a_row.linegame import MAX_PRIORITY, WEIGHT_CAP
from zermelo.games.in_a_row.threats import EFFORT, averting, sequence
from zermelo.games.in_a_row.weights import Weights

MAKER: Final = 0
BREAKER: Final = 1


class Claims(NamedTuple):
    """The stones of Maker and of Breaker, and who is to move."""

    maker: Bits
    breaker: Bits
    turn: int


class Weak(Weights, Drawing, Game[Claims]):
    """The rules, and what is known of any board. Subclasses number the cells and give them names."""

    both_complete = False
    forcing = True

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One ply for each cell."""
        return self.cell_count

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each cell."""
        return self.cell_count

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> Claims:
        """The empty board, Maker to move."""
        return Claims(Bits(self.width), Bits(self.width), MAKER)

    def legal(self, state: Claims, action: int) -> bool:
        """The cell is empty, and on a line without a stone of Breaker's."""
        return self.cell(action) in self.open(state)

    def actions(self, state: Claims) -> Iterator[int]:
        """All such cells."""
        for cell in self.open(state):
            yield self.action_at(cell)

    def apply(self, state: Claims, action: int) -> Claims:
        """A stone on the cell."""
        cell = self.cell(action)
        if state.turn == MAKER:
            return Claims(state.maker.add(cell), state.breaker, BREAKER)
        return Claims(state.maker, state.breaker.add(cell), MAKER)

    def terminal(self, state: Claims) -> bool:
        """Maker has a line, or Breaker has a stone on each."""
        return self.has_line(state.maker) or not self.alive(state.breaker)

    def reward(self, state: Claims) -> int:
        """1 for who has won."""
        return 1 if self.has_line(state.maker) == (state.turn == MAKER) else -1

    def invariant(self, state: Claims, action: int, after: Claims) -> bool:
        """One stone more, and the turn passed on."""
        stones = (state.maker | state.breaker).count()
        return (after.maker | after.breaker).count() == stones + 1 and after.turn != state.turn

    # --- knowledge ----------------------------------------------------------------------------------------------------
    def open(self, state: Claims) -> Bits:
        """The empty cells of lines that Maker may still complete."""
        return self.live(self.board & ~state.breaker) & ~state.maker

    def key(self, state: Claims) -> Claims:
        """Only lines without a stone of Breaker's matter: what lies on none is given to Breaker."""
        live = self.live(self.board & ~state.breaker)
        return Claims(state.maker & live, self.board & ~live, state.turn)

    def symmetric(self, state: Claims, symmetry: int) -> Claims:
        """The stones of both, moved by a symmetry."""
        return Claims(self.image(state.maker, symmetry), self.image(state.breaker, symmetry), state.turn)

    def symmetric_key(self, state: Claims, symmetry: int) -> Claims:
        """The key, moved by the symmetry."""
        return self.symmetric(self.key(state), symmetry)

    def forced(self, state: Claims) -> int:
        """Complete a line, or keep Maker from completing the only one that he may."""
        cells = self.completions(state.maker, state.breaker)
        if not cells or (state.turn == BREAKER and cells.count() > 1):
            return NONE
        return self.action_at(cells.lowest())

    def priority(self, state: Claims, action: int) -> int:
        """How much the lines through the cell matter, to both: 4 to the number of Maker's stones."""
        total = 0
        for number in self.through[self.cell(action)]:
            line = self.lines[number]
            if not line & state.breaker:
                total += 1 << (2 * min((line & state.maker).count(), WEIGHT_CAP))
        return min(total, MAX_PRIORITY)

    def relevant(self, state: Claims) -> Iterator[int]:
        """The cells that no other one dominates.

        One through which all lines go that go through this one, is better for both: with it Breaker stops all that he
        would have stopped; and Maker, who answers the one with the other in his mind, completes whatever he would have
        completed.
        """
        for cell in self.undominated(state):
            yield self.action_at(cell)

    def undominated(self, state: Claims) -> Bits:
        """The cells of `relevant`; of equals, the lowest."""
        free, alive = self.open(state), self.no_lines
        cells = free ^ free
        for number in range(self.line_count):
            if not self.lines[number] & state.breaker:
                alive = alive.add(number)
        for cell in free:
            own = self.through[cell] & alive
            if not self.is_dominated(cell, own, alive, free):
                cells = cells.add(cell)
        return cells

    def is_dominated(self, cell: int, own: Bits, alive: Bits, free: Bits) -> bool:
        """Whether all of a cell's `own` lines, of those that are alive, go through another free cell."""
        for other in self.lines[own.lowest()] & free:
            if other != cell:
                theirs = self.through[other] & alive
                if not own & ~theirs and (other < cell or theirs != own):
                    return True
        return False

    def deciding(self, state: Claims) -> Iterator[int]:
        """Where Maker would win by threats if Breaker passed, what may avert it."""
        cells = self.undominated(state)
        if state.turn == BREAKER:
            averted = cells & averting(self, state.breaker, state.maker, EFFORT)
            if averted:
                cells = averted
        for cell in cells:
            yield self.action_at(cell)

    def bounds(self, state: Claims, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met; Maker wins by a sequence of threats, Breaker by pairs and weights."""
        own = state.turn == MAKER
        if self.danger(state.maker, state.breaker, own) < 1 << self.length:
            return (-UNBOUNDED, -1) if own else (1, UNBOUNDED)
        if own and sequence(self, state.maker, state.breaker, EFFORT)[0]:
            return 1, UNBOUNDED
        if not own and self.completions(state.maker, state.breaker).count() > 1:
            return -UNBOUNDED, -1
        return -UNBOUNDED, UNBOUNDED

    # --- text ---------------------------------------------------------------------------------------------------------
    def in_order(self, state: Claims) -> tuple[Bits, Bits]:
        """The stones of Maker, and those of Breaker."""
        return state.maker, state.breaker

    def parse_position(self, text: str) -> Claims:
        """A board drawn with X for Maker, O for Breaker and dots, or a list of moves. Raises BadPosition."""
        if not is_drawn(text, MARKS[:2]):
            return super().parse_position(text)
        mover, other = self.read_stones(text, 2)
        turn = (mover | other).count() % 2
        return Claims(mover, other, MAKER) if turn == MAKER else Claims(other, mover, BREAKER)
