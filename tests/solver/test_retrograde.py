"""Games in which positions may recur, through `solve` and all that uses it: against value iteration."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.cyclic_graphs import Graph, by_iteration
from zermelo import AsState, Game, Oracle, Solver, analyze, solve
from zermelo.core.constants import NONE
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.game import moves_again

GAMES = [
    Graph(size, seed, best, form, alternates, endless)
    for seed, (size, best, form, alternates, endless) in enumerate(
        [
            (10, 1, "int", True, NONE),
            (30, 1, "pair", False, 0),
            (30, 1, "str", False, 1),
            (60, 3, "int", False, NONE),
            (60, 3, "pair", True, 1),
        ]
    )
]


def sides(game: Any, state: Any, child: Any) -> int:
    """1 if the same player moves in both, else -1."""
    return 1 if moves_again(game, state, child) else -1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_position_is_solved(game: Graph) -> None:
    right = by_iteration(game)
    fast, solver = Solver(game, objective="distance", compiled=False), Solver(game, compiled=False)
    for state, (value, distance) in right.items():
        if game.terminal(state):
            continue
        found = fast.solve(AsState(state))
        assert (found.kind, found.value, found.distance) == ("exact", value, distance)
        assert solver.solve(AsState(state)).value == value
        for name in found.best:
            child = game.apply(state, game.parse_action(name))
            reward, plies = right[child]
            assert reward * sides(game, state, child) == value
            assert distance is None or plies == distance - 1
    answers = Solver(game, compiled=False).solve_many([AsState(state) for state in right])
    assert answers.lower.tolist() == answers.upper.tolist() == [value for value, _ in right.values()]


def test_interpreted_retrograde_analysis_of_a_small_game_needs_no_folder() -> None:
    solver: Solver[Any] = Solver("mnk(3,3,3)", algorithm="retrograde", compiled=False)
    assert (solver.solve().value, solver.tables) == (0, (solver.small,))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_move_is_analysed_and_known_to_the_oracle(game: Graph) -> None:
    right, oracle = by_iteration(game), Oracle(game, compiled=False)
    for state in [state for state in right if not game.terminal(state)][:20]:
        values = oracle.values(AsState(state))
        moves = {move.move: move for move in analyze(game, AsState(state), compiled=False).moves}
        for action in game.actions(state):
            child = game.apply(state, action)
            reward, plies = right[child]
            value, distance = reward * sides(game, state, child), None if plies is None else plies + 1
            move = moves[game.action_name(action)]
            assert (move.kind, move.value, move.distance) == ("exact", value, distance)
            assert values.lower[action] == values.upper[action] == value
            assert values.distance[action] == (-1 if distance is None else distance)


class Walk(Game[int]):
    """A walk on 0..6, one step to either side: who comes to an end has won. No best play has more than one ply."""

    action_count, max_length, cyclic = 2, 30, True

    def initial(self) -> int:
        return 3

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        return state + 2 * action - 1

    def terminal(self, state: int) -> bool:
        return state in (0, 6)

    def reward(self, state: int) -> int:
        return -1


def test_a_move_that_loses_later_than_any_best_play_is_not_taken_for_a_draw() -> None:
    result = solve(Walk(), 2, compiled=False)
    assert (result.value, result.best) == (0, ("1",))


def test_the_line_ends_where_a_position_recurs() -> None:
    game = next(each for each in (Graph(30, seed, alternates=True) for seed in range(99)) if solve(each).value == 0)
    result, state, met = solve(game), game.initial(), [game.initial()]
    for name in result.line:
        state = game.apply(state, game.parse_action(name))
        met.append(state)
    assert game.terminal(state) or state in met[:-1]
    assert len({*met[:-1]}) == len(met) - 1


def test_a_spent_budget_leaves_the_bounds_of_the_game() -> None:
    game = Graph(20_000, 1, best=3)
    result = solve(game, seconds=0.01, compiled=False)
    assert (result.kind, result.lower, result.upper, result.stopped) == ("lower", -3, 3, "seconds")
    assert (result.algorithm, result.line, len(result.best)) == ("retrograde", (), 1)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"nodes": 5}, "and searches none: leave out nodes, or name another algorithm and a depth"),
        ({"without": "symmetry"}, "leave out without"),
        ({"checkpoint": "here"}, "retrograde keeps its work in a folder: leave out the checkpoint"),
        ({"algorithm": "retrograde", "depth": 3}, "leave out depth"),
    ],
)
def test_options_that_only_a_search_can_use_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        solve(GAMES[0], **options)


def test_other_games_can_be_solved_so_too_if_they_have_a_table() -> None:
    assert solve("mnk(3,3,3)", algorithm="retrograde", compiled=False).value == 0
    with pytest.raises(NotSupported, match="Tables are for games of two players"):
        solve("lines(3x3,3,players=3)", algorithm="retrograde")
    with pytest.raises(NotSupported, match="Tables are for games without chance"):
        solve("einstein(3,1)", algorithm="retrograde")


def test_an_agent_may_go_round_for_ever_so_best_responses_are_refused() -> None:
    with pytest.raises(NotSupported, match="a best response may go round for ever"):
        Oracle(GAMES[0], compiled=False).exploitability("random")
