"""Games on random graphs with loops, and their values by value iteration, which shares no code with the package."""

from __future__ import annotations

import random
from typing import Any

from zermelo import Game
from zermelo.core.constants import ALTERNATES


class Graph(Game[Any]):
    """A token is moved along the edges of a graph; some nodes end the game. Nodes are numbers, pairs or objects."""

    cyclic = True

    def __init__(self, size: int, seed: int, best: int = 1, form: str = "int", alternates: bool = False) -> None:
        rng = random.Random(seed)
        self.form, self.alternates = form, alternates
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

    An end that is not reached within k plies counts as a draw. The reward comes first, then the plies: a winner wants few,
    a loser many.
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
    zero = (0, 0)
    scores = {state: (game.reward(state), 0) if game.terminal(state) else zero for state in states}
    while True:
        new = {}
        for state in states:
            if not children[state]:
                new[state] = scores[state]
                continue
            own = []
            for child in children[state]:
                reward, plies = scores[child]
                again = game.to_move(child) == game.to_move(state) != ALTERNATES
                reward = reward if again else -reward
                own.append((reward, plies + 1 if reward else 0))
            new[state] = max(own, key=lambda score: (score[0], -score[1] if score[0] > 0 else score[1]))
        if new == scores:
            break
        scores = new
    return {state: (reward, plies if reward else None) for state, (reward, plies) in scores.items()}
