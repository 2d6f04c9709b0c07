"""Uniform trees with random leaves, with children sorted worst first or best first, or in random order."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import number, table
from experiments.measuring import search
from experiments.ordering.alpha_beta import PLAIN, check_agree
from experiments.ordering.theory import PUBLISHED, expected, folk, growth_in_random_order, minimal
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games import tree

ORDERS: Final = ("random", "best", "worst")
"""Of the children of each node."""

SMALL: Final = 400
"""Trees of each size whose expected value is published."""

SAMPLES: Final = 24
"""Trees of any other size."""

QUICK_TREES: Final = ((2, 6), (2, 8), (3, 4), (3, 6), (4, 2), (4, 4), (4, 6))

TREES: Final = (*QUICK_TREES, (2, 12), (2, 16), (3, 8), (3, 10), (4, 8), (4, 10), (8, 4), (8, 6), (16, 4))

INTERPRETED: Final = 10_000
"""Trees with fewer leaves are searched interpreted: compiling would take longer."""

NAMES: Final = {"worst": "worst first", "random": "random order", "best": "best first"}
"""Of the orders, in tables and plots."""


def cases(seed: int) -> list[Case]:
    """One for each size of tree."""
    quick = (*PUBLISHED, *QUICK_TREES)
    return [
        Case(f"tree({branching},{depth})", partial(measure, branching, depth, seed), (branching, depth) in quick)
        for branching, depth in (*PUBLISHED, *TREES)
    ]


def measure(branching: int, depth: int, seed: int) -> Row:
    """The mean number of leaves visited in trees of one size, the same trees in each order, with its 95 % margin."""
    dice = random.Random(f"{seed} {branching} {depth}")
    samples = SMALL if (branching, depth) in PUBLISHED else SAMPLES
    leaves: dict[str, list[int]] = {order: [] for order in ORDERS}
    for _ in range(samples):
        number_of_tree = dice.getrandbits(62)
        values: set[Any] = set()
        for order in ORDERS:
            game = tree(branching, depth, number_of_tree, order)
            result = search(game, **PLAIN, compiled=branching**depth >= INTERPRETED)
            leaves[order].append(result.counters["leaves"])
            values.add(result.value)
        check_agree(f"tree({branching},{depth},{number_of_tree})", values)
    means = {order: statistics.fmean(counts) for order, counts in leaves.items()}
    margins = {
        f"{order}_margin": 1.96 * statistics.stdev(counts) / math.sqrt(samples) for order, counts in leaves.items()
    }
    minimal_ones = sum(count == minimal(branching, depth) for count in leaves["best"])
    return {
        "kind": "tree",
        "branching": branching,
        "depth": depth,
        "samples": samples,
        "minimal": minimal_ones,
        **means,
        **margins,
    }


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of trees."""
    return matching(rows, kind="tree")


def growth(trees: Sequence[Row], branching: int, order: str = "random") -> float | None:
    """The factor by which the leaves grow with each ply, from the two greatest even depths; None if there are no two."""
    some = _of_even_depth(trees, branching)
    if len(some) < 2:
        return None
    before, after = some[-2:]
    return (after[order] / before[order]) ** (1 / (after["depth"] - before["depth"]))


def _of_even_depth(trees: Sequence[Row], branching: int) -> list[Row]:
    """The trees of this branching factor with an even depth, the least depth first."""
    some = [row for row in matching(trees, branching=branching) if row["depth"] % 2 == 0]
    return sorted(some, key=lambda row: row["depth"])


def _branchings(trees: Sequence[Row]) -> list[int]:
    """All branching factors, the least first."""
    return sorted({row["branching"] for row in trees})


def _size(row: Row) -> tuple[int, int]:
    """Branching and depth."""
    return row["branching"], row["depth"]


def _all_leaves(row: Row) -> int:
    return row["branching"] ** row["depth"]


def contains(row: Row, value: float) -> bool:
    """Whether the 95 % interval of the mean in random order contains this value."""
    return abs(row["random"] - value) <= row["random_margin"]


def largest(trees: Sequence[Row]) -> list[Row]:
    """The deepest trees of each branching factor, the least factor first."""
    return [max(matching(trees, branching=b), key=lambda row: row["depth"]) for b in _branchings(trees)]


def share(row: Row, order: str) -> float:
    """The part of the leaves that is visited in one order."""
    return row[order] / _all_leaves(row)


def summary(rows: Sequence[Row]) -> str:
    """The part of the leaves that is visited in each order, and a plot of leaves by depth."""
    trees = measured(rows)
    heads = ["moves per position b", "depth d", "leaves b^d", *(f"{name}, visited" for name in NAMES.values())]
    lines = [
        [*_size(row), _all_leaves(row), *(f"{number(100 * share(row, order))} %" for order in NAMES)]
        for row in largest(trees)
    ]
    return "\n\n".join(
        [
            "The part of the leaves of a random tree that Alpha-Beta visits:",
            table(heads, lines),
            "![Leaves visited in each order, by depth, and the estimates](ordering-leaves.svg)",
        ]
    )


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: leaves by size, growth by branching factor, and a plot of the latter."""
    trees = measured(rows)
    return "\n\n".join(
        [
            "### Random trees",
            f"The mean number of leaves visited, over {SAMPLES} trees of each size. Where all orders of the leaves can be "
            f"tried, the *expected* number for random order is known, and the mean is over {SMALL} trees. Random order has "
            "its 95 % interval. The *minimal tree* has the fewest leaves that prove a value (Knuth and Moore 1975); "
            "*minimal in* is the number of trees in which best first visits no more.",
            _leaves_table(trees),
            "The factor by which the leaves grow with each ply, between the two greatest even depths. Pearl's limit (1982) "
            "is that of random order at great depth.",
            _growth_table(trees),
            "The effective branching factor, which is the d-th root of the leaves visited:",
            "![Effective branching factor in each order, by branching factor](ordering-branching.svg)",
        ]
    )


def _leaves_table(trees: Sequence[Row]) -> str:
    lines = [
        [
            *_size(row),
            _all_leaves(row),
            row["worst"],
            folk(*_size(row)),
            f"{number(row['random'], 4)} ± {number(row['random_margin'], 2)}",
            number(expected(*_size(row)), 4) if _size(row) in PUBLISHED else None,
            row["best"],
            minimal(*_size(row)),
            f"{row['minimal']} of {row['samples']}",
        ]
        for row in sorted(trees, key=_size)
    ]
    heads = [
        "b",
        "d",
        "b^d",
        "worst first",
        "b^(3d/4)",
        "random",
        "expected",
        "best first",
        "minimal tree",
        "minimal in",
    ]
    return table(heads, lines)


def _growth_table(trees: Sequence[Row]) -> str:
    lines = [
        [
            b,
            math.sqrt(b),
            growth(trees, b, "best"),
            growth(trees, b),
            growth_in_random_order(b),
            b**0.75,
            growth(trees, b, "worst"),
        ]
        for b in _branchings(trees)
        if growth(trees, b) is not None
    ]
    return table(["b", "√b", "best first", "random", "Pearl's limit", "b^(3/4)", "worst first"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Plots of leaves by depth and of effective branching factors."""
    trees = measured(rows)
    return {"ordering-leaves": _leaves_plot(trees), "ordering-branching": _branching_plot(trees)}


def _leaves_plot(trees: Sequence[Row]) -> str:
    """Leaves by depth, for the branching factor with most depths."""
    b = max(reversed(_branchings(trees)), key=lambda branching: len(_of_even_depth(trees, branching)))
    some = _of_even_depth(trees, b)
    depths = [row["depth"] for row in some]
    series = {
        "b^d": [(d, b**d) for d in depths],
        "worst first": [(row["depth"], row["worst"]) for row in some],
        "b^(3d/4)": [(d, folk(b, d)) for d in depths],
        "random order": [(row["depth"], row["random"]) for row in some],
        "best first": [(row["depth"], row["best"]) for row in some],
        "b^(d/2)": [(d, b ** (d / 2)) for d in depths],
    }
    return curves(series, x="depth d", y="leaves visited", log_y=True, title=f"Random trees with b = {b}")


def _branching_plot(trees: Sequence[Row]) -> str:
    """The effective branching factor of the deepest trees, by branching factor."""
    some = largest(trees)
    series = {
        "b": [(row["branching"], row["branching"]) for row in some],
        **{
            name: [(row["branching"], row[order] ** (1 / row["depth"])) for row in some]
            for order, name in NAMES.items()
        },
        "b^(3/4)": [(row["branching"], row["branching"] ** 0.75) for row in some],
        "√b": [(row["branching"], math.sqrt(row["branching"])) for row in some],
    }
    return curves(series, x="branching factor b", y="effective branching factor", title="The deepest trees of each b")
