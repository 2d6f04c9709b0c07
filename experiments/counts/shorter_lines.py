"""k in a row with k < n: a sweep counts what the formula counts for k = n, and its boards obey linear recurrences."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import HEADINGS, Board, board_of, game_of, of_board, of_counts, totals
from experiments.counts.pairs import Counts
from experiments.counts.recurrence import recurrence_order
from experiments.counts.swept_by_cells import by_cells, swept_board
from experiments.counts.weights import PRIME, AtPoints
from experiments.markdown import seconds, table
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

SPARE: Final = 16
"""Values that a recurrence must predict besides those that it was found from."""


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
    """All counts of a board by the sweep over its cells."""
    height, width, k = board
    began = time.perf_counter()
    live, won = swept_board(height, width, k)
    counts = of_counts(Counts(height * width, live, won))
    return {"by": "transfer", **of_board(board), **counts, TIMED: {"seconds": time.perf_counter() - began}}


def measure_recurrence(k: int, width: int) -> Row:
    """The shortest recurrence for the number of boards of 1, 2, 3 ... rows without k in a row."""
    began = time.perf_counter()
    totals = (int(boards[0]) % PRIME for boards in by_cells(width, k, AtPoints([(1, 1)], PRIME)))
    values = list(islice(totals, 4 * SPARE))
    while len(values) < 2 * (order := recurrence_order(values, PRIME)) + SPARE:
        values += islice(totals, len(values))
    result = {"order": order, "values": len(values), "first": values[:3], "kinds": 3 ** ((k - 1) * (width + 1))}
    return {"by": "recurrence", "k": k, "width": width, **result, TIMED: {"seconds": time.perf_counter() - began}}


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """The section of the details: the boards swept, and the orders of the recurrences."""
    transfers, orders = matching(rows, by="transfer"), matching(rows, by="recurrence")
    heads = ["k", "width", "kinds of boards in the sweep", "order of the recurrence", "values it holds for"]
    return "\n\n".join(
        [
            "### Shorter lines",
            "If k < n, lines are shorter than rows, and sets of lines cannot be grouped as above. A sweep over the cells "
            "counts these boards too: it keeps the marks of the last cells, and adds up the boards that agree in them.",
            _transfers(transfers, agreement),
            "For a fixed width, the number of boards of any stones without k in a row obeys a linear recurrence in the "
            "height, because the sweep does the same for each row. These are the shortest recurrences modulo the prime "
            f"{PRIME}, found by the algorithm of Berlekamp and Massey. They are not proved to hold for more values than "
            "were tried. If the width is less than k, lines only run down.",
            table(heads, [[row[name] for name in ("k", "width", "kinds", "order", "values")] for row in orders]),
        ]
    )


def _transfers(transfers: Sequence[Row], agreement: Agreement) -> str:
    """A table of the boards swept."""
    lines = [
        [f"`{game_of(board_of(row))}`", *totals(row), agreement.checked_by(row), seconds(row[TIMED]["seconds"])]
        for row in transfers
    ]
    return table(["board", *HEADINGS, "checked by", "time"], lines)
