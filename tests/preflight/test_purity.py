"""Games that change while they are played are refused, and no others."""

from __future__ import annotations

import array
import collections
import functools
import itertools
import logging
import os
import random
from collections.abc import Callable
from pathlib import Path
from random import choice
from typing import Any

import numpy as np
import pytest

from tests.support.games import OfObjects, Take
from zermelo import Game, analyze, census, check, open_table, solve, tabulate
from zermelo.core.errors import BadGame, BadTable


# --- refused ---------------------------------------------------------------------------------------------------------------
class Counting(Take):
    def __init__(self) -> None:
        self.moved = 0

    def apply(self, state: int, action: int) -> int:
        self.moved += 1
        return state - action - 1


class CountingInAHelper(Counting):
    def apply(self, state: int, action: int) -> int:
        self.note()
        return state - action - 1

    def note(self) -> None:
        self.moved = self.moved + 1


class CountingInTheClass(Take):
    moved = 0

    def apply(self, state: int, action: int) -> int:
        type(self).moved += 1
        return state - action - 1


class Listing(Take):
    def __init__(self, kept: Any) -> None:
        self.kept = kept

    def apply(self, state: int, action: int) -> int:
        kept = self.kept
        kept.append(action)
        return state - action - 1


class Marking(Take):
    def __init__(self) -> None:
        self.board = np.zeros(10, np.int64)

    def apply(self, state: int, action: int) -> int:
        board = self.board
        board[state] = 1
        return state - action - 1


seen = 0


class Global(Take):
    def terminal(self, state: int) -> bool:
        global seen
        seen += 1
        return state == 0


COUNT = [0]
RNG = random.Random(1)


class InAGlobalList(Take):
    def apply(self, state: int, action: int) -> int:
        COUNT[0] += 1
        return state - action - 1


def with_a_closure() -> Take:
    made = 0

    class InAClosure(Take):
        def apply(self, state: int, action: int) -> int:
            nonlocal made
            made += 1
            return state - action - 1

    return InAClosure()


def noted(state: int) -> int:
    COUNT[0] += 1
    return state


class InAFunction(Take):
    def apply(self, state: int, action: int) -> int:
        return noted(state) - action - 1


class Seldom(Take):
    """By chance in none of a few plays."""

    def reward(self, state: int) -> int:
        return 1 if random.random() < 1e-9 else -1


class SeldomByName(Take):
    def reward(self, state: int) -> int:
        return 1 if choice([False] * 10**6 + [True]) else -1


class SeldomByAFunction(Take):
    def reward(self, state: int) -> int:
        return 1 if unlikely() else -1


class SeldomByNumPy(Take):
    def reward(self, state: int) -> int:
        return 1 if np.random.rand() < 1e-9 else -1


class SeldomByAGlobal(Take):
    def reward(self, state: int) -> int:
        return 1 if any(RNG.random() < 1e-9 for _ in range(2)) else -1


class SeldomByItsOwn(Take):
    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)

    def reward(self, state: int) -> int:
        return 1 if state and self.rng.random() < 0.5 else -1


def unlikely() -> bool:
    return os.urandom(8) == bytes(8)


class Tally:
    """What a user may put the score into."""

    made = 0

    def __init__(self) -> None:
        self.diff = 0
        self.points = [0, 0]

    def add(self, action: int) -> None:
        self.diff += action


class SlottedTally:
    __slots__ = ("diff",)

    def __init__(self) -> None:
        self.diff = 0

    def add(self, action: int) -> None:
        self.diff += action


class ListingTally(Tally):
    def add(self, action: int) -> None:
        self.points[action % 2] += 1


class CountingTally(Tally):
    def add(self, action: int) -> None:
        type(self).made += 1


class OuterTally:
    def __init__(self) -> None:
        self.inside = {"a": [Tally()]}

    def add(self, action: int) -> None:
        self.inside["a"][0].add(action)


class RemindingTally:
    """It gets its attribute at the first move."""

    def add(self, action: int) -> None:
        self.last = getattr(self, "last", 0) + 1


class Throwing:
    def __init__(self, rng: Any) -> None:
        self.rng = rng

    def add(self, action: int) -> None:
        self.rng.random()


class Drawing:
    def __init__(self, lots: Any) -> None:
        self.lots = lots

    def add(self, action: int) -> None:
        next(self.lots, None)


class Helped(Take):
    """A helper hears of each move."""

    def __init__(self, helper: Any) -> None:
        self.helper = helper

    def apply(self, state: int, action: int) -> int:
        self.helper.add(action + 1)
        return state - action - 1


class Bound(Take):
    def __init__(self) -> None:
        self.tell = Tally().add

    def apply(self, state: int, action: int) -> int:
        self.tell(action)
        return state - action - 1


HELPERS: tuple[Callable[[], Any], ...] = (
    Tally,
    SlottedTally,
    ListingTally,
    CountingTally,
    OuterTally,
    RemindingTally,
    lambda: Throwing(random.Random(1)),
    lambda: Throwing(np.random.default_rng(1)),
    lambda: Throwing(np.random.RandomState(1)),
    lambda: Drawing(iter(range(10**6))),
    lambda: Drawing(iter([0] * 10_000)),
    lambda: Drawing(itertools.count()),
    lambda: Drawing(number for number in range(10**6)),
)

CHANGING: tuple[Callable[[], Take], ...] = (
    Counting,
    CountingInAHelper,
    CountingInTheClass,
    lambda: Listing([]),
    lambda: Listing(collections.deque()),
    lambda: Listing(array.array("q")),
    Marking,
    Global,
    InAGlobalList,
    with_a_closure,
    InAFunction,
    Seldom,
    SeldomByName,
    SeldomByAFunction,
    SeldomByNumPy,
    SeldomByAGlobal,
    SeldomByItsOwn,
    Bound,
    *(lambda made=made: Helped(made()) for made in HELPERS),
)


@pytest.mark.parametrize("made", CHANGING)
def test_a_game_that_changes_is_refused_and_at_fault(made: Callable[[], Take]) -> None:
    for work in (solve, analyze, census):
        with pytest.raises(BadGame, match=r"Methods must depend on nothing but|changes while the game is played"):
            work(made(), compiled=False)
    assert [fault.rule for fault in check(made(), compiled=False).faults] == ["unchanged"]


def test_the_line_of_an_assignment_is_told() -> None:
    line = Counting.apply.__code__.co_firstlineno + 1
    (fault,) = check(Counting(), compiled=False).faults
    assert f"apply changes self.moved ({__file__}:{line})" in fault.sentence()


@pytest.mark.parametrize("made", [Tally, SlottedTally])
def test_the_attribute_of_a_helper_that_changes_is_named(made: Callable[[], Any]) -> None:
    with pytest.raises(BadGame, match=r"self\.helper\.diff changes while the game is played"):
        solve(Helped(made()), compiled=False)


def test_a_score_kept_in_a_helper_is_no_value() -> None:
    """It was found to be exact, and each call found another one."""

    class Scored(Helped):
        reward_range = (-99, 99)

        def reward(self, state: int) -> int:
            return min(self.helper.diff, 99)

    for command in (solve, analyze, census):
        with pytest.raises(BadGame, match=r"self\.helper\.diff"):
            command(Scored(Tally()), compiled=False)
    assert "unchanged" in {fault.rule for fault in check(Scored(Tally()), compiled=False).faults}


class Late(Game[int]):
    """Its helper changes in the last of 16,384 plays."""

    action_count, max_length = 2, 14

    def __init__(self) -> None:
        self.helper = Tally()

    def initial(self) -> int:
        return 1

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        if state == 2**14 - 1:
            self.helper.add(action)
        return 2 * state + action

    def terminal(self, state: int) -> bool:
        return state >= 2**14

    def reward(self, state: int) -> int:
        return 0


@pytest.mark.long
def test_a_change_that_comes_late_leaves_no_table_and_no_census(tmp_path: Path) -> None:
    for work in (lambda: census(Late()), lambda: tabulate(Late(), folder=tmp_path / "table")):
        with pytest.raises(BadGame, match=r"self\.helper\.diff has changed during the search"):
            work()
    with pytest.raises(BadTable):
        open_table(tmp_path / "table", Late())


# --- what cannot be seen shows in answers ----------------------------------------------------------------------------------
NUMBERS = itertools.count()


class ByTurns(Take):
    def reward(self, state: int) -> int:
        return 1 if next(NUMBERS) % 3 else -1


class InADefault(Take):
    def apply(self, state: int, action: int, made: list[int] = []) -> int:  # noqa: B006
        made.append(action)
        return state - (action + 1 if len(made) % 3 else 1)


class ByNumberOfCalls(Take):
    def key(self, state: int) -> int:
        return state + 100 * (next(NUMBERS) % 2)


class Moody(Take):
    def evaluate(self, state: int) -> int:
        return next(NUMBERS) % 7

    resolution = 10


class Bounding(Take):
    def bounds(self, state: int, alpha: int, beta: int) -> tuple[int, int]:
        return (-1, 1 if next(NUMBERS) % 2 else 0)


class CyclicByTurns(ByTurns):
    cyclic = True


IMPURE = (ByTurns, InADefault, ByNumberOfCalls, Moody, Bounding, CyclicByTurns)


@pytest.mark.parametrize("made", IMPURE)
def test_a_question_with_two_answers_is_refused_and_at_fault(made: Callable[[], Take]) -> None:
    for work in (solve, analyze, census):
        with pytest.raises(
            BadGame,
            match=r"called twice with the same arguments, returned .* Methods must depend on nothing but|"
            r"apply\(made=...\) changes while the game is played",
        ):
            work(made(), compiled=False)
    assert "pure" in {fault.rule for fault in check(made(), compiled=False).faults}


KNOWN = dict[int, int]()


class RememberingInAGlobal(Take):
    def evaluate(self, state: int) -> int:
        if state not in KNOWN:
            KNOWN[state] = state % 3
        return KNOWN[state]

    resolution = 10


@pytest.mark.parametrize("made", [RememberingInAGlobal, OfObjects])
def test_equal_answers_are_no_fault(made: Callable[[], Game[Any]]) -> None:
    assert solve(made(), compiled=False).value == solve(Take(), compiled=False).value


class NoNumber(Take):
    def reward(self, state: int) -> int:
        return float("nan")  # pyright: ignore[reportReturnType]


class NoNumbers(Take):
    def bounds(self, state: int, alpha: int, beta: int) -> tuple[int, int]:
        return (float("nan"), float("nan"))  # pyright: ignore[reportReturnType]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("made", "rule"), [(NoNumber, "reward"), (NoNumbers, "bounds")])
def test_what_never_equals_itself_is_no_second_answer(made: Callable[[], Game[Any]], rule: str) -> None:
    """nan was called an answer that changes, and not a wrong one."""
    assert {fault.rule for fault in check(made(), compiled=False).faults} == {rule}


# --- accepted --------------------------------------------------------------------------------------------------------------
class Cached(Take):
    @functools.cached_property
    def weights(self) -> list[int]:
        return [1, 2, 3]

    def apply(self, state: int, action: int) -> int:
        return state - self.weights[action]


class Reading(Take):
    def __init__(self) -> None:
        self.edges = collections.defaultdict[int, list[int]](list)

    def apply(self, state: int, action: int) -> int:
        return state - action - 1 + len(self.edges[state])


class Logging(Take):
    def __init__(self) -> None:
        self.log = logging.getLogger("take")

    def apply(self, state: int, action: int) -> int:
        self.log.debug("a move")
        return state - action - 1


class Cell:
    def __init__(self) -> None:
        self.next: Cell | None = None


class Linked(Take):
    def __init__(self) -> None:
        self.cells = [Cell() for _ in range(1000)]
        for one, other in itertools.pairwise(self.cells):
            one.next = other


class Resettable(Take):
    size = 9

    def update(self, size: int) -> None:
        self.size = size

    def apply(self, state: int, action: int) -> int:
        words = {"a": 1}
        words.update(b=2)
        return state - action - 1


class Nesting(Take):
    def apply(self, state: int, action: int) -> int:
        class Step:
            def __init__(self, length: int) -> None:
                self.length = length

        return state - Step(action).length - 1


class Remembering:
    """It remembers, in all the ways there are."""

    def __init__(self) -> None:
        self.known = dict[int, int]()
        self.parsed: list[int] | None = None

    @functools.cached_property
    def weights(self) -> list[int]:
        return [1, 2, 3]

    @functools.cache  # noqa: B019
    def doubled(self, number: int) -> int:
        return 2 * number

    def take(self, action: int) -> int:
        if action not in self.known:
            self.known[action] = self.weights[action]
        self.latest = self.doubled(1)
        return self.known[action]


class Shuffled(Take):
    """By chance, and always the same: it has a generator of its own for each question; what it counts is its own."""

    def apply(self, state: int, action: int) -> int:
        order, seen = [0, 1, 2], [0]
        random.Random(state).shuffle(order)

        def count(tally: list[int]) -> int:
            tally[0] += 1
            return tally[0]

        seen[0] += count(seen)
        return state - (action if sorted(order) == [0, 1, 2] else 0) - 1


class WithMemory(Take):
    def __init__(self) -> None:
        self.helper = Remembering()

    def apply(self, state: int, action: int) -> int:
        return state - self.helper.take(action)


class Odd:
    """Nothing may be asked of it."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)


class HoldingOddThings(Take):
    def __init__(self) -> None:
        self.odd, self.number, self.places = Odd(), float("nan"), {(1, 2): Odd()}
        self.table = [[0] * 300 for _ in range(300)]
        self.lines = np.zeros(10, "datetime64[s]")


TAKEN = (WithMemory, HoldingOddThings, Cached, Reading, Logging, Linked, Resettable, Nesting, Shuffled)


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("cls", TAKEN)
def test_a_game_that_does_not_change_is_taken(cls: type[Take]) -> None:
    assert solve(cls(), compiled=False).value == solve(Take(), compiled=False).value
    assert check(cls(), compiled=False).ok


# --- what a game holds is part of what it is -------------------------------------------------------------------------------
