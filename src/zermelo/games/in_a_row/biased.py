"""Games of winning sets in which the players take several cells in each turn (Chvatal and Erdos 1978)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import MAX_PRIORITY, UNBOUNDED
from zermelo.core.errors import BadPosition
from zermelo.core.game import Game
from zermelo.games.in_a_row.drawing import MARKS, is_drawn
from zermelo.games.in_a_row.winning_sets import WinningSets
from zermelo.games.titles import several


class MidTurn(NamedTuple):
    """The stones of the player who moved first, and of the other; whose turn it is, and how many cells are left to take."""

    first: Bits
    second: Bits
    mover: int
    left: int


@dataclass(frozen=True)
class BiasedSets(WinningSets, Game[MidTurn]):  # pyright: ignore[reportIncompatibleVariableOverride]  (symmetry_count is computed)
    """The players take several cells in each turn. Who first holds a winning set wins; misère, loses.

    In the weak game only the first player, Maker, wins by holding a set; the other one, Breaker, wins by preventing that.
    """

    weak: bool = False

    @property
    def both_complete(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        return not self.weak

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> MidTurn:
        return MidTurn(*self.set_beforehand, 0, self.turns.opening)

    def to_move(self, state: MidTurn) -> int:
        return state.mover

    def actions(self, state: MidTurn) -> Iterator[int]:
        """The empty cells; in the weak game those of sets that Maker may still complete."""
        for cell in self.open(state):
            yield self.action_at(cell)

    def open(self, state: MidTurn) -> Bits:
        free = self.board & ~(state.first | state.second)
        return self.live(self.board & ~state.second) & free if self.weak else free

    def apply(self, state: MidTurn, action: int) -> MidTurn:
        first, second = state.first, state.second
        if state.mover == 0:
            first = first.add(self.cell(action))
        else:
            second = second.add(self.cell(action))
        if state.left > 1:
            return MidTurn(first, second, state.mover, state.left - 1)
        other = 1 - state.mover
        return MidTurn(first, second, other, self.turns.second if other == 1 else self.turns.first)

    def terminal(self, state: MidTurn) -> bool:
        """Whether a player holds a set, or the board is full; in the weak game, Maker holds one, or no set is left."""
        if self.has_line(state.first):
            return True
        if self.weak:
            return not self.alive(state.second)
        return self.has_line(state.second) or (state.first | state.second) == self.board

    def reward(self, state: MidTurn) -> int:
        value = 0
        if self.has_line(state.first):
            value = -1 if self.misere else 1
        elif self.weak:
            value = -1
        elif self.has_line(state.second):
            value = 1 if self.misere else -1
        return value if state.mover == 0 else -value

    def invariant(self, state: MidTurn, action: int, after: MidTurn) -> bool:
        """There is one stone more, of the player to move."""
        own = (after.first, after.second)[state.mover].count() - (state.first, state.second)[state.mover].count()
        return own == 1 and (after.first | after.second).count() == (state.first | state.second).count() + 1

    # --- knowledge ----------------------------------------------------------------------------------------------------
    def key(self, state: MidTurn) -> MidTurn:
        """The position with all dead stones given to both players; in the weak game, with all dead cells Breaker's."""
        first, second = state.first, state.second
        first, second = self.claimed(first, second) if self.weak else self.without_dead(first, second)
        return MidTurn(first, second, state.mover, state.left)

    def symmetric(self, state: MidTurn, symmetry: int) -> MidTurn:
        first, second = self.image(state.first, symmetry), self.image(state.second, symmetry)
        return MidTurn(first, second, state.mover, state.left)

    def symmetric_key(self, state: MidTurn, key: MidTurn, symmetry: int) -> MidTurn:
        return self.symmetric(key, symmetry)

    def canonical_symmetry(self, state: MidTurn, key: MidTurn) -> int:
        return self.canonical_symmetry_of(key.first, key.second)

    def priority(self, state: MidTurn, action: int) -> int:
        """The weight of the sets through the cell: 4 ** stones for each set with stones of one side only."""
        weight = self.weight_of(self.cell(action), state.first, state.second)
        return MAX_PRIORITY - weight if self.misere else weight

    def bounds(self, state: MidTurn, alpha: int, beta: int) -> tuple[int, int]:
        """A player wins who lacks no more cells of a set than are left to take in this turn. Nothing in misère play."""
        if self.misere or (self.weak and state.mover == 1):
            return -UNBOUNDED, UNBOUNDED
        mine, yours = (state.first, state.second) if state.mover == 0 else (state.second, state.first)
        for number in range(self.line_count):
            line = self.lines[number]
            if not line & yours and (line & ~mine).count() <= state.left:
                return 1, UNBOUNDED
        return -UNBOUNDED, UNBOUNDED

    # --- text ---------------------------------------------------------------------------------------------------------
    def render(self, state: MidTurn) -> str:
        return f"{super().render(state)}\n\nleft in this turn: {several(state.left, 'stone')}"

    def in_order(self, state: MidTurn) -> tuple[Bits, Bits]:
        return state.first, state.second

    def parse_position(self, text: str) -> MidTurn:
        if not is_drawn(text, MARKS[:2]):
            return super().parse_position(text)
        first, second = self._read_rows(text, 2)
        taken = first.count() + second.count() - sum(self.placed)
        opening, more, each = self.turns
        turns = itertools.chain([0] * opening, itertools.cycle([1] * each + [0] * more))
        movers = list(itertools.islice(turns, taken + opening + each + more))
        if second.count() - self.placed[1] != movers[:taken].count(1):
            raise BadPosition(
                f"{text!r} cannot arise: {MARKS[0]} sets {several(opening, 'stone')} first, then {MARKS[1]} {each} and "
                f"{MARKS[0]} {more} in turn."
            )
        stones, last, mover = (first, second), movers[taken - 1] if taken else 1, movers[taken]
        if not self.weak:
            self.check_ended(text, [stones[1 - last]], stones[last])
        left = itertools.takewhile(lambda other: other == mover, movers[taken:])
        return MidTurn(first, second, mover, len([*left]))
