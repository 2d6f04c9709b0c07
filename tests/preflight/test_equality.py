"""States that are equal must have equal futures: games whose states' own equality forgets something are refused."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from tests.support.broken_games import Counters, Forgetting, Marked, Numbers, Row, Unmarked
from tests.support.games import OfObjects
from zermelo import Game, census, open_table, solve, tabulate
from zermelo.core.errors import BadGame, NotSupported
from zermelo.preflight.equality import unlike


def test_a_game_whose_equal_states_have_different_futures_is_refused() -> None:
    with pytest.raises(BadGame) as refusal:
        solve(Unmarked())
    words = (
        r"Unmarked: after [01 ]+, the state after [01 ]+ is equal to this one, but its future ends with the reward -?1 "
    )
    assert re.match(words, str(refusal.value))
    assert str(refusal.value).endswith("The __eq__ of its states must compare everything that matters later.")


def test_the_two_paths_lead_to_equal_states() -> None:
    game, found = Unmarked(), unlike(Unmarked())
    assert found is not None
    states = []
    for path in (found.path, found.other_path):
        state = game.initial()
        for action in path:
            state = game.apply(state, action)
        states.append(state)
    one, other = states
    assert one == other
    assert one.marked != other.marked


class Packed(Game):
    """The same game with states that hold an object, or compare as they like."""

    action_count = 2
    max_length = 9

    def __init__(self, form):
        self.form = form

    def initial(self):
        return self.packed(9, False)

    def packed(self, left, marked):
        if self.form == "named":
            return Named(left, marked)
        if self.form in SUBCLASSES:
            state = SUBCLASSES[self.form](left)
            state.marked = marked
            return state
        counters = Forgetting(left, marked)
        return (1, counters) if self.form == "tuple" else frozenset([counters])

    def unpacked(self, state):
        if self.form in SUBCLASSES:
            return state.left, state.marked
        counters = state if self.form == "named" else max(state, key=lambda part: isinstance(part, Forgetting))
        return counters.left, counters.marked

    def legal(self, state, action):
        return action < self.unpacked(state)[0]

    def apply(self, state, action):
        left, marked = self.unpacked(state)
        return self.packed(left - action - 1, marked or (left == 9 and action == 0))

    def terminal(self, state):
        return self.unpacked(state)[0] == 0

    def reward(self, state):
        return 1 if self.unpacked(state)[1] else -1


class Number(int):
    """It compares as its number, and has attributes besides."""

    @property
    def left(self):
        return int(self)


class Text(str):
    """It compares as its text, and has attributes besides."""

    def __new__(cls, left):
        return super().__new__(cls, "|" * left)

    @property
    def left(self):
        return len(self)


class Tagged(NamedTuple("Tagged", [("left", int)])):
    """A named tuple with attributes besides its fields."""


class Listed(list):
    """A list that can be hashed, of one object."""

    def __init__(self, left):
        super().__init__([left])

    def __hash__(self):
        return hash(self[0])

    @property
    def left(self):
        return self[0]


SUBCLASSES = {"number": Number, "text": Text, "tagged": Tagged, "list": Listed}


class Named(NamedTuple):
    """It can be packed into words, and compares as it likes."""

    left: int
    marked: bool

    def __eq__(self, other):
        return self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Late(Unmarked):
    """The first states are plain values."""

    def initial(self):
        return 9

    def apply(self, state, action):
        return super().apply(Forgetting(9, False) if state == 9 else state, action)

    def legal(self, state, action):
        return state == 9 or super().legal(state, action)

    def terminal(self, state):
        return state != 9 and super().terminal(state)


class Forgetful(Unmarked):
    """The same for three players."""

    players = 3
    reward_range = (0, 1)

    def to_move(self, state):
        return 0 if state.left == 9 else state.left % 3

    def rewards(self, state):
        return (1, 0, 0) if state.marked else (0, 1, 0)


@pytest.mark.parametrize(
    "game",
    [*map(Packed, ["tuple", "frozenset", "named", *SUBCLASSES]), Late(), Forgetful()],
    ids=lambda game: getattr(game, "form", type(game).__name__),
)
def test_equality_is_doubted_wherever_a_state_defines_it(game: Game) -> None:
    assert unlike(game) is not None
    with pytest.raises(BadGame, match="is equal to this one"):
        solve(game)


@pytest.mark.parametrize("game", [Marked(), Row(), Numbers(), OfObjects()], ids=lambda game: type(game).__name__)
def test_nothing_is_found_in_other_games(game: Game) -> None:
    assert unlike(game) is None


class OfTuples(Marked):
    """The same game with states that are plain values."""

    def initial(self):
        return 9, False

    def legal(self, state, action):
        return action < state[0]

    def apply(self, state, action):
        left, marked = state
        return left - action - 1, marked or (left == 9 and action == 0)

    def terminal(self, state):
        return state[0] == 0

    def reward(self, state):
        return 1 if state[1] else -1


class Slow(Marked):
    """Forty moves, each of which takes a moment."""

    action_count = 40
    moves: ClassVar[list[int]] = []

    def legal(self, state, action):
        return True

    def apply(self, state, action):
        self.moves.append(action)
        time.sleep(0.0005)
        return Counters(state.left - 1, False)


def test_the_search_for_unlike_states_ends_in_time() -> None:
    """It compared all futures of a pair that it had begun, though its time was up."""
    assert unlike(Slow(), seconds=0.1) is None
    assert len(Slow.moves) < 500  # of a pair alone there are 3,200


@pytest.mark.usefixtures("plain")
def test_objects_that_can_be_written_as_plain_values_are_counted_and_tabulated(tmp_path: Path) -> None:
    counts, right = census(Marked()), census(OfTuples())
    assert (counts.positions, counts.games) == (right.positions, right.games)
    tabulate(Marked(), folder=tmp_path)
    table = open_table(tmp_path, Marked())
    for left in range(1, 9):
        for marked in (False, True):
            entry = table.get(Counters(left, marked))
            if entry is not None:
                assert entry.value == solve(OfTuples(), (left, marked)).value


def test_objects_without_a_plain_value_cannot_be_tabulated(tmp_path: Path) -> None:
    class Bare(Marked):
        plain, from_plain = Game.plain, Game.from_plain

    with pytest.raises(
        NotSupported, match=r"The positions of Bare cannot be counted or tabulated: Counters is not one of"
    ):
        tabulate(Bare(), folder=tmp_path)
