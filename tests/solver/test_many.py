"""Many positions with one call: the answers are those of `solve`, one by one, and of oracles that know nothing of it."""

from __future__ import annotations

import _thread
import enum
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games import DOORS, Door, OfObjects, OfText, Shares, Take, Taking, played
from tests.support.naive import Oracle, outcomes, random_walk
from tests.support.refusals import one_sentence
from tests.support.small_games import Auction, Coins, Stake
from zermelo import AsState, Bits, Game, game_named, tabulate
from zermelo.core.errors import BadGame, BadOption, BadPosition, NotSupported
from zermelo.core.words import pack
from zermelo.games import connect, einstein, mnk, nim, subtraction
from zermelo.solver.many import COLUMNS, Answers
from zermelo.solver.solver import Solver

EVERY: Final[list[tuple[Game[Any], Any]]] = [
    (mnk(3, 3, 3), {}),
    (mnk(3, 3, 3), {"objective": "distance"}),
    (mnk(3, 3, 3), {"depth": 3}),
    (mnk(3, 3, 3), {"depth": 2, "objective": "distance", "deepening": True}),
    (connect(4, 3, 3), {"algorithm": "mtdf"}),
    (connect(4, 3, 3), {"algorithm": "bns"}),
    (Taking(), {"depth": 4}),
    (Taking(), {"without": "all", "table": False}),
    (Stake(9), {"objective": "distance"}),
    (game_named("lines(3x3,3,misere=1)"), {}),
    (nim(3, 4, 2), {}),
    (nim(3, 4, 2), {"algorithm": "negamax"}),
    (nim(3, 4, misere=True), {}),
    (subtraction(12, 1, 3, 4), {}),
    (einstein(2, 1), {}),
    (Coins(2), {}),
    (Shares(), {}),
    (Auction(8), {"algorithm": "paranoid"}),
    (Take(), {"algorithm": "dfpn"}),
    (mnk(3, 3, 3), {"algorithm": "pns"}),
]
"""Games with the options of their solvers."""


def some(game: Game[Any], count: int, seed: str = "") -> list[Any]:
    """States of random plays, the ends of some among them."""
    rng = random.Random(f"{game} {seed}")
    states: list[Any] = []
    for _ in range(count):
        state = game.initial()
        for _ in range(rng.randint(0, game.max_length)):
            if game.terminal(state):
                break
            state = game.apply(state, rng.choice(list(game.actions(state))))
        states.append(state)
    return states


def rows(answers: Answers, *names: str) -> list[tuple[Any, ...]]:
    return list(zip(*(getattr(answers, name).tolist() for name in names), strict=True))


# --- the answers ------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize(("game", "options"), EVERY, ids=lambda case: str(case))
def test_answers_are_those_of_solve(game: Game[Any], options: Any, keep: bool, plain: None) -> None:
    states = some(game, 15)
    answers = Solver(game, **options, compiled=None).solve_many([AsState(s) for s in states], keep_table=keep)
    assert (len(answers), answers.stopped, answers.refused) == (15, "complete", {})
    solver = Solver(game, **options)
    for state, (value, kind, low, high, distance) in zip(
        states, rows(answers, "value", "kind", "lower", "upper", "distance"), strict=True
    ):
        if game.terminal(state):
            reward = game.rewards(state)[game.to_move(state)] if game.players > 2 else game.reward(state)
            assert (value, kind, low, high) == (reward, "exact", reward, reward)
            continue
        found = solver.solve(AsState(state))
        assert kind == found.kind
        assert value == pytest.approx(float(found.value / found.unit))
        assert (low, high) == pytest.approx((float(found.lower), float(found.upper)))
        assert distance == (-1 if found.distance is None else found.distance)


@pytest.mark.parametrize("compiled", [False, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize("door", DOORS, ids=lambda door: str(door.game))
def test_answers_are_those_of_an_oracle(door: Door, objective: Any, compiled: bool | None) -> None:
    """Values, distances, and moves that keep the value."""
    game, rules, rng = door.game, door.rules, random.Random(f"{door.game}")
    oracle, value_of = Oracle(rules, objective, longest=game.max_length, best=door.best), outcomes(rules)
    walks = [random_walk(rules, rng, rng.randint(*door.opening)) for _ in range(25)]
    solver = Solver(game, objective=objective, compiled=compiled)
    if compiled is None:
        solver.prepare()
    answers = solver.solve_many([played(game, moves) for _, moves in walks])
    for (naive, _), (value, kind, distance, best) in zip(
        walks, rows(answers, "value", "kind", "distance", "best"), strict=True
    ):
        assert (value, kind) == (value_of(naive), "exact")
        points, plies = oracle.leaf(naive, game.max_length)
        if objective == "distance":
            assert (value, distance) == (points, plies if points else -1)
        scores = oracle.scores(naive, game.max_length)
        assert scores[best] == max(scores.values())


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), EVERY, ids=lambda case: str(case))
def test_native_answers_are_those_of_the_interpreter(game: Game[Any], options: Any) -> None:
    states = [AsState(state) for state in some(game, 40)]
    solver = Solver(game, **options)
    solver.prepare()
    native = solver.solve_many(states)
    if not game.impartial:
        options = {**options, "compiled": False}
    interpreted = Solver(game, **options).solve_many(states)
    names = ("value", "kind", "lower", "upper", "distance")
    assert rows(native, *names) == rows(interpreted, *names)


GAMES: Final = {name: game_named(name) for name in ("mnk(3,3,3)", "connect(4,3,3)", "subtraction(12,1,3,4)")}


OPTIONS: Final[list[Any]] = [{}, {"objective": "distance"}, {"depth": 3}, {"depth": 4, "objective": "distance"}]


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(
    name=st.sampled_from(sorted(GAMES)),
    options=st.sampled_from(OPTIONS),
    seed=st.integers(0, 10**6),
    earlier=st.booleans(),
)
def test_the_shared_table_never_changes_a_value(name: str, options: Any, seed: int, earlier: bool) -> None:
    """Nor does what other calls of the solver have left in the table."""
    game = GAMES[name]
    states = some(game, 8, str(seed))
    asked: Any = {**options, "algorithm": "negamax", "compiled": False}
    solver = Solver(game, **asked)
    if earlier:
        solver.solve(depth=2)
        solver.solve_many(states[:3])
    shared = [solver.solve_many(states) for _ in range(2)]
    alone = Solver(game, **asked).solve_many(states, keep_table=False)
    names = ("value", "kind", "lower", "upper", "distance")
    assert rows(shared[0], *names) == rows(shared[1], *names) == rows(alone, *names)
    assert shared[1].nodes.sum() <= alone.nodes.sum()


@pytest.mark.long
def test_native_code_does_not_use_what_a_search_to_a_depth_has_left() -> None:
    game = mnk(4, 4, 3)
    solver = Solver(game, without="all", algorithm="negamax", compiled=True)
    fresh = Solver(game, without="all", algorithm="negamax", compiled=True)
    states = [state for state in some(game, 200) if sum(word.bit_count() for word in pack(state)) >= 9]
    for depth in range(1, 8):
        for state in states[:5]:
            if not game.terminal(state):
                solver.solve(state, depth=depth)
    names = ("value", "kind", "lower", "upper")
    assert rows(solver.solve_many(states), *names) == rows(fresh.solve_many(states), *names)


@pytest.mark.long
@pytest.mark.parametrize("game", [connect(6, 5, 4), mnk(4, 4, 3), nim(3, 4, 5)], ids=str)
def test_without_a_shared_table_each_native_search_is_that_of_solve(game: Game[Any]) -> None:
    """Counted in nodes, which what another position has left in table or move order would change; tables grow, too."""
    states = [state for state in some(game, 60) if not game.terminal(state)]
    options: Any = {"algorithm": "mtdf", "objective": "distance", "compiled": True, "line": False}
    solver = Solver(game, **options)
    solver.prepare()
    found = [solver.solve(AsState(state)) for state in states]
    for form in (states, np.array([pack(state) for state in states], np.int64)):
        answers = solver.solve_many(form, keep_table=False)
        assert answers.nodes.tolist() == [result.counters["nodes"] for result in found]
        assert answers.value.tolist() == [result.value for result in found]


class Turn(enum.IntEnum):
    FIRST = 0
    SECOND = 1


class Named(Game[tuple[int, int]]):
    """Take one or two of the stones in turn; whose turn it is has a name."""

    max_length, action_count = 9, 2

    def initial(self) -> tuple[int, int]:
        return 9, Turn.FIRST

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return action < state[0]

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action - 1, Turn.SECOND if state[1] == Turn.FIRST else Turn.FIRST

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def reward(self, state: tuple[int, int]) -> int:
        return -1


@pytest.mark.long
def test_native_searches_take_the_states_that_solve_takes() -> None:
    """An enumeration's member is an integer, whatever its name."""
    solver = Solver(Named())
    solver.prepare()
    answers = solver.solve_many([(9, Turn.FIRST), (8, Turn.SECOND), (7, 0)])
    assert (answers.value.tolist(), answers.note) == ([-1, 1, 1], "")


class Cornered(Game[tuple[int, int]]):
    """From some states a later one has no move."""

    action_count, max_length = 2, 9

    def initial(self) -> tuple[int, int]:
        return 0, 1

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return state[0] != 3 or state[1] != 0

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] + 1, state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= 5

    def reward(self, state: tuple[int, int]) -> int:
        return 1


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_later_position_without_a_move_is_the_games_fault(compiled: bool) -> None:
    solver = Solver(Cornered(), algorithm="negamax", compiled=compiled)
    with pytest.raises(BadGame, match="no legal action"):
        solver.solve((0, 0))
    with pytest.raises(BadGame, match="no legal action"):
        solver.solve_many([(0, 1), (0, 0)])


@pytest.mark.long
def test_a_state_of_another_shape_is_refused_by_native_code() -> None:
    solver = Solver(Cornered(), compiled=True)
    answers = solver.solve_many([(0, 1), (0, 1, 2), (1, 1)])
    assert answers.kind.tolist() == ["exact", "refused", "exact"]
    assert one_sentence(answers.refused[1])
    with pytest.raises(BadPosition, match="does not have the shape of the initial state"):
        solver.solve((0, 1, 2))


class Overrated(Take):
    """Its priorities would be taken for those of moves already tried."""

    def priority(self, state: int, action: int) -> int:
        return -(1 << 31) if action == 0 else 1


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_priorities_out_of_range_stop_the_search(compiled: bool) -> None:
    with pytest.raises(BadGame, match=r"outside 0..2\*\*20 - 1"):
        Solver(Overrated(), compiled=compiled).solve()


@pytest.mark.long
def test_words_at_which_the_game_fails_are_refused_by_native_code_too() -> None:
    """A board with stones on cells that no play could reach has no legal move."""
    game = Stuck()
    solver = Solver(game)
    solver.prepare()
    answers = solver.solve_many(np.array([[0], [2], [1]], np.int64))
    assert answers.kind.tolist() == ["exact", "refused", "exact"]
    assert "no legal move" in answers.refused[1]


@pytest.mark.long
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("nodes", [None, 40])
def test_long_lists_are_answered_position_by_position(nodes: int | None, keep: bool) -> None:
    """More than one call of native code answers; some are refused, some run out of nodes, some need a larger table."""
    game, rng = connect(5, 4, 4), random.Random("long lists")
    states = [state for state in some(game, 700) if not game.terminal(state)]
    solver = Solver(game, objective="distance", algorithm="mtdf", compiled=True)
    words = np.array([pack(state) for state in states], np.int64)
    wrong = rng.sample(range(len(words)), 40)
    words[wrong, 0] = -1
    answers = solver.solve_many(words, keep_table=keep, nodes=nodes)
    assert (sorted(answers.refused), answers.stopped) == (sorted(wrong), "complete")
    whole = Solver(game, objective="distance", algorithm="mtdf", compiled=True)
    for index in rng.sample(range(len(words)), 60):
        if index in wrong:
            continue
        truth = whole.solve(AsState(states[index]))
        assert answers.lower[index] <= truth.value <= answers.upper[index]
        if answers.kind[index] == "exact":
            assert answers.value[index] == truth.value
            assert nodes is not None or answers.distance[index] == (truth.distance or -1)
            assert game.legal(states[index], int(answers.best[index]))
        else:
            assert answers.nodes[index] == nodes
    assert nodes is not None or set(answers.kind.tolist()) == {"exact", "refused"}
    assert (answers.nodes >= 0).all()


def test_arrays_of_words_are_the_states_with_these_words() -> None:
    games: list[Game[Any]] = [mnk(3, 3, 3), connect(4, 3, 3), Taking(), Stake(7), nim(3, 4, 2)]
    for game in games:
        states = some(game, 12)
        words = np.array([pack(state) for state in states], np.int64)
        solver = Solver(game)
        for form in (words, np.asfortranarray(words), iter(states), tuple(states)):
            answers = solver.solve_many(form)
            assert rows(answers, "value", "kind") == rows(Solver(game).solve_many(states), "value", "kind")


def test_text_is_read_as_solve_reads_it() -> None:
    answers = Solver(mnk(3, 3, 3)).solve_many(["a1 b2", "X../.O./...", None, ""])
    assert rows(answers, "value", "kind") == [(0, "exact")] * 4


def test_values_are_integers_unless_there_is_chance_or_an_estimate() -> None:
    def kinds(game: Game[Any], **options: Any) -> tuple[str, str]:
        answers = Solver(game, compiled=False, **options).solve_many([None], nodes=30)
        return str(answers.value.dtype), str(answers.lower.dtype)

    assert kinds(mnk(3, 3, 3)) == ("int64", "int64")
    assert kinds(mnk(3, 3, 3), depth=2)[0] == "float64"
    assert kinds(Coins(2)) == ("float64", "float64")
    assert kinds(connect(5, 4, 4), algorithm="mcts") == ("float64", "int64")


def test_an_estimate_is_no_integer() -> None:
    answers = Solver(connect(5, 4, 4), algorithm="mcts", compiled=False, seed=None).solve_many([None], nodes=60)
    assert answers.kind.tolist() == ["heuristic"]
    assert -1 < answers.value[0] < 1
    assert answers.value[0] != 0


def test_no_positions_have_no_answers() -> None:
    answers = Solver(mnk(3, 3, 3)).solve_many([])
    assert (len(answers), answers.stopped) == (0, "complete")


def test_a_game_that_cannot_be_compiled() -> None:
    solver = Solver(OfObjects())
    states = [type(OfObjects().initial())(stones) for stones in (9, 4, 3)]
    assert (solver.solve_many(states).value.tolist(), solver.solve_many(states).note) == ([1, -1, 1], "")
    solver.prepare()
    answers = solver.solve_many(states)
    assert answers.value.tolist() == [1, -1, 1]
    assert "cannot be compiled: in its state" in answers.note


def test_answers_are_shown_in_a_line() -> None:
    answers = Solver(mnk(3, 3, 3)).solve_many(["a1", "a1 a1", "b2"])
    assert repr(answers) == "<Answers for 3 positions: 2 exact, 1 refused>"
    assert repr(Solver(mnk(3, 3, 3)).solve_many([])) == "<Answers for 0 positions: none>"


@pytest.mark.long
def test_the_first_are_interpreted_and_the_others_native() -> None:
    """With an empty compile cache; the answers do not show when native code took over: here, after a hundred."""
    code = """
import json, time
from zermelo import Solver, game_named
from zermelo.solver.budget import Interpreting
from tests.solver.test_many import rows, some

def wait(answered):
    if answered == 100:
        assert not solver._machine.compiled
        while not solver.ready:
            time.sleep(0.01)

game = game_named("mnk(4,4,3)")
solver = Solver(game)
solver._interpreting = Interpreting(0)
answers = solver.solve_many(some(game, 300), progress=wait)
assert solver._machine.compiled
print(json.dumps(rows(answers, "value", "kind")))
"""
    with tempfile.TemporaryDirectory() as cache:
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "ZERMELO_CACHE": cache},
            capture_output=True,
            text=True,
            check=True,
        )
    game = mnk(4, 4, 3)
    expected = Solver(game, compiled=False).solve_many(some(game, 300))
    assert [tuple(row) for row in json.loads(ran.stdout)] == rows(expected, "value", "kind")


@pytest.mark.long
def test_positions_in_a_table_are_not_searched(tmp_path: Path) -> None:
    game = mnk(3, 3, 3)
    tabulate(game, folder=tmp_path / "table", compiled=False)
    solver = Solver(game, tables=str(tmp_path))
    answers = solver.solve_many(some(game, 10))
    assert answers.nodes.sum() == 0
    assert rows(answers, "value", "kind") == rows(Solver(game).solve_many(some(game, 10)), "value", "kind")


# --- what is refused --------------------------------------------------------------------------------------------------


def test_what_is_no_position_is_refused_and_the_others_are_answered() -> None:
    given = ["a1 b2", "z9", 5, b"a1", "a1 a1", 1.5, ["a1"], np.int64(3), "c3"]
    solver = Solver(mnk(3, 3, 3))
    answers = solver.solve_many(given)
    assert list(answers.refused) == [1, 2, 3, 4, 5, 6, 7]
    for index, why in answers.refused.items():
        assert 20 < len(why) < 300
        with pytest.raises(BadPosition) as refusal:
            solver.solve(given[index])
        assert str(refusal.value) == why
    assert answers.kind.tolist() == ["exact", *["refused"] * 7, "exact"]
    assert (answers.best[answers.kind == "refused"] == -1).all()


def test_words_outside_the_board_are_refused() -> None:
    answers = Solver(mnk(3, 3, 3)).solve_many(np.array([[0, 0], [-1, 0], [1 << 40, 0]], np.int64))
    assert list(answers.refused) == [1, 2]
    assert all(one_sentence(why) for why in answers.refused.values())
    assert answers.kind[0] == "exact"


class Stuck(Game[Bits]):
    """Two cells are filled in order; the second one alone is not a position."""

    max_length = action_count = 2

    def initial(self) -> Bits:
        return Bits(2)

    def legal(self, state: Bits, action: int) -> bool:
        return action == state.count() and action not in state

    def apply(self, state: Bits, action: int) -> Bits:
        return state.add(action)

    def terminal(self, state: Bits) -> bool:
        return state.count() == 2

    def reward(self, state: Bits) -> int:
        return -1


class Reads(Take):
    """A game that reads positions itself, and fails at those that it cannot read."""

    def parse_position(self, text: str) -> int:
        return int(text)


def test_a_position_at_which_the_game_fails_is_refused() -> None:
    answers = Solver(Reads(), compiled=False).solve_many(["4", "four", "5"])
    assert answers.value.tolist()[::2] == [-1, 1]
    assert "ValueError" in answers.refused[1]


ARRAYS: Final = [
    np.array([1, 2]),
    np.zeros((2, 3), np.int64),
    np.zeros((2, 2)),
    np.zeros((2, 2), np.int32),
    np.zeros((2, 2), np.uint64),
    np.array([["a1", "b2"]]),
    np.array(["a1", "b2"]),
    np.array(3),
    np.zeros((1, 2, 1), np.int64),
]


@pytest.mark.parametrize("given", [*ARRAYS, 5, "a1 b2", b"a1", None, 1.5, mnk(3, 3, 3)], ids=repr)
def test_what_is_no_list_of_positions_is_refused_as_a_whole(given: Any) -> None:
    with pytest.raises(BadOption) as refusal:
        Solver(mnk(3, 3, 3)).solve_many(given)
    assert 20 < len(str(refusal.value)) < 400
    assert str(refusal.value).endswith(".")


def test_an_array_of_a_game_whose_states_have_no_words_is_refused() -> None:
    with pytest.raises(BadOption) as refusal:
        Solver(OfText()).solve_many(np.zeros((1, 1), np.int64))
    assert one_sentence(str(refusal.value).replace("zermelo.Bits", "Bits"))
    assert Solver(OfText()).solve_many([AsState("ab")]).value.tolist() == [1]


@pytest.mark.parametrize("game", [mnk(3, 3, 3), nim(3, 4)], ids=str)
@pytest.mark.parametrize(
    "limit", [{"nodes": 0}, {"nodes": "x"}, {"nodes": 1.5}, {"seconds": 0}, {"seconds": "x"}, {"seconds": True}]
)
def test_limits_that_are_none_are_refused(game: Game[Any], limit: Any) -> None:
    with pytest.raises(BadOption):
        Solver(game).solve_many([None], **limit)


@pytest.mark.parametrize("option", [{"all_moves": True}, {"seed": 1}, {"checkpoint": "never.work"}])
def test_options_for_one_position_are_refused(option: Any) -> None:
    with pytest.raises(BadOption, match="Leave out checkpoint, all_moves and seed"):
        Solver(mnk(3, 3, 3), **option).solve_many([None])


class Endless(Take):
    """Plays are longer than it says."""

    max_length = 3


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_play_that_does_not_end_is_no_value(compiled: bool) -> None:
    with pytest.raises(BadGame, match="max_length"):
        Solver(Endless(), compiled=compiled).solve_many([3, 9])


# --- limits -----------------------------------------------------------------------------------------------------------


def limits() -> Iterator[tuple[Door, int]]:
    yield from ((door, nodes) for door in DOORS for nodes in (1, 3, 20, 100))


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_bounds_hold_however_few_nodes_each_position_may_take(compiled: bool) -> None:
    for door, nodes in limits():
        rng, value_of = random.Random(f"{door.game} {nodes}"), outcomes(door.rules)
        walks = [random_walk(door.rules, rng, rng.randint(*door.opening)) for _ in range(12)]
        solver = Solver(door.game.without("bounds", "forced"), compiled=compiled)
        answers = solver.solve_many([played(door.game, moves) for _, moves in walks], nodes=nodes)
        assert answers.stopped == "complete"
        assert answers.nodes.max() <= nodes
        for (naive, _), (value, kind, low, high) in zip(
            walks, rows(answers, "value", "kind", "lower", "upper"), strict=True
        ):
            assert low <= value_of(naive) <= high
            assert (kind == "exact") == (low == high)
            assert value == (high if kind == "upper" else low)


class Slow(Take):
    """A large game."""

    action_count, max_length = 3, 60

    def initial(self) -> int:
        return 60


def left_over(answers: Answers, first: int) -> None:
    """The answers from this index on are the bounds of the game."""
    for value, kind, low, high, best, nodes in rows(answers, "value", "kind", "lower", "upper", "best", "nodes")[
        first:
    ]:
        assert (value, kind, low, high, best, nodes) == (-1, "lower", -1, 1, -1, 0)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_seconds_limit_all_and_leave_the_bounds_of_the_game(compiled: bool) -> None:
    solver = Solver(Slow(), table=False, algorithm="minimax", compiled=compiled)
    if compiled:
        solver.prepare()
    began = time.monotonic()
    answers = solver.solve_many([4, 8, 60, 5], seconds=2)
    assert time.monotonic() - began < 30
    assert answers.stopped == "seconds"
    assert answers.value.tolist()[:2] == [-1, -1]
    assert answers.kind.tolist()[:2] == ["exact", "exact"]
    assert answers.lower[2] <= -1 <= answers.upper[2]
    left_over(answers, 3)


def test_a_limit_that_ends_the_last_position_is_told() -> None:
    solver = Solver(Slow(), table=False, algorithm="minimax", compiled=False)
    assert solver.solve_many([60], seconds=0.2).stopped == "seconds"


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_ctrl_c_leaves_what_was_found(compiled: bool) -> None:
    solver = Solver(Slow(), table=False, algorithm="minimax", compiled=compiled)
    if compiled:
        solver.prepare()
    threading.Timer(2, _thread.interrupt_main).start()
    answers = solver.solve_many([4, 8, 60, 5])
    assert answers.stopped == "interrupted"
    assert answers.kind.tolist()[:2] == ["exact", "exact"]
    left_over(answers, 3)


def test_ctrl_c_between_two_searches_too() -> None:
    def interrupt(answered: int) -> None:
        if answered == 2:
            raise KeyboardInterrupt

    answers = Solver(nim(3, 4)).solve_many([None] * 4, progress=interrupt)
    assert (answers.stopped, answers.kind.tolist()) == ("interrupted", ["exact", "exact", "lower", "lower"])


@pytest.mark.long
def test_progress_counts_positions() -> None:
    told: list[int] = []
    Solver(Take(), compiled=False).solve_many([4, 5, 6], progress=told.append)
    assert told == [1, 2, 3]


@pytest.mark.long
def test_progress_of_native_code_counts_all_positions_of_the_list() -> None:
    """Those that were refused, too."""
    told: list[int] = []
    solver = Solver(Slow(), table=False, algorithm="minimax", compiled=True)
    solver.prepare()
    solver.solve_many([4, "no heap", 8, 60], seconds=1, progress=told.append)
    assert set(told) == {3}


# --- frames -----------------------------------------------------------------------------------------------------------


def test_a_frame_has_a_column_for_each_array() -> None:
    library = pytest.importorskip("pandas")
    frame = Solver(Take(), compiled=False).solve_many([4, 5]).frame()
    assert isinstance(frame, library.DataFrame)
    assert tuple(frame.columns) == COLUMNS
    assert frame["value"].tolist() == [-1, 1]


def test_without_pandas_and_polars_there_is_no_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(NotSupported, match="Install one of them"):
        Solver(Take(), compiled=False).solve_many([4]).frame()
