"""What costs more, a larger board or a longer line? MTD(f) with a table on n by n boards with k in a row."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

from experiments.benchmark import Board
from experiments.chain.cell_rows import states_text
from experiments.chain.cells import Setup
from experiments.chain.settings import BOTH, TABLE
from experiments.citations import CHAN
from experiments.markdown import table
from experiments.plots import curves
from experiments.squares import steps
from experiments.study import Row, matching

SIZES: Final = range(3, 7)
"""The values of n, and of k up to n."""

SQUARES: Final = tuple(Board(n, n, k) for n in SIZES for k in SIZES if k <= n)

WAYS: Final = {
    "by the rules": (False, False),
    "by the rules with deepening": (True, False),
    "with all knowledge": (False, True),
}
"""How MTD(f) searches: whether with deepening, and whether it knows the game."""


def setups() -> list[Setup]:
    """Each square in each way; by the rules only on boards on which a game may finish."""
    found: list[Setup] = []
    for board in SQUARES:
        found.append(Setup("mtdf", *TABLE, board, True))
        if board.n <= 5:
            found += [Setup("mtdf", *TABLE, board, False), Setup("mtdf", *BOTH, board, False)]
    return found


def steps_of(rows: Sequence[Row], way: str) -> tuple[list[float], list[float]]:
    """The factors by which the positions change: from n to n + 1 with the same k, and from k to k + 1 with the same n."""
    return steps({place: row["states"] for place, row in _squares(rows, way).items() if row["complete"]})


def _squares(rows: Sequence[Row], way: str) -> dict[tuple[int, int], Row]:
    """The games of MTD(f) with a table on n by n boards, by n and k."""
    deepens, knowing = WAYS[way]
    boards = {board.key: (board.n, board.k) for board in SQUARES}
    own = matching(rows, algorithm="mtdf", table=True, deepening=deepens, knowing=knowing, objective="outcome")
    return {boards[row["board"]]: row for row in own if row["board"] in boards}


def section(rows: Sequence[Row]) -> str:
    """A plot, a table of positions by n and k, and the factors of the steps."""
    parts = [
        "### A larger board or a longer line?",
        f"{CHAN} claims that n, the side of the board, limits a search, and that k, the length of the line, does not.",
        "![Positions by the side of the board, for each k](chain-sizes.svg)",
        _table(rows),
        "A step of n is from one board to another with the same k whose side is longer by 1; a step of k is from one k to "
        "the next on the same board. Each changes the positions by a factor, which is given as a number over 1 whether "
        "there are then more or fewer. Only games that finish are compared. The mean is the geometric mean.",
        _steps_table(rows),
    ]
    return "\n\n".join(filter(None, parts))


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for way in WAYS:
        cells = _squares(rows, way)
        for n in sorted({n for n, _ in cells}):
            own = [cells.get((n, k)) for k in SIZES]
            lines.append([way, n, *(None if row is None else states_text(row) for row in own)])
    return table(["MTD(f) with a table", "n", *(f"k = {k}" for k in SIZES)], lines)


def _steps_table(rows: Sequence[Row]) -> str:
    """The factors of the steps, by way and kind of step; empty if there are none."""
    lines: list[list[object]] = []
    for way in WAYS:
        for what, factors in zip(("n", "k"), steps_of(rows, way), strict=True):
            if factors:
                mean = statistics.geometric_mean(factors)
                lines.append([way, what, len(factors), mean, min(factors), max(factors)])
    heads = ["MTD(f) with a table", "step of", "steps", "factor, mean", "least", "greatest"]
    return table(heads, lines) if lines else ""


def plot(rows: Sequence[Row]) -> str:
    """Positions by n, for each k in each way."""
    series: dict[str, list[tuple[float, float]]] = {}
    for way in WAYS:
        for (n, k), row in sorted(_squares(rows, way).items()):
            if row["complete"]:
                series.setdefault(f"k = {k}, {way}", []).append((n, row["states"]))
    lines = {name: points for name, points in series.items() if len(points) > 1}
    return curves(
        lines, x="n", y="positions visited in one game", log_y=True, title="MTD(f) with a table on n by n boards"
    )
