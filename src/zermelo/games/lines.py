"""What games of lines on a rectangular board share: geometry, line tests, and what can be known of them.

    cells and bits of a board of 3 rows and 4 columns; * is padding, always empty, so that no line wraps around

         0  1  2  3  *
         5  6  7  8  *
        10 11 12 13  *

A line is `length` cells in one direction: one row of `stride` = columns + 1 bits further is `stride`, one cell to the
right is 1, so the four directions are the steps 1, stride - 1, stride and stride + 1. Boards that are kept column by
column (drop games) have the same picture with rows and columns exchanged.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from zermelo.bits import Bits
from zermelo.errors import BadGame, BadPosition
from zermelo.game import NONE, Game

MAX_SIDE = 19
WEIGHT_CAP = 6


class Board(NamedTuple):
    """The stones of the player to move, and those of the other."""

    me: Bits
    you: Bits


class LineGame(Game[Board]):
    """Two players place stones in turn; who first has `length` of them in a line wins. Subclasses say where one may."""

    # the picture above: `lanes` lanes of `span` cells each
    @property
    def lanes(self) -> int:
        """How many rows (in a drop game: columns) the board has."""
        raise NotImplementedError

    @property
    def span(self) -> int:
        """How many cells each has."""
        raise NotImplementedError

    @property
    def length(self) -> int:
        """How many stones make a line."""
        raise NotImplementedError

    @property
    def stride(self) -> int:
        """How many bits a lane takes, its padding included."""
        return self.span + 1

    @property
    def steps(self) -> tuple[int, ...]:
        """The distance, in bits, between neighbours on a line, for each of the four directions."""
        return (1, self.stride - 1, self.stride, self.stride + 1)

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One ply for each cell."""
        return self.lanes * self.span

    @cached_property
    def board(self) -> Bits:
        """All cells."""
        return Bits.of(self.width, *(self.stride * lane + i for lane in range(self.lanes) for i in range(self.span)))

    @property
    def width(self) -> int:
        """How many bits a board takes."""
        return self.lanes * self.stride

    @cached_property
    def rays(self) -> tuple[Bits, ...]:
        """For each direction, the line from cell 0; the other lines of the direction are this one, shifted."""
        return tuple(self._ray(step) for step in self.steps)

    @cached_property
    def starts(self) -> tuple[Bits, ...]:
        """For each direction, the first cells of its lines."""
        return tuple(
            Bits.of(self.width, *(cell for cell in range(self.width) if self._fits(cell, step))) for step in self.steps
        )

    def _ray(self, step: int) -> Bits:
        reach = step * (self.length - 1)
        return Bits.of(self.width, *range(0, reach + 1, step)) if reach < self.width else Bits(self.width)

    def _fits(self, cell: int, step: int) -> bool:
        line = range(cell, cell + step * self.length, step)
        return line[-1] < self.width and all(c in self.board for c in line)

    # --- START --------------------------------------------------------------------------------------------------------
    def initial(self) -> Board:
        """The empty board."""
        return Board(Bits(self.width), Bits(self.width))

    def terminal(self, state: Board) -> bool:
        """Somebody has a line, or the board is full."""
        return self.has_line(state.you) or (state.me | state.you) == self.board

    def reward(self, state: Board) -> int:
        """-1 when the last stone made a line, 0 on a full board without one."""
        return -1 if self.has_line(state.you) else 0

    def invariant(self, state: Board, action: int, after: Board) -> bool:
        """One empty cell less, and the sides exchanged."""
        return (after.me | after.you).count() == (state.me | state.you).count() + 1 and after.me == state.you

    def swapped(self, state: Board) -> Board:
        """The same stones, the other player to move."""
        return Board(state.you, state.me)

    # --- lines ----------------------------------------------------------------------------------------------------------
    def has_line(self, stones: Bits) -> bool:
        """Whether these stones hold a line."""
        for step in self.steps:
            run = stones  # the cells from which 1, then 2, ... stones follow each other
            for _ in range(self.length - 1):
                run = run & (run >> step)
            if run:
                return True
        return False

    def completions(self, mine: Bits, yours: Bits) -> Bits:
        """The empty cells that would complete a line of `mine`."""
        found = mine ^ mine
        for step in self.steps:
            for gap in range(self.length):
                cells = self.board
                for place in range(self.length):
                    if place > gap:
                        cells = cells & (mine >> (step * (place - gap)))
                    if place < gap:
                        cells = cells & (mine << (step * (gap - place)))
                found = found | cells
        return found & ~(mine | yours)

    def alive(self, against: Bits) -> bool:
        """Whether any line is free of the stones `against`."""
        free = self.board & ~against
        return self.has_line(free)

    def line_weight(self, state: Board, cell: int) -> int:
        """How much the lines through an empty cell matter: 4 to the number of stones, over those of one side only."""
        total = 0
        for direction in range(4):
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
        return total

    # --- knowledge --------------------------------------------------------------------------------------------------------
    @property
    def resolution(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Points a win is worth: more than all lines of a board can score."""
        return 1_000_000

    def evaluate(self, state: Board) -> int:
        """Lines of one side only count 1, 10 or 100 for one, two, or three and more stones; the other side's negative."""
        total = 0
        for direction in range(4):
            ray = self.rays[direction]
            for start in self.starts[direction]:
                line = ray << start
                mine, yours = (line & state.me).count(), (line & state.you).count()
                if yours == 0 and mine > 0:
                    total += 1 if mine == 1 else 10 if mine == 2 else 100
                if mine == 0 and yours > 0:
                    total -= 1 if yours == 1 else 10 if yours == 2 else 100
        return total

    # --- text -------------------------------------------------------------------------------------------------------------
    def drawn_cells(self) -> list[list[int]]:
        """The cells in the rows in which they are drawn."""
        raise NotImplementedError

    def position_text(self, state: Board) -> str:
        """The rows, slashes between; X for the player who moved first."""
        first, second = (state.me, state.you) if state.me.count() == state.you.count() else (state.you, state.me)
        return "/".join(
            "".join("X" if cell in first else "O" if cell in second else "." for cell in row)
            for row in self.drawn_cells()
        )

    def parse_position(self, text: str) -> Board:
        """A board drawn with X, O and dots, or a list of moves. Raises BadPosition."""
        return self.drawn_position(text) if re.fullmatch(r"[XOxo.\-/_\s]+", text) else self.play_text(text)

    def play_text(self, text: str) -> Board:
        """The position after these moves. Raises BadMove."""
        return super().parse_position(text)

    def drawn_position(self, text: str) -> Board:
        """The position drawn by `text`. Raises BadPosition when it has another shape or cannot arise."""
        cells = self.drawn_cells()
        rows = [row for row in re.split(r"[/\s]+", text.strip().strip("/").upper()) if row]
        if len(rows) != len(cells) or any(len(row) != len(cells[0]) for row in rows):
            raise BadPosition(
                f"{text!r} is not a position of {self}: it has {len(cells)} rows of {len(cells[0])} cells."
            )
        seen = [
            (mark, cell)
            for row, places in zip(rows, cells, strict=True)
            for mark, cell in zip(row, places, strict=True)
        ]
        stones = {mark: Bits.of(self.width, *(cell for found, cell in seen if found == mark)) for mark in "XO"}
        more = stones["X"].count() - stones["O"].count()
        if more not in (0, 1):
            raise BadPosition(f"{text!r} cannot arise: X moves first, so there are as many X as O or one more.")
        last, other = ("X", "O") if more else ("O", "X")
        lines_by_one_stone = any(not self.has_line(stones[last].remove(cell)) for cell in stones[last])
        if self.has_line(stones[other]) or (self.has_line(stones[last]) and not lines_by_one_stone):
            raise BadPosition(f"{text!r} cannot arise: play would have stopped at the first line.")
        return Board(stones[other], stones[last])


def check_sides(family: str, sides: dict[str, int], length: int) -> None:
    """Raises BadGame unless each side is 1..MAX_SIDE and the line length is 1..MAX_SIDE, all of them integers."""
    for name, value in {**sides, "k": length}.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_SIDE:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadGame(f"{family}: {name} = {value!r} is not an integer from 1 to {MAX_SIDE}.")


__all__ = ["NONE", "Board", "LineGame", "check_sides"]
