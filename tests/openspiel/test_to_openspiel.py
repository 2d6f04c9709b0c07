"""zermelo's games in OpenSpiel: OpenSpiel's own tests, its algorithms against zermelo's values, Shimmy and PettingZoo."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from examples.breakthrough import Breakthrough
from examples.domineering import Domineering
from examples.dots_and_boxes import DotsAndBoxes
from tests import EXAMPLES
from tests.support import games
from tests.support.broken_games import Coin
from zermelo import Bits, Game, solve
from zermelo.core.errors import BadGame, BadMove, BadOption, NotSupported
from zermelo.games.catalogue import as_game
from zermelo.openspiel import to_openspiel
from zermelo.openspiel.position import PositionForSpiel
from zermelo.play.analysis import analyze
from zermelo.play.record import Record

pyspiel = pytest.importorskip("pyspiel")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")


class Cards(Game):
    "Take the first or the last card. The player who takes the last one wins."

    action_count, max_length = 2, 5

    def initial(self):
        return "abcde"

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        return state[1:] if action == 0 else state[:-1]

    def terminal(self, state):
        return state == ""

    def reward(self, state):
        return -1


class Take(games.Take):
    """Take 1 or 2 of seven stones. Nothing in the state says who moves."""

    action_count, max_length = 2, 7

    def initial(self):
        return 7


class Greedy(Game):
    """Take 1 or 2 stones. A player who takes 1 moves again, but not twice in a row."""

    action_count, max_length = 2, 9

    def initial(self):
        return (9, 0, 0)

    def legal(self, s, a):
        return a < s[0]

    def apply(self, s, a):
        if a == 0 and s[2] == 0:
            return (s[0] - 1, s[1], 1)
        return (s[0] - 1 - a, 1 - s[1], 0)

    def terminal(self, s):
        return s[0] == 0

    def reward(self, s):
        return 1 if s[2] == 1 else -1

    def to_move(self, s):
        return s[1]


class Risk(Game):
    """One player: bank what you have, or throw a coin."""

    action_count, max_length, reward_range = 2, 11, (-10, 10)
    has_chance = True
    chance_total = 2
    max_chances = 5

    def initial(self):
        return (0, 0, 0)

    def legal(self, s, a):
        return s[2] == 1 or a == 0 or s[1] < 5

    def apply(self, s, a):
        if s[2] == 1:
            return (s[0] + 2, s[1], 0) if a == 0 else (0, s[1], 2)
        return (s[0], s[1], 2) if a == 0 else (s[0], s[1] + 1, 1)

    def terminal(self, s):
        return s[2] == 2

    def reward(self, s):
        return s[0] - 4

    def to_move(self, s):
        return 0

    def chance(self, s):
        return s[2] == 1


class Biased(Risk):
    """Heads comes up three times in four."""

    chance_total = 4

    def weight(self, s, a):
        return 3 if a == 0 else 1


class Heaps(NamedTuple):
    first: int
    second: int


class Fading(Take):
    """`render` shows less than there is."""

    def initial(self):
        return Heaps(3, 4)

    def legal(self, state, action):
        return state[action] > 0

    def apply(self, state, action):
        return Heaps(state.first - (action == 0), state.second - (action == 1))

    def terminal(self, state):
        return state == (0, 0)

    def render(self, state):
        return f"{sum(state)} stones"


class Faulty(Take):
    """Raises an exception where it is asked to, once it is armed."""

    armed = False

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, where: str) -> None:
        if Faulty.armed and where == self.where:
            raise ZeroDivisionError(where)

    def apply(self, state, action):
        self.fail("apply")
        return super().apply(state, action)

    def actions(self, state):
        self.fail("actions")
        return super().actions(state)

    def terminal(self, state):
        self.fail("terminal")
        return super().terminal(state)

    def reward(self, state):
        self.fail("reward")
        return super().reward(state)

    def render(self, state):
        self.fail("render")
        return str(state)


TWO_PLAYERS: list[Game[Any] | str] = [
    "mnk(3,3,3)",
    "capture(7,2)",
    "nim(1,2,3)",
    "tree(2,5)",
    "sum(nim(1,2),chomp(2,2))",
    "lines(2x3,2,weak=True)",
    Breakthrough(3, 3),
    Domineering(3, 4),
    DotsAndBoxes(1, 2),
    Cards(),
    Take(),
    Greedy(),
    Fading(),
]
"""Games without chance that OpenSpiel's alpha-beta solves in a moment."""

CHANCE: list[Game[Any] | str] = ["einstein(2,1)", "einstein(3,1)", Risk(), Biased()]
OTHERS: list[Game[Any] | str] = [
    "connect(4,4,3)",
    "lines(3x3,3,players=3)",
    "einstein(3,2)",
    "chomp(3,4)",
    "wythoff(3,5)",
    Breakthrough(5, 4),
]


def positions(game: Any) -> list[Any]:
    """All states of a pyspiel.Game, one for each history."""
    found, new = [], [game.new_initial_state()]
    while new:
        state = new.pop()
        found.append(state)
        new += [state.child(action) for action in state.legal_actions()]
    return found


# --- OpenSpiel's tests --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", TWO_PLAYERS + CHANCE + OTHERS, ids=str)
def test_openspiel_finds_nothing_wrong_in_random_play(game: Game[Any] | str) -> None:
    pyspiel.random_sim_test(to_openspiel(game), num_sims=3, serialize=True, verbose=False)


def test_the_facets_are_passed_on() -> None:
    game = to_openspiel("mnk(3,3,3)")
    kind = game.get_type()
    assert (kind.short_name, kind.long_name) == ("zermelo_mnk_3_3_3", "Tic-tac-toe")
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 9, 9)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history()) == (0, 0)


def test_the_facets_of_chance_and_of_three_players_are_passed_on() -> None:
    game = to_openspiel(Risk())
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (game.max_chance_outcomes(), game.max_chance_nodes_in_history(), game.max_utility()) == (2, 5, 10)
    game = to_openspiel("lines(3x3,3,players=3)")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert (game.num_players(), game.utility_sum()) == (3, None)


@pytest.mark.parametrize("game", [Take(), Greedy(), "nim(1,2,3)", "einstein(2,1)", "lines(1x5,2,players=3)"], ids=str)
def test_movers_and_returns_are_those_of_a_record(game: Game[Any] | str) -> None:
    game = as_game(game)
    for state in positions(to_openspiel(game)):
        record = Record(game, game.initial())
        for action in state.history():
            record.do(action)
        assert (state.is_terminal(), state.is_chance_node()) == (record.over, record.chance)
        if record.over:
            assert state.returns() == state.rewards() == list(record.rewards())
        elif not record.chance:
            assert state.current_player() == record.mover
            assert state.legal_actions() == sorted(game.actions(record.state))


def test_outcomes_have_the_probabilities_of_their_weights() -> None:
    state = to_openspiel(Biased()).new_initial_state()
    state.apply_action(1)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.75), (1, 0.25)]


# --- texts, copies and pickles ------------------------------------------------------------------------------------------
def test_the_text_shows_the_board_and_the_mover() -> None:
    state = to_openspiel("mnk(3,3,3)").new_initial_state()
    state.apply_action(4)
    assert str(state) == " 1 . . .\n 2 . X .\n 3 . . .\n   a b c\nPlayer 1 to move"
    assert state.action_to_string(0) == "a1"
    assert state.string_to_action("c3") == 8
    assert to_openspiel(Risk()).new_initial_state().child(0).to_string() == "(0, 0, 2)\nReturns: -4, 4"
    assert to_openspiel(Risk()).new_initial_state().child(1).to_string() == "(0, 1, 1)\nChance to move"
    assert to_openspiel(Fading()).new_initial_state().to_string().startswith("7 stones\nHeaps(first=3, second=4)\n")


SMALL = ["mnk(2,3,2)", "capture(6,2)", "einstein(2,1)", "wythoff(2,2)", "chomp(2,3)", "sum(nim(1,2),chomp(2,2))"]


@pytest.mark.parametrize(
    "game", [*SMALL, "kayles(5)", "octal(0.156,7)", Cards(), Take(), Greedy(), Risk(), Fading()], ids=str
)
def test_positions_with_the_same_text_are_the_same(game: Game[Any] | str) -> None:
    """Algorithms such as OpenSpiel's value iteration take positions with the same `str` for one position."""
    by_text: dict[str, tuple[Any, ...]] = {}
    for state in positions(to_openspiel(game)):
        position: PositionForSpiel = state.position
        about = (position.state, position.mover, position.current)
        assert by_text.setdefault(str(state), about) == about


def test_clones_share_the_position_and_go_their_own_way() -> None:
    state = to_openspiel("mnk(3,3,3)").new_initial_state()
    clone = state.clone()
    assert clone.position is state.position
    clone.apply_action(4)
    assert (state.history(), clone.history()) == ([], [4])
    assert str(state) != str(clone)


def test_states_and_games_are_pickled_by_name_and_history() -> None:
    class Local(NamedTuple):  # a class that pickle cannot find
        stones: int

    class Piles(Take):
        def initial(self):
            return Local(3)

        def legal(self, state, action):
            return action < state.stones

        def apply(self, state, action):
            return Local(state.stones - action - 1)

        def terminal(self, state):
            return state.stones == 0

    game = to_openspiel(Piles())
    state = game.new_initial_state()
    state.apply_action(1)
    copies = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), game.deserialize_state(state.serialize())]
    for other in copies:
        assert (str(other), other.history()) == (str(state), [1])
        assert other.position.state == Local(1)
    assert pickle.loads(pickle.dumps(game)) == game


# --- algorithms ---------------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("game", TWO_PLAYERS, ids=str)
def test_alpha_beta_finds_the_value(game: Game[Any] | str) -> None:
    value, _ = minimax.alpha_beta_search(to_openspiel(game))
    assert value == solve(game, compiled=False).value


@pytest.mark.parametrize("game", CHANCE, ids=str)
def test_expectiminimax_finds_the_value(game: Game[Any] | str) -> None:
    value, _ = minimax.expectiminimax(to_openspiel(game).new_initial_state(), 100, None, 0)
    assert Fraction(value).limit_denominator(10**6) == solve(game, compiled=False).value


@pytest.mark.long
@pytest.mark.parametrize("game", ["mnk(3,3,3)", "nim(1,2,3)", Breakthrough(3, 3), Take(), Greedy()], ids=str)
def test_tree_search_finds_a_best_move(game: Game[Any] | str) -> None:
    spiel, seed = to_openspiel(game), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(2, seed)
    root = mcts.MCTSBot(spiel, 2, 2000, evaluator, solve=True, random_state=seed).mcts_search(spiel.new_initial_state())
    check_root(game, root)


@pytest.mark.long
@pytest.mark.parametrize("game", ["mnk(3,3,3)", "nim(1,2,3)", Breakthrough(3, 3), Take(), Greedy()], ids=str)
def test_tree_search_in_c_finds_a_best_move(game: Game[Any] | str) -> None:
    spiel = to_openspiel(game)
    bot = pyspiel.MCTSBot(spiel, pyspiel.RandomRolloutEvaluator(2, 1), 2.0, 2000, 100, True, 1, False)
    check_root(game, bot.mcts_search(spiel.new_initial_state()))


def check_root(game: Game[Any] | str, root: Any) -> None:
    """The best child is a best move; the value is right where the search has proved it: not in tic-tac-toe."""
    game = as_game(game)
    moves = {game.parse_action(move.move): move.value for move in analyze(game).moves}
    assert moves[root.best_child().action] == max(moves.values())
    assert bool(root.outcome) == (str(game) != "mnk(3,3,3)")
    if root.outcome:
        assert root.outcome[root.best_child().player] == max(moves.values())


def test_reinforcement_learning_gets_its_environment() -> None:
    rl = pytest.importorskip("open_spiel.python.rl_environment")
    environment = rl.Environment(to_openspiel("mnk(3,3,3)"))
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert step.rewards == [1, -1]


# --- observations -------------------------------------------------------------------------------------------------------
class Mixed(Take):
    """A state with all kinds of numbers."""

    def initial(self):
        return (7, (False, Bits(3, 0b110)))

    def legal(self, state, action):
        return action < state[0]

    def apply(self, state, action):
        return (state[0] - action - 1, (action == 0, state[1][1] ^ Bits(3, 0b011)))

    def terminal(self, state):
        return state[0] == 0


def test_a_tensor_has_the_mover_and_the_numbers_of_the_state() -> None:
    game = to_openspiel(Mixed())
    assert game.observation_tensor_shape() == [2 + 5]
    state = game.new_initial_state()
    assert state.observation_tensor(0) == state.observation_tensor(1) == [1, 0, 7, 0, 0, 1, 1]
    state.apply_action(0)
    assert state.observation_tensor(0) == [0, 1, 6, 1, 1, 0, 1]
    assert state.observation_string(1) == str(state)
    assert state.information_state_string(1) == "0"


def test_a_tensor_of_other_states_has_the_actions() -> None:
    game = to_openspiel(Cards())
    assert game.observation_tensor_shape() == [2 + 5 * 2]
    state = game.new_initial_state()
    state.apply_action(1)
    state.apply_action(0)
    assert state.observation_tensor(0) == [1, 0] + [0, 1, 1, 0] + [0] * 6
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["history"].tolist() == [[0, 1], [1, 0], [0, 0], [0, 0], [0, 0]]


def test_each_observer_has_a_tensor_of_its_own() -> None:
    observation = pytest.importorskip("open_spiel.python.observation")
    game = to_openspiel(Mixed())
    state = game.new_initial_state()
    one, other = observation.make_observation(game), observation.make_observation(game)
    one.set_from(state, 0)
    after = state.child(0)
    other.set_from(after, 0)
    assert after.observation_tensor(0) == other.tensor.tolist() == [0, 1, 6, 1, 1, 0, 1]
    assert one.tensor.tolist() == [1, 0, 7, 0, 0, 1, 1]
    assert observation.make_observation(game, observation.INFO_STATE_OBS_TYPE).string_from(after, 0) == "0"


def test_observers_have_no_parameters() -> None:
    game = to_openspiel(Mixed())
    assert game.make_observer({}) is not None
    with pytest.raises(BadOption, match=r"Observations of zermelo_mixed\(\) have no parameters, but"):
        game.make_py_observer(None, {"planes": 3})


class Growing(Take):
    """The state has a number more after each move, or only after many moves. The other move ends the game."""

    action_count, max_length = 2, 100

    def __init__(self, since: int) -> None:
        self.since = since

    def initial(self):
        return (0,)

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        new = (state[0] + 1 if action == 1 else 20,)
        return new + state if self.since <= new[0] < 20 else new

    def terminal(self, state):
        return state[0] == 20


def test_states_that_grow_have_a_tensor_of_actions() -> None:
    assert to_openspiel(Growing(1), "growing").observation_tensor_shape() == [2 + 100 * 2]


def test_states_that_seldom_grow_have_no_tensor() -> None:
    state = to_openspiel(Growing(19), "growing_late").new_initial_state()
    for _ in range(18):
        state.apply_action(1)
    assert state.observation_tensor(0) == [1, 0, 18]
    state.apply_action(1)
    with pytest.raises(BadGame, match="most states consist of 1 numbers, but one of 2, so there is no tensor"):
        state.observation_tensor(0)


# --- Shimmy and PettingZoo ----------------------------------------------------------------------------------------------
PLAYED = ["mnk(3,3,3)", "connect(4,4,3)", Breakthrough(4, 3), Cards(), "einstein(3,1)", "lines(3x3,3,players=3)"]


@pytest.mark.filterwarnings("ignore:Agent's (max|min)imum observation space value:UserWarning")  # Shimmy sets no limits
@pytest.mark.parametrize("game", PLAYED, ids=str)
def test_the_tests_of_pettingzoo_pass(game: Game[Any] | str) -> None:
    shimmy, zoo = pytest.importorskip("shimmy"), pytest.importorskip("pettingzoo.test")
    zoo.api_test(shimmy.OpenSpielCompatibilityV0(env=to_openspiel(game)), num_cycles=100)


# --- names and refusals -------------------------------------------------------------------------------------------------
def test_a_game_is_registered_once() -> None:
    game = to_openspiel("capture(5,2)")
    assert pyspiel.load_game("zermelo_capture_5_2") == game == to_openspiel("capture(5,2)")
    assert to_openspiel("capture(5,2)", "my_own_2") == pyspiel.load_game("my_own_2") != game


def test_a_class_that_is_defined_again_alike_is_the_same_game() -> None:
    source = "class Again(Take):\n    def reward(self, state):\n        return {}"
    classes = []
    for reward in (-1, -1, 1):
        space: dict[str, Any] = {"Take": Take, "__name__": "notebook"}
        exec(source.format(reward), space)
        classes.append(space["Again"])
    one, same, other = classes
    assert to_openspiel(one()) == to_openspiel(same())
    with pytest.raises(BadOption, match="'zermelo_again' is already the name of Again, which is not the same game"):
        to_openspiel(other())


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mnk(3)", "must consist of letters, digits and underscores"),
        ("", "must consist of letters"),
        (3, "must consist of letters"),
        ("tic_tac_toe", "OpenSpiel has a game of its own named 'tic_tac_toe'; give another name"),
        ("taken", "'taken' is already the name of mnk\\(2,3,2\\), which is not the same game"),
    ],
)
def test_names_that_cannot_be_used(name: Any, message: str) -> None:
    to_openspiel("mnk(2,3,2)", "taken")
    with pytest.raises(BadOption, match=message):
        to_openspiel("nim(1,2)", name)


class Endless(Take):
    max_length = 3


def taking(**members: Any) -> Take:
    """The game with other members."""
    return type("Taking", (Take,), members)()


class Игра(Take):
    """No letter of its name is one that OpenSpiel takes."""


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        (
            taking(cyclic=True),
            NotSupported,
            "Plays of Taking can return to a position, but in OpenSpiel every play must end",
        ),
        (
            taking(hidden_information=True),
            NotSupported,
            "hidden_information = True: players do not see the whole position",
        ),
        (taking(simultaneous=True), NotSupported, "simultaneous = True: players move at the same time"),
        (taking(players=1), NotSupported, "players = 1. A game needs at least two players"),
        (taking(max_length=0), BadGame, "max_length = 0 must be a positive integer"),
        (taking(title=lambda _: 5), BadGame, "title returned 5, but must return a line of text"),
        (taking(title=lambda _: "one\ntwo"), BadGame, "title returned 'one.ntwo', but must return a line of text"),
        (Игра(), BadOption, "Игра has no letters that OpenSpiel takes; give a name for it there, as name='my_game'"),
        (7, BadGame, "7 is not a game"),
        (Take, BadGame, "Take is a class"),
        ("chess", BadGame, "chess"),
    ],
)
def test_games_that_cannot_be_passed_on(game: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        to_openspiel(game)


def test_without_openspiel_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(
        NotSupported, match=r"OpenSpiel is not installed; `pip install 'zermelo\[openspiel\]'` installs it"
    ):
        to_openspiel("mnk(3,3,3)")


# --- errors during play -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("asked_before", [False, True])
def test_an_illegal_action_is_refused(asked_before: bool) -> None:
    state = to_openspiel("mnk(3,3,3)").new_initial_state()
    state.apply_action(4)
    if asked_before:
        assert 4 not in state.legal_actions()
    for action in (4, 9, -5):
        with pytest.raises(BadMove, match=f"Action {action} is not legal here"):
            state.apply_action(action)
    assert state.history() == [4]


class Éclair(Take):
    """A game with an accent in its name."""


def test_accents_are_left_out_of_names() -> None:
    assert to_openspiel(Éclair()).get_type().short_name == "zermelo_eclair"


class Weighted(Coin):
    weighted: Any = 1

    def weight(self, state, action):
        return self.weighted


def outcomes_with(weight: Any) -> None:
    """Ask for the outcomes of a chance node whose actions have this weight."""

    class Weights(Weighted):
        weighted = weight

    state = to_openspiel(Weights(), f"weights_{abs(hash(repr(weight)))}").new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    state.chance_outcomes()


INTEGER: Final = "weight returns .*, but must return an integer"


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("weight", "said"),
    [
        (0, "weight returns 0 for action 0"),
        (-1, "weight returns -1 for action 0"),
        (1 << 400, "the weights add up to"),
        (0.5, INTEGER),
        ("a", INTEGER),
        (float("nan"), INTEGER),
    ],
)
def test_weights_are_checked_by_the_first_plays(weight: Any, said: str) -> None:
    with pytest.raises(BadGame, match=said):
        outcomes_with(weight)


@pytest.mark.parametrize("weight", [0, -1, 1 << 400])
def test_weights_that_the_first_plays_do_not_meet_are_checked(weight: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.openspiel.registration.check_facets", lambda *_given, **_options: None)
    with pytest.raises(BadGame, match=r"weight returned .*, which is not an integer in 1\.\.3"):
        outcomes_with(weight)


def test_a_finished_play_does_not_go_on() -> None:
    state = to_openspiel(Take()).new_initial_state()
    for action in (1, 1, 1, 0):
        state.apply_action(action)
    with pytest.raises(BadMove, match="Action 0 is not legal here"):
        state.apply_action(0)


def test_a_play_that_is_too_long_stops() -> None:
    with pytest.raises(BadGame, match=r"Endless: after .*, the play is longer than max_length = 3 plies"):
        minimax.alpha_beta_search(to_openspiel(Endless()))


@pytest.mark.parametrize("where", ["apply", "actions", "terminal", "reward", "render"])
def test_an_exception_of_the_game_passes_through_openspiel(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = to_openspiel(Faulty(where))
    monkeypatch.setattr(Faulty, "armed", True)
    with pytest.raises(ZeroDivisionError, match=where):
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    monkeypatch.setattr(Faulty, "armed", False)
    assert minimax.alpha_beta_search(game)[0] == 1


def test_the_process_ends_as_usual() -> None:
    """OpenSpiel keeps a reference to each registered game, which it releases after Python has ended."""
    program = "from zermelo.openspiel import to_openspiel; print(to_openspiel('mnk(3,3,3)'))"
    done = subprocess.run([sys.executable, "-c", program], cwd=EXAMPLES.parent, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "zermelo_mnk_3_3_3()\n", "")
