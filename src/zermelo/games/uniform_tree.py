"""The uniform tree with random leaves: the laboratory animal of search algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadGame
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import shown, unknown

ORDERS = ("random", "best", "worst")
MAX_LEAVES = 1 << 24
SPREAD = 1_000_000
"""Leaves are worth -SPREAD..SPREAD to the player to move at the root."""

GOLDEN = 0x9E3779B97F4A7C15


class TreeNode(NamedTuple):
    """A node: how deep it is, and which of its level, from left to right as the tree was made."""

    level: int
    number: int


def splitmix64(seed: int, count: int) -> NDArray[np.uint64]:
    """The first `count` outputs of SplitMix64 (Steele, Lea and Flood 2014) from `seed`, shape (count,).

    Output i is mix(seed + (i + 1) * 0x9E3779B97F4A7C15), all modulo 2**64, where mix(z) is z ^= z >> 30,
    z *= 0xBF58476D1CE4E5B9, z ^= z >> 27, z *= 0x94D049BB133111EB, z ^= z >> 31.
    """
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GOLDEN)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


@dataclass(frozen=True)
class tree(Game[TreeNode]):  # noqa: N801  (the name of the family)
    """A tree in which each node has `branching` children and all leaves are `depth` plies down; no transpositions.

    Leaf i, from the left, is worth splitmix64(seed)[i] mod 2000001 - 1000000 to the player to move at the root, so any
    language can make the same tree. `order` says in which order children are tried: as made ("random"), the best for the
    player to move first ("best"), or last ("worst"). The children's order never changes a value.
    """

    branching: int
    depth: int
    seed: int = 0
    order: str = "random"

    runtime: ClassVar[tuple[str, ...]] = ("branching", "depth", "seed", "order", "action_count", "max_length")
    reward_range: ClassVar[tuple[int, int]] = (-SPREAD, SPREAD)  # pyright: ignore[reportIncompatibleVariableOverride]

    def __post_init__(self) -> None:
        for name, value, low in (("branching", self.branching, 1), ("depth", self.depth, 1), ("seed", self.seed, 0)):
            if not is_within(value, low, (1 << 63) - 1):
                raise BadGame(f"tree: {name} = {shown(value)} is not an integer from {low} on.")
        if self.order not in ORDERS:
            raise BadGame(unknown("order of a tree", self.order, ORDERS))
        if self.depth > MAX_LEAVES.bit_length() * 10 or self.branching**self.depth > MAX_LEAVES:
            raise BadGame(f"tree: {self.branching}**{self.depth} leaves are more than {MAX_LEAVES}.")
        object.__setattr__(self, "leaves", self._leaves())
        object.__setattr__(self, "children", self._children())

    def _leaves(self) -> NDArray[np.int64]:
        """What each leaf is worth to the root's player, shape (branching ** depth,)."""
        values = splitmix64(self.seed, self.branching**self.depth) % np.uint64(2 * SPREAD + 1)
        return values.astype(np.int64) - SPREAD

    def _children(self) -> NDArray[np.int64]:
        """Which child each action of each inner node leads to, shape (inner nodes, branching), level by level."""
        levels: list[NDArray[np.int64]] = []
        values = self.leaves
        for level in reversed(range(self.depth)):
            rows = values.reshape(-1, self.branching)
            sign = 1 if level % 2 == 0 else -1  # the root's player maximises at even levels
            if self.order == "random":
                choice = np.tile(np.arange(self.branching), (len(rows), 1))
            else:
                choice = np.argsort(sign * rows if self.order == "worst" else -sign * rows, axis=1, kind="stable")
            levels.append(choice.astype(np.int64))
            values = sign * (sign * rows).max(axis=1)
        return np.concatenate(levels[::-1])

    leaves: ClassVar[NDArray[np.int64]]
    children: ClassVar[NDArray[np.int64]]

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """One for each child."""
        return self.branching

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The depth."""
        return self.depth

    def initial(self) -> TreeNode:
        """The root."""
        return TreeNode(0, 0)

    def legal(self, state: TreeNode, action: int) -> bool:
        """Every child may be chosen."""
        return 0 <= action < self.branching

    def apply(self, state: TreeNode, action: int) -> TreeNode:
        """The child that `order` puts at this place."""
        inner = 0  # nodes on the levels above
        width = 1
        for _ in range(state.level):
            inner += width
            width *= self.branching
        child = int(self.children[inner + state.number, action])
        return TreeNode(state.level + 1, state.number * self.branching + child)

    def terminal(self, state: TreeNode) -> bool:
        """A leaf."""
        return state.level == self.depth

    def reward(self, state: TreeNode) -> int:
        """The leaf's worth, with its sign turned when it is the other player's turn."""
        value = int(self.leaves[state.number])
        return value if state.level % 2 == 0 else -value

    def invariant(self, state: TreeNode, action: int, after: TreeNode) -> bool:
        """One level down, below the same node."""
        return after.level == state.level + 1 and after.number // self.branching == state.number

    def __str__(self) -> str:
        return f"tree({self.branching},{self.depth},{self.seed},{self.order})"
