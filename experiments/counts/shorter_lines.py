"""k in a row with k < n: a sweep that counts all the formula counts, and the recurrences behind it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import HEADINGS, Board, board_of, game_of, of_board, of_counts, told
from experiments.counts.pairs import Counts
from experiments.counts.recurrence import recurrence_order
from experiments.counts.swept_by_cells import by_cells, swept_board
from experiments.counts.weights import PRIME, AtPoints
from experiments.markdown import names, number, seconds, table
from experiments.study import TIMED, Case, Row, matching

TRANSFERS: Final[Mapping[Board, bool]] = {(4, 3, 3): True, (5, 3, 3): True, (4, 4, 3): False, (5, 4, 3): False}
"""Height, width and k < n, and whether they are quick."""

RECURRENCES: Final = {
    (2, 1): True,
    (2, 2): True,
    (2, 3): True,
    (2, 4): True,
    (2, 5): True,
    (2, 6): True,
    (3, 1): True,
    (3, 2): True,
    (3, 3): True,
    (3, 4): False,
    (4, 1): True,
    (4, 2): True,
    (4, 3): False,
}
"""k and width, and whether they are quick."""

TOLD: Final = 3
"""The k whose recurrences the answer tells of: that of the published question, which has 4x4 boards."""

SPARE: Final = 16
"""Values that a recurrence must predict beyond those it is found from."""


def cases() -> list[Case]:
    """The sweeps of boards, then the recurrences by k and width."""
    return [
        *(
            Case(f"transfer {game_of(board)}", partial(measure_transfer, board), quick)
            for board, quick in TRANSFERS.items()
        ),
        *(
            Case(f"recurrence k={k} width={width}", partial(measure_recurrence, k, width), quick)
            for (k, width), quick in RECURRENCES.items()
        ),
    ]


def measure_transfer(board: Board) -> Row:
    """Everything by the sweep over cells."""
    height, width, k = board
    began = time.perf_counter()
    live, won = swept_board(height, width, k)
    found = of_counts(Counts(height * width, live, won))
    return {"by": "transfer", **of_board(board), **found, TIMED: {"seconds": time.perf_counter() - began}}


def measure_recurrence(k: int, width: int) -> Row:
    """The shortest recurrence for the boards of 1, 2, 3 ... rows without k in a row."""
    began = time.perf_counter()
    totals = (int(boards[0]) % PRIME for boards in by_cells(width, k, AtPoints([(1, 1)], PRIME)))
    values = list(islice(totals, 4 * SPARE))
    while len(values) < 2 * (order := recurrence_order(values, PRIME)) + SPARE:
        values += islice(totals, len(values))
    found = {"order": order, "values": len(values), "first": values[:3], "kinds": 3 ** ((k - 1) * (width + 1))}
    return {"by": "recurrence", "k": k, "width": width, **found, TIMED: {"seconds": time.perf_counter() - began}}


def answer(rows: Sequence[Row], agreement: Agreement) -> str:
    """What is left for k < n."""
    some, transfers = matching(rows, by="recurrence", k=TOLD), matching(rows, by="transfer")
    widths = names([str(row["width"]) for row in some])
    factor = (some[-1]["order"] / some[0]["order"]) ** (1 / (some[-1]["width"] - some[0]["width"]))
    agreed = sum(agreement.by_census(row) is True for row in transfers)
    return (
        "For shorter lines that grouping does not hold, and what is left is a transfer matrix: with the width fixed, the "
        f"boards without {TOLD} in a row obey a linear recurrence in the height, of order "
        f"{names([number(row['order']) for row in some])} for width {widths}, {number(factor)} times the order with each "
        "column on average. In that sense each width has a closed form of its own; one for all widths was not found. The "
        f"same sweep counts positions, games and nodes without a search; on {len(transfers)} such boards it did, and the "
        f"census confirms {agreed} of them as far as it went."
    )


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """The boards swept, and the orders of the recurrences."""
    transfers, orders = matching(rows, by="transfer"), matching(rows, by="recurrence")
    return f"### k < n\n\n{_transfers(transfers, agreement)}\n\n{_orders(orders)}"


def _transfers(transfers: Sequence[Row], agreement: Agreement) -> str:
    lines = [
        [f"`{game_of(board_of(row))}`", *told(row), agreement.words(row), seconds(row[TIMED]["seconds"])]
        for row in transfers
    ]
    return table(["board", *HEADINGS, "checked by", "time"], lines)


def _orders(orders: Sequence[Row]) -> str:
    lines = [[row["k"], row["width"], row["kinds"], row["order"], row["values"]] for row in orders]
    heads = ["k", "width", "kinds of boards in the sweep", "order of the recurrence", "values it holds for"]
    return (
        "Boards of any stones without k in a row, of 1, 2, 3 ... rows: the shortest linear recurrence, modulo the prime "
        f"{PRIME}, found by Berlekamp and Massey; it is not proved to hold beyond the values it was tried on. "
        "On fewer than k columns the only lines run down.\n\n"
        f"{table(heads, lines)}"
    )
