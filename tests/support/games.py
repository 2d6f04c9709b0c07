"""Games that tests search, each with the oracle in `naive` that knows its scores."""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple

from tests.support.naive import Coins, Drops, Heap, Placement
from zermelo import Game
from zermelo.games import connect, mnk


class Take(Game[int]):
    """Take 1, 2 or 3 stones of nine; who takes the last one wins. What tests need of a game, and nothing more."""

    action_count = 3
    max_length = 9

    def initial(self) -> int:
        return 9

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


TAKE_FILE: Final = """
from zermelo import Game
class Take(Game):
    action_count, max_length = 3, 10
    def __init__(self, stones=10): self.stones = stones
    def initial(self): return self.stones
    def legal(self, state, action): return action < state
    def apply(self, state, action): return state - action - 1
    def terminal(self, state): return state == 0
    def reward(self, state): return -1
"""
"""The same as a file of a user's, of as many stones as one likes."""


class Taking(Take):
    """`naive.Heap`: of twelve stones, with estimates."""

    max_length = 12
    resolution = 10

    def initial(self) -> int:
        return 12

    def evaluate(self, state: int) -> int:
        return state * 37 % 13 - 6


class Row(NamedTuple):
    left: int
    right: int
    mover: int
    lead: int


class Collecting(Game[Row]):
    """`naive.Coins`: coins are taken from the ends of a row, and an even one lets its taker move again."""

    coins = (3, 2, 7, 4, 1, 6, 5, 2, 3)
    action_count = 2
    max_length = 9
    reward_range = (-40, 40)
    resolution = 4

    def initial(self) -> Row:
        return Row(0, 9, 0, 0)

    def legal(self, state: Row, action: int) -> bool:
        return True

    def apply(self, state: Row, action: int) -> Row:
        left, right = (state.left + 1, state.right) if action == 0 else (state.left, state.right - 1)
        coin = self.coins[state.left] if action == 0 else self.coins[state.right - 1]
        lead = state.lead + coin
        return Row(left, right, state.mover, lead) if coin % 2 == 0 else Row(left, right, 1 - state.mover, -lead)

    def terminal(self, state: Row) -> bool:
        return state.left == state.right

    def reward(self, state: Row) -> int:
        return state.lead

    def to_move(self, state: Row) -> int:
        return state.mover

    def key(self, state: Row) -> tuple[int, int, int]:
        return state.left, state.right, state.lead

    def evaluate(self, state: Row) -> int:
        return state.lead * 4 + (self.coins[state.left] + 2 * self.coins[state.right - 1]) % 5 - 2

    def priority(self, state: Row, action: int) -> int:
        return self.coins[state.left] if action == 0 else self.coins[state.right - 1]


def played(game: Game[Any], moves: list[int]) -> Any:
    state = game.initial()
    for action in moves:
        assert action in list(game.actions(state))
        state = game.apply(state, action)
    return state


def random_position(game: Game[Any], rng: random.Random, plies: range) -> Any:
    """A position in which play goes on, after a random number of random moves."""
    while True:
        state = game.initial()
        for _ in range(rng.choice(plies)):
            if not game.terminal(state):
                state = game.apply(state, rng.choice(list(game.actions(state))))
        if not game.terminal(state):
            return state


class Door(NamedTuple):
    """A game as `solve` sees it, and its oracles."""

    game: Game[Any]
    rules: Any
    opening: tuple[int, int]
    best: int = 1


DOORS: Final = (
    Door(mnk(3, 3, 3), Placement(3, 3, 3), (3, 7)),
    Door(mnk(3, 4, 3), Placement(3, 4, 3), (5, 9)),
    Door(connect(4, 3, 3), Drops(4, 3, 3), (3, 9)),
    Door(Taking(), Heap(12, 3), (2, 6)),
    Door(Collecting(), Coins(Collecting.coins, 4), (1, 6), 40),
)


class Shares(Game[tuple[int, int]]):
    """Three players share nine; a state is a ply and a number that the moves mix."""

    players = 3
    action_count, max_length = 3, 6
    reward_range = (0, 9)
    reward_total = 9

    def initial(self) -> tuple[int, int]:
        return (0, 12345)

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + 1, (state[1] * 7919 + action * 104729 + 31) % 1000003)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 6

    def rewards(self, state: tuple[int, int]) -> tuple[int, ...]:
        first = state[1] % 10
        second = state[1] // 10 % (10 - first)
        return (first, second, 9 - first - second)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[0] % 3


class Plain:
    """Equal to itself alone."""

    def __init__(self, stones: int) -> None:
        self.stones = stones


class OfObjects(Game[Plain]):
    action_count, max_length = 3, 9

    def initial(self) -> Plain:
        return Plain(9)

    def legal(self, state: Plain, action: int) -> bool:
        return action < state.stones

    def apply(self, state: Plain, action: int) -> Plain:
        return Plain(state.stones - action - 1)

    def terminal(self, state: Plain) -> bool:
        return state.stones == 0

    def reward(self, state: Plain) -> int:
        return -1


class OfText(Game[str]):
    """Take one or two letters of six, from the front; whoever takes the last one wins."""

    action_count, max_length = 2, 6

    def initial(self) -> str:
        return "abcabc"

    def legal(self, state: str, action: int) -> bool:
        return action < len(state)

    def apply(self, state: str, action: int) -> str:
        return state[action + 1 :]

    def terminal(self, state: str) -> bool:
        return not state

    def reward(self, state: str) -> int:
        return -1
