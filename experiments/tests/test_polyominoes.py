"""The study of polyominoes: values against brute force, published winners, what must hold among the rows, and its answer."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from experiments import polyominoes
from experiments.study import matching
from experiments.tests.prose import numbers_of, rows_of
from tests.support.set_games import Rules, start, value
from zermelo.games import polyomino

KINDS = {"achievement": "strong", "avoidance": "misere", "weak": "weak"}


def decided(row: Any) -> bool:
    return row["lower"] == row["upper"]


@pytest.mark.parametrize("kind", KINDS)
def test_values_on_small_boards_are_those_of_brute_force(kind: str) -> None:
    compared = 0
    for row in matching(rows_of("polyominoes"), kind=kind):
        sides = polyominoes.sides_of(row["board"])
        if math.prod(sides) <= 8:
            game: Any = polyomino(polyominoes.SHAPES[row["shape"]], *sides)
            rules = Rules(math.prod(sides), tuple(map(frozenset, game.winning)), KINDS[kind])
            assert row["lower"] == row["upper"] == value(rules, start(rules)), row
            compared += 1
    assert compared > 30


def test_there_are_as_many_polyominoes_as_there_should_be() -> None:
    """1, 1, 2, 5 and 12 of one to five cells, no two alike."""
    sizes = [shape.count("X") for shape in polyominoes.SHAPES.values()]
    assert [sizes.count(size) for size in range(1, 7)] == [1, 1, 2, 5, 12, 1]
    games: list[Any] = [polyomino(shape, 5, 5) for shape in polyominoes.SHAPES.values()]
    assert len({game.winning for game in games}) == len(games)


def test_who_wins_on_square_boards_is_as_published() -> None:
    """Gardner, The Colossal Book of Mathematics, 2001, except for two: he gives 6x6 for N and 7x7 for Y. Here both are won
    on boards a row and a column smaller, and two checkers accept that.
    """
    least = {"elam": 1, "domino": 2, "tic": 4, "el": 3, "elly": 4, "knobby": 5, "tippy": 3, "N": 5, "Y": 6}
    rows = rows_of("polyominoes")
    for name, side in itertools.product(polyominoes.SHAPES, range(1, polyominoes.LONGEST + 1)):
        for row in matching(rows, shape=name, board=f"{side}x{side}", kind="achievement"):
            bounds = polyominoes.bounds_of(row, rows)
            assert bounds[0] == bounds[1] == int(name in least and side >= least[name]) or bounds == (0, 1), row


def test_the_three_kinds_of_play_agree() -> None:
    rows = rows_of("polyominoes")
    for strong in matching(rows, kind="achievement"):
        same = {"shape": strong["shape"], "board": strong["board"]}
        (weak,), (misere,) = matching(rows, kind="weak", **same), matching(rows, kind="avoidance", **same)
        assert strong["upper"] >= 0
        assert not decided(weak) or not decided(strong) or (strong["upper"] <= 0 or weak["upper"] == 1)
        assert not strong["plies"] or not weak["plies"] or weak["plies"] <= strong["plies"]
        assert math.prod(polyominoes.sides_of(strong["board"])) % 2 or misere["lower"] <= 0


def test_whatever_is_decided_on_a_board_of_at_most_thirty_cells_is_certified() -> None:
    for row in rows_of("polyominoes"):
        assert decided(row) or not row["certified"]
        assert row["certified"] == decided(row) or math.prod(polyominoes.sides_of(row["board"])) > 30


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("polyominoes")
    settled = [row for row in rows if decided(row)]
    strong, misere, weak = (matching(rows, kind=kind) for kind in KINDS)
    won = {row["shape"] for row in strong if row["lower"] == 1}
    unlike = [
        (one["shape"], one["board"], polyominoes.bounds_of(one, rows))
        for one, other in zip(strong, weak, strict=True)
        if other["lower"] == 1 and one["lower"] < 1
    ]
    assert unlike == [("skinny", "6x6", (0, 0)), ("L", "6x6", (0, 1))]
    for shape, board in (("N", "5x5"), ("Y", "6x6")):
        (best,) = matching(rows, shape=shape, board=board, kind="achievement")
        assert (best["lower"], best["plies"], best["certified"]) == (1, 11, True)
    values = [row["lower"] for row in misere if decided(row)]
    assert 1 not in values
    assert numbers_of("polyominoes") == [
        *("6x6", str(len(won)), str(len(polyominoes.SHAPES))),
        *(f"{polyominoes.NODES:,}", str(len(settled)), str(len(rows)), str(sum(row["certified"] for row in rows))),
        *(str(len(misere) - len(values)), str(len(rows) - len(settled))),
        *(str(len(values)), str(values.count(-1)), str(values.count(0))),
        *("two", "2001", "6", "5x5", "6x6", "6x6", "7x7", "6x6"),
    ]
