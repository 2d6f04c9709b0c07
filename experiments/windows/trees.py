"""The random trees that NegaScout and MTD(f) search."""

from __future__ import annotations

import random
from typing import Final

from zermelo.games.uniform_tree import tree

SAMPLES: Final = 8
"""Trees of each size."""

LONG: Final = 10_000
"""Trees with more leaves are searched compiled."""


def trees(branching: int, depth: int, seed: int, order: str = "random") -> list[tree]:
    """Trees of one size and order, always the same for a seed."""
    dice = random.Random(f"{seed} {branching} {depth}")
    return [tree(branching, depth, dice.getrandbits(62), order) for _ in range(SAMPLES)]
