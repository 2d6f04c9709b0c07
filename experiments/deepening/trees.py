"""Random trees, searched to their leaves with nothing kept: the cost of deepening alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.deepening.factors import effective, geometric
from experiments.deepening.settings import KEPT, NOTHING, Ladder
from experiments.markdown import table
from experiments.measuring import AlgorithmName, search
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games import tree

TREES: Final = (
    Ladder(2, 10, quick=True),
    Ladder(4, 5, quick=True),
    Ladder(2, 18),
    Ladder(3, 12),
    Ladder(4, 10),
    Ladder(8, 6),
    Ladder(16, 5),
)
"""Branching factors and greatest depths. Trees have no evaluation: of each depth, one is searched to its leaves."""

TREES_OF_A_KIND: Final = 5
"""How many trees of each depth are searched; their nodes are added up."""

TREE_ALGORITHMS: Final = ("minimax", "alpha-beta")

NAMES: Final = {"minimax": "MiniMax", "alpha-beta": "Alpha-Beta"}
"""Of these algorithms, in tables and plots."""


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
    """The nodes of random trees of each depth from 1 on, by the rules alone and without a table."""
    nodes = [
        sum(
            search(tree(b, plies, one), algorithm=algorithm, **KEPT[NOTHING], compiled=compiled).counters["nodes"]
            for one in seeds
        )
        for plies in range(1, depth + 1)
    ]
    return {"kind": "trees", "b": b, "depth": depth, "algorithm": algorithm, "nodes": nodes}


def overhead(nodes: Sequence[int]) -> float:
    """The nodes of the searches to all depths, divided by those of the last search alone."""
    return sum(nodes) / nodes[-1]


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: the overhead by branching factor."""
    return "\n\n".join(
        [
            "### The cost alone, on random trees",
            "![Overhead by branching factor](deepening-trees.svg)",
            "*Overhead* is the nodes of the searches to all depths, divided by those of the last one alone. In a full tree "
            "it is about b/(b-1). A pruned tree grows by a smaller factor *g* with each ply, and the overhead is about "
            "g/(g-1). The trees have no evaluation, so each depth has trees of its own, which are searched to their leaves.",
            _table(rows),
        ]
    )


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="trees"):
        nodes, grown = row["nodes"], effective(row["nodes"])
        measured = [nodes[-1], overhead(nodes), geometric(row["b"]), grown, geometric(grown)]
        lines.append([row["b"], row["depth"], NAMES[row["algorithm"]], *measured])
    return table(["b", "depth", "algorithm", "nodes", "overhead", "b/(b-1)", "g", "g/(g-1)"], lines)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the overhead by branching factor."""
    deepest = {(row["algorithm"], row["b"]): row for row in matching(rows, kind="trees")}
    series: dict[str, list[tuple[float, float]]] = {}
    for (algorithm, b), row in sorted(deepest.items(), key=lambda item: item[0][1]):
        series.setdefault(f"{NAMES[algorithm]}, measured", []).append((b, overhead(row["nodes"])))
        if algorithm == "alpha-beta":
            series.setdefault("g/(g-1) of Alpha-Beta", []).append((b, geometric(effective(row["nodes"]))))
            series.setdefault("b/(b-1)", []).append((b, geometric(b)))
    y, title = "nodes of all depths / nodes of the last", "The cost of deepening on random trees"
    return {"deepening-trees": curves(series, x="branching factor b", y=y, title=title)}
