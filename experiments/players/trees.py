"""Uniform trees whose leaves share out a fixed sum: which power of the tree's growth each algorithm leaves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import mean
from typing import Final

from experiments.markdown import names, number, table
from experiments.measuring import searched
from experiments.players.sharing import shared, tree_size
from experiments.players.wording import NAMES, listed
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.solver.technique import AlgorithmName

PLAYERS: Final = (2, 3, 4, 5)
ORDERS: Final = ("random", "best")
PRUNING: Final = ("maxn", "paranoid")
"""Algorithms."""

TREES: Final = {(3, 2, 6): True, (3, 4, 10): False, (5, 3, 7): False}
"""Branching, the least and the greatest depth; and whether they are quick."""

SEEDS: Final = 3
"""Trees of each kind; one of them where it is quick."""

Powers = Mapping[int, float]
"""By the number of players."""


def cases(seed: int) -> list[Case]:
    """By players, order and algorithm."""
    return [
        Case(
            f"tree of {b} to depth {deepest}, {players} players, {order} order, {algorithm}",
            partial(measure, b, (least, deepest), players, order, algorithm, seed, quick),
            quick,
        )
        for (b, least, deepest), quick in TREES.items()
        for players in PLAYERS
        for order in ORDERS
        for algorithm in PRUNING
    ]


def measure(
    branching: int, depths: tuple[int, int], players: int, order: str, algorithm: AlgorithmName, seed: int, quick: bool
) -> Row:
    """The mean nodes of trees of each depth."""
    counted: list[list[float]] = []
    for depth in range(depths[0], depths[1] + 1):
        nodes = [
            searched(
                shared(players, branching, depth, seed * SEEDS + number, order, paranoid=algorithm == "paranoid"),
                algorithm=algorithm,
                compiled=False if quick else None,
            )["nodes"]
            for number in range(1 if quick else SEEDS)
        ]
        counted.append([depth, mean(nodes)])
    return {"branching": branching, "players": players, "order": order, "algorithm": algorithm, "nodes": counted}


def effective(row: Row) -> float:
    """The effective branching factor: of the straight line through the logarithms of nodes, by depth, the growth."""
    depths = [depth for depth, _ in row["nodes"]]
    logs = [math.log(nodes) for _, nodes in row["nodes"]]
    middle, height = mean(depths), mean(logs)
    slope = sum((depth - middle) * (log - height) for depth, log in zip(depths, logs, strict=True))
    return math.exp(slope / sum((depth - middle) ** 2 for depth in depths))


def whole_of(row: Row) -> Row:
    """The same, of trees that nothing is pruned in."""
    return {"nodes": [[depth, tree_size(row["branching"], depth)] for depth, _ in row["nodes"]]}


def exponent(row: Row) -> float:
    """What power of the whole tree's growth a search's is."""
    return math.log(effective(row)) / math.log(effective(whole_of(row)))


def theory(players: int) -> float:
    """The power that remains for paranoid search in the best order: (p - 1) / p (Sturtevant and Korf 2000)."""
    return (players - 1) / players


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of trees."""
    return [row for row in rows if "order" in row]


def size(row: Row) -> tuple[int, int]:
    """The greatest depth, then the branching."""
    return row["nodes"][-1][0], row["branching"]


def largest(trees: Sequence[Row]) -> tuple[int, int]:
    """The size that is told of: the deepest, and of these the one with most branches."""
    return max(map(size, trees))


def powers_of(trees: Sequence[Row]) -> dict[tuple[str, str], Powers]:
    """Of the largest trees, by algorithm and order."""
    chosen = [row for row in trees if size(row) == largest(trees)]
    return {
        (algorithm, order): {
            row["players"]: exponent(row) for row in matching(chosen, algorithm=algorithm, order=order)
        }
        for algorithm in PRUNING
        for order in ORDERS
    }


def answer(rows: Sequence[Row]) -> str:
    """What is left of the tree, and what that makes of pruning."""
    powers = powers_of(measured(rows))
    shallow, best = powers["maxn", "random"], powers["paranoid", "best"]
    off = max(abs(power - theory(players)) for players, power in best.items())
    seats = names([str(players) for players in best])
    left = (
        f"Of b^d nodes a power is left, with {seats} players: for max^n with shallow pruning {listed(shallow)} in random "
        f"order (it {direction(shallow)}); for paranoid search {listed(powers['paranoid', 'random'])}, and in the best "
        f"order {listed(best)} (it {direction(best)}), within {number(off, 2)} of (p - 1) / p."
    )
    return f"{left} {_what_remains(shallow, best)}"


def direction(powers: Powers) -> str:
    """Whether they grow with the players."""
    values = list(powers.values())
    steps = [later - early for early, later in pairwise(values)]
    if all(step > 0 for step in steps):
        return "grows with every player"
    return "grows, though not with every player" if values[-1] > values[0] else "does not grow"


def _what_remains(shallow: Powers, best: Powers) -> str:
    """By the powers of max^n in random order, and of paranoid search in the best."""
    return (
        "So what remains of sound pruning for players who each want their own is "
        + ("next to nothing from three players on" if all(shallow[p] > 0.95 for p in shallow if p > 2) else "something")
        + ", as Korf (1991) has it on average"
        + (
            "; who supposes that all others are against him keeps most of it, and no longer has the value of max^n."
            if all(best[p] < shallow[p] for p in best)
            else "."
        )
    )


def figures(rows: Sequence[Row]) -> str:
    """The plot, the table, and how to read them."""
    trees = measured(rows)
    deepest = [row for row in trees if size(row) == largest(matching(trees, branching=row["branching"]))]
    heads = ["b", "depths", "players", "order", "algorithm", "effective b", "power", "(p - 1) / p"]
    return "\n\n".join(
        [
            "![Which power of the tree is searched, by players](players-trees.svg)",
            table(heads, [_line(row) for row in deepest]),
            "Nodes grow as the effective b to the depth; the *power* is log effective b / log b, 1 where nothing is pruned "
            "(each fitted through the depths, the whole tree's too). Each leaf shares a fixed sum at random. The best order "
            "puts first what is best for the mover by the values that the algorithm works out. max^n prunes only what Korf "
            "(1991) proves sound, by the move before (shallow pruning).",
        ]
    )


def _line(row: Row) -> list[object]:
    """Of the table."""
    depths = f"{row['nodes'][0][0]} to {row['nodes'][-1][0]}"
    paranoid = theory(row["players"]) if row["algorithm"] == "paranoid" and row["order"] == "best" else None
    return [
        row["branching"],
        depths,
        row["players"],
        row["order"],
        NAMES[row["algorithm"]],
        effective(row),
        exponent(row),
        paranoid,
    ]


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """The powers of the largest trees, by players."""
    trees = measured(rows)
    depth, branching = largest(trees)
    series = {f"{NAMES[a]}, {order} order": list(found.items()) for (a, order), found in powers_of(trees).items()}
    series["(p - 1) / p"] = [(players, theory(players)) for players in PLAYERS]
    title = f"Uniform trees, b = {branching}, depth to {depth}"
    return {"players-trees": curves(series, x="players", y="log effective b / log b", title=title)}
