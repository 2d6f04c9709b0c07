"""n in a row on n x n, counted by inclusion and exclusion."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import factorial
from typing import Any, Final

from experiments.citations import CHAN
from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import HEADINGS, games, of_board, of_counts, short, total, totals
from experiments.counts.lines_counted import Lines
from experiments.counts.pairs import Counts
from experiments.markdown import percent, table
from experiments.plots import bars, curves
from experiments.study import TIMED, Case, Row, matching

SIZES: Final = (3, 4, 5, 6, 7, 8)

FORMULA: Final = """
Let N = n² be the number of cells. S and T are the stones of the two players, a and b of them. The number of pairs S, T of
which neither has a line is a sum over the sets A of lines that S has at least, and the sets B of lines that T has at least:

    live(a, b) = sum (-1)^(|A| + |B|) C(N - u - v, a - u) C(N - v - a, b - v)

u and v are how many cells the lines of A and of B cover. Sets A and B with a common cell are left out, because no cell has
stones of both players. There are 2n + 2 lines, and so 2^(2n + 2) sets of lines. But sets with equally many lines and equally
many cells give the same summand; binomial coefficients say how many such sets there are, so few *terms* are left.

Positions that S has just won are counted in the same way, from the pairs in which S has exactly one line. The complete games
and the nodes follow from both counts, because the stones of each player may have come in any order.
"""


def cases() -> list[Case]:
    """One for each n."""
    return [Case(f"formula n={n}", partial(measure_formula, n), True) for n in SIZES]


def measure_formula(n: int) -> Row:
    """All counts of a board by inclusion and exclusion."""
    began = time.perf_counter()
    lines = Lines(n)
    counts = of_counts(Counts(n * n, lines.live, lines.won))
    taken = time.perf_counter() - began
    return {"by": "formula", "n": n, "terms": lines.terms, **of_board((n, n, n)), **counts, TIMED: {"seconds": taken}}


def summary(rows: Sequence[Row], agreement: Agreement) -> str:
    """The counts for each n, and a plot of their growth."""
    lines = [
        [row["n"], _sets(row), row["terms"], *totals(row), agreement.checked_by(row)]
        for row in matching(rows, by="formula")
    ]
    return "\n\n".join(
        [
            table(["n", "sets of lines", "terms", *HEADINGS, "checked by"], lines),
            "n in a row on n x n. *Sets of lines* and *terms* are the size of the sum before and after sets that cover the "
            "board alike are counted together.",
            "![Positions and nodes, 3^(n²) and (n²)!, by n](counts-growth.svg)",
        ]
    )


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """The sections of the details: the formula, the counts beside (n^2)!, by winner, and in full."""
    formula = matching(rows, by="formula")
    return "\n\n".join(
        [
            "### The formula",
            FORMULA.strip(),
            "### Beside the factorial",
            f"{CHAN} gives (n²)! as the number of nodes, for 3x3 and for 5x5. That is the number of ways to fill the board, "
            "as if every game went on until the board is full.",
            _factorials(formula),
            "### Who wins",
            "Percentages of all complete games, well or badly played:",
            _winners(formula),
            "![Shares of complete games by winner](counts-winners.svg)",
            "### In full",
            _in_full(formula),
        ]
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Plots of the growth with n, and of the winners."""
    formula = matching(rows, by="formula")
    return {"counts-growth": _growth(formula), "counts-winners": _shares(formula)}


def _sets(row: Row) -> int:
    """How many sets of lines there are."""
    return 2 ** (2 * row["n"] + 2)


def _by_winner(row: Row) -> dict[str, int]:
    """The complete games by result."""
    return {"X wins": sum(row["won"][1::2]), "draw": row["drawn"], "O wins": sum(row["won"][::2])}


def _factorials(formula: Sequence[Row]) -> str:
    """A table of (n^2)! beside the tree."""
    lines: list[list[Any]] = []
    for row in formula:
        cells = row["n"] ** 2
        fillings, leaves, nodes = factorial(cells), games(row), total(row, "nodes")
        lines.append(
            [
                row["n"],
                f"{cells}! = {short(fillings)}",
                short(leaves),
                leaves / fillings,
                short(nodes),
                nodes / fillings,
            ]
        )
    return table(["n", "(n²)!", "leaves: complete games", "divided by (n²)!", "nodes", "divided by (n²)!"], lines)


def _winners(formula: Sequence[Row]) -> str:
    """A table of the shares of complete games by result."""
    lines = [[row["n"], *(percent(many, games(row)) for many in _by_winner(row).values())] for row in formula]
    return table(["n", *_by_winner(formula[0])], lines)


def _in_full(formula: Sequence[Row]) -> str:
    """All totals with all their digits."""
    lines: list[str] = []
    for row in formula:
        full = {"positions": total(row), "games": games(row), **_by_winner(row), "nodes": total(row, "nodes")}
        lines += [f"n = {row['n']}", *(f"  {name:<9} {value:,}" for name, value in full.items())]
    by_ply = ", ".join(f"{count:,}" for count in formula[0]["positions"])
    text = "\n".join(lines)
    return f"```\n{text}\n```\n\nPositions by ply, n = {formula[0]['n']}: {by_ply}."


def _growth(formula: Sequence[Row]) -> str:
    """A plot of the counts by n."""
    counts: dict[str, Callable[[Row], int]] = {
        "(n²)!": lambda row: factorial(row["n"] ** 2),
        "nodes of the tree": lambda row: total(row, "nodes"),
        "boards, 3^(n²)": lambda row: 3 ** row["n"] ** 2,
        "positions": total,
    }
    series = {name: [(float(row["n"]), float(count(row))) for row in formula] for name, count in counts.items()}
    return curves(series, x="n", y="number", log_y=True, title="n in a row on n x n")


def _shares(formula: Sequence[Row]) -> str:
    """A plot of the winners by n."""
    groups = {
        f"n = {row['n']}": {who: 100 * many / games(row) for who, many in _by_winner(row).items()} for row in formula
    }
    return bars(groups, y="% of all complete games", title="Complete games by result")
