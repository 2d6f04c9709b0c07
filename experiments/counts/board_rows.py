"""Rows with the counts of a board."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from experiments.counts.pairs import Counts
from experiments.study import Row

Board = tuple[int, int, int]
"""Height, width and k."""

HEADINGS: Final = ("positions", "complete games", "nodes of the tree")
"""The columns of `totals`."""


def game_of(board: Board) -> str:
    """The name of a board's game in the catalogue."""
    return f"mnk({','.join(map(str, board))})"


def of_board(board: Board) -> Row:
    """The fields that say which board it is."""
    return dict(zip(("height", "width", "k"), board, strict=True))


def of_counts(counts: Counts) -> Row:
    """The fields of counts, by ply; games are won by the player who made the ply's move."""
    return {"positions": counts.positions, "nodes": counts.nodes, "won": counts.games_won, "drawn": counts.drawn}


def board_of(row: Row) -> Board:
    """The board of a row."""
    return row["height"], row["width"], row["k"]


def total(row: Row, field: str = "positions") -> int:
    """The sum of a field over all plies."""
    return sum(row[field])


def games(row: Row) -> int:
    """The number of complete games."""
    return sum(row["won"]) + row["drawn"]


def totals(row: Row) -> list[str]:
    """The totals of a row, under `HEADINGS`."""
    return [short(total(row)), short(games(row)), short(total(row, "nodes"))]


def short(value: int) -> str:
    """A number as text; with four digits and an exponent if it is long."""
    return f"{value:,}" if value < 10**12 else f"{Decimal(value):.3e}".replace("e+", "e")
