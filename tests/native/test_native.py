"""Which games are compiled to native code, and what the compiled games do."""

from __future__ import annotations

import enum
import gc
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import pytest

import tests.support.stones
from tests.support import stones
from tests.support.compiling import Both, Notes, after, best_reward, situation
from tests.support.games import Take
from tests.support.shapes import (
    STONES,
    BitsAsActions,
    OfBits,
    OfBool,
    OfBoolsForInts,
    OfPlainTuple,
    OfTuples,
    Replacing,
    Runtime,
)
from tests.support.stones import even, left
from zermelo import Bits, Game, solve
from zermelo.compiler.memory_layout import Block, identity, shares_code
from zermelo.core.component import Component
from zermelo.core.errors import NotCompilable
from zermelo.games import tree
from zermelo.native.machine import Machine
from zermelo.native.native import Native
from zermelo.solver.solver import Solver

STEPS: Final = (1, 2, 3)
ONE: Final = 1
NUMBER: Final = np.int64(2)


# --- games that are compiled ------------------------------------------------------------------------------------------
def taken(action: int) -> int:
    return step(action)


def step(action: int) -> int:
    return STEPS[action] * ONE


def counted(by: int) -> Callable[[int], int]:
    def minus(stones: int) -> int:
        return stones - by

    return minus


def countdown() -> Callable[[int], int]:
    def down(number: int) -> int:
        return 0 if number <= 0 else 1 + down(number - 1)

    return down


minus_one = counted(1)
counting = countdown()
doubled = lambda number: 2 * number  # noqa: E731  (helpers may be lambdas)


class WithHelpers(Take):
    def apply(self, state: int, action: int) -> int:
        return state - taken(action)


class WithImportedFunction(Take):
    def apply(self, state: int, action: int) -> int:
        return left(state, action)


class WithImportedModule(Take):
    def apply(self, state: int, action: int) -> int:
        return state - stones.taken(action) * stones.UNIT - stones.STEPS[0] + 1


class WithDottedModule(Take):
    def apply(self, state: int, action: int) -> int:
        return tests.support.stones.left(state, action)


class WithMutualRecursion(Take):
    def reward(self, state: int) -> int:
        return -1 if even(state + 4) else 5


class WithClosures(Take):
    def apply(self, state: int, action: int) -> int:
        return minus_one(state) - counting(action)


class WithLambda(Take):
    def reward(self, state: int) -> int:
        return -doubled(2)


class Middle(Take):
    FACTOR = 2

    def scaled(self, number: int) -> int:
        return number * self.FACTOR

    def reward(self, state: int) -> int:
        return -self.scaled(3)


class Inheriting(Middle):
    FACTOR = 5


class Overriding(Middle):
    def scaled(self, number: int) -> int:
        return number + 4


class WithMembers(Take):
    LIMIT = 3

    def __init__(self) -> None:
        self.first = 1
        self.pair = (2, (3, True))

    @property
    def second(self) -> int:
        return self.first + 1

    @cached_property
    def steps(self) -> tuple[int, ...]:
        return tuple(range(1, self.LIMIT + 1))

    @staticmethod
    def difference(a: int, b: int) -> int:
        return a - b

    def apply(self, state: int, action: int) -> int:
        return self.difference(state, self.steps[action] * self.first)

    def reward(self, state: int) -> int:
        return -self.second - self.pair[1][0] * 10 - self.pair[1][1]


class WithConstants(Take):
    STEPS = (1, 2, 3)
    CELLS = Bits(70, 1 << 69)
    NOTHING = None
    NAME = "take"

    def apply(self, state: int, action: int) -> int:
        return state - STEPS[action] - self.STEPS[action] + STEPS[action]

    def reward(self, state: int) -> int:
        known = self.NOTHING is None and self.NAME == "take"
        return -self.CELLS.lowest() - NUMBER if known else 0


class WithArrays(Take):
    table = np.array([0, 1, 2, 3])

    def __init__(self) -> None:
        self.small = np.arange(20, dtype=np.uint8)
        self.turned = np.arange(6).reshape(2, 3).T
        self.strided = np.arange(20)[::2]
        self.flags = np.array([True, False])

    @cached_property
    def columns(self) -> np.ndarray[Any, Any]:
        return np.asfortranarray(np.arange(12).reshape(3, 4))

    def apply(self, state: int, action: int) -> int:
        return state - int(self.table[action + 1])

    def reward(self, state: int) -> int:
        total = int(self.small[3]) - int(self.small[5]) + int(self.turned[2, 1]) * 10 + int(self.strided[4]) * 100
        return total + int(self.columns[1, 2]) * 1000 + (1 if self.flags[0] else 2)


class Side(enum.IntEnum):
    FIRST = 0
    SECOND = 1


class WithEnum(Take):
    def reward(self, state: int) -> int:
        return -1 - Side.SECOND if state != Side.SECOND else 0


class WithInnerGame(Take):
    def __init__(self) -> None:
        self.inner = Middle()

    def reward(self, state: int) -> int:
        return self.inner.reward(state)


class Yielding(Take):
    def actions(self, state: int) -> Iterator[int]:
        for action in (2, 0, 1):
            if action < state:
                yield action


class Ranging(Take):
    def actions(self, state: int) -> Any:
        return range(min(3, state))


class Listing(Take):
    def actions(self, state: int) -> Any:
        return [action for action in (2, 1, 0) if action < state]


class WithCalls(Take):
    def sums(self, *numbers: int) -> int:
        return numbers[0] + numbers[1]

    def scaled(self, number: int, by: int = 2, less: int = 1) -> int:
        return number * by - less

    def reward(self, state: int) -> int:
        def inner(number: int) -> int:
            return number + state

        parts = [number for number in (1, 2, 3) if number != 2]
        return -self.sums(1, 2) - self.scaled(3) - self.scaled(3, less=4) - inner(5) - len(parts) - divmod(7, 2)[0]


class WithMatch(Take):
    def terminal(self, state: int) -> bool:
        match state:
            case 0:
                return True
            case _:
                return False


class WithDunders(Take):
    __slots__ = ("least",)

    def __init__(self) -> None:
        self.least = 1

    def reward(self, state: int) -> int:
        return -self.least


COMPILED: Final = (
    *(Take, WithHelpers, WithImportedFunction, WithImportedModule, WithDottedModule, WithMutualRecursion),
    *(
        WithClosures,
        WithLambda,
        Middle,
        Inheriting,
        Overriding,
        WithMembers,
        WithConstants,
        WithArrays,
    ),
    *(WithEnum, WithInnerGame, Yielding, Ranging, Listing, WithCalls, WithMatch, stones.Asserting, WithDunders),
    *(OfTuples, Replacing, OfPlainTuple, OfBoolsForInts, OfBits, BitsAsActions, OfBool),
)


@pytest.mark.parametrize("kind", COMPILED, ids=lambda kind: kind.__name__)
def test_these_games_are_compiled_and_play_as_interpreted(kind: Callable[[], Game[Any]]) -> None:
    game = kind()
    value, _ = Both(best_reward, game).agreed(game.initial())
    assert value > -(2**40)


@pytest.mark.long
@pytest.mark.parametrize("kind", [OfTuples, Replacing, OfPlainTuple, OfBits], ids=lambda kind: kind.__name__)
def test_states_of_these_games_are_the_same_word_by_word(kind: Callable[[], Game[Any]]) -> None:
    game = kind()
    look, move = Both(situation, game), Both(after, game)
    state = game.initial()
    while not game.terminal(state):
        _, seen = look.agreed(state, 0)
        assert seen[1] == len(list(game.actions(state)))
        action = next(iter(game.actions(state)))
        move.agreed(state, action)
        state = game.apply(state, action)


# --- what differs at run time only ------------------------------------------------------------------------------------
def test_games_that_differ_at_run_time_share_their_code() -> None:
    first = Block(Runtime(9))
    assert shares_code(first, Block(Runtime(10)))
    assert shares_code(first, Block(Runtime(11, misere=True)))
    assert not shares_code(first, Block(Runtime(9, most=2)))


@pytest.mark.long
def test_values_of_run_time_are_read_at_run_time() -> None:
    native = Native(best_reward, Runtime(9), Notes())
    for game in (Runtime(9), Runtime(8), Runtime(8, misere=True), Runtime(5, misere=True)):
        native.bind(game, Notes())
        assert native(game.initial(), 0, 0, 0, 0) == best_reward(game, Notes(), game.initial(), 0, 0, 0, 0)


@pytest.mark.long
def test_games_of_other_constants_do_not_share_code() -> None:
    for game in (Runtime(9, most=2), Runtime(9, most=4)):
        Both(best_reward, game).agreed(game.initial())


@pytest.mark.long
def test_code_is_not_run_on_what_does_not_share_it() -> None:
    native = Native(best_reward, Runtime(9), Notes())
    with pytest.raises(ValueError, match="do not share this native code"):
        native.bind(Runtime(9, most=2), Notes())
    with pytest.raises(ValueError, match="do not share this native code"):
        native.bind(Take(), Notes())
    machine = Machine(best_reward, Runtime(9), Notes(), compiled=True)
    with pytest.raises(ValueError, match="do not share this native code"):
        machine.bind(Runtime(9).without("all").without("key"), Component())  # pyright: ignore[reportArgumentType]


class Constant(Take):
    """With an attribute of any kind."""

    def __init__(self, constant: Any) -> None:
        self.constant = constant


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, True, False),
        (1, 1.0, False),
        (0.0, -0.0, False),
        (None, 0, False),
        ("a", b"a", False),
        (Bits(3), Bits(4), False),
        ((1, 2), (1, True), False),
        ((1, 2), [1, 2], False),
        ((1, (2,)), ((1,), 2), False),
        ((1, 0.0), (1, -0.0), False),
        (1000, 10**3, True),
        (0.5, 0.5, True),
        ([1, 2], [1, 2], True),
        (("a", (2, None)), ("a", (2, None)), True),
        (Bits.of(4, 1), Bits(4).add(1), True),
    ],
)
def test_constants_are_the_same_in_type_and_value(one: Any, other: Any, same: bool) -> None:
    games = Constant(one), Constant(other)
    assert shares_code(*map(Block, games)) == same
    assert (identity(games[0]) == identity(games[1])) == same


def test_classes_of_the_same_code_share_it() -> None:
    one, other, more = (Block(Runtime(9).without(piece)) for piece in ("evaluation", "evaluation", "priority"))
    assert type(one.obj) is not type(other.obj)
    assert shares_code(one, other)
    assert not shares_code(one, more)


@pytest.mark.long
def test_a_game_that_has_changed_is_compiled_anew() -> None:
    class Steps(Take):
        def __init__(self) -> None:
            self.longest = 3

        def legal(self, state: int, action: int) -> bool:
            return action < min(state, self.longest)

    game = Steps()
    solver = Solver(game, algorithm="informed-minimax", compiled=True)
    values = [solver.solve(state).value for state in (3, 4)]
    game.longest = 2
    changed = [solver.solve(state, keep_table=True).value for state in (3, 4)]
    assert (values, changed) == ([1, -1], [-1, 1])


@pytest.mark.long
def test_a_class_made_for_one_search_goes_with_it() -> None:
    class Named(Take):
        pass

    for _ in range(3):
        solve(Named(), without="all")
    gc.collect()
    assert sum(cls.__name__ == "Named" for cls in Named.__subclasses__()) <= 1


class Table(Take):
    """A property follows from an array, whose contents are given at run time."""

    def __init__(self, *steps: int) -> None:
        self.steps = np.array(steps)

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return len(self.steps)

    @property
    def largest(self) -> int:
        return int(self.steps.max())

    def legal(self, state: int, action: int) -> bool:
        return int(self.steps[action]) <= state

    def apply(self, state: int, action: int) -> int:
        return state - int(self.steps[action])

    def reward(self, state: int) -> int:
        return -self.largest


@pytest.mark.long
def test_properties_of_arrays_are_those_of_the_game_that_is_run() -> None:
    for steps in ((1, 2, 3), (1, 2), (1, 2, 4), (1, 5, 2, 7)):
        game = Table(*steps)
        assert Both(best_reward, game).agreed(game.initial())[0] in (max(steps), -max(steps))


@pytest.mark.long
def test_arrays_of_other_contents_share_code() -> None:
    one, other = tree(3, 3, 1), tree(3, 3, 2)
    assert shares_code(Block(one), Block(other))
    native = Native(best_reward, one, Notes())
    for game in (one, other):
        native.bind(game, Notes())
        assert native(game.initial(), 0, 0, 0, 0) == best_reward(game, Notes(), game.initial(), 0, 0, 0, 0)


def test_a_block_keeps_the_arrays_that_native_code_reads() -> None:
    block = Block(WithArrays())  # nobody else holds its arrays, and some of them are copies in order
    words = np.array(block._words)
    assert len(block._arrays) == 6
    assert block.address == block._words.ctypes.data != 0
    assert np.array_equal(words, block._words)


class Strided(Component):
    """An array that a kernel would write to, and that is not in one piece."""

    def __init__(self) -> None:
        self.words = np.zeros((4, 4), np.int64)[:, ::2]


def test_an_array_to_be_written_must_be_in_one_piece() -> None:
    with pytest.raises(NotCompilable, match=r"the array Strided\.words is not contiguous"):
        Native(best_reward, Take(), Strided())


@pytest.mark.long
def test_a_game_is_compiled_for_what_it_is_not_for_its_name() -> None:
    values: list[int] = []
    for factor in (2, 3):

        class Twin(Take):
            FACTOR = factor

            def reward(self, state: int) -> int:
                return -self.FACTOR

        values.append(Both(best_reward, Twin()).agreed(STONES)[0])
    assert [abs(value) for value in values] == [2, 3]


class Wide(Take):
    runtime: ClassVar[tuple[str, ...]] = ("wide",)
    wide = 2**64


def test_a_value_of_run_time_must_fit() -> None:
    with pytest.raises(NotCompilable, match="the integer 18446744073709551616 does not fit in 64 bits"):
        Native(best_reward, Wide(), Notes())


@pytest.mark.long
def test_an_error_of_the_game_itself_is_the_same_compiled() -> None:
    class Failing(Take):
        def reward(self, state: int) -> int:
            return 1 // state

    class Reaching(Take):
        def __init__(self) -> None:
            self.row = np.arange(3)

        def reward(self, state: int) -> int:
            return int(self.row[state + 3])

    assert Both(best_reward, Failing()).agreed(STONES) is ZeroDivisionError
    assert Both(best_reward, Reaching()).agreed(STONES) is IndexError
