"""Factors of nodes: from one ply to the next, of all depths together, of deepening."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

TIMES: Final = "nodes with deepening / nodes of a direct search"
"""The label of an axis."""


def effective(nodes: Sequence[int]) -> float:
    """The factor by which a ply multiplies the nodes: the geometric mean of the last two, as odd and even plies differ."""
    return math.sqrt(nodes[-1] / nodes[-3])


def geometric(factor: float) -> float:
    """The sum 1 + 1/b + 1/b^2 + ... = b / (b - 1); infinite if the factor b is not greater than 1."""
    return factor / (factor - 1) if factor > 1 else math.inf


def saving(ratios: Sequence[float]) -> int:
    """How many of the ratios are less than 1: deepening saves nodes."""
    return sum(ratio < 1 for ratio in ratios)


def line_of(ratios: Sequence[float]) -> list[object]:
    """A line of a table: how many ratios, how many less than 1, the least and the greatest."""
    return [len(ratios), saving(ratios), min(ratios), max(ratios)]
