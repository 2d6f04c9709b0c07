"""Boards as cells: what stands on each is what the text says, and every legal move concerns some cell."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from examples.breakthrough import Breakthrough
from examples.dots_and_boxes import DotsAndBoxes
from examples.hexapawn import Hexapawn
from zermelo import Game, game_named
from zermelo.core.board import LOOKS
from zermelo.display.svg import piece, to_board
from zermelo.games.in_a_row.drawing import Drawing
from zermelo.play.record import Record

NAMES = (
    "mnk(3,4,3)",
    "connect(4,3,3)",
    "lines(5,3)",
    "lines(2x2x2,2)",
    "lines(3x2x2,2,gravity=0)",
    "lines(3x2,2,players=3)",
    "nim(1,2,3)",
    "kayles(5,2)",
    "splits(7)",
    "wythoff(2,3)",
    "chomp(2,3)",
    "capture(7,2)",
    "einstein(3,2)",
    "sum(nim(2),chomp(2,2))",
)


def plays(game: Game[Any]) -> list[Record]:
    """Positions on random ways to an end."""
    rng, records = random.Random(str(game)), list[Record]()
    for _ in range(4):
        record = Record.begin(game)
        while not record.over:
            records.append(record)
            before, record = record, Record.begin(game)
            for action in before.moves:
                record.do(action)
            record.do(record.throw(rng))
        records.append(record)
    return records


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_has_its_place(name: str) -> None:
    game = game_named(name)
    for record in plays(game):
        cells = game.picture(record.state, record.mover)
        assert len({(cell.layer, cell.row, cell.column) for cell in cells}) == len(cells)
        assert all(-1 <= cell.player < game.players for cell in cells)
        if not record.over and not record.chance:
            assert {*game.actions(record.state)} <= {action for cell in cells for action in cell.actions}


@pytest.mark.parametrize("name", [name for name in NAMES if isinstance(game_named(name), Drawing)])
def test_what_stands_there_is_what_the_text_says(name: str) -> None:
    game = game_named(name)
    for record in plays(game):
        cells = game.picture(record.state, record.mover)
        drawn = "".join(cell.mark or "." for cell in cells)
        assert drawn == game.position_text(record.state).replace("/", "")
        assert all((cell.mark == "") == (cell.player == -1) for cell in cells)
        assert all("XOYZ"[cell.player] == cell.mark for cell in cells if cell.mark)


def test_moves_of_pieces_belong_to_where_they_start_and_to_where_they_go() -> None:
    game = game_named("capture(7,2)")
    cells = game.picture(game.initial(), 0)
    forward = game.parse_action("2>")
    assert [cell.column for cell in cells if forward in cell.actions] == [1, 2]
    assert [(cell.mark, cell.player) for cell in cells] == [*[("x", 0)] * 2, *[("", -1)] * 3, *[("o", 1)] * 2]
    race = game_named("einstein(3,2)")
    thrown = race.apply(race.initial(), race.parse_action("die3"))
    step = race.parse_action("3d")
    assert [(c.row, c.column, c.mark) for c in race.picture(thrown, 0) if step in c.actions] == [
        (0, 1, "3"),
        (1, 2, "2"),
    ]


def test_a_counter_leaves_those_below_it() -> None:
    nim = game_named("nim(3,1)")
    heights = {(c.row, c.column): [nim.action_name(a) for a in c.actions] for c in nim.picture(nim.initial(), 0)}
    assert heights == {(2, 0): ["1:0"], (1, 0): ["1:1"], (0, 0): ["1:2"], (2, 1): ["2:0"]}
    wythoff = game_named("wythoff(1,2)")
    both = wythoff.parse_action("ab1")
    assert [(c.row, c.column) for c in wythoff.picture(wythoff.initial(), 0) if both in c.actions] == [(1, 0), (0, 1)]


def test_layers_have_their_coordinates() -> None:
    game = game_named("lines(2x2x2,2)")
    assert {cell.layer for cell in game.picture(game.initial(), 0)} == {"Layer 1", "Layer 2"}
    both = game_named("sum(nim(2),chomp(2,2))")
    assert {cell.layer for cell in both.picture(both.initial(), 0)} == {"1  nim(2)", "2  chomp(2,2)"}


def test_counters_of_a_tall_heap_are_wrapped() -> None:
    """A heap of 21 is 4 wide and 6 high; a counter stays in its row when those above it are taken."""
    game = game_named("subtraction(21,1,2,3)")
    places = [(cell.row, cell.column) for cell in game.picture(game.initial(), 0)]
    assert places == [(5 - height // 4, height % 4) for height in range(21)]
    assert [(c.row, c.column) for c in game.picture(game.play(["1:18"]), 1)] == places[:18]
    wide = game_named("nim(9,10)")
    assert {cell.column for cell in wide.picture(wide.initial(), 0)} == {0, 1, 3, 4}


LINES = (
    ("mnk(3,3,3)", "X.O/.XO/..X", {(0, 0), (1, 1), (2, 2)}),
    ("mnk(3,3,3)", "X.O/.X./...", set[tuple[int, int]]()),
    ("connect(4,4,3)", "..../..../.OO./XXX.", {(3, 0), (3, 1), (3, 2)}),
    ("lines(3x3,3,weak=1)", "XXO/.XO/X.O", set[tuple[int, int]]()),  # only Maker can win by a line
)


@pytest.mark.parametrize(("name", "position", "line"), LINES)
def test_the_stones_of_a_complete_line_are_marked(name: str, position: str, line: set[tuple[int, int]]) -> None:
    game = game_named(name)
    cells = game.picture(game.parse_position(position), 0)
    assert {(cell.row, cell.column) for cell in cells if cell.marked} == line


def test_stones_that_the_die_lets_move_are_marked() -> None:
    race = game_named("einstein(3,2)")
    assert not any(cell.marked for cell in race.picture(race.initial(), 0))
    for text, marked in (("A.C/..b/.ac A2", "AC"), ("A.C/..b/.ac A3", "C"), ("A.C/..b/.ac a2", "b")):
        cells = race.picture(race.parse_position(text), 0)
        assert sorted((c.player, c.mark) for c in cells if c.marked) == [
            (int(mark.islower()), str(ord(mark.upper()) - ord("A") + 1)) for mark in marked
        ]


def test_places_look_like_their_games() -> None:
    looks = {
        name: [cell.look for cell in game_named(name).picture(game_named(name).initial(), 0)]
        for name in ("chomp(1,3)", "nim(2)", "wythoff(1,1)", "capture(3,1)", "mnk(1,2,2)")
    }
    assert looks == {
        "chomp(1,3)": ["poison", "chocolate", "chocolate"],
        "nim(2)": ["counter", "counter"],
        "wythoff(1,1)": ["counter", "counter"],
        "capture(3,1)": ["pawn", "pawn", "pawn"],
        "mnk(1,2,2)": ["", ""],
    }


# --- drawn as SVG -------------------------------------------------------------------------------------------------------
def classes(game: Game[Any], moves: str) -> list[str]:
    """The classes of all elements of the board after these moves."""
    record = Record.played(game, moves.split())
    drawn = to_board(game, record.state, record.mover)
    assert drawn is not None
    return [name for element in ET.fromstring(drawn).iter() for name in element.get("class", "").split()]


def test_a_board_is_drawn_with_the_pieces_of_its_game() -> None:
    chomp = classes(game_named("chomp(2,3)"), "")
    assert (chomp.count("cocoa"), chomp.count("bone"), chomp.count("place")) == (6, 1, 0)
    pawns = classes(Breakthrough(4, 3), "")
    assert (pawns.count("body"), pawns.count("named"), pawns.count("place")) == (12, 12, 12)
    heap = classes(game_named("nim(3)"), "")
    assert (heap.count("rim"), heap.count("place")) == (3, 0)


def test_the_sides_of_boxes_are_thin() -> None:
    drawn = classes(DotsAndBoxes(1, 1), "a1h")
    assert (drawn.count("dot"), drawn.count("bar"), drawn.count("open")) == (4, 1, 3)
    board = to_board(DotsAndBoxes(1, 1), DotsAndBoxes(1, 1).initial())
    assert board is not None
    assert ET.fromstring(board).get("width") == str(20 + 2 * 10 + 12 + 40 + 12)  # 20 for the labels of the rows


@pytest.mark.parametrize(("game", "named"), [(Hexapawn(), "abc123"), (game_named("lines(2x2x2,2)"), "12121212")])
def test_rows_and_columns_have_labels(game: Game[Any], named: str) -> None:
    board = ET.fromstring(str(to_board(game, game.initial())))
    labels = [text for text in board.iter() if text.get("class") == "label"]
    assert "".join(str(label.text) for label in labels) == named


def test_a_complete_line_is_framed() -> None:
    assert classes(game_named("mnk(3,3,3)"), "a1 a2 b1 b2 c1").count("marked") == 3


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_has_its_drawing(look: str) -> None:
    sides = ("across", "upright")  # bars, which no square holds
    assert (piece(look, "#", 0) != "") == (look not in sides)


def test_marks_are_text_unless_they_have_a_shape() -> None:
    assert ">12</text>" in piece("", "12", 0)
    assert ">X</text>" in piece("box", "X", 0)
    assert all("</text>" not in piece("", mark, 0) for mark in "XO")
    assert all("</text>" not in piece("", mark, -1) for mark in "o#")
