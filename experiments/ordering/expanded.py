"""A small game as arrays of all its positions, so that the children of each position can be put into any order."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from zermelo import NONE, Game, game_named

POINTS: Final = 1_000_000
"""The value of a win, in units of the static evaluation; the same as in the games of lines."""

Array = NDArray[np.int64]


@dataclass(frozen=True)
class Positions:
    """The positions that can be reached in the first plies of a game, numbered ply by ply. The players take turns."""

    starts: tuple[int, ...]
    """The first position of each ply; at the end, the number of all positions."""
    children: Array
    """The position after each action; NONE if it is not legal, or in the last ply. Shape (positions, actions)."""
    ends: Array
    """1 if the game is over, else 0."""
    points: Array
    """For the player to move: the reward if the game is over, else the static evaluation."""
    priorities: Array
    """The game's priority of each action; the highest is tried first. Shape (positions, actions)."""

    def ply(self, number: int) -> range:
        """The positions of one ply."""
        return range(self.starts[number], self.starts[number + 1])

    def values(self, horizon: int) -> Array:
        """The value of each position for its player to move, searched to the horizon, where positions are evaluated."""
        values = self.points.copy()
        for number in reversed(range(min(horizon, len(self.starts) - 1))):
            here = self.ply(number)
            rows = self.children[here.start : here.stop]
            best = np.where(rows == NONE, -POINTS, -values[rows]).max(axis=1)
            values[here.start : here.stop] = np.where(
                self.ends[here.start : here.stop] == 1, values[here.start : here.stop], best
            )
        return values

    def visits(self, root: int, depth: int) -> tuple[int, int]:
        """The nodes that MiniMax visits from a position, itself included, and the leaves among them."""
        ways = {root: 1}
        nodes = leaves = 0
        for _ in range(depth):
            after: dict[int, int] = {}
            for place, count in ways.items():
                nodes += count
                leaves += count * int(self.ends[place])
                for child in self.children[place].tolist():
                    if child != NONE:
                        after[child] = after.get(child, 0) + count
            ways = after
        return nodes + sum(ways.values()), leaves + sum(ways.values())


@functools.lru_cache(maxsize=2)
def positions(name: str, plies: int) -> Positions:
    """The positions of the first plies of the game with this name; those of the last ply have no children."""
    game: Game[Any] = game_named(name)
    worst, best = game.reward_range
    if (worst, best) != (-1, 1) or game.resolution != POINTS:
        raise ValueError(f"{game} has other rewards or another resolution: -1 to 1 and {POINTS} are needed.")
    layer: dict[Any, int] = {game.initial(): 0}
    starts, children, ends, points, priorities = [0], list[list[int]](), list[int](), list[int](), list[list[int]]()
    for number in range(plies + 1):
        after: dict[Any, int] = {}
        starts.append(starts[-1] + len(layer))
        for state in layer:
            over = game.terminal(state)
            ends.append(int(over))
            points.append(game.reward(state) * POINTS if over else game.evaluate(state))
            children.append([NONE] * game.action_count)
            priorities.append([NONE] * game.action_count)
            for action in () if over or number == plies else game.actions(state):
                child = game.apply(state, action)
                children[-1][action] = starts[-1] + after.setdefault(child, len(after))
                priorities[-1][action] = game.priority(state, action)
        layer = after
    return Positions(
        tuple(starts),
        np.array(children, np.int64),
        np.array(ends, np.int64),
        np.array(points, np.int64),
        np.array(priorities, np.int64),
    )


class Expanded(Game[int]):
    """A game of such positions. A state is the number of a position; action a leads to its child number a."""

    runtime: ClassVar[tuple[str, ...]] = ("action_count", "max_length", "root")
    resolution: int = POINTS

    def __init__(self, found: Positions, children: Array, root: int) -> None:
        """`children`: the children of each position in the order in which to try them; `root`: the initial position.

        A position of the last ply gets one move, to an artificial end, because its children are not known. A search to the
        depth of that ply does not reach this end.
        """
        self.action_count = children.shape[1]
        self.max_length = len(found.starts)
        self.root = root
        end = len(children)
        self.children = np.vstack([children, np.full_like(children[:1], NONE)])
        unwritten = (found.ends == 0) & (children == NONE).all(axis=1)
        self.children[:end][unwritten, 0] = end
        self.ends = np.append(found.ends, np.ones(1, found.ends.dtype))
        self.points = np.append(found.points, np.zeros(1, found.points.dtype))

    def initial(self) -> int:
        """The root."""
        return self.root

    def legal(self, state: int, action: int) -> bool:
        """Whether there is such a child."""
        return 0 <= action < self.action_count and int(self.children[state, action]) != NONE

    def apply(self, state: int, action: int) -> int:
        """The child."""
        return int(self.children[state, action])

    def terminal(self, state: int) -> bool:
        """As in the game."""
        return int(self.ends[state]) == 1

    def reward(self, state: int) -> int:
        """As in the game."""
        return int(self.points[state]) // POINTS

    def evaluate(self, state: int) -> int:
        """As in the game."""
        return int(self.points[state])
