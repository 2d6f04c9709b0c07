"""Boards as rows of marks on one line of text: written, and read again."""

from __future__ import annotations

import re
from typing import Any

from zermelo.core.bits import Bits
from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadPosition
from zermelo.games.in_a_row.grid import Grid

MARKS = "XOYZ"
"""The stones of each player, in the order of play."""


class Drawing(Grid):
    """A grid that says in which rows its cells are drawn, and whose stones are whose."""

    def drawn_cells(self) -> list[list[int]]:
        """The cells in the rows in which they are drawn."""
        raise NotImplementedError

    def layers(self) -> list[tuple[str, list[list[int]]]]:
        """The boards that are drawn one after the other, by title: here one, without."""
        return [("", self.drawn_cells())]

    def picture(self, state: Any, mover: int) -> list[Cell]:
        """A place for each cell; where stones fall, all of a column have its action."""
        stones = self.in_order(state)
        return [
            Cell(row, column, *standing(cell, stones), (self.action_at(cell),), title)
            for title, rows in self.layers()
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
        ]

    def in_order(self, state: Any) -> tuple[Bits, ...]:
        """The stones of each player, in the order of play."""
        raise NotImplementedError

    def stones_on(self, state: Any) -> int:
        """How many there are: where the players take turns, they tell whose it is."""
        return sum(stones.count() for stones in self.in_order(state))

    def position_text(self, state: Any) -> str:
        """The rows, slashes between; X, O and so on for the players in the order of play, dots for empty cells."""
        stones = self.in_order(state)
        return "/".join("".join(mark_at(cell, stones) for cell in row) for row in self.drawn_cells())

    def read_stones(self, text: str, players: int) -> tuple[Bits, ...]:
        """The stones drawn by `text`, those of the player to move first. Raises BadPosition for too many of somebody's."""
        stones = self._read_rows(text, players)
        counts = [own.count() for own in stones]
        turn = sum(counts) % players
        if counts != [sum(counts) // players + (player < turn) for player in range(players)]:
            raise BadPosition(f"{text!r} cannot arise: {MARKS[0]} moves first, and the players move in turn.")
        return (*stones[turn:], *stones[:turn])

    def read_position(self, text: str, players: int) -> tuple[Bits, ...]:
        """The stones drawn by `text`, those of the player to move first. Raises BadPosition when it cannot arise."""
        *others, last = state = self.read_stones(text, players)
        lines_by_one_stone = any(not self.has_line(last.remove(cell)) for cell in last)
        if any(map(self.has_line, others)) or (self.has_line(last) and not lines_by_one_stone):
            raise BadPosition(f"{text!r} cannot arise: play would have stopped at the first line.")
        occupied = Bits(self.width)
        for own in state:
            occupied = occupied | own
        if self.falls and (occupied + self.floor) & occupied:
            raise BadPosition(f"{text!r} cannot arise: a stone hangs in the air.")
        return state

    def _read_rows(self, text: str, players: int) -> list[Bits]:
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
        if any(mark in MARKS[players:] for mark, _ in seen):
            raise BadPosition(f"{text!r} is not a position of {self}: its stones are {', '.join(MARKS[:players])}.")
        return [Bits.of(self.width, *(cell for found, cell in seen if found == mark)) for mark in MARKS[:players]]


def is_drawn(text: str, marks: str) -> bool:
    """Whether a position is given by rows of these marks, rather than by moves."""
    return re.fullmatch(rf"[{marks}{marks.lower()}.\-/_\s]+", text) is not None


def standing(cell: int, stones: tuple[Bits, ...]) -> tuple[str, int]:
    """The mark of the stone there, and its owner."""
    return next(((MARKS[player], player) for player, own in enumerate(stones) if cell in own), ("", NONE))


def mark_at(cell: int, stones: tuple[Bits, ...]) -> str:
    """The mark of the player whose stone is there, a dot on an empty cell."""
    return next((mark for mark, own in zip(MARKS, stones, strict=False) if cell in own), ".")
