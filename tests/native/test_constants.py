"""Constants of every kind in native code: numbers, boards, flags, rows of them, and attributes that methods read by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.compiling import Notes, best_reward
from zermelo import Bits, Game, Solver, game_named
from zermelo.native.native import Native


# --- a game whose constants are of every kind -------------------------------------------------------------------------
class Still(Game[int]):
    """No game: it is over before the first move, and its reward is all that counts."""

    action_count = 1
    max_length = 1

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        return state

    def terminal(self, state: int) -> bool:
        return True


class Pair(NamedTuple):
    """A number and a board."""

    number: int
    board: Bits


@dataclass(frozen=True)
class Constants(Still):
    """`reward` reads a constant, chosen by the state, and computes a number from it."""

    number: int
    board: Bits
    small: tuple[int, int, int]
    numbers: tuple[int, ...]
    boards: tuple[Bits, ...]
    flags: tuple[bool, ...]
    pairs: tuple[tuple[int, int], ...]
    table: tuple[tuple[int, ...], ...]
    cube: tuple[tuple[tuple[int, ...], ...], ...]
    named: Pair

    def reward(self, state: int) -> int:
        what, index = state % 16, state // 16 - 40
        if what == 0:
            return self.number
        if what == 1:
            return self.worth(self.board) + self.worth(~self.board) + self.board.width
        if what == 2:
            first, second, third = self.small
            return first + 3 * second + 5 * third
        if what == 3:
            return self.numbers[index]
        if what == 4:
            return self.worth(self.boards[index])
        if what == 5:
            return 1 if self.flags[index] else 0
        if what == 6:
            first, second = self.pairs[index]
            return first - 7 * second
        if what == 7:
            return self.table[index][index]
        if what == 8:
            return self.cube[index][-1][index]
        if what == 9:
            return self.named.number + self.worth(self.named.board)
        if what == 10:
            return len(self.numbers) + 100 * len(self.table[0])
        if what == 11:
            total = 0
            for number in self.numbers:
                for row in self.table:
                    total = 3 * total % 1000 + number % 10 + row[1]
            return total
        if what == 12:
            total = 0
            for board, flag in zip(self.boards, self.flags):  # noqa: B905  (Numba has no `strict`)
                total += self.worth(board) if flag else 1
            return total
        if what == 13:
            total = 0
            for place, layer in enumerate(self.cube):
                for row in layer:
                    total += place * len(row) + row[0]
            return total
        if what == 14:
            return self.worth(self.boards[index] ^ self.board)
        return self.worth(self.boards[0].reverse() << 1)

    def worth(self, board: Bits) -> int:
        total = 0
        for cell in board:
            total = (2 * total + cell) % 10007
        return total + board.count()


def constants(seed: int, width: int, size: int) -> Constants:
    """Random constants; `width` that of the boards, `size` the length of the rows."""
    rng = random.Random(seed)

    def number() -> int:
        return rng.choice((0, 1, -1, rng.randrange(-99, 99), rng.randrange(-(1 << 40), 1 << 40)))

    def numbers(length: int = size) -> tuple[int, ...]:
        return tuple(number() for _ in range(length))

    def board() -> Bits:
        return Bits(width, rng.getrandbits(width))

    return Constants(
        number(),
        board(),
        (number(), number(), number()),
        numbers(),
        tuple(board() for _ in range(size)),
        tuple(rng.random() < 0.5 for _ in range(size)),
        tuple((number(), number()) for _ in range(size)),
        tuple(numbers(size + 1) for _ in range(size)),
        tuple(tuple(numbers(size) for _ in range(size + 2)) for _ in range(size)),
        Pair(number(), board()),
    )


def outcome(call: Callable[[], int]) -> int | str:
    try:
        return call()
    except IndexError:
        return "IndexError"


def assert_equal(game: Constants) -> None:
    """Every constant has the same value interpreted and compiled, read at every index and at some outside."""
    code = Native(best_reward, game, Notes())
    for what in range(16):
        for index in range(-len(game.numbers) - 2, len(game.numbers) + 2):
            state = what + 16 * (index + 40)
            interpreted = outcome(lambda state=state: game.reward(state))
            assert outcome(lambda state=state: code(state, 0, 0, 0, 0)) == interpreted, (what, index)


BOARDS: Final = (
    *((0, 20, 5), (1, 33, 5), (2, 64, 9), (3, 1, 6), (4, 63, 20)),
    *((0, 65, 5), (1, 127, 9), (2, 129, 5), (3, 130, 20), (0, 20, 3), (1, 128, 3)),
)


@pytest.mark.sampled("0-20-5", "3-130-20")
@pytest.mark.parametrize(("seed", "width", "size"), BOARDS)
def test_constants_are_the_same_interpreted_and_compiled(seed: int, width: int, size: int) -> None:
    assert_equal(constants(seed, width, size))


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(1, 130), st.integers(3, 12))
def test_any_constants_are_the_same_interpreted_and_compiled(seed: int, width: int, size: int) -> None:
    assert_equal(constants(seed, width, size))


# --- real games ---------------------------------------------------------------------------------------------------------
BOARDS_OF_A_CLASS: Final = (
    ("connect(5,3,3)", "connect(6,3,3)", "connect(5,4,3)"),
    ("mnk(4,5,4)", "mnk(5,5,4)"),
    ("lines(3x3x2,3)", "lines(2x3x3,3)"),
    ("lines(3x3x2,3,gravity=1)", "lines(2x3x3,3,gravity=1)"),
    ("nim(2,3,5)", "nim(4,6,1)"),
    ("capture(5,2)", "capture(6,2)"),
    ("chomp(2,3)", "chomp(3,3)"),
)


@pytest.mark.parametrize("names", BOARDS_OF_A_CLASS, ids=lambda names: names[0])
def test_all_searches_of_the_boards_of_a_class_are_those_of_the_interpreter(names: tuple[str, ...]) -> None:
    for name in names:
        game = game_named(name)
        one, other = (
            Solver(game, algorithm="mtdf", compiled=way, line=False, threads=1).solve() for way in (True, False)
        )
        assert (one.value, one.kind, one.counters) == (other.value, other.kind, other.counters)


# --- attributes that methods read ---------------------------------------------------------------------------------------
class Reading(Still):
    """Its reward is computed from attributes that are set from outside."""

    row: Any

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)


class Slicing(Reading):
    """A method takes a slice of a row, for which its length must be known."""

    def reward(self, state: int) -> int:
        total = 0
        for number in self.row[1:]:
            total += number
        return total


def value(game: Game[int]) -> int:
    return Native(best_reward, game, Notes())(0, 0, 0, 0, 0)


def ends(row: Any) -> Any:
    return row[0] + 10 * len(row)


class Summing(Reading):
    def reward(self, state: int) -> int:
        return sum(self.row)


class Listing(Reading):
    def reward(self, state: int) -> int:
        return len(list(self.row))


class Sorting(Reading):
    def reward(self, state: int) -> int:
        return sorted(self.row)[1]


class Helped(Reading):
    def reward(self, state: int) -> int:
        return ends(self.row)


class ByText(Reading):
    def reward(self, state: int) -> int:
        return getattr(self, "size") + (1 if getattr(self, "flag") else 2)  # noqa: B009


fetch = getattr


class ByAnotherName(Reading):
    def reward(self, state: int) -> int:
        return fetch(self, "size") + (1 if fetch(self, "flag") else 2)


class ByDefault(Reading):
    def reward(self, state: int, get: Any = getattr) -> int:
        return get(self, "size") + (1 if get(self, "flag") else 2)


class Größen(Reading):
    def reward(self, state: int) -> int:
        return self.größe + self.größen[1] + len(self.größen) + self.名[1]


def too_far(game: Any, notes: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    """A kernel that reads an item that is not there."""
    return notes.words[100_000 + state]


class Having(Reading):
    def reward(self, state: int) -> int:
        return 1 if hasattr(self, "flag") else 0


ROWS: Final = ({"row": (3, 1, 2, 5, 4)}, {"row": (6, 7, 9, 8, 5, 4)})


@pytest.mark.long
@pytest.mark.parametrize("kind", [Slicing, Summing, Listing, Sorting, Helped], ids=lambda kind: kind.__name__)
def test_functions_may_be_given_a_row(kind: Any) -> None:
    for attributes in ROWS:
        game = kind(**attributes)
        assert value(game) == game.reward(0)


@pytest.mark.long
@pytest.mark.parametrize("kind", [ByText, ByAnotherName, ByDefault], ids=lambda kind: kind.__name__)
def test_attributes_that_are_read_by_a_text_belong_to_the_code(kind: Any) -> None:
    """Code for another value used to be taken from the cache."""
    for attributes in ({"size": 1, "flag": True}, {"size": 2, "flag": False}, {"size": 2, "flag": True}):
        game = kind(**attributes)
        assert value(game) == game.reward(0)


@pytest.mark.long
def test_constants_may_have_names_of_any_letters() -> None:
    for number in (3, 4):
        game = Größen(größe=number, größen=(number,) * (number + 2), 名=(1, number))
        assert value(game) == game.reward(0)


@pytest.mark.long
def test_a_game_may_ask_whether_it_has_an_attribute() -> None:
    for game in (Having(flag=True), Having()):
        assert value(game) == game.reward(0)


@pytest.mark.long
def test_a_method_that_becomes_static_needs_other_code() -> None:
    def pick(first: Any, second: int = 7) -> int:
        return second

    def reward(self: Any, state: int) -> int:
        return self.pick(3)

    for member, expected in ((staticmethod(pick), 7), (pick, 3)):
        kind = type("Picking", (Reading,), {"reward": reward, "pick": member, "__module__": __name__})
        assert value(kind()) == expected


def test_index_checks_are_not_shared_with_code_that_has_none() -> None:
    """A user's kernel once got the methods of the search without index checks, and wrote over the memory of the process."""
    for checked in (False, True):
        notes = Notes()
        if checked:
            notes.check_indices()
        code = Native(too_far, constants(0, 20, 5), notes)
        if checked:
            with pytest.raises(IndexError):
                code(0, 0, 0, 0, 0)
