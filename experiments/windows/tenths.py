"""Windows of width 1, if values differ by tenths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import table
from experiments.study import Case, Row, matching
from experiments.windows.floats import SCALES, spread, trial

STONES: Final = 5
"""The least number of stones on the boards that are searched."""


def cases() -> list[Case]:
    """Both scales."""
    return [Case(f"win worth {scale}", partial(measure_floats, scale), quick=True) for scale in SCALES]


def measure_floats(scale: str) -> Row:
    """Both algorithms with values on this scale."""
    scores, inside = spread(scale)
    return {"kind": "floats", "scale": scale, "scores": scores, "most": inside, **trial(scale, STONES)}


def measured(rows: Sequence[Row]) -> dict[str, Row]:
    """The rows by scale."""
    return {row["scale"]: row for row in matching(rows, kind="floats")}


MEASURES: Final = {
    "different values of games": "scores",
    "most of them in a window [x, x + 1)": "most",
    "positions": "positions",
    "fail-hard MTD(f): right": "hard_right",
    "fail-hard MTD(f): never ends": "hard_never",
    "fail-soft MTD(f): right": "soft_right",
    "fail-soft MTD(f): never ends": "soft_never",
    "NegaScout: right": "negascout_right",
    "NegaScout: scouts": "scouts",
    "NegaScout: scouts that end inside their window": "inside",
    "NegaScout: searched again": "researches",
}
"""Fields of the rows."""


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: a line for each measure, a column for each scale."""
    floats = measured(rows)
    lines = [[measure, *(row[name] for row in floats.values())] for measure, name in MEASURES.items()]
    return "\n\n".join(
        [
            "### Windows of width 1 over tenths",
            f"Tic-tac-toe positions with at least {STONES} stones, searched in plain Python with windows of width 1. A win "
            "after d plies is worth 1 - 0.1 d, which is how rewards are scaled in *From Apple Trees to Search Trees*, or "
            "10 - d. MTD(f) never ends if a pass leaves both bounds as they were.",
            table(["a win is worth", *floats], lines),
        ]
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """No plots."""
    return {}
