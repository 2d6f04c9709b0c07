"""The cost alone: trees with random leaves, searched to their leaves with nothing kept."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.deepening.factors import effective, geometric
from experiments.deepening.settings import KEPT, NOTHING, Ladder
from experiments.markdown import between, number, table
from experiments.measuring import search
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games.uniform_tree import tree
from zermelo.solver.technique import AlgorithmName

TREES: Final = (
    Ladder(2, 10, quick=True),
    Ladder(4, 5, quick=True),
    Ladder(2, 18),
    Ladder(3, 12),
    Ladder(4, 10),
    Ladder(8, 6),
    Ladder(16, 5),
)
"""By branching factor. They have no evaluation: a tree of each depth is searched to its leaves."""

TREES_OF_A_KIND: Final = 5
"""Whose nodes are added up."""

TREE_ALGORITHMS: Final = ("minimax", "alpha-beta")


def cases(seed: int) -> list[Case]:
    """Each branching factor by each algorithm."""
    seeds = [random.Random(f"{seed} {number}").randrange(1 << 32) for number in range(TREES_OF_A_KIND)]
    return [
        Case(
            f"tree({b},{depth}) {algorithm}",
            partial(measure_trees, b, depth, algorithm, seeds, compiled=not quick),
            quick,
        )
        for b, depth, quick in TREES
        for algorithm in TREE_ALGORITHMS
    ]


def measure_trees(
    b: int, depth: int, algorithm: AlgorithmName, seeds: Sequence[int], compiled: bool | None = None
) -> Row:
    """The nodes of trees with random leaves, of each depth from 1 on, by rules alone and without a table."""
    nodes = [
        sum(
            search(tree(b, plies, one), algorithm=algorithm, **KEPT[NOTHING], compiled=compiled).counters["nodes"]
            for one in seeds
        )
        for plies in range(1, depth + 1)
    ]
    return {"kind": "trees", "b": b, "depth": depth, "algorithm": algorithm, "nodes": nodes}


def overhead(nodes: Sequence[int]) -> float:
    """Nodes of the searches to all depths, times those to the last one alone."""
    return sum(nodes) / nodes[-1]


def answer(rows: Sequence[Row]) -> str:
    """The claim on full trees and on pruned ones."""
    full = [
        overhead(row["nodes"]) / geometric(row["b"]) - 1 for row in matching(rows, kind="trees", algorithm="minimax")
    ]
    pruned = matching(rows, kind="trees", algorithm="alpha-beta")
    over = [overhead(row["nodes"]) for row in pruned]
    more = sum(overhead(row["nodes"]) > geometric(row["b"]) for row in pruned)
    shares = [effective(row["nodes"]) / row["b"] for row in pruned]
    off = [abs(overhead(row["nodes"]) / geometric(effective(row["nodes"])) - 1) for row in pruned]
    return (
        f"On full trees the overhead is b / (b - 1) to within {_percent(max(map(abs, full)))}: MiniMax, nothing kept. "
        f"On pruned trees Alpha-Beta visits {between(over)} times the nodes of the last depth alone, more than b / (b - 1) "
        f"in {more} of {len(pruned)} cases: a ply multiplies what it visits by b*, which is {between(shares)} times b. "
        f"b* / (b* - 1) is right to within {_percent(max(off))}."
    )


def _percent(share: float) -> str:
    return f"{number(100 * share, 2)} %"


def figures(rows: Sequence[Row]) -> str:
    """The overhead by branching factor."""
    return f"### Trees with random leaves\n\n![Overhead by branching factor](deepening-trees.svg)\n\n{_table(rows)}"


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="trees"):
        nodes, grown = row["nodes"], effective(row["nodes"])
        measured = [nodes[-1], overhead(nodes), geometric(row["b"]), grown, geometric(grown)]
        lines.append([row["b"], row["depth"], row["algorithm"], *measured])
    return table(["b", "depth", "algorithm", "nodes", "overhead", "b/(b-1)", "b*", "b*/(b*-1)"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Overhead over b."""
    deepest = {(row["algorithm"], row["b"]): row for row in matching(rows, kind="trees")}
    series: dict[str, list[tuple[float, float]]] = {}
    for (algorithm, b), row in sorted(deepest.items(), key=lambda item: item[0][1]):
        series.setdefault(f"{algorithm}, measured", []).append((b, overhead(row["nodes"])))
        if algorithm == "alpha-beta":
            series.setdefault("b* / (b* - 1) of alpha-beta", []).append((b, geometric(effective(row["nodes"]))))
            series.setdefault("b / (b - 1)", []).append((b, geometric(b)))
    return {"deepening-trees": curves(series, x="b", y="overhead, times", title="All depths, times the last one alone")}
