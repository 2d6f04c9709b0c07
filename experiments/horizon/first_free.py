"""The first free cell, always: from where on it costs a draw."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

from experiments.horizon.boards_solved import SIDES, solved
from experiments.horizon.every_line import SHORTCUT, before_and_after, first_free, played
from experiments.horizon.plies import aimless_plies
from experiments.horizon.wording import board_name, in_plies, order_name
from experiments.markdown import names, table
from experiments.study import Case, Row, matching


def cases() -> list[Case]:
    """Moving first and second on each board."""
    return [
        Case(f"{board_name(side)} first free cell, {order_name(first)}", partial(measure, side, first), True)
        for side, first in product(SIDES, (True, False))
    ]


def measure(side: int, first: bool) -> Row:
    """The first free cell, always, against everything: where that costs a draw or a win that there was."""
    board = solved(side)
    turns: list[list[int]] = []
    for turn in played(board, partial(first_free, board), first=first).turns:
        before, after = before_and_after(board, turn.layer, turn.chosen)
        draws, wins = (before >= 0) & (after < 0), (before > 0) & (after <= 0)
        turns.append([turn.free, len(before), int(draws.sum()), int(wins.sum())])
    return {"part": "first free", "side": side, "first": first, "turns": turns}


def safe_threshold(rows: Sequence[Row], side: int) -> int:
    """The least number of free cells down to which, first or second, the first free one has cost no draw."""
    costly = [turn[0] for row in matching(rows, part="first free", side=side) for turn in row["turns"] if turn[2]]
    return max(costly, default=0) + 1


def answer(rows: Sequence[Row], side: int) -> str:
    """From where on it costs no draw, and whether the article is right."""
    least = safe_threshold(rows, side)
    verdict = "just right" if least == SHORTCUT else "too low" if least > SHORTCUT else "safe, but higher than need be"
    return (
        f"On {board_name(side)} the first free cell costs no draw as long as {least} cells or more are free, whatever the "
        f"other side does; the {SHORTCUT} that the article takes is {verdict}."
    )


def section(rows: Sequence[Row], side: int) -> str:
    """The text is of one board, the tables of each."""
    tables = [f"{board_name(each)}:\n\n{_table(rows, each)}" for each in SIDES]
    return "\n\n".join(["### The first free cell", _text(rows, side), *tables])


def _text(rows: Sequence[Row], side: int) -> str:
    parts: list[str] = []
    for row in matching(rows, part="first free", side=side):
        costly = next((turn for turn in row["turns"] if turn[2]), None)
        parts.append(
            f"{order_name(row['first'])} it costs no draw"
            if costly is None
            else f"{order_name(row['first'])} it first costs a draw with {costly[0]} free cells, in {costly[2]:,} of "
            f"{costly[1]:,} positions"
        )
    least, plies = safe_threshold(rows, side), aimless_plies(rows, side)
    reason = (
        f"That is where exact values part for the first time on the whole board: after {in_plies(plies)}, "
        f"{side * side - plies} free cells are left."
        if least == side * side - plies + 1
        else f"On the whole board, values part only later or sooner: after {in_plies(plies)}."
    )
    return f"Always the first free cell, against everything, on {board_name(side)}: {names(parts)}. {reason}"


def _table(rows: Sequence[Row], side: int) -> str:
    lines = [
        [order_name(row["first"]), *turn]
        for row in matching(rows, part="first free", side=side)
        for turn in row["turns"]
    ]
    return table(["engine", "free cells", "positions", "in which it costs a draw", "a win"], lines)
