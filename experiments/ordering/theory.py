"""The number of leaves that Alpha-Beta visits in a uniform tree according to theory, by branching and depth."""

from __future__ import annotations

from typing import Final

PUBLISHED: Final = {(2, 2): (11, 3), (2, 3): (719, 105), (3, 2): (521, 70)}
"""By branching and depth: the mean number of leaves over all orders of the leaves, as a fraction."""


def expected(branching: int, depth: int) -> float:
    """The mean number of leaves in random order, for sizes in PUBLISHED: small enough that all orders can be tried."""
    above, below = PUBLISHED[branching, depth]
    return above / below


def folk(branching: int, depth: int) -> float:
    """The common estimate of the leaves in random order."""
    return branching ** (0.75 * depth)


def minimal(branching: int, depth: int) -> int:
    """Leaves of the minimal tree (Knuth and Moore 1975)."""
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def growth_in_random_order(branching: int) -> float:
    """The factor by which the leaves grow with each ply in random order, in the limit of great depth.

    It is x / (1 - x), where x ** branching + x = 1 (Pearl 1982).
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)
