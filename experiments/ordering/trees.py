"""Uniform trees with random leaves, children sorted worst first, best first, or not at all: what theory counts."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from experiments.markdown import number, table
from experiments.measuring import search
from experiments.ordering.alpha_beta import PLAIN, check_agree
from experiments.ordering.theory import PUBLISHED, expected, folk, growth_in_random_order, minimal
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games.uniform_tree import ORDERS, tree

SMALL: Final = 400
"""Trees of each size of which the mean is published."""

SAMPLES: Final = 24
"""Trees of any other size."""

QUICK_TREES: Final = ((2, 6), (2, 8), (3, 4), (3, 6), (4, 2), (4, 4), (4, 6))

TREES: Final = (*QUICK_TREES, (2, 12), (2, 16), (3, 8), (3, 10), (4, 8), (4, 10), (8, 4), (8, 6), (16, 4))

INTERPRETED: Final = 10_000
"""Trees of fewer leaves are searched sooner than the search is compiled."""


def cases(seed: int) -> list[Case]:
    """Each size of tree."""
    quick = (*PUBLISHED, *QUICK_TREES)
    return [
        Case(f"tree({branching},{depth})", partial(measure, branching, depth, seed), (branching, depth) in quick)
        for branching, depth in (*PUBLISHED, *TREES)
    ]


def measure(branching: int, depth: int, seed: int) -> Row:
    """The leaves visited in trees of one size, the same trees in each order: their mean, and how far it may be off."""
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
    """By what factor the leaves grow with each ply, from the two greatest depths of this branching that are both even."""
    some = _of_even_depth(trees, branching)
    if len(some) < 2:
        return None
    before, after = some[-2:]
    return (after[order] / before[order]) ** (1 / (after["depth"] - before["depth"]))


def _of_even_depth(trees: Sequence[Row], branching: int) -> list[Row]:
    """Those of this branching, the least depth first."""
    some = [row for row in matching(trees, branching=branching) if row["depth"] % 2 == 0]
    return sorted(some, key=lambda row: row["depth"])


def _branchings(trees: Sequence[Row]) -> list[int]:
    """All of them, the least first."""
    return sorted({row["branching"] for row in trees})


def _size(row: Row) -> tuple[int, int]:
    """Branching and depth."""
    return row["branching"], row["depth"]


def _all_leaves(row: Row) -> int:
    return row["branching"] ** row["depth"]


def _size_text(row: Row) -> str:
    return f"b = {row['branching']}, d = {row['depth']}"


def answer(rows: Sequence[Row]) -> str:
    """What the worst order and the best make of a tree; then random order."""
    trees = measured(rows)
    return f"{_extremes_said(trees)}\n\n{_random_said(trees)}"


def _extremes_said(trees: Sequence[Row]) -> str:
    """How much there is between the worst order and the best."""
    row = max(trees, key=lambda row: (_all_leaves(row), row["branching"]))
    shares = {order: f"{number(100 * row[order] / _all_leaves(row))} %" for order in ORDERS}
    exact = sum(row["minimal"] == row["samples"] for row in trees)
    below = sum(row["worst"] < _all_leaves(row) for row in trees)
    return (
        f"The order of moves never changes the value (in {sum(row['samples'] for row in trees):,} trees), only how much is "
        f"searched: in uniform trees with random leaves ({_size_text(row)}) Alpha-Beta visits {shares['worst']} of the "
        f"leaves with children sorted worst first, {shares['random']} in random order, {shares['best']} best first. "
        f"Best first is Knuth and Moore's minimal tree, to the leaf, in every tree of {exact} of {len(trees)} sizes; worst "
        f"first stays below b^d in {below} of them{': even then some cuts are left' if below else ''}."
    )


def _random_said(trees: Sequence[Row]) -> str:
    """What theory says of random order."""
    small = [row for row in trees if _size(row) in PUBLISHED]
    good = sum(contains(row, expected(*_size(row))) for row in small)
    others = [row for row in trees if row not in small]
    ratios = {_size_text(row): folk(*_size(row)) / row["random"] for row in others}
    low, high = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
    grown = {b: found for b in _branchings(trees) if (found := growth(trees, b)) is not None}
    off = {b: found / b**0.75 - 1 for b, found in grown.items()}
    limit_off = {b: found / growth_in_random_order(b) - 1 for b, found in grown.items()}
    nearer = sum(abs(off[b]) < abs(limit_off[b]) for b in grown)
    return (
        f"In random order the mean agrees with the exact expectation for {good} of the {len(small)} sizes that are small "
        f"enough to try all orders of the leaves (95 % intervals). The folk estimate b^(3d/4) is {number(ratios[low])} "
        f"times the mean at {low} and {number(ratios[high])} times at {high}. The leaves grow with each ply by "
        f"{_apart(off)} than b^(3/4), and by {_apart(limit_off)} than Pearl's limit for endless trees: at these depths "
        f"the folk rate is the nearer one for {nearer} of {len(grown)} branching factors."
    )


def contains(row: Row, value: float) -> bool:
    """Whether the 95 % interval of the mean in random order has this value in it."""
    return abs(row["random"] - value) <= row["random_margin"]


def _apart(off: Mapping[int, float]) -> str:
    """From how much less to how much more."""
    least, most = min(off.values()), max(off.values())
    low, high = (f"{number(100 * abs(share), 2)} % {'less' if share < 0 else 'more'}" for share in (least, most))
    return low if low == high else f"{low} to {high}"


def figures(rows: Sequence[Row]) -> str:
    """Leaves by size, and growth by branching."""
    trees = measured(rows)
    seen = sum(row["samples"] for row in trees)
    return (
        f"### Uniform trees\n\nMean leaves visited, of {seen:,} trees in all, each in three orders; random order with its "
        "95 % interval.\n\n![Leaves visited in each order, and what theory says](ordering-leaves.svg)\n\n"
        f"{_leaves_table(trees)}\n\nBy what factor the leaves grow with each ply, between the two greatest even "
        f"depths; and the effective branching factor, the d-th root of the leaves.\n\n{_growth_table(trees)}\n\n"
        "![Effective branching factors](ordering-branching.svg)"
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
        ]
        for row in sorted(trees, key=_size)
    ]
    heads = ["b", "d", "b^d", "worst first", "b^(3d/4)", "random", "expected", "best first", "minimal tree"]
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
    """Leaves by depth, and branching factors."""
    trees = measured(rows)
    return {"ordering-leaves": _leaves_plot(trees), "ordering-branching": _branching_plot(trees)}


def _leaves_plot(trees: Sequence[Row]) -> str:
    """Over the depth, for the branching of which most depths were measured."""
    b = max(reversed(_branchings(trees)), key=lambda branching: len(_of_even_depth(trees, branching)))
    some = _of_even_depth(trees, b)
    depths = [row["depth"] for row in some]
    series = {
        "b^d": [(d, b**d) for d in depths],
        "worst first": [(row["depth"], row["worst"]) for row in some],
        "b^(3d/4)": [(d, folk(b, d)) for d in depths],
        "random": [(row["depth"], row["random"]) for row in some],
        "best first = minimal tree": [(row["depth"], row["best"]) for row in some],
        "b^(d/2)": [(d, b ** (d / 2)) for d in depths],
    }
    return curves(series, x="depth d", y="leaves visited", log_y=True, title=f"Uniform trees with b = {b}")


def _branching_plot(trees: Sequence[Row]) -> str:
    """Over the branching, each at its greatest depth."""
    some = [max(matching(trees, branching=b), key=lambda row: row["depth"]) for b in _branchings(trees)]
    series = {
        "b": [(row["branching"], row["branching"]) for row in some],
        **{
            name: [(row["branching"], row[order] ** (1 / row["depth"])) for row in some]
            for name, order in (("worst first", "worst"), ("random", "random"), ("best first", "best"))
        },
        "b^(3/4)": [(row["branching"], row["branching"] ** 0.75) for row in some],
        "√b": [(row["branching"], math.sqrt(row["branching"])) for row in some],
    }
    return curves(series, x="branching b", y="effective branching factor", title="Uniform trees, the deepest of each b")
