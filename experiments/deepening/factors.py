"""Factors of nodes: by a ply, by all depths before the last one, by deepening."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

TIMES: Final = "nodes with deepening, times those without"
"""Said at an axis."""


def effective(nodes: Sequence[int]) -> float:
    """What a ply multiplies the nodes by: the geometric mean of the last two, as odd and even ones differ."""
    return math.sqrt(nodes[-1] / nodes[-3])


def geometric(factor: float) -> float:
    """The sum of 1 + 1/b + 1/b^2 + ...: b / (b - 1); without end where the factor is not above 1."""
    return factor / (factor - 1) if factor > 1 else math.inf


def below(values: Sequence[float]) -> str:
    """In how many cases deepening takes fewer nodes than going straight."""
    return f"{sum(value < 1 for value in values)} of {len(values)} cases"
