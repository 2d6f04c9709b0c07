"""Random graphs of positions as games, whose states are of any type: the same graph, and so the same values, for each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from zermelo import Bits, Game

MOVES: Final = 3


class Node(NamedTuple):
    """A position: where its moves lead, and what it is worth to the player to move if it has none."""

    children: tuple[int, ...]
    reward: int


def graph(seed: int) -> tuple[Node, ...]:
    """Positions 0, 1, 2 and so on; moves lead to greater numbers, the last few positions are terminal."""
    rng = random.Random(f"graph {seed}")
    count = rng.randrange(6, 14)
    nodes: list[Node] = []
    for number in range(count):
        later = range(number + 1, count)
        moves = rng.randrange(1, MOVES + 1) if number < count - 3 else 0
        nodes.append(Node(tuple(rng.choice(later) for _ in range(moves)), rng.choice((-1, 0, 1))))
    return tuple(nodes)


KINDS: Final[Mapping[str, Callable[[int], Any]]] = {
    "int": lambda number: number,
    "tuple": lambda number: (number // 4, (number % 4, number == 0)),
    "str": lambda number: f"{number} {MOVES - number % 3}",  # reads like moves, and must not be read so
    "frozenset": lambda number: frozenset({number, -number, f"n{number}"}),
    "Bits": lambda number: Bits(70, 1 << (5 * number) if number < 14 else 0),
}


class Graph(Game[Any]):
    """The graph of a seed, with states of a kind. Moves are a, b, c."""

    action_count = MOVES

    def __init__(self, seed: int, kind: str) -> None:
        self.nodes = graph(seed)
        self.states = tuple(KINDS[kind](number) for number in range(len(self.nodes)))
        self.numbers = {state: number for number, state in enumerate(self.states)}
        self.max_length = len(self.nodes)

    def initial(self) -> Any:
        return self.states[0]

    def legal(self, state: Any, action: int) -> bool:
        return action < len(self.nodes[self.numbers[state]].children)

    def apply(self, state: Any, action: int) -> Any:
        return self.states[self.nodes[self.numbers[state]].children[action]]

    def terminal(self, state: Any) -> bool:
        return not self.nodes[self.numbers[state]].children

    def reward(self, state: Any) -> int:
        return self.nodes[self.numbers[state]].reward

    def action_name(self, action: int) -> str:
        return "abc"[action]


def value(nodes: tuple[Node, ...], number: int) -> int:
    """Of a position, to the player to move, by the definition of minimax."""
    node = nodes[number]
    return max(-value(nodes, child) for child in node.children) if node.children else node.reward


def distance(nodes: tuple[Node, ...], number: int) -> tuple[int, int]:
    """(value, plies): fast wins, slow losses; draws have 0 plies."""
    node = nodes[number]
    if not node.children:
        return node.reward, 0
    best = max(_worth(*distance(nodes, child)) for child in node.children)
    return best[0], abs(best[1])


def _worth(child_value: int, plies: int) -> tuple[int, int]:
    """Of a move to its player, so that the greater is the better."""
    if child_value == 0:
        return 0, 0
    return (1, -plies - 1) if child_value < 0 else (-1, plies + 1)


def layers(nodes: tuple[Node, ...], number: int) -> list[int]:
    """How many different positions there are after each number of plies."""
    here, counts = {number}, list[int]()
    while here:
        counts.append(len(here))
        here = {child for each in here for child in nodes[each].children}
    return counts
