"""NegaScout on trees with many values: how many of its null-window searches are repeated."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import percent, table
from experiments.plots import bars
from experiments.study import Case, Row, matching
from experiments.windows.kernel import Kernel, check_agree
from experiments.windows.trees import LONG, SAMPLES, trees
from zermelo.games.uniform_tree import ORDERS, SPREAD
from zermelo.search.parts.counters import NODES, RESEARCHES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.technique import AlgorithmName

SCOUTED: Final = {(2, 8): True, (4, 6): True, (4, 8): False, (8, 4): False, (8, 6): False}
"""Branching factor and depth of the trees, and whether they are quick."""

WORDS: Final = {"best": "sorted best first", "random": "in random order", "worst": "sorted worst first"}


def cases(seed: int) -> list[Case]:
    """Trees of each size in each order."""
    return [
        Case(
            f"scouts in tree({branching},{depth}) {order}",
            partial(measure_scouts, branching, depth, order, seed),
            quick,
        )
        for (branching, depth), quick in SCOUTED.items()
        for order in ORDERS
    ]


def measure_scouts(branching: int, depth: int, order: str, seed: int) -> Row:
    """Mean counts of NegaScout and Alpha-Beta, without a table."""
    compiled = branching**depth > LONG
    nodes: dict[AlgorithmName, list[int]] = {"alpha-beta": [], "negascout": []}
    scouts = researches = 0
    for game in trees(branching, depth, seed, order):
        scores: set[int | None] = set()
        for algorithm, counts in nodes.items():
            kernel = Kernel(game, algorithm, remembers=False, compiled=compiled, scouts=algorithm == "negascout")
            scores.add(kernel.run(-INFINITY, INFINITY, 0))
            counts.append(kernel.count(NODES))
            researches += kernel.count(RESEARCHES)
            scouts += int(kernel.scouts.count[0]) if kernel.scouts else 0
        check_agree(str(game), scores)
    return {
        "kind": "scouts",
        "branching": branching,
        "depth": depth,
        "order": order,
        "alpha-beta": statistics.fmean(nodes["alpha-beta"]),
        "negascout": statistics.fmean(nodes["negascout"]),
        "scouts": scouts / SAMPLES,
        "researches": researches / SAMPLES,
    }


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of NegaScout on trees."""
    return matching(rows, kind="scouts")


def ratios(scouted: Sequence[Row], order: str) -> list[float]:
    """The nodes of NegaScout divided by those of Alpha-Beta, for each size of tree."""
    return [row["negascout"] / row["alpha-beta"] for row in matching(scouted, order=order)]


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: every size of tree, in each order."""
    lines = [
        [
            f"b = {row['branching']}, d = {row['depth']}",
            row["order"],
            row["alpha-beta"],
            row["negascout"],
            row["negascout"] / row["alpha-beta"],
            row["scouts"],
            row["researches"],
            percent(row["researches"], row["scouts"]),
        ]
        for row in measured(rows)
    ]
    heads = ["tree", "order", "Alpha-Beta", "NegaScout", "ratio", "scouts", "searched again", "of scouts"]
    return "\n\n".join(
        [
            "### NegaScout on trees",
            "![Nodes of NegaScout, divided by nodes of Alpha-Beta](windows-order.svg)",
            f"Mean nodes of {SAMPLES} trees with leaves from {-SPREAD:,} to {SPREAD:,}, without a table. A *scout* is a "
            "null-window search of a move after the first, at a node whose own window is not null. At other nodes, "
            "NegaScout does the same as Alpha-Beta.",
            table(heads, lines),
        ]
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the nodes of NegaScout, divided by those of Alpha-Beta."""
    groups: dict[str, dict[str, float]] = {}
    for order, words in WORDS.items():
        for row in matching(measured(rows), order=order):
            group = groups.setdefault(f"b = {row['branching']}, d = {row['depth']}", {})
            group[words] = row["negascout"] / row["alpha-beta"]
    y, title = "nodes of NegaScout / nodes of Alpha-Beta", "Trees of many values, without a table"
    return {"windows-order": bars(groups, y=y, title=title)}
