"""The published figures: Choonyong Chan, From Apple Trees to Search Trees (30 June 2026)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

SOURCE: Final = (
    'Choonyong Chan, "From Apple Trees to Search Trees" (30 June 2026), the table in "Putting numbers to the theory"'
)

LIMIT: Final = 3600
"""The time limit of the published runs, in seconds."""


class Published(NamedTuple):
    """States and seconds; seconds are None if the run timed out, and states if the table does not give them."""

    states: int | None
    seconds: float | None

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end within the limit."""
        return self.seconds is not None


TIMEOUT: Final = Published(None, None)

PUBLISHED: Final[Mapping[str, Mapping[str, Published]]] = {
    "MiniMax": {
        "3x3k3": Published(618_184, 8.57),
        "4x4k3": TIMEOUT,
        "4x4k4": TIMEOUT,
        "5x5k5": TIMEOUT,
    },
    "MiniMax with Alpha-Beta Pruning": {
        "3x3k3": Published(21_652, 0.30),
        "4x4k3": Published(42_340, 19.13),
        "4x4k4": TIMEOUT,
        "5x5k5": TIMEOUT,
    },
    "NegaMax": {
        "3x3k3": Published(24_698, 0.34),
        "4x4k3": Published(282_469, 132.45),
        "4x4k4": TIMEOUT,
        "5x5k5": TIMEOUT,
    },
    "NegaScout": {
        "3x3k3": Published(45_801, 0.68),
        "4x4k3": Published(390_989, 350.56),
        "4x4k4": TIMEOUT,
        "5x5k5": TIMEOUT,
    },
    "Best Node Search (BNS)": {
        "3x3k3": Published(58_226, 0.81),
        "4x4k3": Published(2_553_446, 2809.92),
        "4x4k4": TIMEOUT,
        "5x5k5": TIMEOUT,
    },
    "Best Node Search + Iterative Deepening": {
        "3x3k3": Published(7_171, 0.17),
        "4x4k3": Published(125_484, 42.51),
        "4x4k4": Published(958_872, 376.01),
        "5x5k5": Published(11_400_000, None),
    },
    "MTD(f)": {
        "3x3k3": Published(1_817, 0.04),
        "4x4k3": Published(113_351, 6.29),
        "4x4k4": Published(196_677, 19.43),
        "5x5k5": Published(9_700_000, None),
    },
    "MTD(f) + Iterative Deepening": {
        "3x3k3": Published(5_297, 0.15),
        "4x4k3": Published(40_377, 13.39),
        "4x4k4": Published(265_719, 147.50),
        "5x5k5": Published(13_700_000, None),
    },
}
"""The published figures by row and board."""
