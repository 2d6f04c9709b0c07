"""The values of small games, all of whose positions are visited, against brute force and value iteration."""

from __future__ import annotations

from typing import Any

import pytest

from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from tests.broken.games import Take
from tests.support.cyclic_graphs import Graph, by_iteration
from tests.support.graph_games import KINDS, distance, graph, value
from tests.support.graph_games import Graph as Acyclic
from zermelo import Game
from zermelo.core.constants import NONE
from zermelo.games.catalogue import as_game
from zermelo.tablebase.in_memory import MOST_POSITIONS, MemoryTable


def visited(game: Game[Any], state: Any = None) -> MemoryTable:
    table = MemoryTable(game)
    assert table.add(game.initial() if state is None else state, lambda: False)
    return table


def entry(table: MemoryTable, state: Any) -> tuple[int, int | None]:
    score = table.score(state)
    assert score is not None
    return table.value_and_distance(state, score)


@pytest.mark.parametrize("form", ["int", "pair", "str"])
@pytest.mark.parametrize("alternates", [False, True])
@pytest.mark.parametrize("endless", [NONE, 0, 1])
@pytest.mark.parametrize(("size", "best"), [(3, 1), (30, 1), (300, 1), (50, 3), (200, 5)])
def test_values_of_games_with_cycles_are_those_of_value_iteration(
    size: int, best: int, form: str, alternates: bool, endless: int
) -> None:
    for seed in range(6):
        game = Graph(size, seed, best, form, alternates, endless=endless)
        right = by_iteration(game)
        table = visited(game)
        assert len(table) == len(right)
        assert {state: entry(table, state) for state in right} == right


@pytest.mark.parametrize("kind", KINDS)
def test_values_of_graphs_without_cycles(kind: str) -> None:
    for seed in range(40):
        game, nodes = Acyclic(seed, kind), graph(seed)
        table, won = visited(game), value(nodes, 0)
        worth, plies = distance(nodes, 0)
        assert worth == won
        assert entry(table, game.initial()) == (won, plies if won else None)


def best_of(game: Any, state: Any, known: dict[Any, int]) -> int:
    """The value by plain minimax over the states."""
    if state not in known:
        if game.terminal(state):
            known[state] = game.reward(state)
        else:
            children = [game.apply(state, action) for action in game.actions(state)]
            turn = game.to_move(state)
            known[state] = max(
                best_of(game, child, known) * (1 if turn >= 0 and game.to_move(child) == turn else -1)
                for child in children
            )
    return known[state]


@pytest.mark.parametrize(
    "game", [DotsAndBoxes(2, 2), Hexapawn(), as_game("mnk(3,3,3)"), as_game("nim(2,3,4,misere=1)")]
)
def test_every_value_is_that_of_minimax(game: Game[Any]) -> None:
    known: dict[Any, int] = {}
    best_of(game, game.initial(), known)
    table = visited(game)
    assert len(table) == len(known)
    assert {state: entry(table, state)[0] for state in known} == known


@pytest.mark.parametrize("name", ["mnk(4,4,4)", "connect(7,6,4)", "mnk(15,15,5)"])
def test_a_game_that_is_not_small_is_left_to_a_search(name: str) -> None:
    game = as_game(name)
    table = MemoryTable(game)
    assert not table.add(game.initial(), lambda: False)
    assert (len(table), table.score(game.initial()), table.visited) == (0, None, 0)


class Forgotten(Take):
    """A stone may be put back, and `cyclic` has been forgotten."""

    action_count = 4

    def legal(self, state: Any, action: int) -> Any:
        return action < state if action < 3 else 0 < state < 9

    def apply(self, state: Any, action: int) -> Any:
        return state - action - 1 if action < 3 else state + 1


class TooLong(Take):
    max_length = 8


class Outside(Take):
    def reward(self, state: Any) -> Any:
        return -2


class Stuck(Take):
    def legal(self, state: Any, action: int) -> Any:
        return action < state != 1


class Raises(Take):
    def apply(self, state: Any, action: int) -> Any:
        return state // (state - 2)


@pytest.mark.parametrize("cls", [Forgotten, TooLong, Outside, Stuck, Raises])
def test_of_a_game_that_breaks_its_contract_nothing_is_said(cls: type[Game[Any]]) -> None:
    """A search says what is wrong."""
    table = MemoryTable(cls())
    assert not table.add(9, lambda: False)
    assert len(table) == 0


def test_it_can_be_stopped() -> None:
    table = MemoryTable(Take())
    assert not table.add(9, lambda: True)
    assert MOST_POSITIONS > 10
