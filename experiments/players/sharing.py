"""Uniform trees for any number of players, who share out a fixed sum at each leaf."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.games import tree

TOTAL: Final = 10_000
"""The sum that the players share."""


def splitmix64(seed: int, count: int) -> NDArray[np.uint64]:
    """The first `count` numbers of SplitMix64 (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


@dataclass(frozen=True)
class Sharing(tree):
    """Players take turns. Each node has `branching` children; each leaf has a random share of TOTAL for every player.

    The order "best" puts first the best move of the player to move, by max^n or by paranoid search for player 0.
    """

    players: int = 3  # pyright: ignore[reportIncompatibleVariableOverride]
    paranoid: bool = False

    runtime: ClassVar[tuple[str, ...]] = (*tree.runtime, "paranoid")
    reward_range: ClassVar[tuple[int, int]] = (0, TOTAL)  # pyright: ignore[reportIncompatibleVariableOverride]
    reward_total: ClassVar[int] = TOTAL  # pyright: ignore[reportIncompatibleVariableOverride]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "leaves", self.shares())
        object.__setattr__(self, "children", self.choices())

    def shares(self) -> NDArray[np.int64]:
        """The share of each player at each leaf, shape (leaves, players)."""
        count = self.branching**self.depth
        random = splitmix64(self.seed, count * self.players).reshape(count, self.players) % np.uint64(1 << 20)
        parts = random.astype(np.int64) + 1
        return parts * TOTAL // parts.sum(axis=1, keepdims=True)

    def choices(self) -> NDArray[np.int64]:
        """Which child each action of each inner node leads to, shape (inner nodes, branching), level by level."""
        levels: list[NDArray[np.int64]] = []
        values = self.leaves
        for level in reversed(range(self.depth)):
            rows = values.reshape(-1, self.branching, self.players)
            mover = level % self.players
            own = rows[:, :, mover]
            if self.paranoid:
                own = rows[:, :, 0] if mover == 0 else -rows[:, :, 0]
            ranked = np.argsort(-own, axis=1, kind="stable")
            as_made = np.tile(np.arange(self.branching), (len(rows), 1))
            levels.append((as_made if self.order == "random" else ranked).astype(np.int64))
            values = rows[np.arange(len(rows)), ranked[:, 0]]
        return np.concatenate(levels[::-1])

    def to_move(self, state: Any) -> int:
        """In turn."""
        return state.level % self.players

    def rewards(self, state: Any) -> tuple[int, ...]:
        """The shares."""
        shares = self.nothing
        for player in range(self.players):
            shares = shares[1:] + (int(self.leaves[state.number, player]),)
        return shares

    @property
    def nothing(self) -> tuple[int, ...]:
        """A zero for each player."""
        return (0,) * self.players

    def __str__(self) -> str:
        return f"sharing({self.branching},{self.depth},{self.seed},{self.order},{self.players})"


class Opposed(tree):
    """The same for two players: the catalogue's tree, with rewards that are stated to add up to 0."""

    reward_total: ClassVar[int] = 0  # pyright: ignore[reportIncompatibleVariableOverride]


def tree_size(branching: int, depth: int) -> int:
    """All nodes of a uniform tree."""
    return sum(branching**level for level in range(depth + 1))


def shared(players: int, branching: int, depth: int, seed: int, order: str, *, paranoid: bool) -> Any:
    """The tree for this number of players."""
    if players == 2:
        return Opposed(branching, depth, seed, order)
    return Sharing(branching, depth, seed, order, players, paranoid)
