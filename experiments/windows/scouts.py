"""NegaScout on trees of many scores: how many of its scouts are searched again."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import between, percent, table
from experiments.plots import bars
from experiments.study import Case, Row, matching
from experiments.windows.kernel import Kernel, check_agree
from experiments.windows.trees import LONG, SAMPLES, trees
from zermelo.games.uniform_tree import ORDERS, SPREAD
from zermelo.search.parts.counters import NODES, RESEARCHES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.technique import AlgorithmName

SCOUTED: Final = {(2, 8): True, (4, 6): True, (4, 8): False, (8, 4): False, (8, 6): False}
"""Branching and depth of the trees that NegaScout searches, and whether they are quick."""

WORDS: Final = {"best": "sorted best first", "random": "in random order", "worst": "sorted worst first"}


def cases(seed: int) -> list[Case]:
    """Trees in each order."""
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
    """NegaScout and Alpha-Beta without a table on some trees: mean counts."""
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


def by_order(scouted: Sequence[Row]) -> list[str]:
    """What NegaScout does in each order: a clause each."""
    told: list[str] = []
    for order, words in WORDS.items():
        some = matching(scouted, order=order)
        again = percent(sum(row["researches"] for row in some), sum(row["scouts"] for row in some))
        times = between([row["negascout"] / row["alpha-beta"] for row in some])
        told.append(f"{words} it searches {again} of its scouts again and visits {times} times the nodes")
    return told


def section(scouted: Sequence[Row]) -> str:
    """Every size of tree, in each order."""
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
        for row in scouted
    ]
    heads = ["tree", "order", "alpha-beta", "negascout", "times", "scouts", "searched again", "of scouts"]
    return (
        f"### NegaScout on trees\n\nMeans of {SAMPLES} trees with leaves from {-SPREAD:,} to {SPREAD:,}, without a table. A "
        "scout is a search of a later move at a node whose window is open; elsewhere NegaScout is Alpha-Beta.\n\n"
        f"![NegaScout's nodes, times Alpha-Beta's](windows-order.svg)\n\n{table(heads, lines)}"
    )


def order_plot(scouted: Sequence[Row]) -> str:
    """NegaScout's nodes, times Alpha-Beta's."""
    groups: dict[str, dict[str, float]] = {}
    for order, words in WORDS.items():
        for row in matching(scouted, order=order):
            group = groups.setdefault(f"b = {row['branching']}, d = {row['depth']}", {})
            group[words] = row["negascout"] / row["alpha-beta"]
    return bars(groups, y="NegaScout's nodes, times Alpha-Beta's", title="Trees of many scores, without a table")
