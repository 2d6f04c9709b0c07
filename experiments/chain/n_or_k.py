"""Which of the two binds, n or k: MTD(f) with a table on n by n, k in a row."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Final

from experiments.benchmark import Board
from experiments.chain.cell_rows import states_text
from experiments.chain.cells import Setup
from experiments.chain.settings import BOTH, TABLE
from experiments.markdown import between, number, table
from experiments.plots import curves
from experiments.squares import steps
from experiments.study import Row, matching

SIZES: Final = range(3, 7)
"""Of n, and of k up to n."""

SQUARES: Final = tuple(Board(n, n, k) for n in SIZES for k in SIZES if k <= n)

WAYS: Final = {
    "by the rules": (False, False),
    "by the rules with deepening": (True, False),
    "with all knowledge": (False, True),
}
"""How MTD(f) with a table is asked whether n binds or k: with deepening? knowing the game?"""

BINDS: Final = 2.0
"""How many times more a step of n must cost than a step of k, for n to be what binds."""


def setups() -> Iterator[Setup]:
    """Each square in each way; by the rules as far as a game may end."""
    for board in SQUARES:
        yield Setup("mtdf", *TABLE, board, True)
        if board.n <= 5:
            yield Setup("mtdf", *TABLE, board, False)
            yield Setup("mtdf", *BOTH, board, False)


def steps_of(rows: Sequence[Row], way: str) -> tuple[list[float], list[float]]:
    """How many times more, or fewer, states: one n further at the same k, one k further at the same n."""
    return steps({place: row["states"] for place, row in _squares(rows, way).items() if row["complete"]})


def _squares(rows: Sequence[Row], way: str) -> dict[tuple[int, int], Row]:
    """The cells of MTD(f) with a table on n by n boards, by n and k."""
    deepens, knowing = WAYS[way]
    boards = {board.key: (board.n, board.k) for board in SQUARES}
    own = matching(rows, algorithm="mtdf", table=True, deepening=deepens, knowing=knowing, objective="outcome")
    return {boards[row["board"]]: row for row in own if row["board"] in boards}


def sentence(rows: Sequence[Row]) -> str:
    """Whether n binds and k does not, however MTD(f) is asked."""
    parts = [f"{way} {_binding(by_n, by_k)}" for way, by_n, by_k in _steps_by_way(rows)]
    return f"Does n bind, not k, as the text says? For MTD(f) with a table {'; '.join(parts)}." if parts else ""


def _steps_by_way(rows: Sequence[Row]) -> Iterator[tuple[str, list[float], list[float]]]:
    """The steps of n and of k in each way in which there are both."""
    for way in WAYS:
        by_n, by_k = steps_of(rows, way)
        if by_n and by_k:
            yield way, by_n, by_k


def _binding(by_n: Sequence[float], by_k: Sequence[float]) -> str:
    """Which of the two binds, and the geometric means of their steps."""
    mean_n, mean_k = statistics.geometric_mean(by_n), statistics.geometric_mean(by_k)
    verdict = "n does" if mean_n > BINDS * mean_k else "k does" if mean_k > BINDS * mean_n else "both do"
    costs = f"{_count(by_n, 'n')} by a factor of {number(mean_n)} on average, {_count(by_k, 'k')} by {number(mean_k)}"
    return f"{verdict} ({costs})"


def _count(factors: Sequence[float], of: str) -> str:
    """How many steps."""
    return f"{len(factors)} step{'' if len(factors) == 1 else 's'} of {of}"


def section(rows: Sequence[Row]) -> str:
    """A table of n by k, and the steps."""
    picture = "![States over the size of the board](chain-sizes.svg)"
    return f"### n or k?\n\n{picture}\n\n{_table(rows)}\n\n{_ranges(rows)}"


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for way in WAYS:
        cells = _squares(rows, way)
        for n in sorted({n for n, _ in cells}):
            own = [cells.get((n, k)) for k in SIZES]
            lines.append([way, n, *(None if row is None else states_text(row) for row in own)])
    return table(["MTD(f) with a table", "n", *(f"k = {k}" for k in SIZES)], lines)


def _ranges(rows: Sequence[Row]) -> str:
    """From the least step to the greatest."""
    parts = [
        f"- {way}: {len(by_n)} steps of n, by a factor of {between(by_n)}; {len(by_k)} of k, by {between(by_k)}."
        for way, by_n, by_k in _steps_by_way(rows)
    ]
    return "\n".join([*parts, "\nOnly steps between cells that were not cut short are counted."])


def plot(rows: Sequence[Row]) -> str:
    """States over n, for each k in each way."""
    series: dict[str, list[tuple[float, float]]] = {}
    for way in WAYS:
        for (n, k), row in sorted(_squares(rows, way).items()):
            if row["complete"]:
                series.setdefault(f"k = {k}, {way}", []).append((n, row["states"]))
    lines = {name: points for name, points in series.items() if len(points) > 1}
    return curves(lines, x="n", y="states of one game", log_y=True, title="MTD(f) with a table on n by n")
