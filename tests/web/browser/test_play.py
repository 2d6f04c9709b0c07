"""Sides, undo and redo, the address, keys, refusals, stopping: all that is done with a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.page import Page
from tests.support.serving import serving

pytestmark = pytest.mark.long

LEFT, RIGHT, UP, DOWN, HOME, END = "\ue012", "\ue014", "\ue013", "\ue015", "\ue011", "\ue010"
ENTER, TAB, SPACE = "\ue007", "\ue004", " "


def test_the_engine_answers_and_is_undone_with_the_move(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human engine")
    page.cell(1, 1).click()
    page.wait(lambda: page.marks().count("O") == 1)
    after = page.marks()
    page.click("#undo")
    page.wait(lambda: page.marks() == ".........")
    assert len(page.played()) == 2
    page.click("#redo")
    page.wait(lambda: page.marks() == after)


def test_swap_makes_the_engine_move(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human engine")
    page.click("#swap")
    page.wait(lambda: page.marks().count("X") == 1)
    assert page.one("#side-0").get_property("value") == "engine"
    page.click("#restart")
    page.wait(lambda: len(page.played()) == 1)


def test_two_engines_play_a_draw(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="engine engine")
    page.wait(page.over)
    assert page.text("#verdict") == "A draw."


def test_another_move_replaces_what_was_undone(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 c3", sides="human human")
    page.click('.ply[data-ply="1"]')
    page.wait(lambda: page.marks() == "....X....")
    page.one("[data-tone]")  # the list has its order
    page.click('.move[data-move="b1"]')
    page.wait(lambda: page.played() == ["b2", "b1"])
    assert not page.one("#redo").is_enabled()


def test_the_address_tells_the_play(page: Page) -> None:
    page.open("connect(4,4,3)", sides="human human", mode="play")
    page.play("1", "2", "3")
    page.click('.ply[data-ply="2"]')
    page.wait(lambda: page.marks().count("X") == 1)
    address, marks = page.driver.current_url, page.marks()
    page.driver.get("about:blank")
    page.driver.get(address)
    page.wait(lambda: page.marks() == marks)
    assert page.played() == ["1", "2", "3"]
    assert [page.one(f"#side-{n}").get_property("value") for n in (0, 1)] == ["human", "human"]


def test_back_and_forward_go_through_the_play(page: Page) -> None:
    page.open()
    page.click('.offer[data-game="mnk(3,3,3)"]')
    page.one(".cell")
    page.one("#side-1").send_keys("human")
    page.play("b2", "a1")
    page.driver.back()
    page.wait(lambda: page.marks() == "....X....")
    page.driver.back()
    page.driver.back()
    page.one(".offer")
    page.driver.forward()
    page.driver.forward()
    page.wait(lambda: page.marks() == "....X....")


def test_an_address_with_wrong_moves_opens_the_game_and_says_why(page: Page) -> None:
    page.driver.get("about:blank")
    page.driver.get(page.address + "#game=mnk(3,3,3)&moves=b2+b2")
    page.wait(lambda: "b2" in page.text("#progress .refusal"))
    assert page.marks() == "." * 9


def test_a_game_is_refused_in_place(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    for name, told in (
        ("mnk(3,3", "is not the name of a game"),
        ("mnk(3)", "mnk(rows,columns,k)"),
        ("chess", "There is no game"),
    ):
        page.fill("#game", name + ENTER)
        page.wait(lambda told=told: told in page.text("#game-refusal"))
    assert len(page.all(".cell")) == 9
    page.fill("#game", "mnk(4,4,4)" + ENTER)
    page.wait(lambda: len(page.all(".cell")) == 16)
    assert page.text("#game-refusal") == ""


def test_positions_and_moves_go_in_and_out(page: Page, downloads: Path) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.fill("#position", "XX./.O./..X" + ENTER)
    page.wait(lambda: "cannot arise" in page.text("#position-refusal"))
    page.fill("#position", "X../.O./..X" + ENTER)
    page.wait(lambda: page.marks() == "X...O...X")
    page.fill("#import", "1. b1 zz")
    page.click("#import-enter")
    page.wait(lambda: "zz" in page.text("#import-refusal"))
    page.fill("#import", "1. b1 b3 2. a2")
    page.click("#import-enter")
    page.wait(lambda: page.played() == ["b1", "b3", "a2"])
    assert page.marks() == "XO.OO..XX"
    page.click("#download")
    page.wait(lambda: [path for path in downloads.iterdir() if path.suffix == ".txt"])
    assert next(downloads.glob("*.txt")).read_text() == "b1 b3 a2\n"


def test_games_played_are_kept(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.play("b2", "a1", "c3")
    page.click("#games")
    page.click(".past")
    page.wait(lambda: page.marks() == "O...X...X")
    page.click("#games")
    page.click("#forget")
    page.wait(lambda: not page.all(".past"))


def test_a_whole_game_by_keys(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.script("document.querySelector('#restart').focus()")
    page.cell(0, 0).send_keys(RIGHT)
    assert page.script("return document.activeElement.dataset.cell") == "0,1"
    for key, place in ((DOWN, "1,1"), (RIGHT, "1,2"), (RIGHT, "1,2"), (HOME, "0,0"), (END, "2,2"), (UP, "1,2")):
        page.press(key)
        assert page.script("return document.activeElement.dataset.cell") == place
    page.press(ENTER)
    page.wait(lambda: page.marks() == ".....X...")
    page.press(LEFT, SPACE)
    page.wait(lambda: page.marks() == "....OX...")
    page.press(TAB)
    assert page.script("return document.activeElement.id") == "undo"
    page.script("document.activeElement.blur()")
    for key, marks in ((LEFT, ".....X..."), (HOME, "." * 9), (RIGHT, ".....X..."), (END, "....OX...")):
        page.press(key)
        page.wait(lambda marks=marks: page.marks() == marks)
    page.press(SPACE)
    page.wait(lambda: page.marks().count("X") == 2)


def test_a_search_is_stopped(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="engine human")
    page.fill("#seconds", "30")
    page.wait(lambda: "nodes/s" in page.text("#progress"))
    page.click("#stop")
    page.wait(lambda: page.marks().count("X") == 1, 10)
    page.click("#analyse")
    page.wait(lambda: "Finding the values" in page.text("#progress") and "nodes/s" in page.text("#progress"))
    page.click("#stop")
    known, nothing = "Not decided", "stopped before it had an answer"
    page.wait(lambda: known in page.text("#verdict") or nothing in page.text("#progress"), 10)


def test_a_move_ends_the_search_for_values(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="human human")
    page.one("#stop")
    page.play("d4")
    page.play("e5")
    page.wait(lambda: "Finding the values" in page.text("#progress"))


def test_the_server_gone_and_back(page: Page, driver: object) -> None:
    with serving("--workers", "1") as server:
        lost = Page(driver, server.address)
        lost.open("mnk(3,3,3)", sides="human human")
        lost.one("[data-tone]")
    lost.click('.move[data-move="b2"]')
    lost.wait(lambda: "does not answer" in lost.text("#progress"))
    with serving("--workers", "1", "--port", str(server.port)):
        lost.click("#progress button")
        lost.wait(lambda: lost.marks() == "....X....")
    lost.requests()
    assert all("net::ERR_" in error for error in lost.errors())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_stays(page: Page, theme: str) -> None:
    page.open()
    page.one("#theme").send_keys(theme)
    page.driver.refresh()
    page.one(".offer")
    assert page.script("return document.documentElement.dataset.theme") == theme
    assert page.script("return getComputedStyle(document.body).colorScheme") in (theme, "normal")


def test_the_board_is_downloaded_as_a_picture(page: Page, downloads: Path) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    page.click("#picture")
    (found,) = page.wait(lambda: [*downloads.glob("*.svg")])
    assert found.name == "mnk_3,3,3_.svg"
    assert found.read_text().startswith("<svg")
