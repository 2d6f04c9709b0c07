"""A tree in which every node has as many children and every leaf is as deep; its leaves are random numbers.

From the root on the players choose a child in turn, player 0 first. At a leaf play ends, and player 0 gets its number.
Leaf i, counted from the left, from 0 on, has the output i of SplitMix64 (Steele, Lea and Flood 2014), modulo 2000001,
less 1000000.

Parameters: {"branching": 4, "depth": 8, "seed": 0, "order": "random"}.
Moves: the number of the child from the left; in the order "best" the child with the best value for the player to move,
with best play, is 0, the next best 1, and so on; in the order "worst" the other way round. Among equals the left one is
first.
State: how many moves have been made; the number of the node among those as deep, from the left.
"""

from __future__ import annotations

import functools
from typing import Any

State = tuple[int, ...]

branching: int
depth: int
seed: int
order: str

WORD = (1 << 64) - 1

LEAVES, ORDERED = 1 << 24, 1 << 18
"""Leaves of a tree, and of one whose children are in order: more would take too long."""


def start(game: dict[str, Any]) -> State:
    """The root."""
    global branching, depth, seed, order
    most = LEAVES if game["order"] == "random" else ORDERED
    if game["branching"] < 1 or not 0 <= game["depth"] <= 250 or game["branching"] ** game["depth"] > most:
        raise ValueError(f"a tree of this order is at most 250 plies deep and has 1 to {most} leaves")
    branching, depth, seed, order = game["branching"], game["depth"], game["seed"], game["order"]
    value.cache_clear()
    return (0, 0)


def leaf(i: int) -> int:
    """The number at a leaf."""
    z = seed + (i + 1) * 0x9E3779B97F4A7C15 & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return (z ^ z >> 31) % 2000001 - 1000000


@functools.cache
def value(state: State) -> int:
    """What player 0 gets with best play."""
    level, node = state
    if level == depth:
        return leaf(node)
    values = [value((level + 1, node * branching + child)) for child in range(branching)]
    return max(values) if to_move(state) == 0 else min(values)


def to_move(state: State) -> int:
    """In turn."""
    return state[0] % 2


def moves(state: State) -> list[int]:
    """Any child."""
    return [*range(branching)]


def apply(state: State, move: int) -> State:
    """The child."""
    level, node = state
    children = [(level + 1, node * branching + child) for child in range(branching)]
    if order != "random":  # sorting keeps the order of equals, reversed or not
        children.sort(key=value, reverse=(order == "best") == (to_move(state) == 0))
    return children[move]


def result(state: State) -> int | None:
    """The number of a leaf."""
    level, node = state
    return leaf(node) if level == depth else None
