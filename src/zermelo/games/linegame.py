"""What all games of lines for two players share, wherever stones may go: rules, evaluation, positions as text."""

from __future__ import annotations

import re
from typing import NamedTuple

from zermelo.bits import Bits
from zermelo.errors import BadGame, BadPosition
from zermelo.game import Game
from zermelo.games.drawing import Drawing

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

    @property
    def resolution(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Points a win is worth: more than all lines of a board can score."""
        return max(1_000_000, 100 * self.line_count + 1)

    def evaluate(self, state: Board) -> int:
        """Lines of one side only count 1, 10 or 100 for one, two, or three and more stones; the other side's negative.

        In misere play, where lines are bad, the other way round.
        """
        total = 0
        for direction in range(len(self.steps)):
            ray = self.rays[direction]
            for start in self.starts[direction]:
                line = ray << start
                mine, yours = (line & state.me).count(), (line & state.you).count()
                if yours == 0 and mine > 0:
                    total += 1 if mine == 1 else 10 if mine == 2 else 100
                if mine == 0 and yours > 0:
                    total -= 1 if yours == 1 else 10 if yours == 2 else 100
        return -total if self.misere else total

    # --- text -------------------------------------------------------------------------------------------------------------
    def in_order(self, state: Board) -> tuple[Bits, Bits]:
        """The stones of the player who moved first, and those of the other."""
        return (state.me, state.you) if state.me.count() == state.you.count() else (state.you, state.me)

    def position_text(self, state: Board) -> str:
        """The rows, slashes between; X for the player who moved first."""
        return self.drawn_line(self.in_order(state))

    def parse_position(self, text: str) -> Board:
        """A board drawn with X, O and dots, or a list of moves. Raises BadPosition."""
        return self.drawn_position(text) if re.fullmatch(r"[XOxo.\-/_\s]+", text) else self.play_text(text)

    def play_text(self, text: str) -> Board:
        """The position after these moves. Raises BadMove."""
        return super().parse_position(text)

    def drawn_position(self, text: str) -> Board:
        """The position drawn by `text`. Raises BadPosition when it has another shape or cannot arise."""
        first, second = self.read_rows(text, 2)
        more = first.count() - second.count()
        if more not in (0, 1):
            raise BadPosition(f"{text!r} cannot arise: X moves first, so there are as many X as O or one more.")
        last, other = (first, second) if more else (second, first)
        lines_by_one_stone = any(not self.has_line(last.remove(cell)) for cell in last)
        if self.has_line(other) or (self.has_line(last) and not lines_by_one_stone):
            raise BadPosition(f"{text!r} cannot arise: play would have stopped at the first line.")
        return Board(other, last)


def check_sides(family: str, sides: dict[str, int], length: int) -> None:
    """Raises BadGame unless each side is 1..MAX_SIDE and the line length is 1..MAX_SIDE, all of them integers."""
    for name, value in {**sides, "k": length}.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_SIDE:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadGame(f"{family}: {name} = {value!r} is not an integer from 1 to {MAX_SIDE}.")
