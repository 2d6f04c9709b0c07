"""Accessibility: axe finds nothing serious or critical on any screen."""

from __future__ import annotations

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

THEMES = ("light", "dark")
WIDTHS = (360, 1400)


def examined(page: Page) -> list[str]:
    """In both themes, narrow and wide."""
    found: list[str] = []
    for theme in THEMES:
        page.script(
            "const choice = document.querySelector('#theme'); choice.value = arguments[0];"
            "choice.dispatchEvent(new Event('change', { bubbles: true }))",
            theme,
        )
        for width in WIDTHS:
            page.size(width)
            found += [f"{theme}, {width}: {finding}" for finding in page.findings()]
    return found


def test_choosing_a_game(page: Page) -> None:
    page.open()
    page.fill("#game", "chess\ue007")
    page.wait(lambda: page.text("#game-refusal"))
    assert examined(page) == []


@pytest.mark.parametrize("mode", ["play", "analyse"])
@pytest.mark.parametrize(
    "name", ["mnk(3,3,3)", "nim(3,5,7)", "chomp(3,4)", "capture(7,2)", "lines(3x3x3,3)", "tree(2,3)"]
)
def test_both_modes(page: Page, name: str, mode: str) -> None:
    page.open(name, sides="human human", mode=mode)
    page.one("[data-tone]" if mode == "analyse" else "#hint")
    assert examined(page) == []


def test_explanations(page: Page) -> None:
    page.remember(seconds=30)
    page.open("mnk(5,5,5)", sides="human human")
    page.click("#why")
    page.one(".cell > .pair")
    assert examined(page) == []
    page.open("mnk(3,3,3)", moves="b2", sides="human human")
    page.click("#refute")
    page.one(".refutation")
    assert examined(page) == []


def test_while_searching(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="engine human")
    page.fill("#seconds", "30")
    page.one("#stop")
    assert page.findings() == []
    page.click("#stop")


def test_when_the_game_is_over(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b1 b2 b3 a1 c2 c3", sides="human human")
    page.wait(lambda: page.text(".accuracy"))
    assert examined(page) == []


@pytest.mark.parametrize("name", ["", "mnk(3,3,3)"])
def test_the_sheet_of_keys(page: Page, name: str) -> None:
    page.open(name)
    page.click("#open-sheet")
    page.wait(lambda: page.text("#sheet-title"))
    assert examined(page) == []


def test_a_hint_and_a_notice(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human", mode="play")
    page.click("#restart")
    page.click("#hint")
    page.wait(lambda: page.text(".coach") and page.text(".notice"))
    assert examined(page) == []


def test_an_exercise(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3 a2 c2 a3", sides="human human")
    page.wait(lambda: page.one("#judge").is_enabled())
    page.click("#judge")
    page.click("#practise")
    page.one(".exercise")
    assert examined(page) == []
    page.click("#answer")
    page.wait(lambda: page.all(".worth"))
    assert examined(page) == []


def test_a_drawn_search(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3", sides="human human")
    page.click("#compare")
    page.click("#draw")
    page.click("#draw-1")
    page.wait(lambda: len(page.all(".search-tree")) == 2)
    assert examined(page) == []
