"""A random game whose positions are numbers, stored as states of any kind: it is the same game for all kinds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from zermelo import Bits, Game

NODES: Final = 120
ACTIONS: Final = 4
WAYS: Final = itertools.cycle(range(4))


class Place(NamedTuple):
    """A position with names."""

    node: Any
    side: Any


class Holder(NamedTuple):
    """Some places, and what is told of them."""

    places: frozenset[Place]
    told: str


Form = Callable[[int, int], Any]

FORMS: Final[dict[str, Form]] = {
    "numbers": lambda node, side: node * 2 + side,
    "wide": lambda node, side: (-1 if node % 2 else 1) * (7**node * 2 + side),
    "pairs": lambda node, side: (node, side == 1),
    "tuples": lambda node, side: (side, *range(node % 7), (node,) if node % 3 else (node, (0, node))),
    "texts": lambda node, side: "é\0\ud800"[side] * (1 + node % 20) + str(node),
    "sets": lambda node, side: frozenset([*(str(cell) for cell in range(8) if node >> cell & 1), f"side {side}"]),
    "sets of sets": lambda node, side: frozenset(
        [frozenset([side, "side"]), *(frozenset([f"{cell}", cell]) for cell in range(8) if node >> cell & 1)]
    ),
    "bytes": lambda node, side: bytes([node, side]) * (1 + node % 5),
    "boards": lambda node, side: Bits(300, 1 << node | side << 299),
    "boards of any size": lambda node, side: Bits(node + 1, side) if node else Bits(500 + side),
    "named": lambda node, side: Place(node, Place(str(side), None)),
    "mixture": lambda node, side: Holder(
        frozenset({Place(node, side), Place(Bits(9, node % 500), b"x" * (node % 30)), Place(None, str(node))}),
        f"{side}",
    ),
}


class Graph(Game[Any]):
    """Each player moves along one of the edges; the mirror image of the game is the game itself."""

    action_count = ACTIONS
    max_length = NODES
    reward_range = (-2, 2)
    symmetry_count = 2

    def __init__(self, form: str) -> None:
        rng = random.Random("graph")
        form = form.replace("_", " ")
        self.form = form
        self.edges = [
            [
                (min(node + rng.randint(1, 9), NODES - 1), rng.randrange(2), action)
                for action in sorted(rng.sample(range(ACTIONS), rng.randint(1, ACTIONS)))
            ]
            if node < NODES - 1 and rng.random() < 0.9
            else []
            for node in range(NODES)
        ]
        self.edges[0] = [(1, 0, 0), (2, 1, 1), (5, 0, 2)]
        self.rewards_there = [rng.randint(-2, 2) for _ in range(NODES)]
        self.nodes = {FORMS[form](node, side): (node, side) for node in range(NODES) for side in range(2)}

    def __str__(self) -> str:
        return f"Graph({self.form})"

    def state(self, node: int, side: int) -> Any:
        return FORMS[self.form](node, side)

    def initial(self) -> Any:
        return self.state(0, 0)

    def actions(self, state: Any) -> Iterator[int]:
        node, _ = self.nodes[state]
        yield from (action for _, _, action in self.edges[node])

    def apply(self, state: Any, action: int) -> Any:
        node, side = self.nodes[state]
        to, turned = next((to, turned) for to, turned, known in self.edges[node] if known == action)
        return self.state(to, side ^ turned)

    def terminal(self, state: Any) -> bool:
        return not self.edges[self.nodes[state][0]]

    def reward(self, state: Any) -> int:
        return self.rewards_there[self.nodes[state][0]]

    def symmetric(self, state: Any, symmetry: int) -> Any:
        node, side = self.nodes[state]
        return self.state(node, side ^ symmetry)


class Careless(Graph):
    """Equal states made in different ways: True for 1, a plain tuple for one with names."""

    def __init__(self) -> None:
        super().__init__("named")
        self.nodes = {(node, side): (node, side) for node in range(NODES) for side in range(2)}

    def __str__(self) -> str:
        return "Careless"

    def state(self, node: int, side: int) -> Any:
        some = node if node > 1 else bool(node)
        return [Place(node, side), (node, side), Place(some, side == 1), (some, side)][next(WAYS)]

    def initial(self) -> Any:
        return Place(0, 0)


class Named(Graph):
    """States of several shapes, with names from the second one on."""

    def __init__(self) -> None:
        super().__init__("pairs")
        self.nodes = {self.state(node, side): (node, side) for node in range(NODES) for side in range(2)}

    def __str__(self) -> str:
        return "Named"

    def state(self, node: int, side: int) -> Any:
        return (side, node) if node == 0 else Place(Place(node, side), str(node))

    def terminal(self, state: Any) -> bool:
        if state[1] == 0:
            return False
        return super().terminal(state) and state.node.side == state.node[1]
