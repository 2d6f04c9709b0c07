"""Games that change while they are played are refused, and no others; and what a game is called."""

from __future__ import annotations

import array
import collections
import copy
import functools
import itertools
import logging
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from zermelo import BadGame, Game, analyze, census, check, solve
from zermelo.resume import code_of


class Take(Game[int]):
    """Take 1, 2 or 3 of 9 stones; the last one wins."""

    action_count, max_length = 3, 9

    def initial(self) -> int:
        return 9

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return -1


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


CHANGING: tuple[Callable[[], Take], ...] = (
    Counting,
    CountingInAHelper,
    CountingInTheClass,
    lambda: Listing([]),
    lambda: Listing(collections.deque()),
    lambda: Listing(array.array("q")),
    Marking,
    Global,
)


@pytest.mark.parametrize("made", CHANGING)
def test_a_game_that_changes_is_refused_and_at_fault(made: Callable[[], Take]) -> None:
    for work in (solve, analyze, census):
        with pytest.raises(BadGame, match=r"must not change the game|changes while the game is played"):
            work(made(), compiled=False)
    assert [fault.rule for fault in check(made(), compiled=False).faults] == ["unchanged"]


def test_the_line_of_an_assignment_is_told() -> None:
    line = Counting.apply.__code__.co_firstlineno + 1
    (fault,) = check(Counting(), compiled=False).faults
    assert f"apply changes self.moved ({__file__}:{line})" in fault.sentence()


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


@pytest.mark.parametrize("cls", [Cached, Reading, Logging, Linked, Resettable, Nesting])
def test_a_game_that_does_not_change_is_taken(cls: type[Take]) -> None:
    assert solve(cls(), compiled=False).value == solve(Take(), compiled=False).value
    assert check(cls(), compiled=False).ok


# --- names -----------------------------------------------------------------------------------------------------------------
class Sized(Take):
    def __init__(self, size: Any = 9, wrap: bool = False, *rest: int) -> None:
        self.size, self.wrap, self.rest = size, wrap, rest


class Thing:
    pass


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Sized(), "Sized"),
        (Sized(9), "Sized"),
        (Sized(5), "Sized(5)"),
        (Sized(size=5), "Sized(5)"),
        (Sized(wrap=True), "Sized(wrap=True)"),
        (Sized(9, False, 7), "Sized(9,False,7)"),
        (Sized("big"), "Sized(big)"),
        (Sized("5"), "Sized('5')"),
        (Sized((3, 4)), "Sized((3,4))"),
        (Sized({"b", "a"}), "Sized({'a','b'})"),
        (Sized(Sized(5)), "Sized(Sized(5))"),
    ],
    ids=str,
)
def test_a_game_is_called_by_its_arguments(game: Game[Any], name: str) -> None:
    assert str(game) == name
    assert str(game.without("all")) == name
    assert str(copy.copy(game)) == str(copy.deepcopy(game)) == str(pickle.loads(pickle.dumps(game))) == name


def test_names_say_nothing_of_memory_and_tell_long_arguments_apart() -> None:
    assert str(Sized(Thing())) == str(Sized(Thing()))
    long = [str(Sized((*range(60), last))) for last in range(3)]
    assert len({*long}) == 3
    assert all(len(name) < 60 for name in long)


def test_a_class_without_arguments_takes_none() -> None:
    with pytest.raises(TypeError, match="takes no arguments"):
        Take(3)


# --- what a game holds is part of what it is -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "made", [lambda n: array.array("q", [n]), lambda n: collections.deque([n]), lambda n: np.array([n, None])]
)
def test_what_arrays_and_queues_hold_is_part_of_the_code_of_a_game(made: Any) -> None:
    """A table of a game with other payoffs was taken for that of this one."""
    assert code_of(Sized(made(1))) != code_of(Sized(made(2)))
    assert code_of(Sized(made(1))) == code_of(Sized(made(1)))
