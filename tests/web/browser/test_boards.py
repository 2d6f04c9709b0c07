"""Each kind of board, played to the end by clicks."""

from __future__ import annotations

import random

import pytest

from tests.web.browser.page import Page
from zermelo.games.catalogue import game_named
from zermelo.play.record import Record

pytestmark = pytest.mark.long

BOARDS = (
    "mnk(3,3,3)",
    "connect(4,4,3)",
    "lines(2x2x2,2)",
    "lines(2x2x2,2,gravity=0)",
    "lines(3x3,3,players=3)",
    "nim(1,2,3)",
    "kayles(4)",
    "wythoff(2,2)",
    "chomp(2,3)",
    "capture(7,2)",
    "einstein(3,2)",
    "sum(nim(2),chomp(2,2))",
)


def play_to_the_end(page: Page, rng: random.Random) -> None:
    """By clicks on cells; where those of a piece leave several moves, on where it goes; where chance moves, a throw."""
    while not page.over():
        before = len(page.played())
        if page.text("#best") == "Chance move":
            page.click("#best")
        else:
            left = page.all(".cell.meant:not(.selected)") or page.all(".cell.playable:not(.selected)")
            selected = page.all(".cell.selected")
            if selected and not page.all(".cell.meant:not(.selected)"):
                left = page.all(".move:not(.out)")
            rng.choice(left).click()
        page.wait(lambda before=before: len(page.played()) > before or page.all(".cell.selected"))
        page.settle()


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_played_to_the_end_by_clicks(page: Page, name: str) -> None:
    game = game_named(name)
    page.open(name, sides=" ".join(["human"] * game.players))
    page.click("#verdicts")
    play_to_the_end(page, random.Random(name))
    record = Record.played(game, page.played())
    assert record.over
    assert page.text("#verdict") == record.outcome()
    assert page.marks() == "".join(cell.mark or "." for cell in game.picture(record.state, record.mover))
    assert page.moves() == []


def test_a_game_without_a_picture_is_text_and_a_list(page: Page, own_game: str) -> None:
    page.open()
    page.click(f'.offer[data-game="{own_game}"]')
    page.wait(lambda: page.text(".board-text") == "9")
    page.click("#swap")  # from here on, it is the turn of the engine
    page.wait(lambda: page.played())
    page.click("#swap")
    page.wait(lambda: page.text(".board-text") == str(9 - sum(int(move) + 1 for move in page.played())))


def test_moves_of_a_piece_are_narrowed_by_clicks(page: Page) -> None:
    page.open("einstein(3,2)", moves="die1", sides="human human")
    page.cell(0, 0).click()
    assert len(page.all(".cell.meant")) == 4
    page.cell(0, 0).click()
    assert page.all(".cell.meant") == []
    page.cell(0, 0).click()
    page.cell(1, 1).click()
    page.wait(lambda: page.played() == ["die1", "1d"])


def test_the_last_move_is_marked(page: Page) -> None:
    page.open("connect(4,4,3)", moves="2 2", sides="human human")
    page.one('.cell.last[data-cell="2,1"][data-mark="O"]')
    assert len(page.all(".cell.last")) == 1


def test_a_cell_is_lit_with_its_move(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.script("document.querySelector('.move[data-move=\"c1\"]').focus()")
    page.one('.cell.lit[data-cell="0,2"]')
