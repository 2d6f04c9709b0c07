"""Which games become native code, what these do, and what is said of the others."""

from __future__ import annotations

import enum
import functools
import gc
import inspect
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple

import numba
import numpy as np
import pytest

import tests.support.stones
from tests.support import stones
from tests.support.compiling import Both, Notes, after, best_reward, situation
from tests.support.games import Take
from tests.support.stones import even, left
from zermelo import Bits, Game, NotCompilable, solve, tree
from zermelo.component import Component
from zermelo.machine import INTERPRETED, Machine
from zermelo.native import Native
from zermelo.native.blocks import Block, identity, shares_code
from zermelo.native.haste import haste
from zermelo.native.objects import object_type
from zermelo.solver import Solver

STONES: Final = 9
STEPS: Final = (1, 2, 3)
ONE: Final = 1
ARRAY: Final = np.array([1, 2, 3])
SMALL: Final = np.array([[1, 2, 3]], np.int8)
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


@numba.njit
def by_numba(number: int) -> int:
    return number * 3


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


class WithNumbaHelper(Take):
    def reward(self, state: int) -> int:
        return -by_numba(2)


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
    HALF = 0.5
    NOTHING = None
    NAME = "take"

    def apply(self, state: int, action: int) -> int:
        return state - STEPS[action] - self.STEPS[action] + int(ARRAY[action])

    def reward(self, state: int) -> int:
        known = self.NOTHING is None and self.NAME == "take" and self.HALF < ONE
        return -self.CELLS.lowest() - NUMBER - int(SMALL[0, 2]) if known else 0


class WithArrays(Take):
    table = np.array([0, 1, 2, 3])

    def __init__(self) -> None:
        self.small = np.arange(20, dtype=np.uint8)
        self.turned = np.arange(6).reshape(2, 3).T
        self.strided = np.arange(20)[::2]
        self.flags = np.array([True, False])
        self.halves = np.array([0.5, 1.5])

    @cached_property
    def columns(self) -> np.ndarray[Any, Any]:
        return np.asfortranarray(np.arange(12).reshape(3, 4))

    def apply(self, state: int, action: int) -> int:
        return state - int(self.table[action + 1])

    def reward(self, state: int) -> int:
        total = int(self.small[3]) - int(self.small[5]) + int(self.turned[2, 1]) * 10 + int(self.strided[4]) * 100
        return total + int(self.columns[1, 2]) * 1000 + (1 if self.flags[0] else 2) + int(self.halves[1] * 2)


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


# --- states of every shape --------------------------------------------------------------------------------------------
class Heaps(NamedTuple):
    left: int
    turn: bool
    inner: tuple[int, tuple[Bits, int]]


class OfTuples(Game[Heaps]):
    action_count = 3
    max_length = STONES

    def initial(self) -> Heaps:
        return Heaps(STONES, False, (0, (Bits(70), -(2**63))))

    def legal(self, state: Heaps, action: int) -> bool:
        return action < state.left

    def apply(self, state: Heaps, action: int) -> Heaps:
        seen, (cells, least) = state.inner
        return Heaps(state.left - action - 1, not state.turn, (seen + 1, (cells.add(60 + state.left), least)))

    def terminal(self, state: Heaps) -> bool:
        return state.left == 0

    def reward(self, state: Heaps) -> int:
        seen, (cells, least) = state.inner
        return -seen - cells.count() * 10 + (100 if state.turn else 0) + (1 if least < -1 else 0)


class Replacing(OfTuples):
    def apply(self, state: Heaps, action: int) -> Heaps:
        inner = (state.inner[0] + 1, state.inner[1])
        return state._replace(inner=inner, left=state.left - action - 1)._replace(turn=not state.turn)


class OfPlainTuple(Game[tuple[int, int, bool]]):
    action_count = 3
    max_length = STONES

    def initial(self) -> tuple[int, int, bool]:
        return STONES, 0, False

    def legal(self, state: tuple[int, int, bool], action: int) -> bool:
        return action < state[0]

    def apply(self, state: tuple[int, int, bool], action: int) -> tuple[int, int, bool]:
        return (state[0] - action - 1, *state[1:2], action == 1)

    def terminal(self, state: tuple[int, int, bool]) -> bool:
        return not state[0]

    def reward(self, state: tuple[int, int, bool]) -> int:
        return -2 if state[2] else -1


class OfBoolsForInts(OfPlainTuple):
    """A bool where the initial state has an int is the same state."""

    def initial(self) -> Any:
        return STONES, 0, 0


class OfBits(Game[Bits]):
    action_count = 70
    max_length = 3

    def initial(self) -> Bits:
        return Bits.of(70, 3, 65, 69)

    def legal(self, state: Bits, action: int) -> bool:
        return action in state

    def actions(self, state: Bits) -> Iterator[int]:
        for cell in state:
            if cell in state:
                yield cell

    def apply(self, state: Bits, action: int) -> Bits:
        return state.remove(action)

    def terminal(self, state: Bits) -> bool:
        return not state

    def reward(self, state: Bits) -> int:
        return -1


class BitsAsActions(OfBits):
    def actions(self, state: Bits) -> Any:
        return state


class OfBool(Game[bool]):
    action_count = 1
    max_length = 1

    def initial(self) -> bool:
        return False

    def legal(self, state: bool, action: int) -> bool:
        return True

    def apply(self, state: bool, action: int) -> bool:
        return not state

    def terminal(self, state: bool) -> bool:
        return state

    def reward(self, state: bool) -> int:
        return -1


COMPILED: Final = (
    *(Take, WithHelpers, WithImportedFunction, WithImportedModule, WithDottedModule, WithMutualRecursion),
    *(
        WithClosures,
        WithLambda,
        WithNumbaHelper,
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


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("kind", COMPILED, ids=lambda kind: kind.__name__)
def test_these_games_are_compiled_and_play_as_interpreted(kind: Callable[[], Game[Any]]) -> None:
    game = kind()
    value, _ = Both(best_reward, game).agreed(game.initial())
    assert value > -(2**40)


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
@dataclass(frozen=True)
class Runtime(Game[int]):
    """The stones are given at run time, and whether the last one loses; the largest step is not."""

    stones: int
    misere: bool = False
    most: int = 3

    runtime: ClassVar[tuple[str, ...]] = ("stones", "misere", "max_length")

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.most

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.stones

    def initial(self) -> int:
        return self.stones

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return (1 if self.misere else -1) * self.max_length


def test_games_that_differ_at_run_time_share_their_code() -> None:
    first = object_type(Runtime(9))
    assert object_type(Runtime(10)) is first
    assert object_type(Runtime(11, misere=True)) is first
    assert object_type(Runtime(9, most=2)) is not first
    assert first.name.startswith("Runtime#")


def test_values_of_run_time_are_read_at_run_time() -> None:
    native = Native(best_reward, Runtime(9), Notes())
    for game in (Runtime(9), Runtime(8), Runtime(8, misere=True), Runtime(5, misere=True)):
        native.bind(game, Notes())
        assert native(game.initial(), 0, 0, 0, 0) == best_reward(game, Notes(), game.initial(), 0, 0, 0, 0)


def test_games_of_other_constants_do_not_share_code() -> None:
    for game in (Runtime(9, most=2), Runtime(9, most=4)):
        Both(best_reward, game).agreed(game.initial())


def test_code_is_not_run_on_what_does_not_share_it() -> None:
    native = Native(best_reward, Runtime(9), Notes())
    with pytest.raises(ValueError, match="do not share the code"):
        native.bind(Runtime(9, most=2), Notes())
    with pytest.raises(ValueError, match="do not share the code"):
        native.bind(Take(), Notes())
    machine = Machine(best_reward, Runtime(9), Notes(), compiled=True)
    with pytest.raises(ValueError, match="do not share the code"):
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


def test_a_game_that_has_changed_is_compiled_anew() -> None:
    class Steps(Take):
        def __init__(self) -> None:
            self.longest = 3

        def legal(self, state: int, action: int) -> bool:
            return action < min(state, self.longest)

    game = Steps()
    solver = Solver(game, algorithm="minimax", compiled=True)
    values = [solver.solve(state).value for state in (3, 4)]
    game.longest = 2
    changed = [solver.solve(state, goes_on=True).value for state in (3, 4)]
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


def test_properties_of_arrays_are_those_of_the_game_that_is_run() -> None:
    for steps in ((1, 2, 3), (1, 2), (1, 2, 4), (1, 5, 2, 7)):
        game = Table(*steps)
        assert Both(best_reward, game).agreed(game.initial())[0] in (max(steps), -max(steps))


def test_arrays_of_other_contents_share_code() -> None:
    one, other = tree(3, 3, 1), tree(3, 3, 2)
    assert object_type(one) is object_type(other)
    native = Native(best_reward, one, Notes())
    for game in (one, other):
        native.bind(game, Notes())
        assert native(game.initial(), 0, 0, 0, 0) == best_reward(game, Notes(), game.initial(), 0, 0, 0, 0)


def test_a_block_keeps_the_arrays_that_native_code_reads() -> None:
    block = Block(WithArrays())  # nobody else holds its arrays, and some of them are copies in order
    words = np.array(block._words)
    assert len(block._arrays) == 7
    assert block.address == block._words.ctypes.data != 0
    assert np.array_equal(words, block._words)


class Strided(Component):
    """An array that a kernel would write to, and that is not in one piece."""

    def __init__(self) -> None:
        self.words = np.zeros((4, 4), np.int64)[:, ::2]


def test_an_array_to_be_written_must_be_in_one_piece() -> None:
    with pytest.raises(NotCompilable, match=r"the array Strided\.words is not contiguous"):
        Native(best_reward, Take(), Strided())


def test_a_game_is_compiled_for_what_it_is_not_for_its_name() -> None:
    values: list[int] = []
    for factor in (2, 3):

        class Twin(Take):
            FACTOR = factor

            def reward(self, state: int) -> int:
                return -self.FACTOR

        values.append(Both(best_reward, Twin()).agreed(STONES)[0])
    assert [abs(value) for value in values] == [2, 3]


# --- games that are not compiled --------------------------------------------------------------------------------------
class OfDict(Take):
    def initial(self) -> Any:
        return {0: STONES}


class OfSet(Take):
    def initial(self) -> Any:
        return frozenset(range(STONES))


class OfList(Take):
    def initial(self) -> Any:
        return [STONES]


class OfString(Take):
    def initial(self) -> Any:
        return "x" * STONES


class OfNone(Take):
    def initial(self) -> Any:
        return STONES, None


class OfFloat(Take):
    def initial(self) -> Any:
        return STONES, 0.5


class OfNumpy(Take):
    def initial(self) -> Any:
        return np.int64(STONES)


class OfKey(Take):
    def key(self, state: int) -> Any:
        return str(state)


class OfDataclass(Take):
    def initial(self) -> Any:
        return Runtime(3)


BAD_STATES: Final = {
    OfDict: "dict",
    OfSet: "frozenset",
    OfList: "list",
    OfString: "str",
    OfNone: "NoneType",
    OfFloat: "float",
    OfNumpy: "int64",
    OfKey: "str",
    OfDataclass: "Runtime",
}


@pytest.mark.parametrize("kind", BAD_STATES, ids=lambda kind: kind.__name__)
def test_states_that_no_words_can_hold(kind: type[Take]) -> None:
    sentence = (
        f"{kind.__name__} cannot be compiled: in its state, {BAD_STATES[kind]} is neither int, bool, zermelo.Bits nor a "
        "tuple of these."
    )
    with pytest.raises(NotCompilable) as caught:
        Machine(best_reward, kind(), Notes(), compiled=True)
    assert str(caught.value) == sentence
    assert Machine(best_reward, kind(), Notes()).note == f"{INTERPRETED}: {sentence}"


class CallingSuper(Take):
    def reward(self, state: int) -> int:
        return super().reward(state)


class CallingBase(Take):
    def reward(self, state: int) -> int:
        return Take.reward(self, state)


class Trying(Take):
    def reward(self, state: int) -> int:
        try:
            return -1 << state
        except ValueError:
            return 0


class Opening(Take):
    def reward(self, state: int) -> int:
        with open("nothing"):
            return -1


class Importing(Take):
    def reward(self, state: int) -> int:
        import math

        return -math.floor(1.0)


class Counting(Take):
    calls = 0

    def reward(self, state: int) -> int:
        self.calls += 1
        return -1


class Global(Take):
    def reward(self, state: int) -> int:
        global total
        total = 1
        return -1


total = 0


class Delegating(Take):
    def actions(self, state: int) -> Iterator[int]:
        yield from range(min(3, state))


class Generating(Take):
    def actions(self, state: int) -> Iterator[int]:
        return (action for action in range(3) if action < state)


class Iterating(Take):
    def actions(self, state: int) -> Iterator[int]:
        return iter((0, 0, 0)) if state < 3 else iter((0, 1, 2))


class YieldingFloats(Take):
    def actions(self, state: int) -> Any:
        for action in range(min(3, state)):
            yield action / 1


class WithAny(Take):
    def terminal(self, state: int) -> bool:
        return not any((state == 1, state > 1))


@functools.cache
def remembered(number: int) -> int:
    return number


part = functools.partial(taken, 2)


class Remembering(Take):
    def reward(self, state: int) -> int:
        return -remembered(1)


class Partial(Take):
    def reward(self, state: int) -> int:
        return -part()


class WithClassMethod(Take):
    @classmethod
    def worst(cls) -> int:
        return -1

    def reward(self, state: int) -> int:
        return self.worst()


class WithList(Take):
    STEPS: ClassVar[list[int]] = [1, 2, 3]

    def apply(self, state: int, action: int) -> int:
        return state - self.STEPS[action]


class WithDict(Take):
    STEPS: ClassVar[dict[int, int]] = {0: 1, 1: 2, 2: 3}

    def apply(self, state: int, action: int) -> int:
        return state - self.STEPS[action]


class WithObject(Take):
    def __init__(self) -> None:
        self.thing = object()

    def reward(self, state: int) -> int:
        return -1 if self.thing else 0


class WithMaskedArray(Take):
    def __init__(self) -> None:
        self.masked = np.ma.array([1, 2, 3], mask=[0, 0, 1])

    def reward(self, state: int) -> int:
        return -int(self.masked.sum())


class WithObjects(Take):
    def __init__(self) -> None:
        self.things = np.array([1, None])

    def reward(self, state: int) -> int:
        return -1 if self.things[0] else 0


class Misspelling(Take):
    def reward(self, state: int) -> int:
        return self.rewrad  # pyright: ignore[reportAttributeAccessIssue]


class MakingBits(OfBits):
    def initial(self) -> Bits:
        return Bits(70, 1)

    def apply(self, state: Bits, action: int) -> Bits:
        return state & ~Bits(70, 1)


class MixingWidths(OfBits):
    OTHER = Bits(69)

    def apply(self, state: Bits, action: int) -> Bits:
        return state & self.OTHER


class AddingFloats(OfBits):
    def apply(self, state: Bits, action: int) -> Bits:
        return state.add(action / 2)  # pyright: ignore[reportArgumentType]


class ComparingBits(OfBits):
    def terminal(self, state: Bits) -> bool:
        return state == 0


class WithKeywordOnly(Take):
    def scaled(self, number: int, *, by: int = 2) -> int:
        return number * by

    def reward(self, state: int) -> int:
        return -self.scaled(1)


class RuntimeText(Take):
    runtime: ClassVar[tuple[str, ...]] = ("order",)
    order = "first"

    def reward(self, state: int) -> int:
        return -1 if self.order == "first" else 0


class Growing(Take):
    def initial(self) -> Any:
        return (STONES,)

    def legal(self, state: Any, action: int) -> bool:
        return action < state[0]

    def apply(self, state: Any, action: int) -> Any:
        return (state[0] - action - 1, *state)

    def terminal(self, state: Any) -> bool:
        return state[0] == 0


class Shapeless(OfTuples):
    def apply(self, state: Heaps, action: int) -> Any:
        return (state.left - action - 1, state.turn, state.inner)


class IntForBool(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        return (state[0] - action - 1, state[1], action)


class FloatState(Take):
    def apply(self, state: int, action: int) -> Any:
        return (state - action - 1) * 1.0


class FloatReward(Take):
    def reward(self, state: int) -> Any:
        return -0.5


class NoReward(Take):
    def reward(self, state: int) -> Any:
        pass


class SometimesLegal(Take):
    def legal(self, state: int, action: int) -> Any:
        return True if action < state else None


class Recursive(Take):
    def down(self, number: int) -> int:
        return 0 if number <= 0 else self.down(number - 1)

    def reward(self, state: int) -> int:
        return self.down(5) - 1


class Unending(Take):
    def reward(self, state: int) -> int:
        return endless(state)


def endless(number: int) -> int:
    return endless(number + 1)


READABLE: Final = "compiled code reads ints, bools, Bits, tuples of these, and NumPy arrays"
REFUSED: Final[dict[type[Game[Any]], str]] = {
    CallingSuper: "super() is not compiled",
    CallingBase: "the class Take is used by name; use self",
    Trying: "try and with statements are not compiled",
    Opening: "a with statement is not compiled",
    Importing: "an import inside a function is not compiled",
    Counting: "self.calls is assigned to, but methods must change nothing",
    Global: "an assignment to a global is not compiled",
    Delegating: "yield from is not compiled",
    Generating: "a generator expression is not compiled; a loop is",
    Iterating: "actions must yield ints, or return a range, tuple or list of ints",
    YieldingFloats: "actions must yield ints, or return a range, tuple or list of ints",
    WithAny: "any is a builtin_function_or_method, which compiled code cannot use",
    Remembering: "remembered is a _lru_cache_wrapper, which compiled code cannot use",
    Partial: "part is a partial, which compiled code cannot use",
    WithClassMethod: "worst is a class method; make it a method or a static method",
    WithList: f"WithList.STEPS is a list; {READABLE}",
    WithDict: f"WithDict.STEPS is a dict; {READABLE}",
    WithObject: f"WithObject.thing is a object; {READABLE}",
    WithMaskedArray: f"WithMaskedArray.masked is a MaskedArray; {READABLE}",
    WithObjects: "WithObjects has no attribute things that compiled code can read",
    Misspelling: "Misspelling has no attribute rewrad that compiled code can read",
    MakingBits: "the class Bits is used in a method; keep boards that never change in attributes",
    MixingWidths: "the operator & is not compiled for Bits(70) and Bits(69)",
    AddingFloats: "bits.add(float) is not compiled",
    ComparingBits: "the operator == is not compiled for Bits(70) and int",
    WithKeywordOnly: "a call does not match the signature (self, number, *, by=2)",
    RuntimeText: "order, named in RuntimeText.runtime, is neither int nor bool",
    Growing: "apply returns (int, int) where the initial state is (int)",
    Shapeless: "apply returns (int, bool, (int, (Bits(70), int))) where the initial state is "
    "Heaps(int, bool, (int, (Bits(70), int)))",
    IntForBool: "apply returns (int, int, int) where the initial state is (int, int, bool)",
    FloatState: "apply returns float where the initial state is int",
    FloatReward: "reward returns float instead of int",
    NoReward: "reward returns None instead of int",
    SometimesLegal: "legal returns bool or None instead of bool",
    Recursive: "a method calls itself; make it a function outside the class",
    Unending: "a function calls itself without an end in sight",
}


def line_in(kind: type[Any], sentence: str) -> bool:
    """Whether the sentence ends with a line of this file that is one of the class's own."""
    found = re.search(r" \(([^()]+):(\d+)\)\.$", sentence)
    lines, first = inspect.getsourcelines(endless if kind is Unending else kind)
    return found is not None and found[1] == __file__ and first <= int(found[2]) < first + len(lines)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.__name__)
def test_one_sentence_says_why_a_game_is_not_compiled_and_where(kind: type[Game[Any]]) -> None:
    with pytest.raises(NotCompilable) as caught:
        Machine(best_reward, kind(), Notes(), compiled=True)
    sentence = str(caught.value)
    assert sentence.startswith(f"{kind.__name__} cannot be compiled: {REFUSED[kind]} (")
    assert line_in(kind, sentence), sentence
    assert "\n" not in sentence


@pytest.mark.sampled("Trying", "WithDict")
@pytest.mark.parametrize("kind", [Trying, WithDict, Delegating, WithAny], ids=lambda kind: kind.__name__)
def test_a_game_that_is_not_compiled_runs_interpreted_with_a_note(kind: type[Take]) -> None:
    found = solve(kind(), algorithm="negamax")
    assert not found.compiled
    assert abs(found.value) == 1
    assert found.note.startswith(f"{INTERPRETED}: {kind.__name__} cannot be compiled: {REFUSED[kind]} (")
    assert line_in(kind, found.note)
    with pytest.raises(NotCompilable, match=re.escape(REFUSED[kind])):
        solve(kind(), algorithm="negamax", compiled=True)


class Unconnected(Take):
    """What compiled code never reaches may be anything."""

    LINES: ClassVar[list[str]] = ["a", "b"]

    def __init__(self) -> None:
        self.log: dict[str, Any] = {}
        self.things = np.array([1, None])

    @property
    def failing(self) -> int:
        raise RuntimeError("never asked for")

    def render(self, state: int) -> str:
        try:
            return "".join(line for line in self.LINES)
        finally:
            self.log["rendered"] = state


def test_what_native_code_does_not_reach_may_be_anything() -> None:
    Both(best_reward, Unconnected()).agreed(STONES)


class Wide(Take):
    runtime: ClassVar[tuple[str, ...]] = ("wide",)
    wide = 2**64


def test_a_value_of_run_time_must_fit() -> None:
    with pytest.raises(NotCompilable, match="the integer 18446744073709551616 does not fit in 64 bits"):
        Native(best_reward, Wide(), Notes())


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


def test_numba_may_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    machine = Machine(best_reward, Take(), Notes())
    assert not machine.compiled
    assert machine.note == f"{INTERPRETED}: Take cannot be compiled: NUMBA_DISABLE_JIT is set."


def test_threads_compile_one_after_the_other() -> None:
    """They share Numba's contexts, which `haste` changes for as long as it lasts."""
    inside: list[str] = []

    def enter() -> None:
        with haste():
            inside.append("second")

    second = threading.Thread(target=enter)
    with haste():
        second.start()
        second.join(0.2)
        inside.append("first")
    second.join()
    assert inside == ["first", "second"]
