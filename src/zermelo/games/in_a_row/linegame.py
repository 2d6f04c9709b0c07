"""What all games of lines for two players share, wherever stones may go: rules, evaluation, positions as text."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE, UNBOUNDED
from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown
from zermelo.games.in_a_row.drawing import MARKS, Drawing, is_drawn

MAX_SIDE = 19
MAX_PRIORITY = (1 << 20) - 1
WEIGHT_CAP = 6


class Board(NamedTuple):
    """The stones of the player to move, and those of the other."""

    me: Bits
    you: Bits


class LineGame(Drawing, Game[Board]):
    """Two players place stones in turn; who first has `length` of them in a line wins. Subclasses say where one may.

    `misere`: who first has a line loses.
    """

    misere: bool = False

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One ply for each cell."""
        return self.cell_count

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One action for each cell, or each column."""
        return self.place_count

    def reach(self, state: Board) -> Bits:
        """The cells that a stone can get to now, if they are empty."""
        raise NotImplementedError

    def target(self, state: Board, action: int) -> int:
        """The cell that an action puts a stone on."""
        raise NotImplementedError

    def is_held(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether `defender` is proved to keep `attacker`, who is to move if it `attacks`, from every line. A False says
        nothing.
        """
        raise NotImplementedError

    def is_beaten(self, attacker: Bits, defender: Bits, attacks: bool) -> bool:
        """Whether `defender` is even proved to win. A False says nothing."""
        return False

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> Board:
        """The empty board."""
        return Board(Bits(self.width), Bits(self.width))

    def terminal(self, state: Board) -> bool:
        """Somebody has a line, or the board is full."""
        return self.has_line(state.you) or (state.me | state.you) == self.board

    def reward(self, state: Board) -> int:
        """-1 when the last stone made a line (misere: 1), 0 on a full board without one."""
        if not self.has_line(state.you):
            return 0
        return 1 if self.misere else -1

    def invariant(self, state: Board, action: int, after: Board) -> bool:
        """One empty cell less, and the sides exchanged."""
        return (after.me | after.you).count() == (state.me | state.you).count() + 1 and after.me == state.you

    def swapped(self, state: Board) -> Board:
        """The same stones, the other player to move."""
        return Board(state.you, state.me)

    # --- knowledge --------------------------------------------------------------------------------------------------------
    def line_weight(self, state: Board, cell: int) -> int:
        """How much the lines through an empty cell matter: 4 to the number of stones, over those of one side only."""
        total = 0
        for direction in range(len(self.steps)):
            starts, ray, step = self.starts[direction], self.rays[direction], self.steps[direction]
            for place in range(self.length):
                start = cell - place * step
                if start >= 0 and start in starts:
                    line = ray << start
                    mine, yours = (line & state.me).count(), (line & state.you).count()
                    if yours == 0:
                        total += 1 << (2 * min(mine, WEIGHT_CAP))
                    if mine == 0:
                        total += 1 << (2 * min(yours, WEIGHT_CAP))
        return min(total, MAX_PRIORITY)

    def symmetric(self, state: Board, symmetry: int) -> Board:
        """The stones of both, moved by a symmetry."""
        return Board(self.image(state.me, symmetry), self.image(state.you, symmetry))

    def key(self, state: Board) -> Board:
        """The stones that count."""
        return self.counting(state)

    def counting(self, state: Board) -> Board:
        """The stones on a line that their side may still complete; the others, which nobody can use, are given to both."""
        dead = (state.me & ~self.live(self.board & ~state.you)) | (state.you & ~self.live(self.board & ~state.me))
        return Board(state.me | dead, state.you | dead)

    def symmetric_key(self, state: Board, symmetry: int) -> Board:
        """The key, moved by the symmetry."""
        return self.symmetric(self.key(state), symmetry)

    def canonical_symmetry(self, state: Board) -> int:
        """By the stones that count."""
        stones = self.counting(state)
        return self.posture(stones.me, stones.you)

    def plies(self, state: Board) -> tuple[int, int, int]:
        """Who cannot complete a line at once needs two turns more."""
        if self.misere:
            return 0, 0, self.latest_end(state)
        mine, yours = self.completions(state.me, state.you), self.completions(state.you, state.me)
        return (1 if mine & self.reach(state) else 3), (2 if yours else 4), self.latest_end(state)

    def latest_end(self, state: Board) -> int:
        """How many plies a win takes at most, whoever wins: one for each empty cell."""
        return self.free(state).count()

    def free(self, state: Board) -> Bits:
        """The empty cells."""
        return self.board & ~(state.me | state.you)

    def forced(self, state: Board) -> int:
        """Complete a line; else stop the other side from completing its only one. Nothing in misere play."""
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
        """The weight of the lines through the cell; in misere play the lighter, the better."""
        weight = self.line_weight(state, self.target(state, action))
        return MAX_PRIORITY - weight if self.misere else weight

    def bounds(self, state: Board, alpha: int, beta: int) -> tuple[int, int]:
        """Two threats cannot both be met. Nobody wins who is held, and who is beaten loses.

        In misere play, nobody loses without a line free of the other's stones.
        """
        low, high = -UNBOUNDED, UNBOUNDED
        if self.misere:
            return (low if self.alive(state.you) else 0), (high if self.alive(state.me) else 0)
        reach = self.reach(state)
        threats = self.completions(state.you, state.me) & reach
        if threats.count() > 1 and not self.completions(state.me, state.you) & reach:
            return low, -1
        if self.is_beaten(state.you, state.me, False):
            return 1, high
        if alpha >= 0:
            if self.is_held(state.me, state.you, True):
                high = 0
        elif self.is_beaten(state.me, state.you, True):
            high = -1
        if beta <= 0 and self.is_held(state.you, state.me, False):
            low = 0
        return low, high

    @property
    def resolution(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Points a win is worth: more than all lines of a board can score."""
        return max(1_000_000, 100 * self.line_count + 1)

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What a line counts that has 0, 1, 2, or 3 and more stones, all of one side."""
        return (0, 1, 10, 100)

    def evaluate(self, state: Board) -> int:
        """Lines with stones of one side only count what they are worth, the other side's negative.

        In misere play, where lines are bad, the other way round.
        """
        total = 0
        for direction in range(len(self.steps)):
            ray = self.rays[direction]
            for start in self.starts[direction]:
                line = ray << start
                mine, yours = (line & state.me).count(), (line & state.you).count()
                if yours == 0:
                    total += self.worth[min(mine, 3)]
                if mine == 0:
                    total -= self.worth[min(yours, 3)]
        return -total if self.misere else total

    # --- text -------------------------------------------------------------------------------------------------------------
    def in_order(self, state: Board) -> tuple[Bits, Bits]:
        """The stones of the player who moved first, and those of the other."""
        return (state.me, state.you) if state.me.count() == state.you.count() else (state.you, state.me)

    def parse_position(self, text: str) -> Board:
        """A board drawn with X, O and dots, or a list of moves. Raises BadPosition."""
        return Board(*self.read_position(text, 2)) if is_drawn(text, MARKS[:2]) else self.play_text(text)

    def play_text(self, text: str) -> Board:
        """The position after these moves. Raises BadMove."""
        return super().parse_position(text)


def check_sides(family: str, sides: dict[str, int], length: int) -> None:
    """Raises BadGame unless each side is 1..MAX_SIDE and the line length is 1..MAX_SIDE, all of them integers.

    `sides` are named in the order in which the family takes them.
    """
    for name, value in {**sides, "k": length}.items():
        if not is_within(value, 1, MAX_SIDE):
            raise BadGame(
                f"{family}: {name} = {shown(value)} is not an integer from 1 to {MAX_SIDE}; it is "
                f"{family}({', '.join(sides)}, k)."
            )
