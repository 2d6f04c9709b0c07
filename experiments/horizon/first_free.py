"""An engine that always plays the first free cell: with how many free cells this begins to cost a draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from experiments.horizon.boards_solved import SIDES, solved
from experiments.horizon.every_line import before_and_after, first_free, played
from experiments.horizon.labels import board_name, order_name
from experiments.markdown import table
from experiments.study import Case, Row, matching


def cases() -> list[Case]:
    """The engine moving first and second on each board."""
    return [
        Case(f"{board_name(side)} first free cell, {order_name(first)}", partial(measure, side, first), True)
        for side, first in product(SIDES, (True, False))
    ]


def measure(side: int, first: bool) -> Row:
    """Play the first free cell against every line of play, and count where that gives away a draw or a win."""
    board = solved(side)
    turns: list[list[int]] = []
    for turn in played(board, partial(first_free, board), first=first).turns:
        before, after = before_and_after(board, turn.layer, turn.chosen)
        draws, wins = (before >= 0) & (after < 0), (before > 0) & (after <= 0)
        turns.append([turn.free, len(before), int(draws.sum()), int(wins.sum())])
    return {"part": "first free", "side": side, "first": first, "turns": turns}


def safe_threshold(rows: Sequence[Row], side: int) -> int:
    """The least number of free cells from which on the first free cell costs no draw, moving first or second."""
    costly = [turn[0] for row in matching(rows, part="first free", side=side) for turn in row["turns"] if turn[2]]
    return max(costly, default=0) + 1


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a table for each board."""
    return "\n\n".join(
        [
            "### The first free cell",
            "An engine that always plays the first free cell, row by row, meets every line of play. The last columns count "
            "the positions in which this gives away a draw (it had a draw or a win, and now loses) or a win.",
            *(f"{board_name(side)}:\n\n{_table(rows, side)}" for side in SIDES),
        ]
    )


def _table(rows: Sequence[Row], side: int) -> str:
    """The positions of the engine by free cells."""
    lines = [
        [order_name(row["first"]), *turn]
        for row in matching(rows, part="first free", side=side)
        for turn in row["turns"]
    ]
    return table(["engine", "free cells", "positions", "costs a draw", "costs a win"], lines)
