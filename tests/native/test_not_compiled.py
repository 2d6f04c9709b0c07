"""Games that cannot be compiled to native code, and the reasons that are given."""

from __future__ import annotations

import enum
import functools
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pytest

from tests.support.compiling import Both, Notes, best_reward
from tests.support.games import Take
from tests.support.shapes import STONES, Heaps, OfBits, OfPlainTuple, OfTuples
from zermelo import Bits, Game, Solver, solve
from zermelo.core.errors import NotCompilable
from zermelo.native.machine import INTERPRETED, Machine
from zermelo.native.refusal import reason


# --- games that are not compiled --------------------------------------------------------------------------------------
def taken(action: int) -> int:
    return action + 1


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


@dataclass(frozen=True)
class Frozen:
    stones: int


class OfDataclass(Take):
    def initial(self) -> Any:
        return Frozen(STONES)


BAD_STATES: Final = {
    OfDict: "state {0: 9}, dict",
    OfSet: "state frozenset({0, 1, 2, 3, 4, 5, 6, 7, 8}), frozenset",
    OfList: "state [9], list",
    OfString: "state 'xxxxxxxxx', str",
    OfNone: "state (9, None), NoneType",
    OfFloat: "state (9, 0.5), float",
    OfNumpy: f"state {np.int64(9)!r}, int64",
    OfKey: "key '9', str",
    OfDataclass: "state Frozen(stones=9), Frozen",
}


@pytest.mark.parametrize("kind", BAD_STATES, ids=lambda kind: kind.__name__)
def test_states_that_no_words_can_hold(kind: type[Take]) -> None:
    sentence = (
        f"{kind.__name__} cannot be compiled: in its {BAD_STATES[kind]} is neither int, bool, zermelo.Bits nor a tuple "
        "of these."
    )
    with pytest.raises(NotCompilable) as caught:
        Machine(best_reward, kind(), Notes(), compiled=True)
    assert str(caught.value) == sentence
    assert Machine(best_reward, kind(), Notes()).note == f"{INTERPRETED}: {sentence}"


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


MIXED: Final = {
    Texts: "in its state '  8', str is neither int, bool, zermelo.Bits nor a tuple of these.",
    Rows: "its key (0, 0, 0, 0, 0, 0, 0, 0) has another shape than the first one, (0, 0, 0, 0, 0, 0, 0, 0, 0).",
}


@pytest.mark.parametrize("kind", MIXED, ids=lambda kind: kind.__name__)
def test_a_note_names_the_first_key_that_is_unlike_the_others(kind: type[Take]) -> None:
    """It named an attribute of the table instead."""
    solver = Solver(kind())
    solver.solve()
    solver.prepare()
    assert solver.solve().note == f"{INTERPRETED}: {kind.__name__} cannot be compiled: {MIXED[kind]}"


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


class WithKeywordsOnly(Take):
    """Numba computes worth(1, 7) as 1 * 3 + 7."""

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


class FromList(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        numbers = [state[0] - action - 1, state[1]]
        pair = tuple(numbers)
        return (pair[0], pair[1], state[2])


class Slicing(OfPlainTuple):
    def apply(self, state: tuple[int, int, bool], action: int) -> Any:
        pair = state[0] - action - 1, state[1]
        return (*pair[:action], state[1], state[2])


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


class Unending(Take):
    def reward(self, state: int) -> int:
        return endless(state)


def endless(number: int) -> int:
    return endless(number + 1)


CELLS: Final = "a board with cells that change can be a Bits or an int"
READABLE: Final = "compiled code can read ints, bools, Bits, tuples of these, and NumPy arrays"
REFUSED: Final[dict[type[Game[Any]], str]] = {
    CallingSuper: "super() is not supported",
    CallingBase: "the class Take is used by name; use self instead",
    Trying: "try and with statements are not supported",
    Opening: "a with statement is not supported",
    Importing: "an import inside a function is not supported",
    Counting: "a method assigns to self.calls; methods must not change it",
    Global: "an assignment to a global is not supported",
    Delegating: "yield from is not supported",
    Keeping: "the variable moves of the generator actions is an iterator; loop over what it iterates over instead",
    Replacing: "the variable moves of the generator actions is an iterator; loop over what it iterates over instead",
    Lending: "the variable other of the generator both is an iterator; loop over what it iterates over instead",
    Generating: "a generator expression is not supported; use a loop",
    Iterating: "actions must yield ints, or return a range, tuple or list of ints",
    YieldingFloats: "actions must yield ints, or return a range, tuple or list of ints",
    WithAny: "any is a builtin_function_or_method, which compiled code cannot use",
    Remembering: "remembered is a _lru_cache_wrapper, which compiled code cannot use",
    Partial: "part is a partial, which compiled code cannot use",
    WithClassMethod: "worst is a class method; make it a method or a static method",
    WithList: f"WithList.STEPS is of type list; {READABLE}",
    WithDict: f"WithDict.STEPS is of type dict; {READABLE}",
    WithObject: f"WithObject.thing is of type object; {READABLE}",
    WithMaskedArray: f"WithMaskedArray.masked is of type MaskedArray; {READABLE}",
    WithObjects: "WithObjects has no attribute things that compiled code can read",
    Misspelling: "Misspelling has no attribute rewrad that compiled code can read",
    MakingBits: "the class Bits is used in a method; keep constant boards in attributes instead",
    MixingWidths: "the operator & is not supported for Bits(70) and Bits(69)",
    AddingFloats: "bits.add(float) is not supported",
    ComparingBits: "the operator == is not supported for Bits(70) and int",
    WithKeywordOnly: "scaled has parameters that can only be given by name",
    WithKeywordsOnly: "worth has parameters that can only be given by name",
    Identical: "`is` compares objects that compiled code does not have; use ==",
    AskingForTypes: "isinstance is not supported",
    RuntimeText: "order, named in RuntimeText.runtime, is neither int nor bool",
    Growing: "apply returns (int, int), but the initial state is (int)",
    Shapeless: "apply returns (int, bool, (int, (Bits(70), int))), but the initial state is "
    "Heaps(int, bool, (int, (Bits(70), int)))",
    IntForBool: "apply returns (int, int, int), but the initial state is (int, int, bool)",
    FromList: f"tuple(list) is not supported; {CELLS}",
    Slicing: f"the ends of a slice are not constants; {CELLS}",
    GrowingTuple: f"grown is a tuple of different items in two places; {CELLS}",
    FloatState: "apply returns float, but the initial state is int",
    FloatReward: "reward returns float instead of int",
    NoReward: "reward returns None instead of int",
    SometimesLegal: "legal returns bool or None instead of bool",
    Recursive: "a method calls itself; make it a function outside the class",
    Unending: "a function calls itself, and never returns without calling itself again",
}


def line_in(kind: type[Any], sentence: str) -> bool:
    """Whether the sentence ends with a line of this file that is one of the class's own."""
    found = re.search(r" \(([^()]+):(\d+)\)\.$", sentence)
    lines, first = inspect.getsourcelines(endless if kind is Unending else kind)
    return found is not None and found[1] == __file__ and first <= int(found[2]) < first + len(lines)


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
@pytest.mark.parametrize("kind", [Trying, WithDict, Delegating, WithAny], ids=lambda kind: kind.__name__)
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


def test_colours_in_numbas_messages_are_left_out() -> None:
    """Numba writes them as soon as the package colorama can be imported."""
    failed = "\x1b[1m\x1b[1mFailed in nopython mode pipeline (step: nopython frontend)\x1b[0m"
    error = RuntimeError(f"{failed}\n\x1b[1mno such thing\x1b[0m")
    assert reason(error).startswith("no such thing")
