"""Boards of n by n with k in a row: what it costs to increase n by 1, and to increase k by 1."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations


def steps(costs: Mapping[tuple[int, int], float]) -> tuple[list[float], list[float]]:
    """The factors by which costs, given by (n, k), change: for each step of n with the same k, and of k with the same n."""
    by_n, by_k = list[float](), list[float]()
    for one, other in combinations(sorted(costs), 2):
        ratio = costs[other] / costs[one]
        step = other[0] - one[0], other[1] - one[1]
        if step == (1, 0):
            by_n.append(max(ratio, 1 / ratio))
        elif step == (0, 1):
            by_k.append(max(ratio, 1 / ratio))
    return by_n, by_k
