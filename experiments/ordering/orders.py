"""Orders of the moves of a drop game: by rules of thumb, by exact values, or by a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from experiments.ordering.expanded import Array, Positions
from zermelo import NONE

LEAST: Final = -(1 << 62)
"""Less than every key."""

Keys = Callable[[Positions, int, random.Random], Array]
"""Computes a key for each child; children with higher keys are tried first. Shape (positions, actions).

The arguments are the positions, the horizon (where values are static evaluations), and random numbers."""


def _best_first(found: Positions, horizon: int, _dice: random.Random) -> Array:
    return -found.values(horizon)[found.children]


def _worst_first(found: Positions, horizon: int, _dice: random.Random) -> Array:
    return found.values(horizon)[found.children]


def _natural(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    return np.zeros_like(found.children)


def _threats_first(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    return found.priorities


def _shallower(found: Positions, horizon: int, _dice: random.Random) -> Array:
    """First the move that is best if the horizon is one ply nearer; in the last ply before the horizon, none."""
    scores: Array = np.where(found.children == NONE, LEAST, -found.values(horizon - 1)[found.children])
    keys = np.zeros_like(found.children)
    keys[np.arange(len(keys)), scores.argmax(axis=1)] = 1
    keys[found.starts[min(horizon, len(found.starts) - 1) - 1] :] = 0
    return keys


def _centre_first(found: Positions, _horizon: int, _dice: random.Random) -> Array:
    count = found.children.shape[1]
    keys = np.array([-abs(2 * action - (count - 1)) for action in range(count)], np.int64)
    return keys + np.zeros_like(found.children)


def _random(found: Positions, _horizon: int, dice: random.Random) -> Array:
    keys = np.arange(found.children.shape[1], dtype=np.int64) + np.zeros_like(found.children)
    return np.random.default_rng(dice.getrandbits(62)).permuted(keys, axis=1)


SLOWEST: Final = "worst first"
"""Takes too long for `--quick` when a game is searched to its end."""

KEYS: Final[Mapping[str, Keys]] = {
    SLOWEST: _worst_first,
    "random": _random,
    "natural": _natural,
    "centre first": _centre_first,
    "best one ply shallower": _shallower,
    "threats first": _threats_first,
    "best first": _best_first,
}
"""Orders that are searched without a table. Moves with equal keys stay in the order of the columns."""

TABLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "table": {"table": True},
    "table, deepening": {"table": True, "deepening": True},
}
"""Options of searches with a table, which try its move first and the others in natural order."""


def in_order(found: Positions, order: str, horizon: int, dice: random.Random) -> Array:
    """The children of each position in this order; NONE comes last. Shape (positions, actions)."""
    keys = KEYS["natural" if order in TABLES else order](found, horizon, dice)
    keys = np.where(found.children == NONE, LEAST, keys)
    return np.take_along_axis(found.children, np.argsort(-keys, axis=1, kind="stable"), axis=1)
