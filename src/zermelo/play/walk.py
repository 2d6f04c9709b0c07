"""Walks: a position with the play that led to it, and every line of play against a fixed policy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.errors import TOO_LONG, BrokenContract
from zermelo.core.game import Game, player_at, rewards_at
from zermelo.play.weights import Weight

Value = TypeVar("Value")

Key = tuple[Any, int]
"""What makes a position the same as another: the state and the player to move."""


class PathNode:
    """A position, with the play that led to it."""

    __slots__ = ("action", "before", "player", "ply", "state")

    def __init__(
        self, game: Game[Any], state: Any, before: PathNode | None = None, action: int = NONE, first: int = 0
    ) -> None:
        """`before`: the position before the last action, None at the start. `first`: the player to move at the start, if
        the game does not define to_move.
        """
        self.state, self.before, self.action = state, before, action
        self.ply: int = before.ply + 1 if before else 0
        self.player = player_at(game, state, before.player + 1 if before else first)

    @property
    def key(self) -> Key:
        return self.state, self.player

    def after(self, game: Game[Any], action: int) -> PathNode:
        return PathNode(game, game.apply(self.state, action), self, action)

    def steps(self) -> list[PathNode]:
        """The positions after each action of the play, this one last."""
        nodes, node = list[PathNode](), self
        while node.before is not None:
            nodes.append(node)
            node = node.before
        return nodes[::-1]

    def line(self, game: Game[Any]) -> tuple[str, ...]:
        return tuple(game.action_name(node.action) for node in self.steps())


class Branching(Generic[Value]):
    """A position on the path of a walk."""

    def __init__(self, node: PathNode, weights: Mapping[int, Weight], *, opposed: bool = False) -> None:
        """`weights`: how likely each action is. `opposed`: whether the opponent chooses here, who may play anything."""
        self.node, self.weights, self.opposed = node, weights, opposed
        self.left = iter(weights)
        """The actions not yet played."""
        self.values: list[Value] = []
        """What was found after each action that has been played."""


class EveryReply(ABC, Generic[Value]):
    """Visits every position that can be reached while one player follows a policy: each once, depth first. It finds a value
    for each, from the values of the positions after it.
    """

    def __init__(self, game: Game[Any], policy: Callable[[Any], Mapping[int, Weight]], mover: int) -> None:
        """`policy` gives the positive weight of each action that the player `mover`, 0 or 1, may play in a state. It is
        asked once in each position.
        """
        self.game, self.policy, self.mover = game, policy, mover
        self.known: dict[Key, Value] = {}
        self.visited = 0
        """The number of positions reached before the end of the game."""

    @abstractmethod
    def ended(self, node: PathNode, reward: int) -> Value:
        """The value where the game is over, with this reward for the player."""

    def returned(self, node: PathNode) -> Value:
        """The value where play has returned to a position on its path."""
        raise BrokenContract(TOO_LONG)

    @abstractmethod
    def total(self, here: Branching[Value]) -> Value:
        """The value of a position, from those after all its actions."""

    def visit(self, root: PathNode) -> Iterator[int]:
        """Visit all positions, yielding the count after each. Afterwards `known` has a value for the root.

        Raises BrokenContract for a play that is too long, and what the policy raises.
        """
        path: dict[Key, Branching[Value]] = {}
        node, value = root, self._value(root, path)
        while True:
            if value is None:
                path[node.key] = self._opened(node)
                yield self.visited
            elif path:
                path[next(reversed(path))].values.append(value)
            else:
                self.known[root.key] = value
                return
            here = path[next(reversed(path))]
            action = next(here.left, None)
            if action is None:
                value = self.known[path.popitem()[0]] = self.total(here)
            else:
                node = here.node.after(self.game, action)
                value = self._value(node, path)

    def _value(self, node: PathNode, path: Mapping[Key, Any]) -> Value | None:
        """The value if it is known: play has returned to its path, the game is over, or the position was visited before."""
        key = node.key
        if key in path:
            return self.returned(node)
        value = self.known.get(key)
        if value is None and self.game.terminal(node.state):
            return self.ended(node, rewards_at(self.game, node.state, node.player)[self.mover])
        return value

    def _opened(self, node: PathNode) -> Branching[Value]:
        game, state = self.game, node.state
        if node.ply >= game.max_length and not game.cyclic:
            raise BrokenContract(TOO_LONG)
        self.visited += 1
        if game.has_chance and game.chance(state):
            return Branching(node, {action: game.weight(state, action) for action in game.actions(state)})
        if node.player == self.mover:
            return Branching(node, self.policy(state))
        return Branching(node, dict.fromkeys(game.actions(state), 1), opposed=True)
