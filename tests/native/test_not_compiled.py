"""Games that cannot be compiled, with the reasons that are given; and games that can, though they look hard."""

from __future__ import annotations

import contextlib
import enum
import functools
import inspect
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pytest

from tests.support.compiling import Both, Notes, best_reward
from tests.support.games import Take
from tests.support.shapes import STONES, Heaps, OfBits, OfPlainTuple, OfTuples
from zermelo import AsState, Bits, Game, Solver, solve
from zermelo.core.encoding import MADE_OF
from zermelo.core.errors import NotCompilable
from zermelo.native.machine import INTERPRETED, Machine


# --- games that are not compiled --------------------------------------------------------------------------------------
def taken(action: int) -> int:
    return action + 1


class OfDict(Take):
    def initial(self) -> Any:
        return {0: STONES}


class OfList(Take):
    def initial(self) -> Any:
        return [STONES]


class OfFloat(Take):
    def initial(self) -> Any:
        return STONES, 0.5


class OfNumpy(Take):
    def initial(self) -> Any:
        return np.int64(STONES)


BAD_STATES: Final = {
    OfDict: "state {0: 9}, dict",
    OfList: "state [9], list",
    OfFloat: "state (9, 0.5), float",
    OfNumpy: f"state {np.int64(9)!r}, int64",
}


@pytest.mark.parametrize("kind", BAD_STATES, ids=lambda kind: kind.__name__)
def test_states_that_are_no_plain_values(kind: type[Take]) -> None:
    sentence = f"{kind.__name__} cannot be compiled: in its {BAD_STATES[kind]} is not one of {MADE_OF}."
    with pytest.raises(NotCompilable) as caught:
        Machine(best_reward, kind(), Notes(), compiled=True)
    assert str(caught.value) == sentence
    assert Machine(best_reward, kind(), Notes()).note == f"{INTERPRETED}: {sentence}"


# --- states of plain values -------------------------------------------------------------------------------------------
class Of(Game[Any]):
    """Take 1 to 3 of some stones, which a state holds in some form."""

    action_count = 3
    max_length = STONES

    def count(self, state: Any) -> int:
        raise NotImplementedError

    def holding(self, count: int) -> Any:
        raise NotImplementedError

    def initial(self) -> Any:
        return self.holding(STONES)

    def legal(self, state: Any, action: int) -> bool:
        return action < self.count(state)

    def apply(self, state: Any, action: int) -> Any:
        return self.holding(self.count(state) - action - 1)

    def terminal(self, state: Any) -> bool:
        return self.count(state) == 0

    def reward(self, state: Any) -> int:
        return -1


class OfSet(Of):
    def count(self, state: Any) -> int:
        return len(state)

    def holding(self, count: int) -> Any:
        return frozenset(range(count))


class OfString(Of):
    def count(self, state: Any) -> int:
        return len(state)

    def holding(self, count: int) -> Any:
        return "x" * count


class OfBytes(Of):
    def count(self, state: Any) -> int:
        return len(state)

    def holding(self, count: int) -> Any:
        return b"x" * count


class OfRows(Of):
    def count(self, state: Any) -> int:
        return len(state)

    def holding(self, count: int) -> Any:
        return ((1, 2),) * count


class OfIntegers(Of):
    """Rows shorter and longer than eight integers, some of which take more than a byte."""

    def count(self, state: Any) -> int:
        count = (len(state) - 6) // 2
        return count if state == self.holding(count) else -1

    def holding(self, count: int) -> Any:
        return tuple((127, -112, 0, 128, 5, 1, -113)[place * count % 7] for place in range(6 + 2 * count))


class OfNone(Of):
    def count(self, state: Any) -> int:
        return 0 if state is None else state

    def holding(self, count: int) -> Any:
        return count or None


class OfKey(Take):
    def key(self, state: int) -> Any:
        return str(state)


@dataclass(frozen=True)
class Frozen:
    stones: int


class OfDataclass(Of):
    def count(self, state: Any) -> int:
        return state.stones

    def holding(self, count: int) -> Any:
        return Frozen(count)


class Texts(Take):
    """Its states become text."""

    def apply(self, state: Any, action: int) -> Any:
        return f"{int(state) - taken(action):3}"

    def legal(self, state: Any, action: int) -> bool:
        return taken(action) <= int(state)

    def terminal(self, state: Any) -> bool:
        return int(state) == 0


class Rows(Take):
    """Its keys are rows of changing length."""

    def key(self, state: int) -> Any:
        return (0,) * state


class ReadingItsKey(Take):
    """It is given its keys, which are no states."""

    symmetry_count = 2

    def key(self, state: int) -> Any:
        return (state, 7, *((1,) * state))

    def canonical_symmetry(self, state: int, key: Any) -> int:
        return int(key[0] % 2 + key[1] + len(key) != state % 2 + 9 + state)

    def symmetric_key(self, state: int, key: Any, symmetry: int) -> Any:
        return (*key, symmetry)

    def symmetric_action(self, action: int, symmetry: int) -> int:
        return action


class OfMany(Of):
    """Its states take hundreds of words."""

    def count(self, state: Any) -> int:
        return len(state[0])

    def holding(self, count: int) -> Any:
        return "x" * count, "y" * 3000


class OfOneOrTwo(Take):
    """Its first states are tuples of one integer, as the rows of words are to which compiled code encodes them."""

    def initial(self) -> Any:
        return (9,)

    def legal(self, state: Any, action: int) -> bool:
        return taken(action) <= state[0]

    def apply(self, state: Any, action: int) -> Any:
        left = state[0] - taken(action)
        return (left,) if left > 4 else (left, 0)

    def terminal(self, state: Any) -> bool:
        return state[0] == 0


PLAIN_STATES: Final = (
    OfOneOrTwo,
    OfSet,
    OfString,
    OfRows,
    OfIntegers,
    OfNone,
    OfKey,
    OfDataclass,
    Texts,
    Rows,
    ReadingItsKey,
)


@pytest.mark.sampled("OfOneOrTwo")
@pytest.mark.parametrize("kind", PLAIN_STATES, ids=lambda kind: kind.__name__)
def test_states_of_any_plain_values_are_compiled(kind: type[Game[Any]]) -> None:
    one, other = (Solver(kind(), algorithm="negamax", compiled=way, threads=1).solve() for way in (True, False))
    assert one.compiled
    assert (one.value, one.best, one.counters) == (other.value, other.best, other.counters)


class Growing(Game[Any]):
    """Its states are texts. Each move but one ends the game, so random plays meet no long state."""

    action_count = 4
    max_length = 60

    def initial(self) -> Any:
        return ""

    def actions(self, state: Any) -> Any:
        yield from range(4)

    def apply(self, state: Any, action: int) -> Any:
        return state + ("a" if action == 0 else "z")

    def terminal(self, state: Any) -> bool:
        return state.endswith("z") or len(state) == 60

    def reward(self, state: Any) -> int:
        return -1 if len(state) % 2 == 0 or len(state) == 60 else 1


def test_longer_states_than_random_plays_meet_are_compiled_with_more_room() -> None:
    """The search fell back to interpreted code, whose note said that texts are not compiled."""
    found, usual, wanted = (
        Solver(Growing(), algorithm="negamax", compiled=compiled, threads=1).solve() for compiled in (True, None, False)
    )
    assert (found.value, found.kind, found.counters) == (wanted.value, "exact", wanted.counters)
    assert (found.compiled, found.note) == (True, "")
    assert (usual.value, usual.note) == (wanted.value, "")


class OfTextAndTruth(Game[Any]):
    """Six cells in a string, whose turn it is, and whether the last mark was on the right. Three in a row win."""

    action_count = 6
    max_length = 6

    def initial(self) -> Any:
        return "......", 0, False

    def legal(self, state: Any, action: int) -> bool:
        return state[0][action] == "."

    def apply(self, state: Any, action: int) -> Any:
        cells, turn, _ = state
        return cells[:action] + "xo"[turn] + cells[action + 1 :], 1 - turn, action > 2

    def terminal(self, state: Any) -> bool:
        return "." not in state[0] or self.reward(state) < 0

    def reward(self, state: Any) -> int:
        return -1 if "xxx" in state[0] or "ooo" in state[0] else 0


def test_a_state_of_another_kind_than_the_methods_return_is_searched_interpreted() -> None:
    """Compiled code would take one value for another: it refuses them."""
    state = AsState(("x.....", 1, 5))
    with pytest.raises(NotCompilable, match="a state is of another kind than those that the game's methods return"):
        Solver(OfTextAndTruth(), compiled=True).solve(state)
    found, wanted = (Solver(OfTextAndTruth(), compiled=way).solve(state) for way in (None, False))
    assert (found.value, found.best) == (wanted.value, wanted.best)


def test_a_state_of_too_many_words_is_not_compiled() -> None:
    with pytest.raises(NotCompilable, match=r"OfMany cannot be compiled: its state .* takes \d+ words of 64 bits"):
        solve(OfMany(), compiled=True)


# --- classes that are compiled, though they look hard -----------------------------------------------------------------
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
        with contextlib.nullcontext():
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


class Keeping(Take):
    """Two loops go on with one iterator. Compiled, each once had a copy: a move came twice, or never."""

    def actions(self, state: int) -> Iterator[int]:
        moves = iter(range(min(3, state)))
        for action in moves:
            yield action
            break
        for action in moves:
            yield action


class Replacing(Take):
    """Compiled, the first loop once began again: it took an iterator that might be replaced for a new one."""

    def actions(self, state: int) -> Iterator[int]:
        moves = self.below(state)
        for turn in range(3):
            for action in moves:
                yield action
                break
            if turn == 5:
                moves = self.below(2)

    def below(self, state: int) -> Iterator[int]:
        for action in range(3):
            if action < state:
                yield action


class Lending(Take):
    """A generator is given an iterator."""

    def actions(self, state: int) -> Iterator[int]:
        for action in self.both(iter(range(1)), iter(range(1, 3))):
            if action < state:
                yield action

    def both(self, one: Iterator[int], other: Iterator[int]) -> Iterator[int]:
        for action in one:
            yield action
        for action in other:
            yield action


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


class WithKeywordsOnly(Take):
    """It was computed as 1 * 3 + 7, once."""

    @staticmethod
    def worth(number: int, times: int = 3, *, more: int = 4) -> int:
        return number * times + more

    def reward(self, state: int) -> int:
        return -self.worth(1, 7)


class Identical(Take):
    """Compiled, a tuple has no identity: two of the same items used to be different ones."""

    row = (1, 2, 3)

    def reward(self, state: int) -> int:
        return -1 if self.row is self.row else 1


class AskingForTypes(Take):
    """Compiled, a bool used to be no int."""

    def reward(self, state: int) -> int:
        return -1 if isinstance(state == 0, int) else 1


class RuntimeText(Take):
    runtime: ClassVar[tuple[str, ...]] = ("order",)
    order = "first"

    def reward(self, state: int) -> int:
        return -1 if self.order == "first" else 0


class Shapeless(OfTuples):
    def apply(self, state: Heaps, action: int) -> Any:
        return (state.left - action - 1, state.turn, state.inner)


class IntForBool(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        return (state[0] - action - 1, state[1], action)


class FromList(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        numbers = [state[0] - action - 1, state[1]]
        pair = tuple(numbers)
        return (pair[0], pair[1], state[2])


class GrowingTuple(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        grown = (state[0] - action - 1,)
        for _ in range(action):
            grown += (state[1],)
        return (*grown, state[2])


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


class Dividing(Take):
    def reward(self, state: int) -> int:
        return -int((state + 9) / 8)


class Rooting(Take):
    def reward(self, state: int) -> int:
        return -int(math.sqrt(state + 9))


class Complex(Take):
    def reward(self, state: int) -> Any:
        return (1j * 1j).real


class Printing(Take):
    def reward(self, state: int) -> int:
        print(state)
        return -1


class LoopingOverNumbers(Take):
    """Their order is the same in every run of Python."""

    def reward(self, state: int) -> int:
        found = 0
        for number in {9, 1, 33, state}:
            found = 10 * found + number
        return found


class Awaiting(Take):
    async def later(self) -> int:
        return 1

    def reward(self, state: int) -> int:
        self.later()  # pyright: ignore[reportUnusedCoroutine]
        return -1


class Spreading(Take):
    def total(self, *numbers: int) -> int:
        return sum(numbers)

    def reward(self, state: int) -> int:
        return -self.total(*[number for number in range(state + 3)])  # noqa: C416


class Keywords(Take):
    def total(self, **numbers: int) -> int:
        return numbers["a"]

    def reward(self, state: int) -> int:
        return -self.total(a=1)


class Hashing(Take):
    """Another one in each run of Python."""

    def reward(self, state: int) -> int:
        return hash("stones") % 7


class Identifying(Take):
    def reward(self, state: int) -> int:
        return id(self) % 7


class Evaluating(Take):
    def reward(self, state: int) -> int:
        return eval("-1")


class DefiningAClass(Take):
    def reward(self, state: int) -> int:
        class Loss:
            value = -1

        return Loss.value


class MakingAnArray(Take):
    def reward(self, state: int) -> int:
        return -int(np.zeros(3, int).sum()) - 1


class Deleting(Take):
    def reward(self, state: int) -> int:
        row = [1, 2]
        del row[0]
        return -row[0]


class Naming(Take):
    def reward(self, state: int) -> int:
        return -number if (number := state + 1) else 0


class Sorting(Take):
    def reward(self, state: int) -> int:
        return -sorted([(3, 1), (2, 5)], key=lambda pair: -pair[1])[0][0]


COMPILED: Final = (
    *(CallingSuper, CallingBase, Trying, Importing, Delegating, Lending, Generating),
    *(WithAny, Remembering, Partial, WithClassMethod, WithList, WithDict, WithObject, MakingBits, ComparingBits),
    *(WithKeywordOnly, WithKeywordsOnly, Identical, AskingForTypes, RuntimeText, FromList, SometimesLegal, Recursive),
    *(Deleting, Naming, Sorting, LoopingOverNumbers),
)


@pytest.mark.sampled("Generating")
@pytest.mark.parametrize("kind", COMPILED, ids=lambda kind: kind.__name__)
def test_these_games_are_compiled_and_play_as_interpreted(kind: type[Game[Any]]) -> None:
    game = kind()
    Both(best_reward, game).agreed(game.initial())


FAILING: Final[dict[type[Game[Any]], str]] = {
    Misspelling: "AttributeError: 'Misspelling' object has no attribute 'rewrad'",
    NoReward: "TypeError: reward returns None",
    MixingWidths: "TypeError: Bits of width 70 cannot be combined with ",
}
"""Compiled, these fail in the line in which they fail interpreted."""


@pytest.mark.parametrize("kind", FAILING, ids=lambda kind: kind.__name__)
def test_what_fails_when_it_is_run_fails_in_its_line(kind: type[Game[Any]]) -> None:
    machine = Machine(best_reward, kind(), Notes(), compiled=True)
    with pytest.raises((AttributeError, TypeError)) as caught:
        machine.run(kind().initial(), 0)
    error: Any = caught.value
    assert f"{type(error).__name__}: {error}".startswith(FAILING[kind])
    if kind is not NoReward:
        lines, first = inspect.getsourcelines(kind)
        assert error.place[1] == __file__
        assert first <= error.place[2] < first + len(lines)


FLOAT: Final = "a float may be rounded, and is not compiled"
REFUSED: Final[dict[type[Game[Any]], str]] = {
    Opening: "with statements are not compiled",
    Counting: "the attribute calls of Counting is assigned",
    Global: "the name total of the module is assigned",
    AddingFloats: f"{FLOAT}; write // for whole numbers",
    FloatState: f"{FLOAT}; write // for whole numbers",
    Dividing: f"{FLOAT}; write // for whole numbers",
    Rooting: FLOAT,
    FloatReward: "reward returns float instead of int",
    Complex: "* of complex and complex",
    Printing: "print() is not compiled",
    Awaiting: "later is asynchronous",
    Spreading: "a call with * of a tuple whose length is not known",
    Keywords: "**arguments are not compiled",
    Hashing: "hash() is not compiled",
    Identifying: "id() is not compiled",
    Evaluating: "eval() is not compiled",
    DefiningAClass: "class statements are not compiled",
    MakingAnArray: "numpy.zeros() is not compiled",
    Shapeless: "apply returns (int, bool, (int, (zermelo.Bits, int))) instead of Heaps",
    IntForBool: "apply returns int instead of bool",
    GrowingTuple: "apply returns int instead of bool",
}


def line_in(kind: type[Any], sentence: str) -> bool:
    """Whether the sentence ends with a line of this file that is one of the class's own."""
    found = re.search(r" \(([^()]+):(\d+)\)\.$", sentence)
    lines, first = inspect.getsourcelines(kind)
    return found is not None and found[1] == __file__ and first <= int(found[2]) < first + len(lines)


@pytest.mark.parametrize(
    "kind", [OfBytes, Replacing, YieldingFloats, Keeping, Iterating], ids=lambda kind: kind.__name__
)
def test_what_the_compiler_leaves_out_is_refused_and_played_interpreted(kind: type[Game[Any]]) -> None:
    with pytest.raises(NotCompilable, match=f"{kind.__name__} (with best_reward )?cannot be compiled: "):
        Machine(best_reward, kind(), Notes(), compiled=True)
    assert not Machine(best_reward, kind(), Notes()).compiled


@pytest.mark.sampled("Opening")
@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.__name__)
def test_one_sentence_says_why_a_game_is_not_compiled_and_where(kind: type[Game[Any]]) -> None:
    with pytest.raises(NotCompilable) as caught:
        Machine(best_reward, kind(), Notes(), compiled=True)
    sentence = str(caught.value)
    assert sentence.startswith(f"{kind.__name__} cannot be compiled: {REFUSED[kind]} (")
    assert line_in(kind, sentence), sentence
    assert "\n" not in sentence


class Kind(enum.IntEnum):
    GOOD = 1


class Singletons(Take):
    """None, bools and the members of an Enum keep their identity."""

    kind = Kind.GOOD
    flag = True

    def reward(self, state: int) -> int:
        return -1 if self.kind is Kind.GOOD and self.flag is True and (state == 1) is not None else 1


@pytest.mark.long
def test_singletons_have_an_identity() -> None:
    game = Singletons()
    assert Machine(best_reward, game, Notes(), compiled=True).run(0, 1, 0, 0, 0) == game.reward(0)


@pytest.mark.long
@pytest.mark.parametrize("kind", [Opening, Dividing, MakingAnArray], ids=lambda kind: kind.__name__)
def test_a_game_that_is_not_compiled_runs_interpreted_with_a_note(kind: type[Take]) -> None:
    solver = Solver(kind(), algorithm="negamax")
    solver.prepare()
    found = solver.solve()
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
