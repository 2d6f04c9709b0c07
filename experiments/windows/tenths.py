"""Windows of width 1 over scores in tenths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from experiments.markdown import number, percent, table
from experiments.study import Case, Row
from experiments.windows.floats import SCALES, spread, trial

STONES: Final = 5
"""The least on the boards of 3x3 that are tried with windows over tenths."""


def cases() -> list[Case]:
    """Both scales."""
    return [Case(f"win worth {scale}", partial(measure_floats, scale), quick=True) for scale in SCALES]


def measure_floats(scale: str) -> Row:
    """The algorithms as claimed, with scores on this scale."""
    scores, inside = spread(scale)
    return {"kind": "floats", "scale": scale, "scores": scores, "most": inside, **trial(scale, STONES)}


def answer(floats: Mapping[str, Row]) -> str:
    """Windows of width 1 over tenths."""
    tenths, whole = (floats[scale] for scale in SCALES)
    null = "no null window" if tenths["most"] > 1 else "a null window"
    return (
        f"With wins worth {tenths['scale']} a window of width 1 is {null}: it holds up to {tenths['most']} of the "
        f"{tenths['scores']} scores of tic-tac-toe. MTD(f) as claimed (fail-hard) never ends on "
        f"{number(tenths['hard_never'])} of {number(tenths['positions'])} positions, in whole numbers ({whole['scale']}) on "
        f"{number(whole['hard_never'])}; NegaScout is right on {percent(tenths['negascout_right'], tenths['positions'])}, "
        f"though {percent(tenths['inside'], tenths['scouts'])} of its scouts fall inside their windows (in whole numbers "
        f"{percent(whole['inside'], whole['scouts'])})."
    )


def section(floats: Mapping[str, Row]) -> str:
    """What comes of either scale."""
    columns = {
        "scores of games": "scores",
        "most in [x, x + 1)": "most",
        "positions": "positions",
        "MTD(f) right, fail-hard": "hard_right",
        "never ends": "hard_never",
        "MTD(f) right, fail-soft": "soft_right",
        "never ends ": "soft_never",
        "NegaScout right": "negascout_right",
        "its scouts": "scouts",
        "inside their window": "inside",
        "searched again": "researches",
    }
    lines = [[scale, *(row[name] for name in columns.values())] for scale, row in floats.items()]
    return (
        f"### Windows of width 1 over tenths\n\nTic-tac-toe positions with {STONES} stones or more, in plain Python; d: "
        "plies to the win. MTD(f) never ends where a pass leaves both bounds as they were.\n\n"
        f"{table(['a win is worth', *columns], lines)}"
    )
