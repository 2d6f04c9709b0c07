"""The random trees in which NegaScout and MTD(f) are tried."""

from __future__ import annotations

import random
from typing import Final

from zermelo.games.uniform_tree import tree

SAMPLES: Final = 8
"""Trees of each size."""

LONG: Final = 10_000
"""Trees of more leaves are compiled."""


def trees(branching: int, depth: int, seed: int, order: str = "random") -> list[tree]:
    """The same trees for the same seed."""
    dice = random.Random(f"{seed} {branching} {depth}")
    return [tree(branching, depth, dice.getrandbits(62), order) for _ in range(SAMPLES)]
