"""The sheet of keys, the keys themselves, double clicks, and the page on paper."""

from __future__ import annotations

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

LEFT, ENTER, ESCAPE, TAB, CONTROL_Z = "\ue012", "\ue007", "\ue00c", "\ue004", "\ue009z"


def press(page: Page, *keys: str) -> None:
    """Where the focus is when nothing has it."""
    page.script("document.activeElement.blur()")
    page.press(*keys)


def is_open(page: Page) -> bool:
    return page.script("return document.querySelector('#sheet').open")


@pytest.mark.parametrize("game", ["", "mnk(3,3,3)"])
def test_a_question_mark_opens_the_sheet(page: Page, game: str) -> None:
    page.open(game, sides="human human")
    press(page, "?")
    page.wait(lambda: is_open(page))
    page.press(ESCAPE)
    page.wait(lambda: not is_open(page))
    page.click("#open-sheet")
    page.wait(lambda: is_open(page))
    page.click("#close-sheet")
    page.wait(lambda: not is_open(page))
    assert page.script("return document.activeElement.id") == "open-sheet"


def test_the_keys_rest_while_the_sheet_is_open(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    press(page, "?")
    page.wait(lambda: is_open(page))
    page.press(LEFT, ESCAPE)
    page.wait(lambda: not is_open(page))
    assert page.ply() == 2
    press(page, LEFT)
    page.wait(lambda: page.ply() == 1)


def test_a_question_mark_in_a_field_is_a_letter(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2", sides="human human")
    page.fill("#comment", "why?")
    assert page.one("#comment").get_property("value") == "why?"
    assert not is_open(page)


def test_control_z_undoes_what_the_notice_says(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human", mode="play")
    page.click("#restart")
    page.wait(lambda: page.marks() == "." * 9)
    press(page, CONTROL_Z)
    page.wait(lambda: page.played() == ["b2", "a1"])


def test_a_double_click_is_one_move(page: Page) -> None:
    page.open("connect(4,4,3)", sides="human human", mode="play")
    webdriver = pytest.importorskip("selenium.webdriver")
    for css in ('.cell[data-cell="0,0"]', '.move[data-move="2"]'):
        played = len(page.played())
        webdriver.ActionChains(page.driver).double_click(page.one(css)).perform()
        page.wait(lambda played=played: len(page.played()) > played)
        page.settle()
        assert len(page.played()) == played + 1


def test_the_list_of_moves_keeps_the_focus(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human", mode="play")
    for count in (1, 2):
        page.script("document.activeElement.matches('.move') || document.querySelector('.move').focus()")
        page.press(ENTER)
        page.wait(lambda count=count: len(page.played()) == count)
        page.wait(lambda: page.script("return document.activeElement.matches('.move')"))


def test_tab_goes_through_the_list_of_moves(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.one("[data-tone]")
    page.wait(lambda: not page.all("#stop"))
    page.script("document.querySelector('.move').focus()")
    for place in range(1, 7):
        page.press(TAB)
        assert page.script("return [...document.querySelectorAll('.move')].indexOf(document.activeElement)") == place
    page.press(TAB)
    assert not page.script("return document.activeElement.matches('.move')")


def test_a_click_on_nothing_takes_the_focus_away(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human", mode="play")
    page.script("document.querySelector('.cell[tabindex=\"0\"]').focus()")
    page.click("#history-title")
    page.script("dispatchEvent(new Event('resize'))")  # the board is drawn again
    assert page.script("return document.activeElement === document.body")


def test_a_hint_without_a_board_names_the_move_and_the_player(page: Page, own_game: str) -> None:
    page.open(own_game, sides="human human", mode="play")
    page.click("#hint")
    page.wait(lambda: "Play 0. Player 1 wins in " in page.text(".coach"))


def test_on_paper_are_the_board_and_the_moves(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = ("h1", ".board", ".standing", ".plies")
        hidden = (".header", ".modes", ".steps", ".status", ".rules", ".moves", ".share", ".search", ".variations")
        visible = [css for css in shown + hidden if page.one(css).is_displayed()]
        assert visible == list(shown)
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
