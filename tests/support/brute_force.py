"""The value of every position of a small game, by nothing but its rules, and what a policy gets against every reply.

It shares no code with the package: a game is only asked for its legal actions, children, turns and rewards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple


class Worth(NamedTuple):
    """What best play gets, for the player to move, and the plies to the end; at a value of 0 the plies mean nothing."""

    value: Fraction
    plies: int


class Truth:
    """The values of all positions of a game for two players, with chance or without, whose plays end."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.worth: Callable[[Any], Worth] = cache(self._worth)

    def positions(self) -> list[Any]:
        """The positions that can be reached and in which a player moves, in a fixed order."""
        game = self.game
        met: dict[Any, None] = {game.initial(): None}
        new = [game.initial()]
        while new:
            state = new.pop()
            for child in [] if game.terminal(state) else [game.apply(state, action) for action in self.legal(state)]:
                if child not in met:
                    met[child] = None
                    new.append(child)
        return [state for state in met if not (game.terminal(state) or self.is_throw(state))]

    def legal(self, state: Any) -> list[int]:
        """The legal actions."""
        return [action for action in range(self.game.action_count) if self.game.legal(state, action)]

    def is_throw(self, state: Any) -> bool:
        """Whether chance moves."""
        return self.game.has_chance and not self.game.terminal(state) and self.game.chance(state)

    def _worth(self, state: Any) -> Worth:
        if self.game.terminal(state):
            return Worth(Fraction(self.game.reward(state)), 0)
        after = {action: self.after(state, action) for action in self.legal(state)}
        if self.is_throw(state):
            weights = {action: self.game.weight(state, action) for action in after}
            total = sum(weight * after[action].value for action, weight in weights.items())
            return Worth(Fraction(total) / sum(weights.values()), 0)
        return max(after.values(), key=preference)

    def after(self, state: Any, action: int) -> Worth:
        """What an action gets, for the player who makes it."""
        child = self.game.apply(state, action)
        value, plies = self.worth(child)
        mover = self.game.to_move(state)
        again = mover >= 0 and mover == self.game.to_move(child)
        return Worth(value if again else -value, plies + 1)

    def optimal(self, state: Any, *, distance: bool) -> set[int]:
        """The optimal actions; with `distance`, those that also win soonest or lose latest."""
        best = self.worth(state)
        return {
            action
            for action in self.legal(state)
            if self.after(state, action).value == best.value
            and (not distance or preference(self.after(state, action)) == preference(best))
        }

    def loss(self, state: Any, action: int) -> Fraction:
        """By how much an action gets less than the best one."""
        return self.worth(state).value - self.after(state, action).value


def preference(worth: Worth) -> tuple[Fraction, int]:
    """More for better worths: a greater value, a faster win, a slower loss."""
    value, plies = worth
    return value, 0 if value == 0 else plies if value < 0 else -plies


Policy = Callable[[Any], Mapping[int, Any]]


def worst(game: Any, policy: Policy, mover: int) -> Any:
    """What a policy gets as the player `mover`, at worst: every line of play, no position remembered."""
    legal = Truth(game).legal

    def play(state: Any, turn: int) -> Any:
        turn = turn if game.to_move(state) < 0 else game.to_move(state)
        if game.terminal(state):
            return game.reward(state) * (1 if turn == mover else -1)
        weights: Mapping[int, Any] = dict.fromkeys(legal(state), 1)
        is_throw = game.has_chance and game.chance(state)
        if is_throw:
            weights = {action: game.weight(state, action) for action in weights}
        elif turn == mover:
            weights = policy(state)
        values = {action: play(game.apply(state, action), 1 - turn) for action in weights}
        if turn != mover and not is_throw:
            return min(values.values())
        total = sum(weights.values())
        return sum(weight * values[action] for action, weight in weights.items()) * (
            1 / total if isinstance(total, float) else Fraction(1, total)
        )

    return play(game.initial(), 0)


def some_policy(game: Any, seed: int, *, most: int = 4, floats: bool = False) -> Policy:
    """A policy with random weights, the same for the same state."""

    def policy(state: Any) -> dict[int, Any]:
        rng = random.Random(f"{seed} {state!r}")
        actions = [action for action in range(game.action_count) if game.legal(state, action)]
        weights = {action: rng.random() if floats else rng.randrange(most) for action in actions}
        return {action: weight for action, weight in weights.items() if weight} or {actions[0]: 1}

    return policy


def some_games(game: Any, count: int, seed: int) -> list[list[int]]:
    """Games of random moves, from the beginning to the end."""
    rng, games = random.Random(f"{game} {seed}"), list[list[int]]()
    for _ in range(count):
        state, moves = game.initial(), list[int]()
        while not game.terminal(state):
            moves.append(rng.choice([action for action in range(game.action_count) if game.legal(state, action)]))
            state = game.apply(state, moves[-1])
        games.append(moves)
    return games
