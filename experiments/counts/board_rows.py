"""What is counted of a board, as a row, and what is read from such a row."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from experiments.counts.pairs import Counts
from experiments.study import Row

Board = tuple[int, int, int]
"""Height, width and k."""

HEADINGS: Final = ("positions", "complete games", "nodes of the tree")
"""Of what a table tells of each board."""


def game_of(board: Board) -> str:
    """Its name in the catalogue."""
    return f"mnk({','.join(map(str, board))})"


def of_board(board: Board) -> Row:
    """Which board it is."""
    return dict(zip(("height", "width", "k"), board, strict=True))


def of_counts(found: Counts) -> Row:
    """All by ply; games won are those of the ply's mover."""
    return {"positions": found.positions, "nodes": found.nodes, "won": found.games_won, "drawn": found.drawn}


def board_of(row: Row) -> Board:
    """That which a row is of."""
    return row["height"], row["width"], row["k"]


def total(row: Row, what: str = "positions") -> int:
    """Of all plies."""
    return sum(row[what])


def games(row: Row) -> int:
    """Complete ones."""
    return sum(row["won"]) + row["drawn"]


def told(row: Row) -> list[str]:
    """What stands under the headings."""
    return [short(total(row)), short(games(row)), short(total(row, "nodes"))]


def short(value: int) -> str:
    """In four digits if it is long."""
    return f"{value:,}" if value < 10**12 else f"{Decimal(value):.3e}".replace("e+", "e")
