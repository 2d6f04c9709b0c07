"""Games of lines for two players, with or without gravity: their rules, evaluation and knowledge, and positions as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import MAX_PRIORITY, NONE, UNBOUNDED
from zermelo.core.game import Game
from zermelo.games.in_a_row.drawing import MARKS, Drawing, is_drawn
from zermelo.games.in_a_row.threats import EFFORT, averting, sequence
from zermelo.games.in_a_row.weights import Weights

MAX_SIDE = 19


class Board(NamedTuple):
    """The stones of the player to move, and those of the other player."""

    me: Bits
    you: Bits


class LineGame(Drawing, Game[Board]):  # pyright: ignore[reportIncompatibleVariableOverride]  (the facets are computed)
    """Two players place stones in turn, on cells that subclasses define; whoever first has a line wins (misère: loses)."""

    def reach(self, state: Board) -> Bits:
        """The cells on which a stone may go now, if they are empty."""
        raise NotImplementedError

    def target(self, state: Board, action: int) -> int:
        raise NotImplementedError

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether it is proved that `defender` can keep `attacker` from completing a line. False proves nothing.

        The attacker is to move if `attacks`, else the defender.
        """
        raise NotImplementedError

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether it is proved that `defender` wins. False proves nothing. Arguments as for `is_held`."""
        return False

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> Board:
        return Board(Bits(self.width), Bits(self.width))

    def terminal(self, state: Board) -> bool:
        return self.has_line(state.you) or (state.me | state.you) == self.board

    def reward(self, state: Board) -> int:
        """-1 if the last stone completed a line (misère: 1), 0 on a full board without a line."""
        if not self.has_line(state.you):
            return 0
        return 1 if self.misere else -1

    def invariant(self, state: Board, action: int, after: Board) -> bool:
        """There is one empty cell less, and the sides are exchanged."""
        return (after.me | after.you).count() == (state.me | state.you).count() + 1 and after.me == state.you

    def stones_in_turn(self, state: Board) -> tuple[Bits, Bits]:
        return state.me, state.you

    def with_stones(self, first: Bits, second: Bits, mover: int) -> Board:
        """The position with these stones of the player who moved first, and of the other, and this player to move."""
        return Board(first, second) if mover == 0 else Board(second, first)

    def swapped(self, state: Board) -> Board:
        return Board(state.you, state.me)

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def symmetric(self, state: Board, symmetry: int) -> Board:
        return Board(self.image(state.me, symmetry), self.image(state.you, symmetry))

    def key(self, state: Board) -> Board:
        return Board(*self.without_dead(state.me, state.you))

    def symmetric_key(self, state: Board, key: Board, symmetry: int) -> Board:
        return self.symmetric(key, symmetry)

    def canonical_symmetry(self, state: Board, key: Board) -> int:
        return self.canonical_symmetry_of(key.me, key.you)

    def plies(self, state: Board) -> tuple[int, int, int]:
        """A player who cannot complete a line with the next stone needs at least two stones."""
        if self.misere:
            return 0, 0, self.latest_end(state)
        mine, yours = self.completions(state.me, state.you), self.completions(state.you, state.me)
        return (1 if mine & self.reach(state) else 3), (2 if yours else 4), self.latest_end(state)

    def latest_end(self, state: Board) -> int:
        """The most plies that a win of either player takes."""
        return self.free(state).count()

    def free(self, state: Board) -> Bits:
        return self.board & ~(state.me | state.you)

    def forced(self, state: Board) -> int:
        """Complete a line; else stop the only line that the other player could complete. No forced move in misère play."""
        if self.misere:
            return NONE
        reach = self.reach(state)
        cells = self.completions(state.me, state.you) & reach
        if not cells:
            cells = self.completions(state.you, state.me) & reach
            if cells.count() > 1:
                return NONE
        return self.action_at(cells.lowest()) if cells else NONE

    def priority(self, state: Board, action: int) -> int:
        """The weight of the lines through the cell; in misère play the lighter, the higher."""
        weight = self.weight_of(self.target(state, action), state.me, state.you)
        return MAX_PRIORITY - weight if self.misere else weight

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds proved by two threats at once, which cannot both be stopped, by `is_held`, and by `is_beaten`, which proves
        less often that a search can end.

        In misère play, a player who has no line left cannot lose.
        """
        low, high = -UNBOUNDED, UNBOUNDED
        if self.misere:
            return (low if self.alive(state.you) else 0), (high if self.alive(state.me) else 0)
        reach = self.reach(state)
        threats = self.completions(state.you, state.me) & reach
        if threats.count() > 1 and not self.completions(state.me, state.you) & reach:
            return low, -1
        if alpha >= 0:
            if self.is_held(state.me, state.you, True):
                return low, 0
        elif self.is_beaten(state.me, state.you, True):
            high = -1
        if beta <= 0 and self.is_held(state.you, state.me, False):
            return 0, high
        if self.is_beaten(state.you, state.me, False):
            return 1, high
        return low, high

    @property
    def resolution(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The points of `evaluate` that a win is worth: more than the lines of a board can score together."""
        return max(1_000_000, 100 * self.line_count + 1)

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """The points of a line with 0, 1, 2, or 3 and more stones, all of one side."""
        return (0, 1, 10, 100)

    def evaluate(self, state: Board) -> int:
        """The points of the lines with stones of the player to move only, less those of the other player's lines.

        In misère play, where lines are bad, the negative of that.
        """
        total = 0
        for number in range(self.line_count):
            line = self.lines[number]
            mine, yours = (line & state.me).count(), (line & state.you).count()
            if yours == 0:
                total += self.worth[min(mine, 3)]
            if mine == 0:
                total -= self.worth[min(yours, 3)]
        return -total if self.misere else total

    # --- text -------------------------------------------------------------------------------------------------------------
    def in_order(self, state: Board) -> tuple[Bits, Bits]:
        ahead = self.placed[0] - self.placed[1]
        return (state.me, state.you) if state.me.count() - state.you.count() == ahead else (state.you, state.me)

    def parse_position(self, text: str) -> Board:
        return Board(*self.read_position(text, 2)) if is_drawn(text, MARKS[:2]) else super().parse_position(text)


class Placement(Weights, LineGame):
    """A game of lines with one action for each cell. Subclasses number and name the cells."""

    @property
    def forcing(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Whether wins come by chains of threats: a threat to complete a line must be answered. False in misère play."""
        return not self.misere

    def legal(self, state: Board, action: int) -> bool:
        return self.cell(action) not in state.me | state.you

    def apply(self, state: Board, action: int) -> Board:
        return Board(state.you, state.me.add(self.cell(action)))

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def reach(self, state: Board) -> Bits:
        return self.board

    def target(self, state: Board, action: int) -> int:
        return self.cell(action)

    def deciding(self, state: Board) -> Iterator[int]:
        """If the other player would win by threats after a pass, the moves that may avert that; else, and misère, all."""
        cells = self.free(state) if self.misere else averting(self, state.me, state.you, EFFORT)
        for cell in cells:
            yield self.action_at(cell)

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        return not attacks and bool(sequence(self, defender, attacker, EFFORT)[0])

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        return not self.alive(defender) or self.danger(attacker, defender, attacks) < 1 << self.scale
