"""Boards of n by n with k in a row: what one more of n costs, and one more of k."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations


def steps(costs: Mapping[tuple[int, int], float]) -> tuple[list[float], list[float]]:
    """How many times more, or fewer, by (n, k): for each step of n at the same k, and for each step of k at the same n."""
    by_n, by_k = list[float](), list[float]()
    for one, other in combinations(sorted(costs), 2):
        ratio = costs[other] / costs[one]
        step = other[0] - one[0], other[1] - one[1]
        if step == (1, 0):
            by_n.append(max(ratio, 1 / ratio))
        elif step == (0, 1):
            by_k.append(max(ratio, 1 / ratio))
    return by_n, by_k
