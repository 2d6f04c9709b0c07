"""Boards as text: the picture of a position in letters, for games that do not render their positions themselves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from click.testing import CliRunner

from examples.tictactoe import TicTacToe
from tests import EXAMPLES
from zermelo import NONE, Cell, game_named
from zermelo.cli import main
from zermelo.display.text_board import text_board
from zermelo.play.record import Record, board_at

BOARDS = {
    ("tictactoe.py", "b2 a1"): """
1 O . .
2 . X .
3 . . .
  a b c""",
    ("breakthrough.py(4,3,1)", "a1b2"): """
1 B B B
2 . . .
3 . W .
4 . W W
  c b a""",  # as the player to move, the second one, names the cells
    ("dots_and_boxes.py", "a1h a1v b1h"): """
1 + - + - +
  |
2 +   +   +

3 +   +   +
  a   b   c""",
    ("domineering.py(2,3)", "a1"): """
1 # . .
2 # . .
  a b c""",
    ("hexapawn.py", ""): """
1 W W W
2 . . .
3 B B B
  a b c""",
    ("hare_and_hounds.py", "a2-b2"): """
1   H . .
2 . H . . h
3   H . .
  a b c d e""",
    ("dobutsu_shogi.py", "b2-b3 a1-b2"): """
4 g l .
3 . e .
2 . . .
1 E L G
  a b c

held
c
C""",
    ("oware.py", "a"): """
2 2 2
. 3 3""",
}


@pytest.mark.parametrize(("game", "moves"), BOARDS)
def test_a_board_is_written_with_its_labels(game: str, moves: str) -> None:
    record = Record.begin(game_named(str(EXAMPLES / game)), moves or None)
    assert record.board() == BOARDS[game, moves].removeprefix("\n")


@pytest.mark.parametrize("command", ["solve", "analyze", "play"])
def test_commands_write_it(command: str) -> None:
    ran = CliRunner().invoke(main, [command, str(EXAMPLES / "tictactoe.py"), "b2", "a1"], input="quit\n")
    assert BOARDS["tictactoe.py", "b2 a1"] in ran.output


def test_games_that_render_their_positions_do_so() -> None:
    for name in ("mnk(3,3,3)", "nim(3,4)", "chomp(2,3)"):
        game = game_named(name)
        assert Record.begin(game).board() == game.render(game.initial())


def test_a_state_without_a_board_is_written_as_it_is() -> None:
    assert Record.begin(game_named("openspiel:hex(board_size=2)")).board() == ". .\n . ."


class Pictured(TicTacToe):
    """Its picture is given."""

    def __init__(self, cells):
        self.cells = cells

    def picture(self, state, mover):
        if isinstance(self.cells, type):
            raise self.cells
        return self.cells


FAULTY = [ValueError, SystemExit, None, "abc", [(0, 0, "X")], [Cell(0.5, 0)], [Cell("1", 0)], [Cell(0, 0, 7)]]
FAULTY += [[Cell(0, 0, layer=3)], [Cell(0, 0, look=[])], [Cell(0, 0, look="brick")], (cell for cell in [Cell(0, 0)])]
TOO_LARGE = [[Cell(place * 10**9, place) for place in range(3)], [Cell(-1, 0)], [Cell(0, 0)] * 2000]


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("cells", FAULTY, ids=range(len(FAULTY)))
def test_a_picture_that_is_wrong_is_left_out(cells: Any) -> None:
    assert Record.begin(Pictured(cells)).board() == "(0, 0)"


@pytest.mark.parametrize("cells", TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_a_picture_that_is_too_large_is_left_out(cells: Any) -> None:
    assert Record.begin(Pictured(cells)).board() == "state[0] 0\nstate[1] 0"


class Unwritten(TicTacToe):
    """Neither a picture nor a text."""

    def render(self, state):
        raise ValueError("no text")


def test_a_result_is_shown_even_if_the_position_cannot_be() -> None:
    assert re.match(r"Unwritten failed: ValueError: no text \(.*test_text_board.py", board_at(Unwritten(), None))


def test_gaps_between_cells_are_short() -> None:
    assert text_board([Cell(0, 0, "a"), Cell(9, 9, "b"), Cell(10, 9, "c")]) == "a\n\n    b\n    c"


def test_layers_have_titles_and_wide_marks_fit() -> None:
    cells = [
        Cell(0, 0, "10"),
        Cell(1, 2, "X", 0),
        Cell(0, 0, "", NONE, layer="be\x1blow"),
        Cell(0, 1, "\n", layer="be\x1blow"),
    ]
    assert text_board(cells) == "10\n     X\n\nbe\N{REPLACEMENT CHARACTER}low\n. \N{REPLACEMENT CHARACTER}"
