"""The oracle: bounds, distances and verdicts of all actions against brute force; batches, budgets, tables, refusals."""

from __future__ import annotations

import itertools
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.brute_force import Truth
from tests.support.judged_games import JUDGED, Cards, Risk
from tests.support.refusals import one_sentence
from tests.support.small_games import Auction, Stake
from zermelo import AsState, Game, Oracle, ZermeloError, open_table, solve, tabulate
from zermelo.core.errors import BadMove, BadOption, BadPosition, BadTable, NotSupported
from zermelo.core.words import pack
from zermelo.games import connect, mnk, nim
from zermelo.play.action_values import ActionValues
from zermelo.play.value_finder import REMEMBERED
from zermelo.solver.many import Answers
from zermelo.solver.solver import Solver

MOST = 150
"""The most positions of a game that are compared."""


def some(truth: Truth, most: int = MOST) -> list[Any]:
    """Positions in which a player moves."""
    states = truth.positions()
    return states if len(states) <= most else random.Random("some").sample(states, most)


def objectives(game: Game[Any]) -> tuple[Any, ...]:
    return ("outcome",) if game.has_chance else ("outcome", "distance")


def assert_true(values: ActionValues, truth: Truth, states: list[Any]) -> None:
    """Each number and each verdict is that of brute force."""
    distance = values.objective == "distance"
    for row, state in enumerate(states):
        found, legal = values[row], truth.legal(state)
        assert np.flatnonzero(found.legal).tolist() == legal
        after = {action: truth.after(state, action) for action in legal}
        assert {a: (found.lower[a], found.upper[a]) for a in legal} == {a: (w.value,) * 2 for a, w in after.items()}
        if distance:
            plies = {action: worth.plies if worth.value else -1 for action, worth in after.items()}
            assert {action: found.distance[action] for action in legal} == plies
        else:
            assert (found.distance == -1).all()
        best = truth.worth(state).value
        keeping = {action for action, worth in after.items() if worth.value == best}
        assert found.bounds == (best, best)
        assert set(np.flatnonzero(found.optimal)) == truth.optimal(state, distance=distance)
        assert set(np.flatnonzero(found.keeping)) == keeping
        assert set(np.flatnonzero(found.blunders)) == set(legal) - keeping
        assert set(np.flatnonzero(found.inferior)) == set(legal) - truth.optimal(state, distance=distance)
        assert found.exact.tolist() == found.legal.tolist()
        assert found.all_optimal
        assert found.all_keeping
        expected = [float(after[a].value) if a in after else np.nan for a in range(truth.game.action_count)]
        assert np.array_equal(found.value, expected, equal_nan=True)


# --- against brute force --------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("game", JUDGED)
def test_values_and_verdicts_are_those_of_brute_force(game: str, plain: None) -> None:
    truth = Truth(JUDGED[game])
    states = some(truth)
    for objective in objectives(truth.game):
        oracle = Oracle(truth.game, objective=objective)
        assert_true(oracle.values([AsState(state) for state in states]), truth, states)
        for state in states[:20]:
            single = oracle.values(AsState(state))
            assert single.legal.shape == (truth.game.action_count,)
            assert_true(oracle.values([AsState(state)]), truth, [state])
            best = truth.optimal(state, distance=objective == "distance")
            assert oracle.optimal_actions(AsState(state)) == tuple(sorted(best))
            for action in truth.legal(state):
                assert oracle.is_blunder(AsState(state), action) is (truth.loss(state, action) > 0)


@pytest.mark.parametrize("game", ["dots and boxes", pytest.param("mnk(3,3,3)", marks=pytest.mark.long)])
def test_native_values_are_those_of_brute_force(game: str) -> None:
    truth = Truth(JUDGED[game])
    states = some(truth, 1000)
    oracle = Oracle(truth.game, compiled=True)
    values = oracle.values(states)
    assert_true(values, truth, states)
    assert oracle.note == ""


@pytest.mark.long
@pytest.mark.parametrize("game", ["mnk(3,3,3)", "nim(3,4,2)", "dots and boxes", "einstein(3,1)"])
def test_arrays_of_words_are_the_states_with_these_words(game: str, plain: None) -> None:
    truth = Truth(JUDGED[game])
    states = some(truth, 40)
    oracle = Oracle(truth.game)
    words = np.array([pack(state) for state in states], np.int64)
    assert_true(oracle.values(words), truth, states)
    best = [tuple(sorted(truth.optimal(state, distance=oracle.objective == "distance"))) for state in states]
    assert oracle.optimal_actions(words) == best == oracle.optimal_actions(states)


@pytest.mark.long
def test_many_actions_are_judged_at_once() -> None:
    truth = Truth(mnk(3, 3, 3))
    oracle, rng = Oracle(truth.game, compiled=False), random.Random("many")
    states = some(truth, 60)
    actions = [rng.choice(truth.legal(state)) for state in states]
    expected = [int(truth.loss(state, action) > 0) for state, action in zip(states, actions, strict=True)]
    names = [truth.game.action_name(action) for action in actions]
    for form in (actions, np.array(actions), names, tuple(actions)):
        verdicts = oracle.is_blunder(states, form)
        assert verdicts.dtype == np.int8
        assert verdicts.tolist() == expected


@pytest.mark.long
def test_only_a_list_or_an_array_is_several_positions() -> None:
    """A tuple is a state, also one of which the items could be positions."""
    oracle = Oracle(Risk(), compiled=False)
    assert oracle.values((0, 0, 0)).legal.shape == (2,)
    assert oracle.values([(0, 0, 0)]).legal.shape == (1, 2)
    assert oracle.values([]).legal.shape == (0, 2)
    assert oracle.optimal_actions([]) == []
    assert oracle.values().legal.tolist() == oracle.values(None).legal.tolist() == [True, True]
    texts = Oracle(Cards(), compiled=False)
    assert texts.values("0").lower.tolist() == texts.values(AsState("bcde")).lower.tolist()
    assert Oracle(mnk(3, 3, 3), compiled=False).values(["b2", None]).legal.sum() == 8 + 9


def test_the_repr_counts_exact_values() -> None:
    assert repr(Oracle(nim(1, 2), compiled=False).values()) == (
        "<ActionValues 4: 3 of 3 legal actions have exact values>"
    )


# --- exactness ------------------------------------------------------------------------------------------------------


class Close(Game[tuple[int, int]]):
    """Choose how many coins must all show heads: 55 or 56. The two chances differ by less than a float64 can tell."""

    action_count, max_length, has_chance, chance_total, max_chances = 2, 57, True, 2, 56

    def initial(self) -> tuple[int, int]:
        return (-1, 0)  # coins left to throw, and whether a coin showed tails

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return True

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if state[0] < 0:
            return (55 + action, 0)
        return (state[0] - 1, 0) if action == 0 else (0, 1)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def reward(self, state: tuple[int, int]) -> int:
        return -1 if state[1] else 1

    def to_move(self, state: tuple[int, int]) -> int:
        return 0

    def chance(self, state: tuple[int, int]) -> bool:
        return state[0] > 0


def test_means_that_float64_cannot_tell_apart_are_told_apart() -> None:
    values = Oracle(Close(), compiled=False).values()
    assert values.lower.tolist() == [-1 + Fraction(2, 2**55), -1 + Fraction(2, 2**56)]
    assert values.value[0] == values.value[1] == -1
    assert (values.optimal.tolist(), values.blunders.tolist()) == ([True, False], [False, True])


@st.composite
def partly_known(draw: st.DrawFn) -> ActionValues:
    """Bounds on the actions of a position, some with a distance."""
    count, longest = draw(st.integers(1, 4)), 3
    objective: Any = draw(st.sampled_from(["outcome", "distance"]))
    legal = draw(st.lists(st.booleans(), min_size=count, max_size=count).filter(any))
    ends = [sorted(draw(st.tuples(st.integers(-1, 1), st.integers(-1, 1)))) for _ in range(count)]
    lower, upper = (np.array(side, np.int64) for side in zip(*ends, strict=True))
    known = draw(st.lists(st.integers(-1, longest).filter(bool), min_size=count, max_size=count))
    useful = objective == "distance"
    distance = np.where((lower == upper) & (lower != 0) & useful, known, -1).astype(np.int64)
    return ActionValues(np.array(legal), lower, upper, distance, objective, longest, "complete")


def worlds(values: ActionValues) -> list[tuple[tuple[int, int], ...]]:
    """Everything that may be true: a reward and a distance for each legal action."""
    choices: list[list[tuple[int, int]]] = []
    for action in np.flatnonzero(values.legal):
        rewards = range(values.lower[action], values.upper[action] + 1)
        plies = values.distance[action]
        possible = [plies] if plies > 0 else range(1, values.longest + 1)
        choices.append([(r, d) for r in rewards for d in (possible if r and values.objective == "distance" else [0])])
    return list(itertools.product(*choices))


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(partly_known())
def test_a_verdict_is_proved_if_and_only_if_it_holds_whatever_is_true(values: ActionValues) -> None:
    truths = worlds(values)
    ranks = [[(r, d if r < 0 else -d) for r, d in world] for world in truths]
    rewards = [[r for r, _ in world] for world in truths]
    for number, action in enumerate(np.flatnonzero(values.legal)):
        for some_ranks, proved, refuted in (
            (ranks, values.optimal, values.inferior),
            (rewards, values.keeping, values.blunders),
        ):
            is_best = [each[number] == max(each) for each in some_ranks]
            assert proved[action] == all(is_best)
            assert refuted[action] == (not any(is_best))
    for mask in (values.optimal, values.inferior, values.keeping, values.blunders, values.exact):
        assert not (mask & ~values.legal).any()


# --- budgets --------------------------------------------------------------------------------------------------------


def assert_sound(values: ActionValues, truth: Truth, states: list[Any]) -> None:
    """Whatever is not known, nothing that is said is wrong."""
    distance = values.objective == "distance"
    for row, state in enumerate(states):
        found = values[row]
        best, keeping = truth.optimal(state, distance=distance), truth.optimal(state, distance=False)
        for action in truth.legal(state):
            worth = truth.after(state, action)
            assert found.lower[action] <= worth.value <= found.upper[action]
            assert found.distance[action] in (-1, worth.plies)
            assert not (found.optimal[action] and action not in best)
            assert not (found.inferior[action] and action in best)
            assert not (found.keeping[action] and action not in keeping)
            assert not (found.blunders[action] and action in keeping)


@pytest.mark.long
@settings(max_examples=10, deadline=None)
@given(name=st.sampled_from(["mnk(3,3,3)", "dots and boxes", "coins", "stakes"]), nodes=st.integers(1, 60))
def test_a_budget_leaves_proved_bounds(name: str, nodes: int) -> None:
    truth = Truth(JUDGED[name])
    states = random.Random(nodes).sample(truth.positions(), 6)
    values = Oracle(truth.game, nodes=nodes, compiled=False).values([AsState(state) for state in states])
    assert values.stopped == "complete"
    assert_sound(values, truth, states)


@pytest.mark.long
@pytest.mark.parametrize("without", ["", "all"])
@pytest.mark.parametrize("name", [name for name in JUDGED if name != "cards"])
def test_native_budgets_leave_proved_bounds(name: str, without: str) -> None:
    truth = Truth(JUDGED[name])
    states = some(truth)
    for objective in objectives(truth.game):
        for nodes in (1, 3, 17, 200):
            oracle = Oracle(truth.game, objective=objective, nodes=nodes, without=without)
            oracle.solver.prepare()
            assert_sound(oracle.values([AsState(state) for state in states]), truth, states)


def test_nothing_is_known_of_moves_that_the_budget_does_not_reach() -> None:
    oracle = Oracle(mnk(4, 4, 4), nodes=1, without="all", compiled=False)
    values = oracle.values()
    assert (values.lower.min(), values.upper.max()) == (-1, 1)
    assert not values.exact.any()
    assert not values.all_keeping
    assert oracle.is_blunder(None, 5) is None
    assert oracle.is_blunder([None], [5]).tolist() == [-1]
    assert oracle.optimal_actions() == ()


def test_the_time_is_for_all_positions_of_a_call() -> None:
    oracle = Oracle(connect(6, 5, 4), seconds=0.05, compiled=False)
    values = oracle.values([None, "1", "1 2"])
    assert values.stopped == "seconds"
    assert values.legal.all()
    assert not values.all_keeping.all()


@pytest.mark.long
def test_what_a_budget_left_open_is_searched_again() -> None:
    oracle = Oracle(mnk(3, 3, 3), nodes=1, without="all", compiled=False)
    assert not oracle.values().exact.all()
    oracle.nodes = None
    assert oracle.values().exact.all()


def test_ctrl_c_ends_the_searches_and_the_rest_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def interrupted(*_: Any, **__: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return answer(*_, **__)

    answer = Solver._answer
    monkeypatch.setattr(Solver, "_answer", interrupted)
    values = Oracle(mnk(3, 3, 3), compiled=False).values("b2 a1 c1")
    assert values.stopped == "interrupted"
    assert values.legal.sum() == 6
    assert np.count_nonzero(values.exact) == 2


# --- work that is saved ---------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions each call of `solve_many` is given."""
    counts: list[int] = []
    solve_many = Solver.solve_many

    def counted(self: Solver[Any], positions: Any, **options: Any) -> Answers:
        counts.append(len(positions))
        return solve_many(self, positions, **options)

    monkeypatch.setattr(Solver, "solve_many", counted)
    return counts


def test_equal_children_are_solved_once(asked: list[int]) -> None:
    game = mnk(3, 3, 3)
    oracle = Oracle(game, compiled=False)
    oracle.values(["a1 b1", "c1 b1", "a1 b1"])
    assert asked == [7 + 7 - 1]  # a1 b1 c1 is c1 b1 a1


@pytest.mark.long
def test_what_was_found_is_remembered(asked: list[int]) -> None:
    oracle = Oracle(mnk(3, 3, 3), compiled=False)
    first = oracle.values(["a1", "b2"])
    again = oracle.values(["b2", "a1", "b2"])
    assert len(asked) == 1
    assert again.lower.tolist() == first.lower[[1, 0, 1]].tolist()


def test_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch, asked: list[int]) -> None:
    monkeypatch.setattr("zermelo.play.value_finder.REMEMBERED", 2 * 9)
    assert REMEMBERED > 10**6
    oracle = Oracle(mnk(3, 3, 3), compiled=False)
    oracle.values(["a1", "a2", "a3"])
    oracle.values(["a3", "a2"])
    assert len(asked) == 1
    assert_true(oracle.values(["a1"]), Truth(mnk(3, 3, 3)), [mnk(3, 3, 3).play(["a1"])])
    assert len(asked) == 2


@pytest.mark.long
@pytest.mark.parametrize("objective", ["outcome", "distance"])
def test_positions_in_a_table_are_not_searched(tmp_path: Path, asked: list[int], objective: Any) -> None:
    truth = Truth(mnk(3, 3, 3))
    tabulate(truth.game, folder=tmp_path, compiled=False)
    states = some(truth, 50)
    assert_true(Oracle(truth.game, objective=objective, tables=tmp_path).values(states), truth, states)
    assert asked == []


@pytest.mark.long
def test_positions_that_are_in_no_table_are_searched(tmp_path: Path, asked: list[int]) -> None:
    truth = Truth(mnk(3, 3, 3))
    tabulate(truth.game, "a1 b2", folder=tmp_path, compiled=False)
    states = [truth.game.play(moves) for moves in (["a1"], ["a1", "b2"], ["c3"])]
    assert_true(Oracle(truth.game, tables=tmp_path, compiled=False).values(states), truth, states)
    assert len(asked) == 1
    assert 0 < asked[0] < 7 + 8 + 8


@pytest.mark.long
@pytest.mark.usefixtures("undigested")
@pytest.mark.parametrize("objective", ["outcome", "distance"])
def test_no_value_is_wrong_whichever_entry_of_a_table_is_wrong(tmp_path: Path, objective: Any) -> None:
    """The oracle believed every entry. It refuses what `solve` refuses, and answers with nothing that is wrong."""
    truth = Truth(nim(1, 2, 2))
    tabulate(truth.game, folder=tmp_path, compiled=False)
    scores = np.fromfile(tmp_path / "scores", np.int8)
    refusals: set[str] = set()
    for place in np.flatnonzero(scores != np.iinfo(np.int8).min):
        for wrong in (-scores[place], scores[place] + 1):
            changed = scores.copy()
            changed[place] = wrong
            changed.tofile(tmp_path / "scores")
            for state in truth.positions():
                try:
                    values = Oracle(truth.game, objective=objective, tables=tmp_path).values([state])
                except BadTable as error:
                    refusals.add(str(error))
                else:
                    assert_true(values, truth, [state])
                    solve(truth.game, state, objective=objective, tables=tmp_path, line=False)  # is not refused
    assert refusals
    for refusal in refusals:
        assert re.search("is wrong about .* or a position after it; run `zermelo table verify`.$", refusal)


@pytest.mark.usefixtures("undigested")
def test_a_wrong_game_value_in_a_table_is_refused(tmp_path: Path) -> None:
    game = nim(1, 2)
    tabulate(game, folder=tmp_path, compiled=False)
    place = open_table(tmp_path, game).entries.place(pack(game.initial()))
    scores = np.fromfile(tmp_path / "scores", np.int8)
    scores[place] += 1
    scores.tofile(tmp_path / "scores")
    with pytest.raises(BadTable, match="is wrong about '2,1' or a position after it"):
        Oracle(game, tables=tmp_path).best_response("random", "first")


@pytest.mark.parametrize("states", [[(4.0, 1), (5, 1)], [(6, 0), (2.0, 1)]])
def test_a_state_of_another_shape_is_searched_whatever_equals_it(tmp_path: Path, states: list[Any]) -> None:
    """4.0 equals 4, but no state with a float is in a table."""
    truth = Truth(Stake(6))
    tabulate(truth.game, folder=tmp_path, compiled=False)
    oracle = Oracle(truth.game, tables=tmp_path, compiled=False)
    for state in states:
        assert_true(oracle.values([AsState(state)]), truth, [state])


def test_theory_answers_where_there_is_one() -> None:
    truth = Truth(nim(3, 4, 2))
    oracle = Oracle(truth.game, objective="outcome")
    assert oracle.solver.options.algorithm == "sprague-grundy"
    assert_true(oracle.values(some(truth)), truth, some(truth))


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "options", "kind", "message"),
    [
        (Auction(5), {}, NotSupported, "has 3 players; an oracle needs a game for two"),
        (Risk(), {"objective": "distance"}, BadOption, "expected rewards, which have no distance"),
        (
            mnk(3, 3, 3),
            {"depth": 3},
            BadOption,
            "no option 'depth' of an oracle, which searches to the end of the game; the choices",
        ),
        (mnk(3, 3, 3), {"line": True}, BadOption, "no option 'line' of an oracle"),
        (mnk(3, 3, 3), {"objektive": "distance"}, BadOption, "did you mean objective"),
        (mnk(3, 3, 3), {"objective": "score"}, BadOption, "no objective 'score'"),
        (mnk(3, 3, 3), {"nodes": 0}, BadOption, "nodes = 0 is not an integer of 1 or more"),
        (mnk(3, 3, 3), {"seconds": -1}, BadOption, "seconds = -1 is not a positive number"),
        (mnk(3, 3, 3), {"tables": ""}, BadOption, "tables"),
        (mnk(3, 3, 3), {"tables": Path(__file__).parent}, BadTable, "holds neither a table nor a folder with one"),
    ],
)
def test_what_no_oracle_can_do_is_refused(
    game: Game[Any], options: Any, kind: type[ZermeloError], message: str
) -> None:
    with pytest.raises(kind, match=message) as refusal:
        Oracle(game, **options)
    assert one_sentence(str(refusal.value))


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        (mnk(3, 3, 3), "a1 b1 a2 b2 a3", "The game is over in 'XO./XO./X..': there are no moves."),
        (mnk(3, 3, 3), "z9", "is not a"),
        (mnk(3, 3, 3), 7, "is not a state of"),
        (Risk(), (0, 1, 1), "Chance moves in .* so there are no moves to choose from"),
    ],
)
def test_positions_in_which_nobody_moves_are_refused(game: Game[Any], position: Any, message: str) -> None:
    oracle = Oracle(game, compiled=False)
    with pytest.raises(BadPosition, match=message):
        oracle.values(position)
    with pytest.raises(BadPosition, match="^Position 1: .*" + message):
        oracle.values([None, position])


def test_arrays_are_checked() -> None:
    oracle = Oracle(mnk(3, 3, 3), compiled=False)
    with pytest.raises(BadOption, match="with 2 words in each row"):
        oracle.values(np.zeros(2, np.int64))
    with pytest.raises(BadPosition, match=r"^Position 0: The words"):
        oracle.values(np.full((1, 2), -1, np.int64))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (4, "b2 is not legal in"),
        ("b2", "b2 is not legal in"),
        ("z9", "is not a cell"),
        (9, "9 is not a move; give its name, or its number from 0 to 8"),
        (-1, "-1 is not a move"),
        (True, "True is not a move"),
        (1.0, r"1\.0 is not a move"),
    ],
)
def test_actions_that_are_not_legal_are_refused(action: Any, message: str) -> None:
    oracle = Oracle(mnk(3, 3, 3), compiled=False)
    with pytest.raises(BadMove, match=message):
        oracle.is_blunder("b2", action)
    with pytest.raises(BadMove, match="^Position 1: .*" + message):
        oracle.is_blunder(["a1", "b2"], [4, action])


@pytest.mark.parametrize("actions", [[1], 1, "b2", [1, 2, 3]])
def test_there_must_be_an_action_for_each_position(actions: Any) -> None:
    with pytest.raises(BadOption, match="actions must be a list with an action for each of the 2 positions"):
        Oracle(mnk(3, 3, 3), compiled=False).is_blunder([None, "b2"], actions)
