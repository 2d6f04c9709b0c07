"""Games on random graphs with loops, and their values by value iteration, which shares no code with the package."""

from __future__ import annotations

import math
import random
from typing import Any

from zermelo import Game
from zermelo.core.constants import NONE


class Graph(Game[Any]):
    """A token is moved along the edges of a graph; some nodes end the game. Nodes are numbers, pairs or objects."""

    cyclic = True

    def __init__(
        self, size: int, seed: int, best: int = 1, form: str = "int", alternates: bool = False, endless: int = NONE
    ) -> None:
        rng = random.Random(seed)
        self.form, self.alternates, self.endless = form, alternates, endless
        self.reward_range = (-best, best)
        self.action_count, self.max_length = 4, 10
        self.edges = [
            [rng.randrange(size) for _ in range(rng.choice((0, 1, 2, 2, 3, 4)))] if node else [rng.randrange(size)] * 2
            for node in range(size)
        ]
        self.movers = [rng.randrange(2) for _ in range(size)]
        self.ends_with = [rng.randint(-best, best) for _ in range(size)]

    def made(self, node: int, turn: int) -> Any:
        if self.form == "int":
            return 2 * node + turn
        return (node, turn) if self.form == "pair" else f"{node}/{turn}"

    def read(self, state: Any) -> tuple[int, int]:
        if self.form == "int":
            return divmod(state, 2)
        return state if self.form == "pair" else tuple(map(int, state.split("/")))

    def initial(self) -> Any:
        return self.made(0, 0 if self.alternates else self.movers[0])

    def to_move(self, state: Any) -> int:
        return self.read(state)[1]

    def legal(self, state: Any, action: int) -> bool:
        return action < len(self.edges[self.read(state)[0]])

    def apply(self, state: Any, action: int) -> Any:
        node, turn = self.read(state)
        there = self.edges[node][action]
        return self.made(there, 1 - turn if self.alternates else self.movers[there])

    def terminal(self, state: Any) -> bool:
        return not self.edges[self.read(state)[0]]

    def reward(self, state: Any) -> int:
        return self.ends_with[self.read(state)[0]]


def by_iteration(game: Any) -> dict[Any, tuple[int, int | None]]:
    """The value and distance of each position that can be reached: what can be forced within k plies, for growing k.

    What is not over within k plies counts as a play that never ends. The reward comes first, then the plies: whoever gains
    by an end wants it soon, and the other player late.
    """
    states, todo = {game.initial(): None}, [game.initial()]
    while todo:
        state = todo.pop()
        for action in () if game.terminal(state) else game.actions(state):
            child = game.apply(state, action)
            if child not in states:
                states[child] = None
                todo.append(child)
    children = {
        state: [] if game.terminal(state) else [game.apply(state, action) for action in game.actions(state)]
        for state in states
    }
    best = game.reward_range[1]
    never = {NONE: 0, 0: best, 1: -best}[game.endless]  # for player 0
    least = 0 if game.endless == NONE else -abs(never)

    def preferred(outcome: tuple[int, float]) -> tuple[int, float]:
        """The preference of player 0, greater for better outcomes: a reward for player 0, and the plies to it."""
        reward, plies = outcome
        sign = 1 if game.endless != 0 else -1
        return reward, sign * (-plies if sign * reward > least else plies)

    outcomes: dict[Any, tuple[int, float]] = {}
    for state in states:
        sign = 1 if game.to_move(state) == 0 else -1
        outcomes[state] = (never, math.inf) if children[state] else (sign * game.reward(state), 0)
    while True:
        new = {}
        for state in states:
            own = [(reward, plies + 1) for reward, plies in map(outcomes.get, children[state])]
            if game.endless == NONE:
                own = [(reward, plies) if reward else (0, math.inf) for reward, plies in own]
            choose = max if game.to_move(state) == 0 else min
            new[state] = choose(own, key=preferred) if own else outcomes[state]
        if new == outcomes:
            break
        outcomes = new
    signs = {state: 1 if game.to_move(state) == 0 else -1 for state in states}
    return {
        state: (signs[state] * reward, int(plies) if reward and plies < math.inf else None)
        for state, (reward, plies) in outcomes.items()
    }
