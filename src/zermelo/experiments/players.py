"""How much less is pruned the more players there are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from statistics import mean
from typing import Any, ClassVar, Final

from zermelo.experiments.markdown import names, number, table
from zermelo.experiments.measuring import searched
from zermelo.experiments.plots import curves
from zermelo.experiments.sharing import shared, tree_size
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.game import UNBOUNDED
from zermelo.games.lines import Crowd, Placed, lines

PLAYERS: Final = (2, 3, 4, 5)
ORDERS: Final = ("random", "best")
PRUNING: Final = ("maxn", "paranoid")
ALGORITHMS: Final = (*PRUNING, "best-reply")
NAMES: Final = {"maxn": "max^n", "paranoid": "paranoid", "best-reply": "best-reply"}

TREES: Final = {(3, 2, 6): True, (3, 4, 10): False, (5, 3, 7): False}
"""Branching, the least and the greatest depth; and whether they are quick."""

SEEDS: Final = 3
"""Trees of each kind; one of them where it is quick."""

BOARDS: Final = {
    ((3, 2), 3): True,
    ((6,), 3): True,
    ((8,), 3): False,
    ((4, 2), 3): False,
    ((3, 3), 2): False,
    ((3, 3), 3): False,
    ((5, 2), 3): False,
}
"""Shape and k; and whether they are quick."""

SEATS: Final = (2, 3, 4)
"""Players on boards."""


class Duel(Placed):
    """Two players, telling that one's gain is the other's loss, so that max^n may prune."""

    reward_total: ClassVar[int] = 0  # pyright: ignore[reportIncompatibleVariableOverride]


@dataclass(frozen=True)
class Untold(Crowd):
    """Many players, telling neither what rewards add up to nor that a win is the best there is: max^n cannot prune."""

    reward_range: ClassVar[tuple[int, int]] = (-2, 2)  # pyright: ignore[reportIncompatibleVariableOverride]

    @property
    def reward_total(self) -> int:
        """Not told."""
        return UNBOUNDED


def cases(seed: int) -> list[Case]:
    """Trees by players, order and algorithm; boards by players."""
    trees = [
        Case(
            f"tree of {b} to depth {deepest}, {players} players, {order} order, {algorithm}",
            partial(measure_trees, b, (least, deepest), players, order, algorithm, seed, quick),
            quick,
        )
        for (b, least, deepest), quick in TREES.items()
        for players in PLAYERS
        for order in ORDERS
        for algorithm in PRUNING
    ]
    boards = [
        Case(f"{board_name(shape, k)}, {players} players", partial(measure_board, shape, k, players, quick), quick)
        for (shape, k), quick in BOARDS.items()
        for players in SEATS
    ]
    return trees + boards


def board_name(shape: tuple[int, ...], k: int) -> str:
    """As `3x3, k = 3`."""
    return f"{'x'.join(map(str, shape))}, k = {k}"


def measure_trees(
    branching: int, depths: tuple[int, int], players: int, order: str, algorithm: str, seed: int, quick: bool
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


def measure_board(shape: tuple[int, ...], k: int, players: int, interpreted: bool) -> Row:
    """A game by every algorithm, and its whole tree."""
    compiled = False if interpreted else None
    if players == 2:
        game: Any = Duel(shape, k)
        whole = searched(game, algorithm="minimax", table=False, etc=False, without="all", compiled=compiled)
    else:
        game = lines(shape, k, players)
        whole = searched(Untold(shape, k, players=players), algorithm="maxn", compiled=compiled)
    found = {algorithm: searched(game, algorithm=algorithm, compiled=compiled) for algorithm in ALGORITHMS}
    if found["maxn"]["value"] != whole["value"]:
        raise AssertionError(f"{board_name(shape, k)}, {players} players: pruning has changed the value of max^n.")
    return {
        "board": board_name(shape, k),
        "players": players,
        "whole": whole["nodes"],
        **{algorithm: row["nodes"] for algorithm, row in found.items()},
        "value": whole["value"],
        "sure": found["paranoid"]["value"],
    }


# --- the report ------------------------------------------------------------------------------------------------------------
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


def report(rows: Sequence[Row]) -> Report:
    """Powers of the whole tree, by players."""
    trees = [row for row in rows if "order" in row]
    boards = [row for row in rows if "board" in row]
    deepest = max(tree_key(row) for row in trees)
    chosen = [row for row in trees if tree_key(row) == deepest]
    powers = {
        (algorithm, order): {
            row["players"]: exponent(row) for row in matching(chosen, algorithm=algorithm, order=order)
        }
        for algorithm in PRUNING
        for order in ORDERS
    }
    power_curves = {f"{NAMES[a]}, {order} order": list(found.items()) for (a, order), found in powers.items()}
    power_curves["(p - 1) / p"] = [(players, theory(players)) for players in PLAYERS]
    board_curves = {NAMES[a]: list(by_players(boards, a).items()) for a in ALGORITHMS}
    ways = {
        "players-trees": curves(
            power_curves,
            x="players",
            y="log effective b / log b",
            title=f"Uniform trees, b = {deepest[1]}, depth to {deepest[0]}",
        ),
        "players-boards": curves(
            board_curves,
            x="players",
            y="log nodes / log nodes of the whole tree",
            title="k in a row, mean of the boards",
        ),
    }
    body = [
        "![Which power of the tree is searched, by players](players-trees.svg)",
        table(
            ["b", "depths", "players", "order", "algorithm", "effective b", "power", "(p - 1) / p"],
            [tree_line(row) for row in deepest_of(trees)],
        ),
        "Nodes grow as the effective b to the depth; the *power* is log effective b / log b, 1 where nothing is pruned "
        "(each fitted through the depths, the whole tree's too). Each leaf shares a fixed sum at random. The best order "
        "puts first what is best for the mover by the values that the algorithm works out. max^n prunes only what Korf "
        "(1991) proves sound, by the move before (shallow pruning).",
        "![Which power of the tree is searched on boards, by players](players-boards.svg)",
        table(
            ["board", "players", "whole tree", *(head for a in ALGORITHMS for head in (NAMES[a], "power"))],
            [board_line(row) for row in boards],
        ),
        "k in a row, moves in their natural order, no table. Here max^n also stops at a win, which is the best there is; "
        "the others do not. Best-reply search has a tree of its own (one opponent replies, the others pass), which may be "
        f"larger than the game's. With more than two players max^n ends in a draw on {drawn(boards)} of these boards, and "
        "where most plays do, little keeps paranoid search from a cut: the trees above tell more.",
    ]
    return Report(answer(powers, boards), "\n\n".join(body), ways)


def deepest_of(trees: Sequence[Row]) -> list[Row]:
    """Those of the greatest depths for their branching."""
    return [row for row in trees if tree_key(row) == max(map(tree_key, matching(trees, branching=row["branching"])))]


def tree_key(row: Row) -> tuple[int, int]:
    """By depth, then by branching."""
    return row["nodes"][-1][0], row["branching"]


def tree_line(row: Row) -> list[object]:
    """Of the table of trees."""
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


def board_power(row: Row, algorithm: str) -> float:
    """Log nodes by log nodes of the whole tree."""
    return math.log(row[algorithm]) / math.log(row["whole"])


def board_line(row: Row) -> list[object]:
    """Of the table of boards."""
    figures = [figure for a in ALGORITHMS for figure in (row[a], board_power(row, a))]
    return [row["board"], row["players"], row["whole"], *figures]


def drawn(boards: Sequence[Row]) -> str:
    """As `3 of 4`: how many boards with more than two players are drawn by max^n."""
    crowded = [row for row in boards if row["players"] > 2]
    return f"{sum(row['value'] == 0 for row in crowded)} of {len(crowded)}"


def by_players(boards: Sequence[Row], algorithm: str) -> dict[int, float]:
    """The mean power over all boards."""
    return {
        players: mean(board_power(row, algorithm) for row in matching(boards, players=players)) for players in SEATS
    }


def listed(powers: Mapping[int, float]) -> str:
    """As `0.5, 0.67 and 0.75`."""
    return names([number(power, 2) for power in powers.values()])


def direction(powers: Mapping[int, float]) -> str:
    """Whether they grow with the players."""
    values = list(powers.values())
    steps = [later - early for early, later in pairwise(values)]
    if all(step > 0 for step in steps):
        return "grows with every player"
    return "grows, though not with every player" if values[-1] > values[0] else "does not grow"


def answer(powers: Mapping[tuple[str, str], Mapping[int, float]], boards: Sequence[Row]) -> str:
    """By how much."""
    shallow, best = powers["maxn", "random"], powers["paranoid", "best"]
    off = max(abs(power - theory(players)) for players, power in best.items())
    seats = names([str(players) for players in best])
    said = [
        f"Of b^d nodes a power is left, with {seats} players: for max^n with shallow pruning {listed(shallow)} in random "
        f"order (it {direction(shallow)}); for paranoid search {listed(powers['paranoid', 'random'])}, and in the best "
        f"order {listed(best)} (it {direction(best)}), within {number(off, 2)} of (p - 1) / p.",
        "So what remains of sound pruning for players who each want their own is "
        + ("next to nothing from three players on" if all(shallow[p] > 0.95 for p in shallow if p > 2) else "something")
        + ", as Korf (1991) has it on average"
        + (
            "; who supposes that all others are against him keeps most of it, and no longer has the value of max^n."
            if all(best[p] < shallow[p] for p in best)
            else "."
        ),
    ]
    found = {a: by_players(boards, a) for a in ALGORITHMS}
    seats = names([str(players) for players in SEATS])
    told = names([f"{NAMES[a]} {listed(found[a])}" for a in ALGORITHMS])
    said.append(f"On boards of k in a row with {seats} players the powers are, on average: {told}.")
    return " ".join(said)


STUDY: Final = Study(
    "players",
    "How much less is pruned with more players?",
    "Pruning is said to become less effective as the number of players p grows: by how much? The nodes that max^n with "
    "shallow pruning, paranoid and best-reply search visit are compared with the whole tree: on uniform trees whose leaves "
    "share out a fixed sum among p players, and on boards of k in a row.",
    cases,
    report,
)
