"""The first moves, by a search: which of them zermelo itself tells apart, and how deep it must look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from experiments.horizon.boards_solved import SIDES
from experiments.horizon.wording import board_name
from experiments.markdown import names, table
from experiments.measuring import search
from experiments.study import Case, Row, matching
from zermelo.games.in_a_row.mnk import mnk

SEARCHED: Final = (1, 2, 3, 4)
"""Plies of the searches of all first moves."""


def cases() -> list[Case]:
    """To some depths with and without the evaluation, and to the end."""
    found: list[Case] = []
    for side, knows in product(SIDES, (False, True)):
        name = f"{board_name(side)} first moves by a search, {'evaluation' if knows else 'rules alone'}"
        found += [Case(f"{name}, depth {depth}", partial(measure, side, knows, depth), True) for depth in SEARCHED]
    found += [Case(f"{board_name(side)} first moves solved", partial(measure, side, True, None)) for side in SIDES]
    return found


def measure(side: int, knows: bool, depth: int | None) -> Row:
    """What searches of zermelo make of each first move: to a depth, or exactly. A draw that the rules alone tell is 0."""
    game = mnk(side, side, side)
    points = dict[str, Any]()
    kinds = set[str]()
    options: dict[str, Any] = {"algorithm": "negamax", "without": "bounds,forced,relevance" if knows else "all"}
    options |= {"compiled": False, "depth": depth - 1} if depth is not None else {"without": ""}
    start = game.initial()
    for action in game.actions(start):
        found = search(game, game.apply(start, action), **options)
        points[game.action_name(action)] = -found.value
        kinds.add(found.kind)
    return {"part": "search", "side": side, "knows": knows, "depth": depth, "kinds": sorted(kinds), "points": points}


def check(rows: Sequence[Row]) -> None:
    """Raises ValueError where exact searches contradict the values of the arrays."""
    for row in matching(rows, part="search", depth=None):
        (start,) = matching(rows, part="ply", side=row["side"], ply=0)
        values = {*row["points"].values()}
        if row["kinds"] != ["exact"] or (len(values) == 1) != (start["same_value"] == start["positions"]):
            raise ValueError(
                f"{board_name(row['side'])}: the first moves are {values}, and not as the arrays have them."
            )


def section(rows: Sequence[Row]) -> str:
    """The text and the table."""
    return "\n\n".join(["### The first moves, by a search", _text(rows), _table(rows)])


def _text(rows: Sequence[Row]) -> str:
    found = [row for row in matching(rows, part="search") if row["depth"] is not None]
    blind = [row for row in found if not row["knows"]]
    apart = sum(len({*row["points"].values()}) > 1 for row in blind)
    knowing = [row for row in found if row["knows"]]
    knows = sum(len({*row["points"].values()}) > 1 for row in knowing)
    return (
        f"Searched by negamax from the empty board, the first moves differ in {apart or 'none'} of {len(blind)} searches "
        f"that know the rules alone, and in {knows or 'none'} of {len(knowing)} with the evaluation at the horizon."
    )


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[Any]] = []
    for row in matching(rows, part="search"):
        groups = dict[Any, int]()
        for points in row["points"].values():
            groups[points] = groups.get(points, 0) + 1
        told = ", ".join(f"{count} of {points}" for points, count in sorted(groups.items(), reverse=True))
        exact = row["depth"] is None
        knows = "all" if exact else "evaluation" if row["knows"] else "rules alone"
        lines.append(
            [board_name(row["side"]), knows, "to the end" if exact else str(row["depth"]), told, names(row["kinds"])]
        )
    return table(["board", "knows", "depth", "moves, by their points", "kind"], lines)
