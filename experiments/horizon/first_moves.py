"""The first moves by a search: whether zermelo finds some of them better than others, and to which depth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from experiments.horizon.boards_solved import SIDES
from experiments.horizon.labels import board_name
from experiments.markdown import names, table
from experiments.measuring import search
from experiments.study import Case, Row, matching
from zermelo.games import mnk

SEARCHED: Final = (1, 2, 3, 4)
"""The depths of the searches."""


def cases() -> list[Case]:
    """Searches to some depths with and without the evaluation, and to the end."""
    listed: list[Case] = []
    for side, knows in product(SIDES, (False, True)):
        name = f"{board_name(side)} first moves by a search, {'evaluation' if knows else 'rules alone'}"
        listed += [Case(f"{name}, depth {depth}", partial(measure, side, knows, depth), True) for depth in SEARCHED]
    listed += [Case(f"{board_name(side)} first moves solved", partial(measure, side, True, None)) for side in SIDES]
    return listed


def measure(side: int, knows: bool, depth: int | None) -> Row:
    """The value of each first move by a search, to a depth or exactly. By the rules alone, what is not over is a draw: 0."""
    game = mnk(side, side, side)
    points = dict[str, Any]()
    kinds = set[str]()
    options: dict[str, Any] = {"algorithm": "negamax", "without": "bounds,forced,relevance" if knows else "all"}
    options |= {"compiled": False, "depth": depth - 1} if depth is not None else {"without": ""}
    start = game.initial()
    for action in game.actions(start):
        result = search(game, game.apply(start, action), **options)
        points[game.action_name(action)] = -result.value
        kinds.add(result.kind)
    return {"part": "search", "side": side, "knows": knows, "depth": depth, "kinds": sorted(kinds), "points": points}


def check(rows: Sequence[Row]) -> None:
    """Raises ValueError if an exact search contradicts the solved positions."""
    for row in matching(rows, part="search", depth=None):
        (start,) = matching(rows, part="ply", side=row["side"], ply=0)
        values = {*row["points"].values()}
        if row["kinds"] != ["exact"] or (len(values) == 1) != (start["same_value"] == start["positions"]):
            raise ValueError(
                f"{board_name(row['side'])}: the first moves have the values {values}, unlike in the solved positions."
            )


def figures(rows: Sequence[Row]) -> str:
    """The section of the details, with a table."""
    return "\n\n".join(
        [
            "### The first moves by a search",
            "The values of the first moves on the empty board, by NegaMax: by the rules alone, and with the static "
            "evaluation of the positions at the horizon. *Moves by value* counts the moves with each value.",
            _table(rows),
        ]
    )


def _table(rows: Sequence[Row]) -> str:
    """The searches, with the moves of each value."""
    lines: list[list[Any]] = []
    for row in matching(rows, part="search"):
        groups = sorted(Counter[int](row["points"].values()).items(), reverse=True)
        moves = ", ".join(f"{count} of {points}" for points, count in groups)
        exact = row["depth"] is None
        knowledge = "all" if exact else "evaluation" if row["knows"] else "rules alone"
        depth = "to the end" if exact else str(row["depth"])
        lines.append([board_name(row["side"]), knowledge, depth, moves, names(row["kinds"])])
    return table(["board", "knowledge", "depth", "moves by value", "kind"], lines)
