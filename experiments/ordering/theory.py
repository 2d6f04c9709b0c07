"""What theory says of the leaves that Alpha-Beta visits in a uniform tree, by its branching and its depth."""

from __future__ import annotations

from typing import Final

PUBLISHED: Final = {(2, 2): (11, 3), (2, 3): (719, 105), (3, 2): (521, 70)}
"""By branching and depth: the leaves that Alpha-Beta visits on average over all orders of the leaves, as a fraction."""


def expected(branching: int, depth: int) -> float:
    """The leaves on average in random order, of the sizes that are small enough to try all orders."""
    above, below = PUBLISHED[branching, depth]
    return above / below


def folk(branching: int, depth: int) -> float:
    """The leaves in random order as they are commonly estimated."""
    return branching ** (0.75 * depth)


def minimal(branching: int, depth: int) -> int:
    """Leaves of the minimal tree (Knuth and Moore 1975)."""
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def growth_in_random_order(branching: int) -> float:
    """By what factor Alpha-Beta's leaves grow with each ply in the limit, for random leaves (Pearl 1982): x / (1 - x), where
    x ** branching + x = 1.
    """
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**branching + middle < 1 else (low, middle)
    return low / (1 - low)
