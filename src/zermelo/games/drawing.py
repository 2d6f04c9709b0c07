"""Boards as rows of marks on one line of text: written, and read again."""

from __future__ import annotations

import re

from zermelo.bits import Bits
from zermelo.errors import BadPosition
from zermelo.games.grid import Grid

MARKS = "XOYZ"
"""The stones of each player, in the order of play."""


class Drawing(Grid):
    """A grid that says in which rows its cells are drawn."""

    def drawn_cells(self) -> list[list[int]]:
        """The cells in the rows in which they are drawn."""
        raise NotImplementedError

    def drawn_line(self, stones: tuple[Bits, ...]) -> str:
        """The rows of marks, slashes between; dots for empty cells."""
        return "/".join("".join(mark_at(cell, stones) for cell in row) for row in self.drawn_cells())

    def read_rows(self, text: str, players: int) -> list[Bits]:
        """The stones of each player in the rows drawn by `text`. Raises BadPosition when it has another shape."""
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


def mark_at(cell: int, stones: tuple[Bits, ...]) -> str:
    """The mark of the player whose stone is there, a dot on an empty cell."""
    return next((mark for mark, own in zip(MARKS, stones, strict=False) if cell in own), ".")
