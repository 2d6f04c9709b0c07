"""The least depth from which on no engine fails."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from experiments.horizon.boards_solved import SIDES
from experiments.horizon.labels import board_name, scores_name
from experiments.markdown import table
from experiments.study import Row, matching

PLAIN: Final[dict[str, Any]] = {"shortcut": None, "any_best": False}
"""Engines that always search, and play the first of their best moves."""


def least_depth(rows: Sequence[Row], failures: str = "lost", **wanted: Any) -> int | None:
    """The least depth from which on no measured engine fails; None if the deepest one does."""
    engines = sorted(matching(rows, part="engine", **wanted), key=lambda row: row["depth"], reverse=True)
    least = None
    for row in engines:
        if games_lost(row) if failures == "lost" else row[failures]:
            break
        least = row["depth"]
    return least


def games_lost(row: Row) -> int:
    """The games that an engine loses, moving first or second."""
    return row["first"][2] + row["second"][2]


def least_table(rows: Sequence[Row]) -> str:
    """A table of least depths by board, by whether fast wins are preferred, and by which of equal moves is played."""
    lines: list[list[Any]] = []
    for side, scaled, any_best in product(SIDES, (False, True), (False, True)):
        wanted: dict[str, Any] = {"side": side, "scaled": scaled, "any_best": any_best, "shortcut": None}
        engines = matching(rows, part="engine", **wanted)
        if not engines:
            continue
        depths = sorted(row["depth"] for row in engines)
        lines.append(
            [
                board_name(side),
                scores_name(scaled),
                "any" if any_best else "the first",
                ", ".join(map(str, depths)) if any_best and side != SIDES[0] else f"{depths[0]} to {depths[-1]}",
                _shown(least_depth(rows, **wanted)),
                _shown(least_depth(rows, "slips", **wanted)),
                _shown(least_depth(rows, "all_slips", **wanted)) if "all_slips" in engines[0] else "not measured",
            ]
        )
    heads = ["board", "scores", "of equal moves", "depths", "loses no game", "no worse move", "no worse move anywhere"]
    return table(heads, lines)


def _shown(depth: int | None) -> str:
    """A least depth, if there is one."""
    return "more" if depth is None else str(depth)
