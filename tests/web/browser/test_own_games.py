"""Games of the user's own that do not say how they are drawn: what a person sees, also after an edit of their file."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.support.page import Page
from tests.support.serving import serving

pytestmark = pytest.mark.long

TUPLE = '''
from zermelo import Game

class FillTheBoard(Game):
    """Place a stone wherever you like."""
    action_count = max_length = 12
    rows, columns = 3, 4
    def initial(self): return (0,) * 12
    def legal(self, s, a): return s[a] == 0
    def apply(self, s, a): return s[:a] + (1 + sum(map(bool, s)) % 2,) + s[a + 1:]
    def terminal(self, s): return all(s)
    def reward(self, s): return 0
'''

PURSES = '''
from typing import NamedTuple
from zermelo import Game

class Purses(NamedTuple):
    mine: int
    yours: int
    pot: int

class Pot(Game):
    """Take 1, 2 or 3 coins from the pot; whoever has more in the end wins."""
    action_count, max_length = 3, 9
    def initial(self): return Purses(0, 0, 9)
    def legal(self, s, a): return a < s.pot
    def apply(self, s, a): return Purses(s.yours, s.mine + a + 1, s.pot - a - 1)
    def terminal(self, s): return s.pot == 0
    def reward(self, s): return (s.mine > s.yours) - (s.mine < s.yours)
'''

GAMES = ("hexapawn.py:Hexapawn", "tictactoe.py:TicTacToe", "mygame.py:TicTacToe", "fill.py:FillTheBoard", "pot.py:Pot")
GAMES += ("drawn_games.py:Sowing", "drawn_games.py:Words")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples, the game of docs/tutorials/first-game.md, a tuple of cells, and a game without a board."""
    folder = tmp_path_factory.mktemp("own")
    for name in ("hexapawn.py", "tictactoe.py"):
        shutil.copy(ROOT / "examples" / name, folder)
    first = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "tutorials" / "first-game.md").read_text(), re.DOTALL)
    assert first is not None
    (folder / "mygame.py").write_text(first[1])
    (folder / "fill.py").write_text(TUPLE)
    (folder / "pot.py").write_text(PURSES)
    shutil.copy(ROOT / "tests" / "support" / "drawn_games.py", folder)
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    for package in ("starlette", "uvicorn", "msgspec"):
        pytest.importorskip(package)
    with serving("--workers", "1", *(str(folder / name) for name in GAMES)) as server:
        yield server.address


@pytest.fixture
def name(request: pytest.FixtureRequest, folder: Path) -> str:
    return str(folder / request.param)


def marks_and_players(page: Page) -> str:
    """The marks of all cells, with the numbers of the players who own them."""
    return page.script(
        "return [...document.querySelectorAll('.cell')].map(c => "
        "c.dataset.mark ? c.dataset.mark + (Number(c.dataset.player) + 1) : '.').join('')"
    )


def names_of_cells(page: Page) -> list[str]:
    return page.script("return [...document.querySelectorAll('.cell')].map(c => c.ariaLabel.split(',')[0])")


@pytest.mark.parametrize("name", ["tictactoe.py:TicTacToe", "mygame.py:TicTacToe"], indirect=True)
def test_the_first_game_is_played_on_its_board(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    assert sorted(page.moves()) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    for cell in ((0, 0), (1, 1), (2, 2)):
        played = len(page.played())
        page.cell(*cell).click()
        page.wait(lambda played=played: len(page.played()) > played)
        page.settle()
    assert page.played() == ["a1", "b2", "c3"]
    assert marks_and_players(page) == "X1...O2...X1"
    assert names_of_cells(page)[:2] == ["a1", "b1"]


@pytest.mark.parametrize("name", ["fill.py:FillTheBoard"], indirect=True)
def test_a_tuple_of_cells_is_a_board_of_its_rows_and_columns(page: Page, name: str) -> None:
    page.open(name, moves="d3 a1", sides="human human")
    assert marks_and_players(page) == "O2..........X1"
    assert page.cell(2, 3).get_attribute("data-mark") == "X"


@pytest.mark.parametrize("name", ["hexapawn.py:Hexapawn"], indirect=True)
def test_hexapawn_is_played_by_clicks(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    assert marks_and_players(page) == "W1W1W1...B2B2B2"
    assert sorted(page.moves()) == ["a1-a2", "b1-b2", "c1-c2"]
    page.cell(0, 1).click()  # a pawn with one move is selected, too
    page.cell(1, 1).click()
    page.wait(lambda: page.played() == ["b1-b2"])
    page.settle()
    page.cell(1, 1).click()  # a target, before any pawn is selected
    page.cell(2, 0).click()
    assert page.played() == ["b1-b2"]
    page.cell(1, 1).click()
    page.wait(lambda: page.played() == ["b1-b2", "a3-b2"])
    page.settle()
    assert marks_and_players(page) == "W1.W1.B2..B2B2"


@pytest.mark.parametrize("name", ["hexapawn.py:Hexapawn"], indirect=True)
def test_clicks_on_a_pawn_and_its_target_make_one_move(page: Page, name: str) -> None:
    page.open(name, sides="human engine")
    page.cell(0, 0).click()
    page.cell(1, 0).click()
    page.wait(lambda: len(page.played()) == 2)
    page.settle()
    for cell in ((0, 1), (0, 2), (1, 0)):  # clicks on pawns alone make no move
        page.cell(*cell).click()
    assert page.played()[0] == "a1-a2"
    assert len(page.played()) == 2


@pytest.mark.parametrize("kind", ["mouse", "touch"])
@pytest.mark.parametrize("name", ["hexapawn.py:Hexapawn"], indirect=True)
def test_a_pawn_is_dragged_to_its_target(page: Page, name: str, kind: str) -> None:
    page.open(name, sides="human human")
    page.drag(page.cell(0, 1), page.cell(2, 2), kind)  # where it cannot go, it stays selected
    assert page.script("return [...document.querySelectorAll('.cell.selected')].map(c => c.dataset.cell)") == ["0,1"]
    page.drag(page.cell(1, 1), page.cell(0, 0), kind)  # nothing is dragged from an empty cell
    assert page.played() == []
    page.drag(page.cell(0, 1), page.cell(1, 1), kind)
    page.wait(lambda: page.played() == ["b1-b2"])
    page.settle()
    page.drag(page.cell(2, 0), page.cell(1, 1), kind)
    page.wait(lambda: page.played() == ["b1-b2", "a3-b2"])
    page.settle()
    assert page.script("return document.querySelectorAll('.piece[style*=translate]').length") == 0
    page.script("arguments[0].focus()", page.cell(0, 0))
    page.press("\ue007")  # Enter selects a pawn, as before
    page.wait(lambda: page.cell(0, 0).get_attribute("aria-pressed") == "true")


@pytest.mark.parametrize("name", ["drawn_games.py:Sowing"], indirect=True)
def test_a_house_is_clicked_once_and_no_other_cell_makes_its_move(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    for column in (6, 7, 13):
        page.cell(0, column).click()
    assert page.played() == []
    page.cell(0, 4).click()
    page.wait(lambda: page.played() == ["1"])
    page.settle()
    assert "".join(page.marks()) == "13210351312020"


@pytest.mark.parametrize("name", ["drawn_games.py:Words"], indirect=True)
def test_fields_are_beside_the_board_and_colours_are_what_they_say(page: Page, name: str) -> None:
    page.open(name, moves="a1 b2", sides="human human")
    assert page.text(".board > .fields").split() == ["state[1]", "white"]
    colours = "return [...document.querySelectorAll('.named')].map(drawn => drawn.getAttribute('fill'))"
    assert page.script(colours) == ["white", "black"]
    dot = "return getComputedStyle(document.querySelector('.turn'), '::before').color"
    names = "return new Set([...document.querySelectorAll('.name')].map(name => getComputedStyle(name).color)).size"
    assert (page.script(dot), page.script(names)) == ("rgb(255, 255, 255)", 1)


@pytest.mark.parametrize("name", ["tictactoe.py:TicTacToe"], indirect=True)
def test_a_link_with_the_numbers_of_moves_still_works(page: Page, name: str) -> None:
    page.open(name, moves="4 0", sides="human human")
    assert marks_and_players(page) == "O2...X1...."


@pytest.mark.parametrize("name", ["pot.py:Pot"], indirect=True)
def test_a_game_without_a_board_is_a_table_of_its_fields(page: Page, name: str) -> None:
    page.open(name, moves="0 2", sides="human human")
    assert page.text(".board-text").split() == ["mine", "1", "yours", "3", "pot", "5"]
    assert sorted(page.moves()) == ["0", "1", "2"]
    page.click(".draw-this summary")
    assert "def picture(self, state, mover):" in page.text(".draw-this")
    page.size(400)
    assert page.script("return document.documentElement.scrollWidth") <= 400


@pytest.mark.parametrize("name", ["hexapawn.py:Hexapawn"], indirect=True)
def test_the_hints_name_a_legal_move(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    assert page.one("#position").get_attribute("placeholder") == "moves, such as a1-a2"
    assert page.one("#import").get_attribute("placeholder") == "1. a1-a2 {a comment}"


def test_no_card_shows_a_folder(page: Page, folder: Path) -> None:
    page.open()
    cards = page.text(".offers")
    assert "hexapawn.py:Hexapawn" in cards
    assert str(folder) not in cards


@pytest.mark.parametrize("name", ["pot.py:Pot"], indirect=True)
def test_an_error_in_an_edited_file_is_shown_with_its_line(page: Page, name: str, folder: Path) -> None:
    page.open(name, sides="human human")
    (folder / "pot.py").write_text(PURSES.replace("Purses(0, 0, 9)", "Purses(0, 0, 9"))
    page.click('.move[data-move="1"]')
    page.wait(lambda: "SyntaxError in line 13" in page.text("main"))
    (folder / "pot.py").write_text(PURSES.replace("Purses(0, 0, 9)", "Purses(0, 0, 19)"))
    page.open(name, moves="1", sides="human human")
    assert page.text(".board-text").split()[-1] == "17"


def test_the_text_view_can_be_used_by_everyone(page: Page, driver: Any, folder: Path) -> None:
    pytest.importorskip("axe_playwright_python")
    page.open(str(folder / "pot.py:Pot"), sides="human human")
    page.click(".draw-this summary")
    assert page.findings() == []
