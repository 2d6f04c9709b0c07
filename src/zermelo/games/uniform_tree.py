"""The family `tree`: the uniform tree with random leaves, the standard test case of search algorithms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from zermelo.core.arrays import HAS_NUMPY
from zermelo.core.errors import BadGame, NotSupported
from zermelo.core.game import Game
from zermelo.core.integers import is_within
from zermelo.core.wording import counted, joined, shown, unknown
from zermelo.games.titles import several

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ORDERS = ("random", "best", "worst")
MAX_LEAVES = 1 << 24
SPREAD = 1_000_000
"""The values of leaves are -SPREAD..SPREAD, for the player to move at the root."""


class TreeNode(NamedTuple):
    """A node: its level below the root, and its number on that level, from left to right in the order `random`."""

    level: int
    number: int


def splitmix64(seed: int, count: int) -> NDArray[np.uint64]:
    """The first `count` outputs of SplitMix64 (Steele, Lea and Flood 2014) from `seed`, shape (count,).

    Output i is mix(seed + (i + 1) * 0x9E3779B97F4A7C15), all modulo 2**64, where mix(z) is z ^= z >> 30,
    z *= 0xBF58476D1CE4E5B9, z ^= z >> 27, z *= 0x94D049BB133111EB, z ^= z >> 31.
    """
    import numpy as np

    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


@dataclass(frozen=True)
class tree(Game[TreeNode]):  # noqa: N801  (the name of the family)
    """A tree in which each node has `branching` children and each leaf is `depth` plies below the root, without
    transpositions.

    The value of leaf i, from the left, is splitmix64(seed)[i] mod 2000001 - 1000000, for the player to move at the root;
    so a program in any language can make the same tree. `order` is the order of the children of each node: as generated
    ("random"), the best for the player to move first ("best"), or the best last ("worst"). It does not change any value.
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
                raise BadGame(f"tree: {name} = {shown(value)} is not an integer of {low} or more.")
        if self.order not in ORDERS:
            raise BadGame(unknown("order of a tree", self.order, ORDERS))
        if self.depth > MAX_LEAVES.bit_length() * 10 or self.branching**self.depth > MAX_LEAVES:
            raise BadGame(
                f"tree: {self.branching}**{self.depth} leaves are too many; at most {MAX_LEAVES} are allowed."
            )
        if not HAS_NUMPY:
            raise NotSupported("The leaves of a tree are made with NumPy, which is not installed here.")
        import numpy as np

        leaves = splitmix64(self.seed, self.branching**self.depth) % np.uint64(2 * SPREAD + 1)
        object.__setattr__(self, "leaves", leaves.astype(np.int64) - SPREAD)
        object.__setattr__(self, "children", self._children())

    def _children(self) -> NDArray[np.int64]:
        import numpy as np

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
    """The value of each leaf for the player to move at the root: shape (branching ** depth,)."""
    children: ClassVar[NDArray[np.int64]]
    """The child that each action leads to: shape (inner nodes, branching); the nodes level by level."""

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.branching

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.depth

    def initial(self) -> TreeNode:
        return TreeNode(0, 0)

    def legal(self, state: TreeNode, action: int) -> bool:
        return 0 <= action < self.branching

    def apply(self, state: TreeNode, action: int) -> TreeNode:
        inner, width = 0, 1  # the nodes on the levels above, and on this one
        for _ in range(state.level):
            inner += width
            width *= self.branching
        child = int(self.children[inner + state.number, action])
        return TreeNode(state.level + 1, state.number * self.branching + child)

    def terminal(self, state: TreeNode) -> bool:
        return state.level == self.depth

    def reward(self, state: TreeNode) -> int:
        value = int(self.leaves[state.number])
        return value if state.level % 2 == 0 else -value

    def invariant(self, state: TreeNode, action: int, after: TreeNode) -> bool:
        return after.level == state.level + 1 and after.number // self.branching == state.number

    def title(self) -> str:
        branches = counted(self.branching, "branch", "branches")
        return f"Random tree, {branches}, {counted(self.depth, 'ply', 'plies')} deep"

    def rules(self) -> str:
        return (
            "This game tests search algorithms. The players take turns to choose a branch of a tree, numbered "
            f"{joined(range(self.branching), 'or') if self.branching < 10 else f'0 to {self.branching - 1}'}, "
            f"until they reach a leaf after {several(self.depth, 'move')}. Each leaf has a random number from -{SPREAD:,} "
            f"to {SPREAD:,}. The first player gets the number of that leaf, and the second player its negative."
        )

    def __str__(self) -> str:
        return f"tree({self.branching},{self.depth},{self.seed},{self.order})"
