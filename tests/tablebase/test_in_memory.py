"""The values of small games, all of whose positions are visited, against brute force and value iteration."""

from __future__ import annotations

import random
from typing import Any

import pytest

from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from tests.broken.games import Take
from tests.support.brute_force import Truth
from tests.support.cyclic_graphs import Graph, by_iteration
from tests.support.graph_games import KINDS, distance, graph, value
from tests.support.graph_games import Graph as Acyclic
from zermelo import Game, Solver, analyze
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


GAMES: list[Game[Any]] = [DotsAndBoxes(2, 2), Hexapawn(), as_game("mnk(3,3,3)"), as_game("nim(2,3,4,misere=1)")]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_value_is_that_of_minimax(game: Game[Any]) -> None:
    truth, table = Truth(game), visited(game)
    found = {state: entry(table, state)[0] for state, _ in table.items()}
    assert found == {state: truth.worth(state).value for state in found}
    assert {state for state in found if not game.terminal(state)} == {*truth.positions()}


@pytest.mark.parametrize("name", ["mnk(4,4,4)", "connect(7,6,4)", "mnk(15,15,5)"])
def test_a_game_that_is_not_small_is_left_to_a_search(name: str) -> None:
    game: Game[Any] = as_game(name)
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


class Drawn(Game[int]):
    """A random graph without cycles, for several players; the oracles are below."""

    action_count = 3

    def __init__(self, seed: int, players: int, size: int = 12) -> None:
        rng = random.Random(f"{seed} {players}")
        self.players, self.max_length = players, size
        self.reward_range = (-2, 2) if players == 2 else (0, 3)
        self.chance_total, self.reward_total = 12, 3 * players
        self.edges = [
            [rng.randrange(node + 1, size) for _ in range(rng.randrange(1, 4) if node < size - 4 else 0)]
            for node in range(size)
        ]
        weights = [(12,), (1, 11), (4, 8), (1, 2, 3), (2, 5, 5), (3, 1)]
        self.weights = [rng.choice([one for one in weights if len(one) == len(edges)] or [()]) for edges in self.edges]
        self.movers = [rng.randrange(players) for _ in range(size)]
        self.chances = [players == 2 and node > 0 and rng.random() < 0.4 for node in range(size)]
        self.ends = [[rng.randint(*self.reward_range) for _ in range(players)] for _ in range(size)]

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return self.movers[state]

    def legal(self, state: int, action: int) -> bool:
        return action < len(self.edges[state])

    def apply(self, state: int, action: int) -> int:
        return self.edges[state][action]

    def terminal(self, state: int) -> bool:
        return not self.edges[state]

    def reward(self, state: int) -> int:
        return self.ends[state][0]

    def rewards(self, state: int) -> tuple[int, ...]:
        return tuple(self.ends[state])


class Rolled(Drawn):
    """The same for two players, with chance."""

    has_chance = True

    def chance(self, state: int) -> bool:
        return self.chances[state] and not self.terminal(state)

    def weight(self, state: int, action: int) -> int:
        return self.weights[state][action]


def drawn(seed: int, players: int) -> Drawn:
    return (Rolled if players == 2 else Drawn)(seed, players)


def shares(game: Drawn, node: int) -> tuple[int, ...]:
    """The rewards of all, if each player takes the first of the moves that get it most."""
    best: tuple[int, ...] = ()
    for child in game.edges[node]:
        found = shares(game, child)
        if not best or found[game.movers[node]] > best[game.movers[node]]:
            best = found
    return best or tuple(game.ends[node])


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_with_chance_and_of_several_players_are_those_of_the_definition(players: int) -> None:
    for seed in range(60):
        game = drawn(seed, players)
        table = visited(game)
        for state in (state for state in range(12) if table.score(state) is not None):
            right = Truth(game).worth(state).value if players == 2 else shares(game, state)
            assert table.score(state) == right


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
def test_solve_and_analyze_answer_from_all_positions_as_the_search_does(players: int) -> None:
    """With chance and of several players: value, rewards, a best move, and the line up to the first chance move."""
    for seed in range(15):
        game = drawn(seed, players)
        searched, solver = Solver(game).solve(), Solver(game)
        assert solver.visit_all(0)
        result = solver.solve()
        assert result.algorithm == "retrograde"
        assert (result.value, result.rewards, result.kind) == (searched.value, searched.rewards, "exact")
        assert set(Solver(game, all_moves=True).solve().best) == set(result.best)
        if players > 2:
            assert result.line == searched.line
        values = {move.move: move.value for move in analyze(game).moves}
        assert max(values.values()) == result.value
        assert {name for name, value in values.items() if value == result.value} == set(result.best)


def test_a_chance_node_has_a_value_and_no_best_move() -> None:
    game = Rolled(1, 2)
    state = next(node for node in range(12) if game.chance(node))
    solver = Solver(game)
    assert solver.visit_all(state)
    assert (solver.solve(state).value, solver.solve(state).best) == (Truth(game).worth(state).value, ())


class Unfair(Rolled):
    def weight(self, state: int, action: int) -> int:
        return 5


class Bribed(Drawn):
    def rewards(self, state: int) -> tuple[int, ...]:
        return (*super().rewards(state), 1)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("game", [Unfair(1, 2), Bribed(1, 3)])
def test_wrong_weights_and_rewards_are_left_to_a_search(game: Game[Any]) -> None:
    assert not MemoryTable(game).add(0, lambda: False)
