"""`Bits`, interpreted, is what plain Python integers and sets say."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.numbers import values
from zermelo import Bits
from zermelo.core.bits import MAX_WIDTH

WIDTHS: Final = (1, 9, 62, 63, 64, 65, 127, 128, 129, 361)

Binary = Callable[[Any, Any], Any]

ALGEBRA: Final[dict[str, Binary]] = {
    "or": operator.or_,
    "and": operator.and_,
    "xor": operator.xor,
    "add": operator.add,
    "sub": operator.sub,
}
IN_PLACE: Final[dict[str, Binary]] = {
    "or": operator.ior,
    "and": operator.iand,
    "xor": operator.ixor,
    "add": operator.iadd,
    "sub": operator.isub,
}
ORDER: Final[dict[str, Binary]] = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
EQUALITY: Final[dict[str, Binary]] = {"eq": operator.eq, "ne": operator.ne}


def boards() -> st.SearchStrategy[Bits]:
    return st.sampled_from(WIDTHS).flatmap(lambda width: values(width).map(lambda value: Bits(width, value)))


def pairs() -> st.SearchStrategy[tuple[Bits, Bits]]:
    """Two boards of one width, equal ones often."""

    def two(width: int) -> st.SearchStrategy[tuple[Bits, Bits]]:
        one = values(width).map(lambda value: Bits(width, value))
        return st.one_of(st.tuples(one, one), one.map(lambda board: (board, Bits(width, board.value))))

    return st.sampled_from(WIDTHS).flatmap(two)


def boards_and_cells() -> st.SearchStrategy[tuple[Bits, int]]:
    return boards().flatmap(lambda board: st.tuples(st.just(board), st.integers(0, board.width - 1)))


def cells_of(board: Bits) -> set[int]:
    """The obvious reading of the bits of an integer."""
    return {cell for cell in range(board.width) if board.value // 2**cell % 2 == 1}


# --- fields -----------------------------------------------------------------------------------------------------------
@given(board=boards(), data=st.data())
def test_fields_are_numbers_side_by_side(board: Bits, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, min(63, board.width)))
    first = data.draw(st.integers(0, board.width - length))
    number = data.draw(st.integers(0, 2**length - 1))
    assert board.field(first, length) == board.value // 2**first % 2**length
    changed = board.put(first, length, number)
    assert changed.field(first, length) == number
    outside = {cell for cell in range(board.width) if not first <= cell < first + length}
    assert cells_of(changed) & outside == cells_of(board) & outside


@pytest.mark.parametrize("place", [(-1, 3), (60, 5), (64, 1)])
def test_a_field_must_lie_on_the_board(place: tuple[int, int]) -> None:
    for ask in (lambda: Bits(64).field(*place), lambda: Bits(64).put(*place, 0)):
        with pytest.raises(IndexError, match=r"a field lies outside 0\.\.63"):
            ask()


@pytest.mark.parametrize("length", [-1, 0, 64])
def test_a_field_has_one_to_63_bits(length: int) -> None:
    with pytest.raises(ValueError, match="a field has 1 to 63 bits"):
        Bits(99).field(0, length)


@pytest.mark.parametrize("number", [-1, 8])
def test_a_number_must_fit_in_its_field(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit in a field of 3 bits"):
        Bits(9).put(0, 3, number)


# --- as integers modulo 2**width --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ALGEBRA)
@given(pair=pairs())
def test_operators_are_those_of_integers_modulo_two_to_the_width(name: str, pair: tuple[Bits, Bits]) -> None:
    left, right = pair
    result = ALGEBRA[name](left, right)
    assert result.width == left.width
    assert result.value == ALGEBRA[name](left.value, right.value) % 2**left.width


@pytest.mark.parametrize("name", IN_PLACE)
@given(pair=pairs())
def test_in_place_operators_make_a_new_board(name: str, pair: tuple[Bits, Bits]) -> None:
    left, right = pair
    before = left.value, right.value
    result = IN_PLACE[name](left, right)
    assert result == ALGEBRA[name](left, right)
    assert (left.value, right.value) == before


@pytest.mark.parametrize("name", [*ORDER, *EQUALITY])
@given(pair=pairs())
def test_comparisons_are_those_of_unsigned_integers(name: str, pair: tuple[Bits, Bits]) -> None:
    compare = {**ORDER, **EQUALITY}[name]
    left, right = pair
    assert compare(left, right) is compare(left.value, right.value)


@given(board=boards())
def test_the_complement_has_every_other_cell(board: Bits) -> None:
    assert (~board).value == 2**board.width - 1 - board.value
    assert cells_of(~board) == set(range(board.width)) - cells_of(board)


@given(board=boards(), distance=st.integers(0, 800))
def test_shifts_drop_what_leaves_the_board(board: Bits, distance: int) -> None:
    assert (board << distance).value == board.value * 2**distance % 2**board.width
    assert (board >> distance).value == board.value // 2**distance
    assert (board << distance).width == (board >> distance).width == board.width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("over", [0, 1, 2**40, 2**100])
def test_a_shift_by_the_width_or_more_empties_the_board(width: int, over: int) -> None:
    full = ~Bits(width)
    assert full << (width + over) == Bits(width)
    assert full >> (width + over) == Bits(width)
    assert cells_of(full << (width - 1)) == {width - 1}
    assert cells_of(full >> (width - 1)) == {0}
    assert full << 0 == full >> 0 == full


@given(board=boards())
def test_equal_boards_hash_alike_and_other_widths_are_other_boards(board: Bits) -> None:
    twin = Bits(board.width, board.value)
    assert board == twin
    assert hash(board) == hash(twin)
    assert board != Bits(board.width + 1, board.value)
    assert board != board.value
    assert board != "board"


# --- as sets of cells -------------------------------------------------------------------------------------------------
@given(board=boards())
def test_iteration_gives_the_cells_in_ascending_order(board: Bits) -> None:
    assert list(board) == sorted(cells_of(board))


@given(board=boards())
def test_count_lowest_and_truth_are_those_of_the_set(board: Bits) -> None:
    cells = cells_of(board)
    assert board.count() == len(cells)
    assert board.lowest() == min(cells, default=-1)
    assert bool(board) is bool(cells)


@given(drawn=boards_and_cells())
def test_a_cell_is_in_the_board_or_not(drawn: tuple[Bits, int]) -> None:
    board, cell = drawn
    assert (cell in board) is (cell in cells_of(board))
    assert (cell not in board) is (cell not in cells_of(board))


@given(drawn=boards_and_cells())
def test_adding_and_removing_a_cell(drawn: tuple[Bits, int]) -> None:
    board, cell = drawn
    assert cells_of(board.add(cell)) == cells_of(board) | {cell}
    assert cells_of(board.remove(cell)) == cells_of(board) - {cell}
    assert board.add(cell).width == board.remove(cell).width == board.width


@given(board=boards())
def test_reverse_turns_the_board(board: Bits) -> None:
    assert cells_of(board.reverse()) == {board.width - 1 - cell for cell in cells_of(board)}
    assert board.reverse().reverse() == board


@given(board=boards())
def test_a_board_is_made_of_its_cells(board: Bits) -> None:
    assert Bits.of(board.width, *board) == board
    assert Bits.of(board.width, *board, *board) == board


@given(board=boards())
def test_boards_print_as_what_makes_them_and_survive_copies(board: Bits) -> None:
    assert eval(repr(board)) == board
    assert copy.deepcopy(board) == pickle.loads(pickle.dumps(board)) == board


# --- integers of other kinds ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int16])
@pytest.mark.parametrize("cell", [0, 62, 63, 64, 65, 99])
def test_numpy_integers_are_integers(kind: Any, cell: int) -> None:
    board = Bits(kind(100)).add(kind(cell))
    assert board == Bits.of(100, cell)
    assert kind(cell) in board
    assert board >> kind(cell) == Bits(100, kind(1))
    assert Bits(100, 1) << kind(cell) == board
    assert not board.remove(kind(cell))
    assert type((Bits(100, kind(1)) | board).value) is int


def test_bools_are_integers() -> None:
    assert Bits(9, True).add(True) << True == Bits(9, 0b110)


# --- refusals ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [0, -1, MAX_WIDTH + 1, 2**70])
def test_a_width_out_of_range_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match=rf"width {width} is outside 1\.\.{MAX_WIDTH}"):
        Bits(width)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_value_that_does_not_fit_is_refused(width: int) -> None:
    assert Bits(width, 2**width - 1).count() == width
    for value in (2**width, -1, -(2**width)):
        with pytest.raises(ValueError, match=f"does not fit in {width} bits"):
            Bits(width, value)


@pytest.mark.parametrize("operation", [*ALGEBRA.values(), *ORDER.values()])
def test_operands_of_another_width_or_kind_are_refused(operation: Binary) -> None:
    for other in (Bits(10, 1), 1, "1", None):
        with pytest.raises(TypeError, match=r"width 9 cannot be combined with|not supported"):
            operation(Bits(9, 1), other)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("beyond", [0, 1, 2**70])
def test_a_cell_off_the_board_is_refused(width: int, beyond: int) -> None:
    board = Bits(width, 1)
    for cell in (width + beyond, -1 - beyond):
        message = rf"cell {cell} is outside 0\.\.{width - 1}"
        with pytest.raises(IndexError, match=message):
            board.add(cell)
        with pytest.raises(IndexError, match=message):
            board.remove(cell)
        with pytest.raises(IndexError, match=message):
            operator.contains(board, cell)
        with pytest.raises(IndexError, match=message):
            Bits.of(width, 0, cell)


@pytest.mark.parametrize("distance", [-1, -64, -(2**70)])
def test_a_negative_shift_is_refused(distance: int) -> None:
    for shift in (operator.lshift, operator.rshift):
        with pytest.raises(ValueError, match="negative shift"):
            shift(Bits(9, 1), distance)


def test_floats_are_refused_everywhere() -> None:
    board: Any = Bits(9, 1)
    for attempt in (
        lambda: Bits(9.0),  # pyright: ignore[reportArgumentType]
        lambda: Bits(9, 1.0),  # pyright: ignore[reportArgumentType]
        lambda: board.add(1.0),
        lambda: board.remove(1.0),
        lambda: 1.0 in board,
        lambda: board << 1.0,
        lambda: board >> 1.0,
        lambda: board + 1.0,
    ):
        with pytest.raises(TypeError):
            attempt()
