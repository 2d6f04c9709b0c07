"""The least depth from which on engines fail no more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from experiments.horizon.boards_solved import SIDES
from experiments.horizon.wording import board_name, scores_name
from experiments.markdown import names, table
from experiments.study import Row, matching

PLAIN: Final[dict[str, Any]] = {"shortcut": None, "any_best": False}
"""Engines that always search, and take the first of their best moves."""


def least_depth(rows: Sequence[Row], failures: str = "lost", **wanted: Any) -> int | None:
    """The least depth from which on no measured engine fails; None where the deepest one does."""
    found = sorted(matching(rows, part="engine", **wanted), key=lambda row: row["depth"], reverse=True)
    least = None
    for row in found:
        if games_lost(row) if failures == "lost" else row[failures]:
            break
        least = row["depth"]
    return least


def games_lost(row: Row) -> int:
    """By an engine, moving first or second."""
    return row["first"][2] + row["second"][2]


def depth_name(depth: int | None) -> str:
    """The least depth, if there is one."""
    return "more than was measured" if depth is None else str(depth)


def slips_text(rows: Sequence[Row], side: int) -> str:
    """What it takes never to choose a worse move, against what it takes never to lose."""
    lost = least_depth(rows, side=side, scaled=True, **PLAIN)
    own = least_depth(rows, "slips", side=side, scaled=True, **PLAIN)
    every = least_depth(rows, "all_slips", side=side, scaled=True, **PLAIN)
    more = [what for what, depth in (("its own games", own), ("all positions of the game", every)) if depth != lost]
    verdict = (
        f"Never to choose a move that is worth less than another takes another depth than never to lose in {names(more)}"
        if more
        else "Never to choose a move that is worth less than another takes no other depth than never to lose"
    )
    return f"{verdict}: on {board_name(side)} {depth_name(own)} in its own games, {depth_name(every)} in all positions."


def least_table(rows: Sequence[Row]) -> str:
    """By board, by what wins are worth, and by which of equal moves is taken."""
    lines: list[list[Any]] = []
    for side, scaled, any_best in product(SIDES, (False, True), (False, True)):
        wanted: dict[str, Any] = {"side": side, "scaled": scaled, "any_best": any_best, "shortcut": None}
        found = matching(rows, part="engine", **wanted)
        if not found:
            continue
        depths = sorted(row["depth"] for row in found)
        every = depth_name(least_depth(rows, "all_slips", **wanted)) if "all_slips" in found[0] else "not measured"
        lines.append(
            [
                board_name(side),
                scores_name(scaled),
                "any" if any_best else "the first",
                ", ".join(map(str, depths)) if any_best and side != SIDES[0] else f"{depths[0]} to {depths[-1]}",
                depth_name(least_depth(rows, **wanted)),
                depth_name(least_depth(rows, "slips", **wanted)),
                every,
            ]
        )
    heads = [
        "board",
        "scores",
        "of equal moves",
        "depths",
        "loses no game",
        "no worse move in its games",
        "in all positions",
    ]
    return f"The least depth at which an engine ...\n\n{table(heads, lines)}"
