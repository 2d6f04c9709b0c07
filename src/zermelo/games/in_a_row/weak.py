"""The weak game of lines (Maker-Breaker): Maker, who moves first, wins with a line; Breaker wins by preventing it.

Stones go only on lines that Maker may still complete: a stone elsewhere would be a wasted move.

If Breaker wins the weak game, the strong game on the same board is a draw: there the second player can keep the first from
a line in the same way, and cannot win, because a winning strategy of the second player could be stolen by the first (Hales
and Jewett 1963). If Maker wins the weak game, nothing follows for the strong one, since Maker never has to stop a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE, UNBOUNDED
from zermelo.core.game import Game
from zermelo.games.in_a_row.drawing import MARKS, Drawing, is_drawn
from zermelo.games.in_a_row.threats import EFFORT, averting, sequence
from zermelo.games.in_a_row.weights import Weights

MAKER: Final = 0
BREAKER: Final = 1


class Claims(NamedTuple):
    """The stones of Maker and of Breaker, and the player to move."""

    maker: Bits
    breaker: Bits
    turn: int


class Weak(Weights, Drawing, Game[Claims]):  # pyright: ignore[reportIncompatibleVariableOverride]  (the facets are computed)
    """The rules of the weak game and its knowledge. Subclasses number and name the cells."""

    both_complete = False
    forcing = True

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> Claims:
        return Claims(Bits(self.width), Bits(self.width), MAKER)

    def legal(self, state: Claims, action: int) -> bool:
        return self.cell(action) in self.open(state)

    def actions(self, state: Claims) -> Iterator[int]:
        for cell in self.open(state):
            yield self.action_at(cell)

    def apply(self, state: Claims, action: int) -> Claims:
        cell = self.cell(action)
        if state.turn == MAKER:
            return Claims(state.maker.add(cell), state.breaker, BREAKER)
        return Claims(state.maker, state.breaker.add(cell), MAKER)

    def terminal(self, state: Claims) -> bool:
        """Whether Maker has a line, or Breaker has a stone on every line."""
        return self.has_line(state.maker) or not self.alive(state.breaker)

    def reward(self, state: Claims) -> int:
        return 1 if self.has_line(state.maker) == (state.turn == MAKER) else -1

    def invariant(self, state: Claims, action: int, after: Claims) -> bool:
        """There is one stone more, and it is the other player's turn."""
        stones = (state.maker | state.breaker).count()
        return (after.maker | after.breaker).count() == stones + 1 and after.turn != state.turn

    def stones_in_turn(self, state: Claims) -> tuple[Bits, Bits]:
        return (state.maker, state.breaker) if state.turn == MAKER else (state.breaker, state.maker)

    def with_stones(self, first: Bits, second: Bits, mover: int) -> Claims:
        return Claims(first, second, mover)

    # --- knowledge ----------------------------------------------------------------------------------------------------
    def open(self, state: Claims) -> Bits:
        """The empty cells on lines that Maker may still complete."""
        return self.live(self.board & ~state.breaker) & ~state.maker

    def key(self, state: Claims) -> Claims:
        """The position with all cells that are on no line Maker may still complete given to Breaker: they do not matter."""
        maker, breaker = self.claimed(state.maker, state.breaker)
        return Claims(maker, breaker, state.turn)

    def symmetric(self, state: Claims, symmetry: int) -> Claims:
        return Claims(self.image(state.maker, symmetry), self.image(state.breaker, symmetry), state.turn)

    def symmetric_key(self, state: Claims, key: Claims, symmetry: int) -> Claims:
        return self.symmetric(key, symmetry)

    def canonical_symmetry(self, state: Claims, key: Claims) -> int:
        return self.canonical_symmetry_of(key.maker, key.breaker)

    def forced(self, state: Claims) -> int:
        """As Maker complete a line; as Breaker stop the only line that Maker could complete."""
        cells = self.completions(state.maker, state.breaker)
        if not cells or (state.turn == BREAKER and cells.count() > 1):
            return NONE
        return self.action_at(cells.lowest())

    def priority(self, state: Claims, action: int) -> int:
        """The sum of 4 ** (number of Maker's stones) over the lines through the cell that Maker may still complete."""
        return self.weight_of(self.cell(action), state.maker, state.breaker)

    def relevant(self, state: Claims) -> Iterator[int]:
        """The moves on cells that no other cell dominates.

        A cell dominates another one if it is on all lines through the other that Maker may still complete. The dominating
        cell is at least as good for both players: Breaker's stone there stops every line that the other would have
        stopped, and with a stone there Maker can play as if it were on the other cell, and completes the same lines.
        """
        for cell in self.undominated(state):
            yield self.action_at(cell)

    def undominated(self, state: Claims) -> Bits:
        """The cells of `relevant`; of cells on the same lines, only the lowest."""
        free, alive = self.open(state), self.lines_without(state.breaker)
        cells = free ^ free
        for cell in free:
            own = self.through[cell] & alive
            if not self.is_dominated(cell, own, alive, free):
                cells = cells.add(cell)
        return cells

    def is_dominated(self, cell: int, own: Bits, alive: Bits, free: Bits) -> bool:
        """Whether another free cell is on all of a cell's `own` live lines, and is on more lines or has a lower number."""
        for other in self.lines[own.lowest()] & free:
            if other != cell:
                theirs = self.through[other] & alive
                if not own & ~theirs and (other < cell or theirs != own):
                    return True
        return False

    def deciding(self, state: Claims) -> Iterator[int]:
        """If Maker would win by threats after a pass of Breaker, the moves that may avert that; else as `relevant`."""
        cells = self.undominated(state)
        if state.turn == BREAKER:
            averted = cells & averting(self, state.breaker, state.maker, EFFORT)
            if averted:
                cells = averted
        for cell in cells:
            yield self.action_at(cell)

    def bounds(self, state: Claims, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds proved by weights and pairs for Breaker, by two threats at once or a sequence of threats for Maker."""
        own = state.turn == MAKER
        if self.danger(state.maker, state.breaker, own) < 1 << self.scale:
            return (-UNBOUNDED, -1) if own else (1, UNBOUNDED)
        if own and sequence(self, state.maker, state.breaker, EFFORT)[0]:
            return 1, UNBOUNDED
        if not own and self.completions(state.maker, state.breaker).count() > 1:
            return -UNBOUNDED, -1
        return -UNBOUNDED, UNBOUNDED

    # --- text ---------------------------------------------------------------------------------------------------------
    def in_order(self, state: Claims) -> tuple[Bits, Bits]:
        return state.maker, state.breaker

    def parse_position(self, text: str) -> Claims:
        if not is_drawn(text, MARKS[:2]):
            return super().parse_position(text)
        mover, other = self.read_stones(text, 2)
        turn = ((mover | other).count() - sum(self.placed)) % 2
        return Claims(mover, other, MAKER) if turn == MAKER else Claims(other, mover, BREAKER)
