"""At every width, around each number of machine words, compiled code does what interpreted code does, or stops."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.compiling import Both, Notes, after, best_reward, situation
from tests.support.numbers import values
from zermelo import Bits, Game, Solver, solve
from zermelo.core.errors import BadPosition, GameFailed, NotCompilable
from zermelo.core.words import Unpackable, hash_words, pack, unpack
from zermelo.games import connect, mnk
from zermelo.native.machine import INTERPRETED
from zermelo.native.native import Native

WIDTHS: Final = (1, 62, 63, 64, 65, 127, 128, 129, 361)


# --- every operator and method ----------------------------------------------------------------------------------------
class Operands(NamedTuple):
    """Two boards of one width."""

    a: Bits
    b: Bits


@dataclass(frozen=True)
class Calculator(Game[Operands]):
    """No game, but every operation on boards as a method: `number` says which."""

    width: int
    action_count = 1
    max_length = 1

    def initial(self) -> Operands:
        return Operands(Bits(self.width), Bits(self.width))

    def algebra(self, state: Operands, number: int) -> Bits:
        a, b = state
        if number == 0:
            return a | b
        if number == 1:
            return a & b
        if number == 2:
            return a ^ b
        if number == 3:
            return a + b
        if number == 4:
            return a - b
        if number == 5:
            return ~a
        if number == 6:
            return a.reverse()
        result = a
        if number == 7:
            result |= b
            result &= ~a
            result ^= b
        if number == 8:
            result += b
            result -= a ^ b
        return result

    def moved(self, state: Operands, number: int, n: int) -> Bits:
        result = state.a
        if number == 0:
            result = result << n
        if number == 1:
            result = result >> n
        if number == 2:
            result = result << (n > 0)
        if number == 3:
            result <<= n
            result >>= n
        if number == 4:
            result = result.add(n)
        if number == 5:
            result = result.remove(n)
        if number == 6:
            result = result.put(n, FIELD, 5)
        if number == 7:
            result = result.put(0, 7, n)
        return result

    def number(self, state: Operands, number: int, n: int) -> int:
        a, b = state
        if number == 0:
            return a.count()
        if number == 1:
            return a.lowest()
        if number == 2:
            return a.width
        total = 0
        if number == 3:
            for cell in a:
                total = total * 31 + cell & 0xFFFFFFFF
        if number == 4:
            for cell in a:
                for other in b:
                    if other >= cell:
                        break
                    total += 1
        if number == 5:
            for cell in self.odd(a):
                total = total * 31 + cell & 0xFFFFFFFF
        if number == 6:
            return a.field(n, FIELD)
        if number == 7:
            return a.field(0, n)
        return total

    def odd(self, board: Bits) -> Any:
        for cell in board:
            if cell % 2 == 1:
                yield cell

    def compared(self, state: Operands, number: int) -> bool:
        a, b = state
        if number == 0:
            return a == b
        if number == 1:
            return a != b
        if number == 2:
            return a < b
        if number == 3:
            return a <= b
        if number == 4:
            return a > b
        return a >= b

    def truth(self, state: Operands, number: int, n: int) -> bool:
        a, b = state
        if number == 0:
            return n in a
        if number == 1:
            return n not in a
        if number == 2:
            return bool(a)
        if number == 3:
            return not a
        if number == 4:
            return True if a else False  # noqa: SIM210  (truth in a condition)
        if number == 5:
            return (a and b) == b
        return bool(a | b) and not (a & b)


FIELD: Final = 5
ALGEBRA, MOVED, NUMBER, COMPARED, TRUTH = range(5)
OPERATIONS: Final = [(kind, number) for kind, count in enumerate((9, 6, 6, 6, 7)) for number in range(count)]
FIELDS: Final = [(MOVED, 6), (MOVED, 7), (NUMBER, 6), (NUMBER, 7)]
SHIFTS: Final = (0, 1, 3)
"""The numbers of the shifts by n in `moved`; 4 and 5 add and remove a cell, as 0 and 1 of `truth` look for one."""


def calculate(game: Calculator, notes: Notes, state: Operands, kind: int, number: int, n: int, _: int) -> int:
    if kind == ALGEBRA:
        return notes.keep(pack(game.algebra(state, number)))
    if kind == MOVED:
        return notes.keep(pack(game.moved(state, number, n)))
    if kind == NUMBER:
        return notes.keep(pack(game.number(state, number, n)))
    if kind == COMPARED:
        return notes.keep(pack(game.compared(state, number)))
    return notes.keep(pack(game.truth(state, number, n)))


@cache
def calculator(width: int) -> Both:
    return Both(calculate, Calculator(width))


def operands(width: int) -> st.SearchStrategy[Operands]:
    board = values(width).map(lambda value: Bits(width, value))
    return st.one_of(st.tuples(board, board), board.map(lambda one: (one, one))).map(lambda pair: Operands(*pair))


@pytest.mark.sampled("65")
@pytest.mark.parametrize("width", WIDTHS)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_every_operation_is_the_same_compiled(width: int, data: st.DataObject) -> None:
    state = data.draw(operands(width))
    n = data.draw(st.one_of(st.integers(0, width - 1), st.sampled_from([0, width - 1])))
    for kind, number in OPERATIONS:
        assert not isinstance(calculator(width).agreed(state, kind, number, n), type)


@pytest.mark.long
@pytest.mark.parametrize("width", WIDTHS)
def test_shifts_by_nothing_the_width_and_more_are_the_same_compiled(width: int) -> None:
    full = ~Bits(width)
    for board in (full, Bits(width), Bits(width, 1), Bits.of(width, width - 1)):
        for n in (0, 1, width - 1, width, width + 1, 2 * width, 2**40, 2**63 - 1):
            for number in SHIFTS:
                assert not isinstance(calculator(width).agreed(Operands(board, full), MOVED, number, n), type)


@pytest.mark.parametrize("width", WIDTHS)
def test_fields_are_the_same_compiled_and_refused_alike(width: int) -> None:
    seen: set[Any] = set()
    for board in (~Bits(width), Bits(width, 1), Bits.of(width, *range(0, width, 3))):
        for n in (-1, 0, 1, 2, 7, 63, 64, width - 6, width - 5, width - 4, width, 127, 128, 2**40, -(2**63)):
            for kind, number in FIELDS:
                found = calculator(width).agreed(Operands(board, board), kind, number, n)
                seen.add(found if isinstance(found, type) else int)
    assert seen == {int, IndexError, ValueError}


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_refused_is_refused_alike(width: int) -> None:
    state = Operands(~Bits(width), Bits(width))
    for n in (-1, -64, -(2**63)):
        for number in SHIFTS:
            assert calculator(width).agreed(state, MOVED, number, n) is ValueError
    for n in (-1, width, width + 1, 64 * (width // 64 + 1), 2**63 - 1, -(2**63)):
        for kind, number in ((MOVED, 4), (MOVED, 5), (TRUTH, 0), (TRUTH, 1)):
            assert calculator(width).agreed(state, kind, number, n) is IndexError


# --- states as words --------------------------------------------------------------------------------------------------
class Mixed(NamedTuple):
    """A state of every kind of part."""

    flag: bool
    board: Bits
    inner: tuple[int, tuple[Bits, bool], int]
    number: int


@dataclass(frozen=True)
class Holder(Game[Mixed]):
    """Its states go in and come out unchanged."""

    width: int
    action_count = 1
    max_length = 1

    def initial(self) -> Mixed:
        return Mixed(False, Bits(self.width), (0, (Bits(9), False), 0), -1)

    def apply(self, state: Mixed, action: int) -> Mixed:
        return state


def hashed(game: Holder, notes: Notes, state: Mixed, a: int, b: int, c: int, d: int) -> int:
    return hash_words(pack(game.apply(state, 0)))


@cache
def holder(kernel: Any, width: int) -> Both:
    return Both(kernel, Holder(width))


def mixed(width: int) -> st.SearchStrategy[Mixed]:
    word = st.one_of(st.integers(-(2**63), 2**63 - 1), st.sampled_from([-(2**63), -1, 0, 2**63 - 1]))
    board = values(width).map(lambda value: Bits(width, value))
    small = values(9).map(lambda value: Bits(9, value))
    inner = st.tuples(word, st.tuples(small, st.booleans()), word)
    return st.tuples(st.booleans(), board, inner, word).map(lambda parts: Mixed(*parts))


@pytest.mark.long
@pytest.mark.parametrize("width", [63, 64, 65, 129])
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_states_enter_and_leave_native_code_word_by_word(width: int, data: st.DataObject) -> None:
    state = data.draw(mixed(width))
    count, words = holder(after, width).agreed(state)
    assert words[:count] == pack(state)
    assert unpack(list(words[:count]), Holder(width).initial()) == state
    assert 0 <= holder(hashed, width).agreed(state)[0] < 2**63


@pytest.mark.parametrize(
    "state",
    [
        Mixed(False, Bits(66), (0, (Bits(9), False), 0), 0),
        Mixed(False, Bits(65), (0, (Bits(10), False), 0), 0),
        (False, Bits(65), (0, (Bits(9), False), 0), 0),
        (0,),
        0,
    ],
)
def test_a_state_of_another_shape_is_refused(state: Any) -> None:
    native = Native(after, Holder(65), Notes())
    with pytest.raises(Unpackable, match="does not have the shape of the initial state"):
        native(state, 0, 0, 0, 0)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**100])
def test_an_integer_beyond_64_bits_is_refused(number: int) -> None:
    native = Native(after, Holder(65), Notes())
    with pytest.raises(Unpackable, match=f"the integer {number} does not fit in 64 bits"):
        native(Holder(65).initial()._replace(number=number), 0, 0, 0, 0)


# --- whole games ------------------------------------------------------------------------------------------------------
class Row(NamedTuple):
    """Stones of the player to move, and of the other."""

    me: Bits
    you: Bits


@dataclass(frozen=True)
class WideRow(Game[Row]):
    """Three neighbouring cells of one row win."""

    cells: int

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.cells

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.cells

    def initial(self) -> Row:
        return Row(Bits(self.cells), Bits(self.cells))

    def legal(self, state: Row, action: int) -> bool:
        return action not in state.me | state.you

    def apply(self, state: Row, action: int) -> Row:
        return Row(state.you, state.me.add(action))

    def won(self, stones: Bits) -> bool:
        return bool(stones & stones >> 1 & stones >> 2)

    def terminal(self, state: Row) -> bool:
        return self.won(state.you) or not ~(state.me | state.you)

    def reward(self, state: Row) -> int:
        return -1 if self.won(state.you) else 0


def positions(game: Game[Any], plays: int, seed: int) -> list[Any]:
    """The states of random plays, interpreted."""
    dice = random.Random(seed)
    found: list[Any] = []
    for _ in range(plays):
        state = game.initial()
        found.append(state)
        while not game.terminal(state):
            state = game.apply(state, dice.choice(list(game.actions(state))))
            found.append(state)
    return found


GAMES: Final = (
    *(WideRow(cells) for cells in (62, 63, 64, 65, 128, 361)),
    mnk(9, 6, 4),  # 63 bits, padding included
    mnk(8, 7, 4),  # 64
    mnk(13, 4, 4),  # 65
    mnk(16, 7, 5),  # 128
    mnk(19, 19, 5),  # 361 cells
    connect(8, 7, 4),  # 64
)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_random_play_is_the_same_compiled(game: Game[Any]) -> None:
    look, move = Both(situation, game), Both(after, game)
    dice = random.Random(1)
    for state in dice.sample(positions(game, 4, seed=2), 40):
        for action in dice.sample(range(game.action_count), 5):
            _, seen = look.agreed(state, action)
            if seen[0] == 0 and seen[2] == 1:
                count, words = move.agreed(state, action)
                assert words[:count] == pack(game.apply(state, action))


# --- boards in plain integers -----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PlainRow(Game[tuple[int, int]]):
    """WideRow as one would write it at first: a board is an integer."""

    cells: int

    @property
    def action_count(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.cells

    @property
    def max_length(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.cells

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def legal(self, state: tuple[int, int], action: int) -> bool:
        return (state[0] | state[1]) & (1 << action) == 0

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[1], state[0] | (1 << action)

    def won(self, stones: int) -> bool:
        return stones & stones >> 1 & stones >> 2 != 0

    def terminal(self, state: tuple[int, int]) -> bool:
        return self.won(state[1]) or (state[0] | state[1]).bit_count() == self.cells

    def reward(self, state: tuple[int, int]) -> int:
        return -1 if self.won(state[1]) else 0


@pytest.mark.long
@pytest.mark.parametrize("cells", [62, 63])
def test_boards_in_plain_integers_work_up_to_63_cells(cells: int) -> None:
    look, move = Both(situation, PlainRow(cells)), Both(after, PlainRow(cells))
    for state in positions(PlainRow(cells), 3, seed=4):
        for action in (0, 1, 31, cells - 2, cells - 1):
            assert look.agreed(state, action)[1][0] in (0, 1)
            count, words = move.agreed(state, action)
            assert words[:count] == PlainRow(cells).apply(state, action)


@pytest.mark.long
@pytest.mark.parametrize("cells", [64, 65])
def test_wider_boards_in_plain_integers_stop_and_are_never_wrong(cells: int) -> None:
    game = PlainRow(cells)
    look, move = Both(situation, game), Both(after, game)
    refused = 0
    for state in positions(game, 3, seed=5):
        for action in (0, 1, 62, cells - 2, cells - 1):
            for both in (look, move):
                interpreted, compiled = run_on(both, state, action)
                refused += compiled in (OverflowError, BadPosition)
                assert compiled in (interpreted, OverflowError, BadPosition)
    assert refused > 0


def run_on(both: Both, state: Any, action: int) -> tuple[Any, Any]:
    """As `both`, but interpreted it may write down a state that no word can hold."""
    try:
        return both(state, action)
    except BadPosition:
        return BadPosition, BadPosition


def test_a_search_that_leaves_64_bits_fails_with_one_sentence_that_names_the_line() -> None:
    why = r"^PlainRow.*: OverflowError: an integer does not fit in 64 bits; .*Bits"
    with pytest.raises(GameFailed, match=why) as caught:
        solve(
            PlainRow(65),
            (0b0101 << 40, 0b1010 << 20),
            compiled=True,
            algorithm="minimax",
            nodes=10_000,
            without=("all",),
        )
    assert "test_widths.py:" in str(caught.value)
    assert "\n" not in str(caught.value)


class StartsWide(PlainRow):
    """Its first state has a cell too many."""

    def initial(self) -> tuple[int, int]:
        return 0, 1 << 63


@pytest.mark.long
def test_an_initial_state_that_does_not_fit_is_not_compiled() -> None:
    why = rf"^StartsWide.* cannot be compiled: in its state .*, the integer {1 << 63} does not fit in 64 bits; .*Bits.*\.$"
    with pytest.raises(NotCompilable, match=why):
        solve(StartsWide(64), compiled=True)
    solver = Solver(StartsWide(64), nodes=50)
    solver.prepare()
    found = solver.solve()
    assert not found.compiled
    assert found.note.startswith(f"{INTERPRETED}: StartsWide")


@pytest.mark.long
def test_small_games_have_the_same_value_in_both_kinds_of_board() -> None:
    plain, wide = Both(best_reward, PlainRow(7)), Both(best_reward, WideRow(7))
    assert plain.agreed(PlainRow(7).initial())[0] == wide.agreed(WideRow(7).initial())[0]
