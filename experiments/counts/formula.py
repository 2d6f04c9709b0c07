"""n in a row on n x n: what inclusion and exclusion gives."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from math import factorial, log
from typing import Any, Final

from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import HEADINGS, games, of_board, of_counts, short, told, total
from experiments.counts.lines_counted import Lines
from experiments.counts.pairs import Counts
from experiments.markdown import names, number, seconds, table
from experiments.plots import bars, curves
from experiments.study import TIMED, Case, Row, matching

SIZES: Final = (3, 4, 5, 6, 7, 8)

SEED_SIZES: Final = (3, 5)
"""Where (n^2)! was published as the number of nodes."""


def cases() -> list[Case]:
    """One for each n."""
    return [Case(f"formula n={n}", partial(measure_formula, n), True) for n in SIZES]


def measure_formula(n: int) -> Row:
    """Everything by inclusion and exclusion."""
    began = time.perf_counter()
    lines = Lines(n)
    found = of_counts(Counts(n * n, lines.live, lines.won))
    taken = time.perf_counter() - began
    return {"by": "formula", "n": n, "terms": lines.terms, **of_board((n, n, n)), **found, TIMED: {"seconds": taken}}


def answer(rows: Sequence[Row], agreement: Agreement) -> str:
    """Whether there is a formula for k = n, unless ways of counting contradict each other."""
    if wrong := agreement.disagreements():
        return f"That is open, because ways of counting contradict each other: {names(wrong)}."
    formula = matching(rows, by="formula")
    first, last = formula[0], formula[-1]
    fewer = last["terms"] / _sets(last) < first["terms"] / _sets(first)
    opening = "Only convoluted" if fewer else "There is a formula, but its terms grow as fast as the sets of lines,"
    exact = [n for n, row in agreement.sweeps.items() if row["method"] == "exact"]
    points = [str(n) for n, row in agreement.sweeps.items() if row["method"] != "exact"]
    slowest = max(row[TIMED]["seconds"] for row in formula)
    return (
        f"{opening} where a line is a whole side: for n in a row on n x n, inclusion and exclusion over the 2n + 2 lines "
        "gives the positions of each ply, the complete games and the nodes of the game tree as one finite sum, of "
        f"{number(first['terms'])} terms for n = {first['n']} and {number(last['terms'])} for n = {last['n']} (about "
        f"n^{_exponent(formula):.1f} times a constant), each in {seconds(slowest)} or less. For n = {last['n']} these are "
        f"{short(total(last))} positions, {_years(last, agreement)} years of work for the census at its best speed here. "
        f"The sweep, which shares no formula with the sum, gives the same counts for n = {min(exact)} to {max(exact)}, and "
        f"the same values of the generating functions modulo a prime for n = {names(points)}."
    )


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """For each n: how many, beside (n^2)!, by who wins, and in full."""
    formula = matching(rows, by="formula")
    parts = [
        f"### n in a row on n x n\n\n{_sizes(formula, agreement)}",
        "![Growth with n](counts-growth.svg)",
        _factorials(formula),
        _winners(formula),
        "![Shares of complete games by who wins](counts-winners.svg)",
        f"### In full\n\n{_in_full(formula)}",
    ]
    return "\n\n".join(parts)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Growth with n, and who wins."""
    formula = matching(rows, by="formula")
    return {"counts-growth": _growth(formula), "counts-winners": _shares(formula)}


def _sets(row: Row) -> int:
    """Of lines."""
    return 2 ** (2 * row["n"] + 2)


def _years(row: Row, agreement: Agreement) -> str:
    """How long the census would take for the positions of a row, at the best of its speeds."""
    speed = max(total(walked) / walked[TIMED]["seconds"] for walked in agreement.censuses)
    return short(round(total(row) / speed / (365.25 * 86400)))


def _exponent(formula: Sequence[Row]) -> float:
    """The power of n that the terms grow with, between the first and the last."""
    first, last = formula[0], formula[-1]
    return log(last["terms"] / first["terms"]) / log(last["n"] / first["n"])


def _by_winner(row: Row) -> dict[str, int]:
    return {"X wins": sum(row["won"][1::2]), "draw": row["drawn"], "O wins": sum(row["won"][::2])}


def _sizes(formula: Sequence[Row], agreement: Agreement) -> str:
    lines = [[row["n"], _sets(row), row["terms"], *told(row), agreement.words(row)] for row in formula]
    return table(["n", "sets of lines", "terms", *HEADINGS, "checked by"], lines)


def _factorials(formula: Sequence[Row]) -> str:
    """What (n^2)! is, beside the tree."""
    lines: list[list[Any]] = []
    for row in formula:
        cells = row["n"] ** 2
        fillings = factorial(cells)
        leaves, nodes = games(row) / fillings, total(row, "nodes") / fillings
        lines.append([row["n"], f"{cells}! = {short(fillings)}", leaves, nodes])
    said = [row for row in formula if row["n"] in SEED_SIZES]
    truth = [
        f"{row['n'] ** 2}! = {short(factorial(row['n'] ** 2))} stands for {short(games(row))} leaves and "
        f"{short(total(row, 'nodes'))} nodes"
        for row in said
    ]
    heads = ["n", "(n²)!", "leaves: complete games, times that", "nodes, times that"]
    return (
        "(n²)! is often given as the size of the tree. It counts the ways to fill the board, as if no game ended before: "
        f"{'; '.join(truth)}.\n\n{table(heads, lines)}"
    )


def _winners(formula: Sequence[Row]) -> str:
    """Who wins most of the complete games."""
    ahead: dict[bool, list[str]] = {True: [], False: []}
    for row in formula:
        won = _by_winner(row)
        ahead[won["X wins"] > won["O wins"]].append(str(row["n"]))
    parts = [f"{who} for n = {names(ahead[first])}" for first, who in ((True, "X"), (False, "O")) if ahead[first]]
    return f"Of all complete games, good and bad, more are won by {' and by '.join(parts)}."


def _in_full(formula: Sequence[Row]) -> str:
    lines: list[str] = []
    for row in formula:
        totals = {"positions": total(row), "games": games(row), **_by_winner(row), "nodes": total(row, "nodes")}
        lines += [f"n = {row['n']}", *(f"  {what:<9} {value:,}" for what, value in totals.items())]
    by_ply = ", ".join(f"{count:,}" for count in formula[0]["positions"])
    text = "\n".join(lines)
    return f"```\n{text}\n```\n\nPositions by ply, n = {formula[0]['n']}: {by_ply}."


def _growth(formula: Sequence[Row]) -> str:
    of: dict[str, Callable[[Row], int]] = {
        "(n²)!": lambda row: factorial(row["n"] ** 2),
        "nodes of the tree": lambda row: total(row, "nodes"),
        "boards, 3^(n²)": lambda row: 3 ** row["n"] ** 2,
        "positions": total,
    }
    series = {name: [(float(row["n"]), float(value(row))) for row in formula] for name, value in of.items()}
    return curves(series, x="n", y="how many", log_y=True, title="n in a row on n x n")


def _shares(formula: Sequence[Row]) -> str:
    groups = {
        f"n = {row['n']}": {who: 100 * many / games(row) for who, many in _by_winner(row).items()} for row in formula
    }
    return bars(groups, y="% of all complete games", title="Who wins, of all ways to play")
