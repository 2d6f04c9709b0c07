"""Uniform trees whose leaves share out a fixed sum: the part of the tree that each algorithm visits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import mean
from typing import Final

from experiments.markdown import percent, table
from experiments.measuring import AlgorithmName, searched
from experiments.players.names import NAMES
from experiments.players.sharing import shared, tree_size
from experiments.plots import curves
from experiments.study import Case, Row, matching

PLAYERS: Final = (2, 3, 4, 5)
ORDERS: Final = ("random", "best")
ALGORITHMS: Final = ("maxn", "paranoid")

TREES: Final = {(3, 2, 6): True, (3, 4, 10): False, (5, 3, 7): False}
"""Branching, least and greatest depth, and whether they are quick."""

SEEDS: Final = 3
"""Trees of each kind; a quick case has one."""

ByPlayers = Mapping[int, float]
"""A figure by the number of players."""


def cases(seed: int) -> list[Case]:
    """Trees by players, order and algorithm."""
    return [
        Case(
            f"tree of {b} to depth {deepest}, {players} players, {order} order, {algorithm}",
            partial(measure, b, (least, deepest), players, order, algorithm, seed, quick),
            quick,
        )
        for (b, least, deepest), quick in TREES.items()
        for players in PLAYERS
        for order in ORDERS
        for algorithm in ALGORITHMS
    ]


def measure(
    branching: int, depths: tuple[int, int], players: int, order: str, algorithm: AlgorithmName, seed: int, quick: bool
) -> Row:
    """The mean nodes of trees of each depth."""
    means: list[list[float]] = []
    for depth in range(depths[0], depths[1] + 1):
        nodes = [
            searched(
                shared(players, branching, depth, seed * SEEDS + number, order, paranoid=algorithm == "paranoid"),
                algorithm=algorithm,
                compiled=False if quick else None,
            )["nodes"]
            for number in range(1 if quick else SEEDS)
        ]
        means.append([depth, mean(nodes)])
    return {"branching": branching, "players": players, "order": order, "algorithm": algorithm, "nodes": means}


def effective(row: Row) -> float:
    """The effective branching factor, from a straight line fitted through the logarithms of nodes by depth."""
    depths = [depth for depth, _ in row["nodes"]]
    logs = [math.log(nodes) for _, nodes in row["nodes"]]
    middle, height = mean(depths), mean(logs)
    slope = sum((depth - middle) * (log - height) for depth, log in zip(depths, logs, strict=True))
    return math.exp(slope / sum((depth - middle) ** 2 for depth in depths))


def whole_of(row: Row) -> Row:
    """The same for the whole trees, without pruning."""
    return {"nodes": [[depth, tree_size(row["branching"], depth)] for depth, _ in row["nodes"]]}


def exponent(row: Row) -> float:
    """If the whole tree grows by b with each ply, the search grows by b to this power."""
    return math.log(effective(row)) / math.log(effective(whole_of(row)))


def theory(players: int) -> float:
    """The exponent of paranoid search in the best order: (p - 1) / p (Sturtevant and Korf 2000)."""
    return (players - 1) / players


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of trees."""
    return [row for row in rows if "order" in row]


def size(row: Row) -> tuple[int, int]:
    """The greatest depth, then the branching."""
    return row["nodes"][-1][0], row["branching"]


def largest(trees: Sequence[Row]) -> tuple[int, int]:
    """The size that the summary shows: the deepest, and of these the one with most branches."""
    return max(map(size, trees))


def largest_by_kind(rows: Sequence[Row], figure: Callable[[Row], float]) -> dict[tuple[str, str], ByPlayers]:
    """A figure of the largest trees, by algorithm and order."""
    trees = measured(rows)
    chosen = [row for row in trees if size(row) == largest(trees)]
    return {
        (algorithm, order): {row["players"]: figure(row) for row in matching(chosen, algorithm=algorithm, order=order)}
        for algorithm in ALGORITHMS
        for order in ORDERS
    }


def share(row: Row) -> float:
    """The part of the whole tree that is visited at the greatest depth."""
    depth, nodes = row["nodes"][-1]
    return nodes / tree_size(row["branching"], depth)


def summary(rows: Sequence[Row]) -> str:
    """The part of the largest trees that is visited, by players, and a plot of exponents."""
    depth, branching = largest(measured(rows))
    shares = largest_by_kind(rows, share)
    heads = ["players", *(f"{NAMES[algorithm]}, {order} order" for algorithm, order in shares)]
    lines = [[players, *(percent(by_players[players]) for by_players in shares.values())] for players in PLAYERS]
    return "\n\n".join(
        [
            f"Nodes visited, of all nodes of a random tree with {branching} moves in each position and a depth of {depth}:",
            table(heads, lines),
            "![Exponent of each algorithm on random trees, by players](players-trees.svg)",
        ]
    )


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a table."""
    trees = measured(rows)
    deepest = [row for row in trees if size(row) == largest(matching(trees, branching=row["branching"]))]
    heads = ["b", "depths", "players", "order", "algorithm", "visited", "effective b", "exponent", "(p - 1) / p"]
    return "\n\n".join(
        [
            "### Random trees",
            table(heads, [_line(row) for row in deepest]),
            "*Visited* is the part of the tree at the greatest depth. Nodes grow with depth like powers of the *effective "
            "b*, fitted through all depths; its logarithm divided by that of the whole tree is the *exponent*, 1 if nothing "
            "is pruned. In the best order, moves are sorted by the algorithm's own values, the best for the player to move "
            "first; paranoid search then visits about b^(d (p - 1) / p) nodes (Sturtevant and Korf 2000). max^n prunes only "
            "by the previous move, which Korf (1991) proves sound (shallow pruning).",
        ]
    )


def _line(row: Row) -> list[object]:
    """A line of the table."""
    depths = f"{row['nodes'][0][0]} to {row['nodes'][-1][0]}"
    paranoid = theory(row["players"]) if row["algorithm"] == "paranoid" and row["order"] == "best" else None
    return [
        row["branching"],
        depths,
        row["players"],
        row["order"],
        NAMES[row["algorithm"]],
        percent(share(row)),
        effective(row),
        exponent(row),
        paranoid,
    ]


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the exponents of the largest trees, by players."""
    depth, branching = largest(measured(rows))
    exponents = largest_by_kind(rows, exponent)
    series = {f"{NAMES[a]}, {order} order": list(found.items()) for (a, order), found in exponents.items()}
    series["(p - 1) / p"] = [(players, theory(players)) for players in PLAYERS]
    title = f"Random trees, b = {branching}, depth to {depth}"
    return {"players-trees": curves(series, x="players", y="exponent (log effective b / log b)", title=title)}
