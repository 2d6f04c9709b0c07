"""Measures how many leaves alpha-beta visits in random trees, depending on the order of the children.

    python course/16-crossover/measure.py

Writes conclusion.md (a table, and what follows from it) and leaves.svg (a plot) beside this file. The plot needs Matplotlib
(pip install matplotlib).
"""

from __future__ import annotations

import importlib.util
import math
import statistics
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo import solve
from zermelo.games import tree

HERE = Path(__file__).parent
BRANCHING = 4
DEPTHS = range(1, 9)
SEEDS = range(100)
ORDERS = ("worst", "random", "best")


class Row(NamedTuple):
    """The leaves visited in trees of one depth: means over the seeds, and the values from theory."""

    depth: int
    worst: float
    random: float
    best: float
    expected: float
    """The expectation for random order, if all leaves differ."""
    minimal: int


def expected_leaves(branching: int, depth: int) -> float:
    """The mean number of leaves that alpha-beta visits in random order, if all leaves differ (Baudet 1978).

        N = b^floor(d/2) + integral over 0..1 of R'(x) S(x) dx
        R = product of r_i, i = 1..ceil(d/2);  r_i = (1 - p^b) / (1 - p) with p = phi_(i-1)(x)
        S = product of s_i, i = 1..floor(d/2); s_i = phi_i(x) / p^b
        phi_0(x) = x, phi_i = 1 - (1 - p^b)^b

    All factors are polynomials, so Gauss's formula with enough points is exact except for rounding.
    """
    points, weights = np.polynomial.legendre.leggauss(600)
    x = (points + 1) / 2
    phi, slope = x, np.ones_like(x)  # phi_(i-1) and its derivative
    product, product_slope, other = np.ones_like(x), np.zeros_like(x), np.ones_like(x)  # R, R', S
    for level in range(1, (depth + 1) // 2 + 1):
        factor, factor_slope = _geometric(phi, branching)
        product, product_slope = product * factor, product_slope * factor + product * factor_slope * slope
        power = phi**branching
        rest = (1 - power) ** branching
        if level <= depth // 2:
            other = other * _geometric(1 - power, branching)[0]
        slope = branching * (1 - power) ** (branching - 1) * branching * phi ** (branching - 1) * slope
        phi = 1 - rest
    return float(branching ** (depth // 2) + (weights / 2 * product_slope * other).sum())


def _geometric(x: NDArray[np.float64], terms: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """1 + x + ... + x^(terms - 1), and its derivative."""
    value, slope = np.zeros_like(x), np.zeros_like(x)
    for exponent in range(terms):
        value = value + x**exponent
        if exponent:
            slope = slope + exponent * x ** (exponent - 1)
    return value, slope


def measure(depth: int) -> Row:
    """The row for one depth: means over all seeds."""
    options: dict[str, Any] = {"algorithm": "alpha-beta", "without": "all", "table": False, "line": False}
    means = {
        order: statistics.mean(
            solve(tree(BRANCHING, depth, seed, order), **options).counters["leaves"] for seed in SEEDS
        )
        for order in ORDERS
    }
    minimal = BRANCHING ** ((depth + 1) // 2) + BRANCHING ** (depth // 2) - 1
    return Row(depth, *means.values(), expected_leaves(BRANCHING, depth), minimal)


def table(rows: list[Row]) -> str:
    """The rows as Markdown."""
    heads = ("d", "b^d", "worst order", "random order", "expected for random order", "b^(3d/4)")
    heads += ("perfect order", "minimum", "b^(d/2)")
    lines = [f"| {' | '.join(heads)} |", "|" + "--:|" * len(heads)]
    for row in rows:
        d = row.depth
        lines.append(
            f"| {d} | {BRANCHING**d:,} | {row.worst:,.1f} | {row.random:,.1f} | {row.expected:,.1f} | "
            f"{BRANCHING ** (0.75 * d):,.1f} | {row.best:,.1f} | {row.minimal:,} | {BRANCHING ** (d / 2):,.1f} |"
        )
    return "\n".join(lines)


def conclusion(rows: list[Row]) -> str:
    """What follows from the rows, as a list in Markdown."""
    before, last = rows[-2], rows[-1]

    def growth(name: str) -> float:
        """The factor of leaves for one more ply: the geometric mean of the last two steps, one odd and one even."""
        return (getattr(last, name) / getattr(rows[-3], name)) ** 0.5

    d, total = last.depth, float(BRANCHING**last.depth)
    off = max(abs(row.random / row.expected - 1) for row in rows)
    reaches = "reaches" if all(row.best == row.minimal for row in rows) else "does not reach"
    reach = {  # how many plies deeper each order searches with the leaves that worst order visits at the last depth
        name: math.log(last.worst / getattr(last, name)) / math.log(growth(name)) for name in ("best", "random")
    }
    sentences = (
        f"Perfect order {reaches} the minimum b^ceil(d/2) + b^floor(d/2) - 1 at every depth. One more ply multiplies its "
        f"leaves by {growth('best'):.2f}; the square root of b is {BRANCHING**0.5:.2f}.",
        f"Worst order visits {before.worst / BRANCHING**before.depth:.0%} of the b^d leaves at d = {before.depth} and "
        f"{last.worst / total:.0%} at d = {d}: not all of them, and a share that shrinks. One more ply multiplies its "
        f"leaves by {growth('worst'):.2f}.",
        f"Random order is within {off:.0%} of its expectation at every depth. One more ply multiplies its leaves by "
        f"{growth('random'):.2f}; b^(3/4) is {BRANCHING**0.75:.2f}. At d = {d} it visits "
        f"{last.random / total**0.75:.2f} times b^(3d/4) leaves.",
        f"With the number of leaves that worst order visits at depth {d}, perfect order searches about "
        f"{reach['best']:.1f} plies deeper, random order about {reach['random']:.1f} plies deeper.",
    )
    return "\n".join(textwrap.fill(f"- {sentence}", 120, subsequent_indent="  ") for sentence in sentences)


def plot(rows: list[Row], file: Path) -> None:
    """Write a plot of leaves against depth, on a logarithmic scale."""
    from matplotlib import pyplot as plt

    depths = [row.depth for row in rows]
    figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
    for name, label, marker in (("worst", "worst", "v"), ("random", "random", "o"), ("best", "perfect", "^")):
        axes.plot(depths, [getattr(row, name) for row in rows], marker, label=f"{label} order, measured", markersize=7)
    for power, label, line in ((1.0, "b^d", "-"), (0.75, "b^(3d/4)", "--"), (0.5, "b^(d/2)", ":")):
        axes.plot(depths, [BRANCHING ** (power * d) for d in depths], line, color="0.5", label=label)
    axes.plot(depths, [row.expected for row in rows], "-.", color="C1", label="expected for random order")
    axes.plot(depths, [row.minimal for row in rows], "-", color="C2", linewidth=1, label="minimum")
    axes.set(
        yscale="log", xlabel="depth d", ylabel="leaves visited", title=f"Alpha-beta in random trees, b = {BRANCHING}"
    )
    axes.legend()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise SystemExit("The plot needs Matplotlib: pip install matplotlib")
    rows = [measure(depth) for depth in DEPTHS]
    text = f"""# Leaves visited by alpha-beta, b = {BRANCHING}

Means over {len(SEEDS)} random trees for each depth: the trees of the task with seeds {SEEDS[0]} to {SEEDS[-1]}.
This page is made by `measure.py`.

{table(rows)}

![The same numbers as a plot](leaves.svg)

## What follows

{conclusion(rows)}

The expectation for random order is that of Baudet (1978) for leaves that all differ.
"""
    (HERE / "conclusion.md").write_text(text, encoding="utf-8")
    plot(rows, HERE / "leaves.svg")
    print(text)


if __name__ == "__main__":
    main()
