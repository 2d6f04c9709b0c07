"""Boards of k in a row for several players: the part of the tree that each algorithm visits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from statistics import mean
from typing import Final

from experiments.altered import altered
from experiments.markdown import table
from experiments.measuring import searched
from experiments.players.names import NAMES
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo import UNBOUNDED
from zermelo.games import lines

ALGORITHMS: Final = ("maxn", "paranoid", "best-reply")

BOARDS: Final = {
    ((3, 2), 3): True,
    ((6,), 3): True,
    ((8,), 3): False,
    ((4, 2), 3): False,
    ((3, 3), 2): False,
    ((3, 3), 3): False,
    ((5, 2), 3): False,
}
"""Shape and k, and whether they are quick."""

PLAYERS: Final = (2, 3, 4)


def cases() -> list[Case]:
    """Boards by players."""
    return [
        Case(f"{board_name(shape, k)}, {players} players", partial(measure, shape, k, players, quick), quick)
        for (shape, k), quick in BOARDS.items()
        for players in PLAYERS
    ]


def board_name(shape: tuple[int, ...], k: int) -> str:
    """As `3x3, k = 3`."""
    return f"{'x'.join(map(str, shape))}, k = {k}"


def measure(shape: tuple[int, ...], k: int, players: int, interpreted: bool) -> Row:
    """The nodes of each algorithm, and of the whole tree.

    max^n prunes if the game states what the rewards add up to. It visits the whole tree if the game states neither that nor
    that a win is the greatest reward.
    """
    compiled = False if interpreted else None
    if players == 2:
        game = altered(lines(shape, k), "Duel", reward_total=0)  # which the game itself does not state
        whole = searched(game, algorithm="minimax", table=False, etc=False, without="all", compiled=compiled)
    else:
        game = lines(shape, k, players)
        unstated = altered(game, "Unstated", reward_total=UNBOUNDED, reward_range=(-2, 2))
        whole = searched(unstated, algorithm="maxn", compiled=compiled)
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


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of boards."""
    return [row for row in rows if "board" in row]


def exponent(row: Row, algorithm: str) -> float:
    """If the tree has N nodes, the algorithm visits N to this power."""
    return math.log(row[algorithm]) / math.log(row["whole"])


def by_players(boards: Sequence[Row], algorithm: str) -> dict[int, float]:
    """The mean exponent over all boards, by players."""
    return {players: mean(exponent(row, algorithm) for row in matching(boards, players=players)) for players in PLAYERS}


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a plot and a table."""
    boards = measured(rows)
    heads = ["board", "players", "value", "whole tree", *(head for a in ALGORITHMS for head in (NAMES[a], "exponent"))]
    return "\n\n".join(
        [
            "### Boards of k in a row",
            "![Exponent of each algorithm, by players: mean of the boards](players-boards.svg)",
            table(heads, [_line(row) for row in boards]),
            "Moves are in natural order, and there is no table. *Value* is the first player's in max^n. Here max^n also "
            "stops at a win, which is the greatest reward; the other algorithms do not. Best-reply search has a tree of its "
            "own, in which one opponent replies and the others pass; it may be larger than the game's. Where most plays end "
            "in a draw, paranoid search cuts easily, so the random trees are the better measure.",
        ]
    )


def _line(row: Row) -> list[object]:
    """A line of the table."""
    nodes = [figure for a in ALGORITHMS for figure in (row[a], exponent(row, a))]
    return [row["board"], row["players"], row["value"], row["whole"], *nodes]


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the mean exponents, by players."""
    boards = measured(rows)
    series = {NAMES[a]: list(by_players(boards, a).items()) for a in ALGORITHMS}
    y, title = "exponent (log nodes / log all nodes)", "k in a row, mean of the boards"
    return {"players-boards": curves(series, x="players", y=y, title=title)}
