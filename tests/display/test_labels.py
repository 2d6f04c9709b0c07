"""Coordinates: rows and columns have the labels that the names of the moves have."""

from __future__ import annotations

from typing import Any

import pytest

from examples.breakthrough import Breakthrough
from examples.dots_and_boxes import DotsAndBoxes
from examples.othello import Othello
from zermelo import Game, game_named
from zermelo.display.text_board import labels
from zermelo.play.record import Record

BOARDS: tuple[tuple[str | Game[Any], str, str, str], ...] = (
    ("mnk(2,3,2)", "", "a b c", "1 2"),
    ("mnk(2,3,3)", "b2 b1", "a b c", "1 2"),
    ("mnk(1,12,3)", "", "a b c d e f g h i j k l", "1"),
    ("connect(4,3,3)", "2 2 2", "1 2 3 4", ""),
    ("connect(11,2,3)", "", "1 2 3 4 5 6 7 8 9 10 11", ""),
    ("lines(5,3)", "", "1 2 3 4 5", ""),
    ("nim(2,3)", "", "1 2", "2 1 0"),
    ("subtraction(21,1,2,3)", "", "1", ""),
    ("nim(9,10)", "", "1 2", ""),
    ("kayles(4)", "1:1+1", "1 2", "0"),
    ("wythoff(2,3)", "", "a b", ""),
    ("chomp(2,3)", "b2", "a b c", "1 2"),
    ("capture(5,1)", "", "1 2 3 4 5", ""),
    ("einstein(3,2)", "die1", "", ""),
    ("tree(2,3)", "", "", ""),
    (Breakthrough(4, 3), "", "a b c", "4 3 2 1"),
    (Breakthrough(4, 3), "b2a3", "c b a", "1 2 3 4"),  # as the player to move, on the other side, names the cells
    (Othello(), "b1", "a b c d", "1 2 3 4"),
    (DotsAndBoxes(1, 1), "", "a b", "1 2"),
    (DotsAndBoxes(2, 2), "a1h", "a b c", "1 2 3"),
)


@pytest.mark.parametrize(("named", "moves", "columns", "rows"), BOARDS, ids=lambda value: str(value))
def test_labels_are_the_coordinates_in_the_names(named: str | Game[Any], moves: str, columns: str, rows: str) -> None:
    game = game_named(named) if isinstance(named, str) else named
    record = Record.played(game, moves.split())
    found = labels(game, game.picture(record.state, record.mover))
    assert " ".join(label.text for label in found if label.axis == "column") == columns
    assert " ".join(label.text for label in found if label.axis == "row") == rows


def test_the_label_of_a_heap_is_below_all_its_columns() -> None:
    game = game_named("nim(9,10)")
    found = labels(game, game.picture(game.initial(), 0))
    assert [(label.first, label.last, label.text) for label in found] == [(0, 1, "1"), (3, 4, "2")]


def test_each_layer_has_its_labels() -> None:
    game = game_named("lines(2x2x3,2)")
    found = labels(game, game.picture(game.initial(), 0))
    assert [label.text for label in found if label.layer == "Layer 2" and label.axis == "column"] == ["1", "2", "3"]
    assert [label.text for label in found if label.layer == "Layer 2" and label.axis == "row"] == ["1", "2"]


def test_labels_stay_when_the_game_is_over() -> None:
    game = game_named("mnk(3,3,3)")
    record = Record.played(game, ["a1", "a2", "b1", "b2", "c1"])
    assert [label.text for label in labels(game, game.picture(record.state, 0))] == ["a", "b", "c", "1", "2", "3"]
