"""Best responses: what an agent gets, at worst, from an opponent that knows its policy; exact, by dynamic programming.

The agent's policy is fixed, so its opponent solves a problem for one player: in each position that can be reached, the
value is the mean over the agent's actions and over throws, and the least over the opponent's actions. Exploitability is the
term of Johanson et al. (2011) for what a policy gets less than the game value, as a mean over the sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from zermelo.core.errors import TOO_LONG, BrokenContract, NotSupported
from zermelo.core.game import Game, player_at
from zermelo.core.notebooks import as_printed
from zermelo.core.stable_text import SCHEMA
from zermelo.core.stakes import Reward
from zermelo.core.wording import Row, counted, labelled
from zermelo.play.weights import Weight, mean
from zermelo.solver.result import plain_number

MOST_POSITIONS: Final = 1_000_000
"""The most positions that are visited by default: minutes."""

LONG: Final = 1_000_000
"""Fractions with a denominator of this size are shown as decimals."""

AT_A_TIME: Final = 1000
"""The positions between two calls of `progress`."""

Chooser = Literal["agent", "opponent", "chance"]


@dataclass(frozen=True)
class BestResponse:
    """The least that an agent gets on one side. Rewards are the agent's, and expected ones if its policy or the game draws
    lots.
    """

    game: str
    player: str
    """The agent."""
    side: str
    """"first" or "second": whether the agent moves first or second."""
    value: Reward
    """The game value for that side: what best play gets."""
    reward: Weight
    """What the agent gets against a best response: an int or a Fraction, or a float if the policy has floats."""
    line: tuple[str, ...]
    """A play against a best response, in which the agent and chance always do what is most likely."""
    positions: int
    """The number of positions that can be reached before the end of the game."""

    @property
    def loss(self) -> Weight:
        """How much less than the game value the agent gets."""
        return self.value - self.reward

    def row(self) -> Row:
        """The side, and what the agent gets there."""
        return self.side, [
            f"value {amount(self.value)}",
            f"gets {amount(self.reward)} at worst",
            f"as in {' '.join(self.line)}",
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.game}: against a best response\n{labelled([self.row()])}"

    _repr_pretty_ = as_printed

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, with the version of the schema; fractions as text, "11/36"."""
        return {"schema": SCHEMA, "game": self.game, "player": self.player, **self.fields()}

    def fields(self) -> dict[str, Any]:
        """Plain data for JSON, without the game and the agent."""
        numbers = {name: plain_number(getattr(self, name)) for name in ("value", "reward", "loss")}
        return {"side": self.side, **numbers, "line": list(self.line), "positions": self.positions}


def amount(number: Weight) -> str:
    """A number for people: a short fraction with its decimals, a float or a long fraction with decimals alone."""
    if isinstance(number, int):
        return str(number)
    if isinstance(number, Fraction) and number.denominator < LONG:
        return f"{number} ({float(number):.4f})"
    return f"{float(number):.4f}"


def rows_of(responses: Sequence[BestResponse]) -> list[Row]:
    """A row for each side, and the exploitability."""
    if not responses:
        return []
    words = "how much less than the value it gets, averaged over both sides"
    mean = f"exploitability {amount(mean_loss(responses))}: {words}"
    return [*(response.row() for response in responses), ("both", mean)]


def mean_loss(responses: Sequence[BestResponse]) -> Weight:
    """The mean of what an agent loses on its sides: its exploitability."""
    return mean([response.loss for response in responses], [1] * len(responses))


class Found(NamedTuple):
    """What the agent gets against a best response, a line of play, and the number of positions that can be reached."""

    reward: Weight
    line: tuple[str, ...]
    positions: int


def best_response(
    game: Game[Any],
    weights: Callable[[Any], Mapping[int, Weight]],
    mover: int,
    *,
    limit: int = MOST_POSITIONS,
    progress: Callable[[str], None] | None = None,
) -> Found:
    """The least that an agent gets as the player `mover`, 0 or 1, from the initial position.

    `weights` is the agent's policy: the positive weight of each of its actions in a state. It is asked once in each
    position. Raises NotSupported if more than `limit` positions can be reached, BrokenContract for a play that does not
    end.
    """
    work = _Positions(game, weights, mover, limit)
    root = _Position(game.initial(), 0)
    reward = work.value(root, progress)
    return Found(reward, tuple(map(game.action_name, work.line(root))), len(work.known))


class _Position(NamedTuple):
    """A state and how many plies lead to it."""

    state: Any
    ply: int


class _Node:
    """A position on the path, with its actions and the values of the first of them."""

    def __init__(
        self, key: tuple[Any, int], position: _Position, chooser: Chooser, weights: Mapping[int, Weight]
    ) -> None:
        self.key, self.position, self.chooser, self.weights = key, position, chooser, weights
        self.open = [*weights][::-1]  # they are taken from the end
        self.values: list[Weight] = []

    def value(self) -> Weight:
        """The value of the position, once all values are there."""
        return min(self.values) if self.chooser == "opponent" else mean(self.values, self.weights.values())

    def action(self) -> int:
        """The action that is played in a line: the opponent's best, or the most likely."""
        scores = [-value for value in self.values] if self.chooser == "opponent" else [*self.weights.values()]
        return [*self.weights][scores.index(max(scores))]


class _Positions:
    """The positions that can be reached, each visited once, depth first."""

    def __init__(self, game: Game[Any], weights: Callable[[Any], Mapping[int, Weight]], mover: int, limit: int) -> None:
        self._game, self._weights, self._mover, self._limit = game, weights, mover, limit
        self.known: dict[tuple[Any, int], tuple[Weight, int]] = {}
        """The value of each position, by state and player to move, and the action that is played there in a line."""

    def value(self, root: _Position, progress: Callable[[str], None] | None) -> Weight:
        """What the agent gets from here on. Raises NotSupported, BrokenContract."""
        reward = self._known_value(root)
        path = [self._node(root, 0)] if reward is None else []
        while path:
            node = path[-1]
            if node.open:
                child = _Position(self._game.apply(node.position.state, node.open.pop()), node.position.ply + 1)
                known = self._known_value(child)
                if known is None:
                    path.append(self._node(child, len(path)))
                else:
                    node.values.append(known)
                continue
            path.pop()
            reward = node.value()
            self.known[node.key] = reward, node.action()
            if path:
                path[-1].values.append(reward)
            if progress and len(self.known) % AT_A_TIME == 0:
                progress(f"{len(self.known):,} positions visited")
        assert reward is not None
        return reward

    def line(self, position: _Position) -> list[int]:
        """The actions from here to the end of the game."""
        actions: list[int] = []
        while not self._game.terminal(position.state):
            actions.append(self.known[self._key(position)][1])
            position = _Position(self._game.apply(position.state, actions[-1]), position.ply + 1)
        return actions

    def _key(self, position: _Position) -> tuple[Any, int]:
        return position.state, player_at(self._game, *position)

    def _known_value(self, position: _Position) -> Weight | None:
        """The value if it is known: the game is over, or the position was visited before."""
        key = self._key(position)
        if self._game.terminal(position.state):
            reward = self._game.reward(position.state)
            return reward if key[1] == self._mover else -reward
        return self.known[key][0] if key in self.known else None

    def _node(self, position: _Position, above: int) -> _Node:
        """The node of a position, with `above` nodes above it on the path. Raises NotSupported, BrokenContract."""
        game, state = self._game, position.state
        if position.ply >= game.max_length:
            raise BrokenContract(TOO_LONG)
        if len(self.known) + above >= self._limit:
            raise NotSupported(
                f"A best response visits every position that can be reached, and in {game} there are more than "
                f"{counted(self._limit, 'position')}; in Python, a larger limit can be given."
            )
        key = self._key(position)
        if game.has_chance and game.chance(state):
            return _Node(
                key, position, "chance", {action: game.weight(state, action) for action in game.actions(state)}
            )
        if key[1] == self._mover:
            return _Node(key, position, "agent", self._weights(state))
        return _Node(key, position, "opponent", dict.fromkeys(game.actions(state), 1))
