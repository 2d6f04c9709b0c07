"""Reading and writing boards as rows of marks: "X.O/.X./..O"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from zermelo.core.bits import Bits
from zermelo.core.board import MARKS, Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import BadPosition
from zermelo.core.wording import counted
from zermelo.games.in_a_row.how_to_play import rules_of
from zermelo.games.in_a_row.hypergraph import Hypergraph


class Turns(NamedTuple):
    """How many cells the first player takes in the first turn, and in each later one, and the second player in each turn."""

    opening: int = 1
    first: int = 1
    second: int = 1


class Drawing(Hypergraph):
    """A board whose positions are written as rows of marks. Subclasses define `goal`, `drawn_cells` and `in_order`."""

    players: int = 2
    misere: bool = False
    turns: Turns = Turns()
    what: str = "line"
    """What people call a line."""

    def goal(self) -> str:
        """What wins: "three stones in an unbroken row"."""
        raise NotImplementedError

    def rules(self) -> str:
        return rules_of(self)

    @property
    def placed(self) -> tuple[int, ...]:
        """How many stones each player has before the first move."""
        return (0,) * len(MARKS)

    def drawn_cells(self) -> list[list[int]]:
        raise NotImplementedError

    def layers(self) -> list[tuple[str, list[list[int]]]]:
        """The boards that are drawn one after the other, each with its title: here one board without a title."""
        return [("", self.drawn_cells())]

    def picture(self, state: Any, mover: int) -> list[Cell]:
        """A `Cell` for each cell of the board; if stones fall, all cells of a column have its action. The stones of complete
        lines are marked.
        """
        stones = self.in_order(state)
        completed = [self.live(own) for own in (stones if self.both_complete else stones[:1])]
        return [
            Cell(
                row,
                column,
                *standing(cell, stones),
                (self.action_at(cell),),
                title,
                "slot" if self.falls else "",
                marked=any(cell in line for line in completed),
            )
            for cell, title, row, column in self.drawn_at()
        ]

    def drawn_at(self) -> Iterable[tuple[int, str, int, int]]:
        """The cells: for each the title of the board on which it is drawn, its row and its column."""
        for title, rows in self.layers():
            for row, cells in enumerate(rows):
                yield from ((cell, title, row, column) for column, cell in enumerate(cells))

    def in_order(self, state: Any) -> tuple[Bits, ...]:
        """The stones of each player, in the order of play."""
        raise NotImplementedError

    def stones_on(self, state: Any) -> int:
        """The number of stones, which determines whose turn it is in a game in which players take turns."""
        return sum(stones.count() for stones in self.in_order(state))

    def position_text(self, state: Any) -> str:
        """The rows separated by slashes: X, O and so on for the players in the order of play, dots for empty cells."""
        stones = self.in_order(state)
        return "/".join("".join(mark_at(cell, stones) for cell in row) for row in self.drawn_cells())

    def read_stones(self, text: str, players: int) -> tuple[Bits, ...]:
        """The stones in the rows `text`, those of the player to move first.

        Raises BadPosition if the numbers of stones cannot arise by moving in turn.
        """
        stones = self._read_rows(text, players)
        counts = [own.count() - placed for own, placed in zip(stones, self.placed, strict=False)]
        turn = sum(counts) % players
        if counts != [sum(counts) // players + (player < turn) for player in range(players)]:
            raise BadPosition(f"{text!r} cannot arise: {MARKS[0]} moves first, and the players take turns.")
        return (*stones[turn:], *stones[:turn])

    def read_position(self, text: str, players: int) -> tuple[Bits, ...]:
        """The stones in the rows `text`, those of the player to move first. Raises BadPosition if it cannot arise."""
        *others, last = state = self.read_stones(text, players)
        self.check_ended(text, others, last)
        occupied = Bits(self.width)
        for own in state:
            occupied = occupied | own
        if self.falls and (occupied + self.floor) & occupied:
            raise BadPosition(f"{text!r} cannot arise: a stone has an empty cell below it.")
        return state

    def check_ended(self, text: str, others: Sequence[Bits], last: Bits) -> None:
        """Raise BadPosition unless only the player who moved `last` has a line, and did not have it before."""
        by_one_stone = any(not self.has_line(last.remove(cell)) for cell in last)
        if any(map(self.has_line, others)) or (self.has_line(last) and not by_one_stone):
            raise BadPosition(f"{text!r} cannot arise: the game ends as soon as a line is complete.")

    def _read_rows(self, text: str, players: int) -> list[Bits]:
        """The stones in the rows `text`, for each player in the order of play. Raises BadPosition."""
        cells = self.drawn_cells()
        rows = [row for row in re.split(r"[/\s]+", text.strip().strip("/").upper()) if row]
        if len(rows) != len(cells) or any(len(row) != len(cells[0]) for row in rows):
            size = f"{counted(len(cells), 'row')} of {counted(len(cells[0]), 'cell')}"
            raise BadPosition(f"{text!r} is not a position of {self}: a position has {size}.")
        marked = [
            (mark, cell)
            for row, places in zip(rows, cells, strict=True)
            for mark, cell in zip(row, places, strict=True)
        ]
        if any(mark in MARKS[players:] for mark, _ in marked):
            raise BadPosition(f"{text!r} is not a position of {self}: the stones are {', '.join(MARKS[:players])}.")
        return [Bits.of(self.width, *(cell for own, cell in marked if own == mark)) for mark in MARKS[:players]]


def is_drawn(text: str, marks: str) -> bool:
    """Whether `text` consists of rows of these marks, rather than of moves."""
    return re.fullmatch(rf"[{marks}{marks.lower()}.\-/_\s]+", text) is not None


def standing(cell: int, stones: tuple[Bits, ...]) -> tuple[str, int]:
    """The mark of the stone on a cell and its owner; an empty mark and NONE on an empty cell."""
    return next(((MARKS[player], player) for player, own in enumerate(stones) if cell in own), ("", NONE))


def mark_at(cell: int, stones: tuple[Bits, ...]) -> str:
    """The mark of the stone on a cell, a dot on an empty cell."""
    return standing(cell, stones)[0] or "."
