"""Best responses and exploitability: against every line of play, against OpenSpiel, and where nothing can be gained."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.brute_force import Truth, some_policy, worst
from tests.support.judged_games import FEW_LINES, Risk
from tests.support.refusals import one_sentence
from zermelo import Game, Oracle, engine_named
from zermelo.core.errors import BadGame, BadMove, BadOption, NotSupported
from zermelo.games import mnk, nim
from zermelo.play.best_response import amount, mean_loss, rows_of
from zermelo.play.engine import as_player
from zermelo.play.players import ASKED_AGAIN

SIDES = ("first", "second")

GAME = mnk(2, 3, 2)


def agent_of(policy: Any) -> Any:
    return lambda _game, state: policy(state)


def mover(game: Game[Any], side: str) -> int:
    return SIDES.index(side) ^ max(game.to_move(game.initial()), 0)


def value_of(game: Game[Any], side: str) -> Fraction:
    value = Truth(game).worth(game.initial()).value
    return value if side == "first" else -value


# --- against every line of play -------------------------------------------------------------------------------------


@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("name", FEW_LINES)
def test_rewards_are_those_of_every_line_of_play(name: str, floats: bool) -> None:
    game = FEW_LINES[name]
    oracle = Oracle(game, compiled=False)
    for seed in range(3):
        policy = some_policy(game, seed, floats=floats)
        losses: list[Any] = []
        for side in SIDES:
            found, least = oracle.best_response(agent_of(policy), side), worst(game, policy, mover(game, side))
            assert found.value == value_of(game, side)
            if floats:
                assert found.reward == pytest.approx(least)
            else:
                assert found.reward == least
                assert isinstance(found.reward, int | Fraction)
            assert found.loss >= (-1e-12 if floats else 0)
            losses.append(value_of(game, side) - least)
        exploitability = oracle.exploitability(agent_of(policy))
        assert exploitability == (pytest.approx(sum(losses) / 2) if floats else sum(losses) / 2)


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), most=st.integers(2, 5))
def test_no_policy_gets_more_than_the_value_and_the_line_is_a_best_response(seed: int, most: int) -> None:
    policy, oracle = some_policy(GAME, seed, most=most), Oracle(GAME, compiled=False)
    for side in SIDES:
        found = oracle.best_response(agent_of(policy), side)
        assert found.reward <= found.value
        state = GAME.initial()
        for name in found.line:
            assert not GAME.terminal(state)
            state = GAME.apply(state, GAME.parse_action(name))
        assert GAME.terminal(state)


def test_of_a_deterministic_policy_the_line_ends_with_its_reward() -> None:
    def last(game: Game[Any], state: Any) -> int:
        return max(game.actions(state))

    game = mnk(3, 3, 3)
    for number, side in enumerate(SIDES):
        found = Oracle(game, compiled=False).best_response(last, side)
        state = game.play(list(found.line))
        assert game.reward(state) * (1 if len(found.line) % 2 == number else -1) == found.reward == -1
        for ply, name in enumerate(found.line):
            if ply % 2 == number:
                before = game.play(list(found.line[:ply]))
                assert game.parse_action(name) == last(game, before)


@pytest.mark.parametrize("name", FEW_LINES)
def test_perfect_policies_cannot_be_exploited(name: str) -> None:
    game, truth = FEW_LINES[name], Truth(FEW_LINES[name])

    def perfect(_game: Game[Any], state: Any) -> dict[int, int]:
        return dict.fromkeys(truth.optimal(state, distance=False), 1)

    assert Oracle(game, compiled=False).exploitability(perfect) == 0


def test_an_agent_that_draws_lots_must_say_how() -> None:
    rng = random.Random(1)

    def drawing(game: Game[Any], state: Any) -> int:
        return rng.choice([*game.actions(state)])

    with pytest.raises(
        BadMove, match=r"drawing returned two different answers in '.*'\. An agent that chooses at random"
    ):
        Oracle(GAME, compiled=False).exploitability(drawing)
    assert Oracle(GAME, compiled=False).exploitability("random") > 0


def test_a_player_is_asked_in_each_position() -> None:
    """Twice in the first ones, to see whether it draws lots."""
    asked: list[Any] = []

    def counting(game: Game[Any], state: Any) -> dict[int, int]:
        asked.append(state)
        return dict.fromkeys(game.actions(state), 1)

    game = mnk(2, 3, 2)
    found = Oracle(game, compiled=False).best_response(counting, "first")
    assert len(asked) == len(set(asked)) + min(len(set(asked)), ASKED_AGAIN) > 5
    assert found.positions == len(Truth(game).positions())
    assert (found.player, found.side, found.game) == ("counting", "first", "mnk(2,3,2)")


@pytest.mark.long
def test_players_of_all_kinds_are_agents() -> None:
    oracle = Oracle(GAME, compiled=False)
    uniform = oracle.exploitability(lambda game, state: dict.fromkeys(game.actions(state), 2))
    assert oracle.exploitability("random") == oracle.exploitability(engine_named(GAME, "random")) == uniform > 0
    assert oracle.exploitability("perfect(compiled=false)") == 0
    assert oracle.best_response("random", "first").player == "random"
    assert oracle.best_response(as_player(lambda g, s: max(g.actions(s)), GAME), "first").player == "<lambda>"


# --- against OpenSpiel ----------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows"), [(2, 3), (3, 3), (2, 4)])
def test_exploitability_is_that_of_open_spiel(columns: int, rows: int) -> None:
    """Two in a row on small boards: of the uniform policy, and of random ones."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policies = pytest.importorskip("open_spiel.python.policy")
    game, rival = mnk(rows, columns, 2), pyspiel.load_game(f"mnk(m={columns},n={rows},k=2)")

    def weights(board: str, actions: list[int], seed: int) -> dict[int, float]:
        rng = random.Random(f"{board} {seed}")
        return {action: rng.randrange(3) if seed else 1 for action in actions} | {actions[0]: 1}

    class Rival(policies.Policy):
        def __init__(self, seed: int) -> None:
            super().__init__(rival, [0, 1])
            self.seed = seed

        def action_probabilities(self, state: Any, player_id: Any = None) -> dict[int, float]:
            given = weights(str(state).replace("\n", "/").upper(), state.legal_actions(), self.seed)
            return {action: weight / sum(given.values()) for action, weight in given.items()}

    oracle = Oracle(game, compiled=False)
    for seed in range(4):

        def ours(_: Game[Any], state: Any, seed: int = seed) -> dict[int, float]:
            return weights(game.position_text(state), list(game.actions(state)), seed)

        expected = theirs.exploitability(rival, Rival(seed))
        assert float(oracle.exploitability(ours)) == pytest.approx(expected, abs=1e-9)


# --- refusals -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_too_many_positions_are_refused() -> None:
    oracle = Oracle(mnk(3, 3, 3), compiled=False)
    with pytest.raises(
        NotSupported, match="more than 100 positions; in Python, a larger limit can be given"
    ) as refusal:
        oracle.best_response("random", "first", limit=100)
    assert one_sentence(str(refusal.value))
    with pytest.raises(NotSupported, match="more than 1 position;"):
        oracle.exploitability("random", limit=1)
    positions = oracle.best_response("random", "first").positions
    assert oracle.best_response("random", "first", limit=positions).positions == positions
    with pytest.raises(NotSupported):
        oracle.best_response("random", "first", limit=positions - 1)


@pytest.mark.parametrize(
    ("side", "options", "message"),
    [
        ("third", {}, "There is no side 'third'; the choices are first and second"),
        ("both", {}, "There is no side 'both'"),
        ("first", {"limit": 0}, "limit = 0 is not an integer of 1 or more"),
        ("first", {"limit": 1.5}, r"limit = 1\.5 is not an integer"),
    ],
)
def test_options_are_checked(side: str, options: Any, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Oracle(GAME, compiled=False).best_response("random", side, **options)


def test_what_is_no_agent_is_refused() -> None:
    with pytest.raises(BadOption, match="7 is not a player"):
        Oracle(GAME, compiled=False).exploitability(7)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadOption, match="The player is for nim"):
        Oracle(GAME, compiled=False).exploitability(engine_named(nim(1, 2), "random"))


class Heap:
    """A state that can be changed: matches on a heap."""

    def __init__(self, matches: int) -> None:
        self.matches = matches

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.matches == other.matches

    def __hash__(self) -> int:
        return hash(self.matches)


class TakeFrom(Game[Heap]):
    """Take one or two matches; who takes the last one wins."""

    action_count, max_length = 2, 5

    def initial(self) -> Heap:
        return Heap(5)

    def legal(self, state: Heap, action: int) -> bool:
        return action < state.matches

    def apply(self, state: Heap, action: int) -> Heap:
        return Heap(state.matches - action - 1)

    def terminal(self, state: Heap) -> bool:
        return state.matches == 0

    def reward(self, state: Heap) -> int:
        return -1


def test_an_agent_that_changes_the_state_is_refused() -> None:
    """It led to a KeyError, which was called a bug in zermelo."""

    def careless(game: Game[Any], state: Heap) -> int:
        state.matches -= 1
        return 0

    oracle = Oracle(TakeFrom(), compiled=False)
    for ask in (oracle.exploitability, oracle.score):
        with pytest.raises(
            BadMove, match="careless changed the state that it was given; it must change a copy"
        ) as refusal:
            ask(careless)
        assert one_sentence(str(refusal.value))
    assert oracle.exploitability("perfect(compiled=false)") == 0


def test_a_value_that_the_budget_does_not_reach_is_refused() -> None:
    oracle = Oracle(mnk(3, 3, 3), nodes=1, without="all", compiled=False)
    with pytest.raises(BadOption, match="was not found within the budget of nodes or seconds; give more") as error:
        oracle.best_response("random", "first")
    assert one_sentence(str(error.value))


class Endless(Game[int]):
    """From a state that random plays never reach, a play goes on for longer than it may."""

    action_count, max_length = 1 << 12, 2

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return action == 0 or state == 0

    def apply(self, state: int, action: int) -> int:
        return -1 if action and state >= 0 and action != 4095 else state + 1

    def terminal(self, state: int) -> bool:
        return state < 0 or state > 5

    def reward(self, state: int) -> int:
        return -1


def test_a_play_that_is_too_long_is_the_games_fault() -> None:
    with pytest.raises(BadGame, match="longer than max_length"):
        Oracle(Endless(), compiled=False).best_response("random", "second")


def test_ctrl_c_ends_it() -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Oracle(mnk(3, 3, 3), compiled=False).best_response("random", "first", progress=interrupted)


# --- texts ----------------------------------------------------------------------------------------------------------


def test_results_are_told_in_a_row() -> None:
    oracle = Oracle(Risk(), compiled=False)
    never = oracle.best_response(lambda _game, _state: 0, "first")
    assert str(
        never
    ) == "<lambda>, risk: against a best response\nfirst    value -3, gets -4 at worst, as in 0".replace(
        "risk", str(Risk())
    )
    told = json.loads(json.dumps(never.to_dict()))
    assert (told["schema"], told["value"], told["reward"], told["loss"]) == (1, -3, -4, 1)
    both = [oracle.best_response("random", side) for side in SIDES]
    rows = rows_of(both)
    assert [label for label, _ in rows] == ["first", "second", "both"]
    assert str(rows[2][1]).startswith(f"exploitability {amount(mean_loss(both))}: how much less than the value it gets")
    assert rows_of([]) == []


def test_amounts_are_short() -> None:
    assert [amount(number) for number in (3, 0.25, Fraction(1, 3), Fraction(1, 3**20))] == [
        "3",
        "0.2500",
        "1/3 (0.3333)",
        "0.0000",
    ]
