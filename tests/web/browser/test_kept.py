"""What this browser keeps: games, variations and comments, across reloads, tabs and versions of the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

GAME = "mnk(3,3,3)"

STRANGE: tuple[Any, ...] = (
    "no JSON",
    None,
    7,
    {"shows": None, "theme": 3, "seconds": "5", "strength": None, "peeks": "yes"},
    [None, 7, {}, {"id": "a"}, {"id": "b", "game": GAME}, {"id": "c", "game": GAME, "line": "b2"}],
)


def store(page: Page, name: str, value: Any) -> None:
    """As if an earlier visit had stored this; for pages that are opened from now on."""
    text = value if value == "no JSON" else json.dumps(value)
    page.script("localStorage.setItem(arguments[0], arguments[1])", f"zermelo.{name}", text)


def reload(page: Page) -> None:
    page.driver.refresh()
    page.one("#verdict")
    page.settle()


@pytest.mark.parametrize("value", STRANGE, ids=str)
@pytest.mark.parametrize("name", ["settings", "played"])
def test_strange_things_in_the_storage_are_left_out(page: Page, name: str, value: Any) -> None:
    store(page, name, value)
    page.open()
    assert not page.all(".past")
    page.click(f'.offer[data-game="{GAME}"]')
    page.one("#hint")
    page.click("#analyse")
    page.one("[data-tone]")


def test_a_record_of_an_earlier_version_opens(page: Page) -> None:
    store(page, "played", [{"id": "x", "game": GAME, "line": ["b2", "a1"]}])
    page.open()
    page.click(".past")
    page.wait(lambda: page.played() == ["b2", "a1"])
    page.click("#analyse")
    page.wait(lambda: page.exported() == "b2 a1")
    page.click('.ply[data-ply="1"]')
    page.play("b1")
    assert page.exported() == "b2 a1 (b1)"


def test_an_illegal_variation_says_so_and_can_be_deleted(page: Page) -> None:
    record = {"id": "x", "game": GAME, "line": ["b2", "a1"], "lines": [["b2", "a1"], ["b2", "b2"]], "mode": "analyse"}
    store(page, "played", [record])
    page.open()
    page.click(".past")
    page.click('.variation[data-variation="1 b2"]')
    page.wait(lambda: "b2" in page.text("#progress .refusal"))
    page.click("#prune")
    page.wait(lambda: page.exported() == "b2 a1" and not page.all(".refusal[role=alert]:not(:empty)"))


def test_a_game_that_cannot_be_opened_says_why(page: Page) -> None:
    store(
        page, "played", [{"id": "x", "game": "gone.py:Gone", "line": ["1"]}, {"id": "y", "game": GAME, "line": ["z9"]}]
    )
    page.open()
    page.click('.past[data-played="x"]')
    page.wait(lambda: "gone.py" in page.text(".hero .refusal"))
    page.click('.past[data-played="y"]')
    page.wait(lambda: "z9" in page.text(".hero .refusal"))


def test_two_tabs_keep_the_games_of_both(page: Page) -> None:
    page.open(GAME, sides="human human", mode="play")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    second = Page(page.driver, page.address)
    second.open("nim(3,5,7)", sides="human human", mode="play")
    second.click(".move:not(:disabled)")
    second.wait(lambda: len(second.played()) == 1)
    page.driver.switch_to.window(first)
    page.play("b2")
    page.click("#games")
    page.wait(lambda: len(page.all(".past")) == 2)
    page.driver.switch_to.window(page.driver.window_handles[-1])
    second.click("#games")
    second.wait(lambda: len(second.all(".past")) == 2)
    second.click("#forget")
    page.driver.close()
    page.driver.switch_to.window(first)
    page.wait(lambda: not page.all(".past"))


def test_a_comment_before_the_first_move_survives_a_reload(page: Page) -> None:
    page.open(GAME, sides="human human")
    page.fill("#comment", "the centre")
    reload(page)
    page.wait(lambda: page.exported() == "{the centre}")


def test_imported_moves_survive_a_reload(page: Page) -> None:
    page.open(GAME, sides="human human")
    page.fill("#import", "b2 {here} a1 (b1 c3) c3")
    page.click("#import-enter")
    page.wait(lambda: page.exported() == "b2 {here} a1 (b1 c3) c3")
    reload(page)
    page.wait(lambda: page.exported() == "b2 {here} a1 (b1 c3) c3")


def test_a_variation_that_was_brought_back_survives_a_reload(page: Page) -> None:
    page.open(GAME, moves="b2 a1", sides="human human")
    page.click('.ply[data-ply="1"]')
    page.play("b1")
    page.click("#prune")
    page.wait(lambda: page.exported() == "b2 a1")
    page.click("#bring-back")
    page.wait(lambda: page.exported() == "b2 a1 (b1)")
    reload(page)
    page.wait(lambda: page.exported() == "b2 a1 (b1)")


def test_a_long_comment_is_typed_without_complaint(page: Page) -> None:
    page.open(GAME, moves="b2", sides="human human")
    text = "a comment of many letters " * 10
    page.fill("#comment", text)
    reload(page)
    page.wait(lambda: text.strip() in page.exported())


@pytest.mark.parametrize(
    "odd",
    [
        "game=mnk(3,3,3)&moves=b2+a1&ply=-7&mode=%00&sides=robot",
        "game=mnk(3,3,3)&moves=b2+a1&ply=1e99&sides=" + "engine+" * 500,
        "game=mnk(3,3,3)&position=&moves=",
        "game=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
        "game=mnk(3,3,3)&moves=" + "b2+" * 5000,
        "game=" + "x" * 5000,
        "game=__proto__&position=constructor&moves=toString",
        "game=mnk(3,3,3)&position=%ff%fe&moves=%",
        "game=mnk(3,3,3)&moves=__proto__",
    ],
    ids=lambda odd: odd[:40],
)
def test_an_odd_address_opens_a_game_or_says_why_not(page: Page, odd: str) -> None:
    page.driver.get("about:blank")
    page.driver.get(f"{page.address}#{odd}")
    page.wait(lambda: page.marks() or page.text(".hero .refusal"))
    for width in (1400, 400):
        page.size(width)
        assert page.script("return document.documentElement.scrollWidth") <= width


def test_back_and_forward_between_games_and_modes_lose_nothing(page: Page) -> None:
    page.open(GAME, moves="b2 a1", sides="human human")
    page.click('.ply[data-ply="1"]')
    page.play("b1")
    page.fill("#comment", "a try")
    page.click("#play")
    page.one("#hint")
    page.click("#games")
    page.click('.offer[data-game="nim(3,5,7)"]')
    page.wait(lambda: len(page.all(".cell")) == 15)
    page.driver.back()
    page.one(".offer")
    page.driver.back()
    page.one("#hint")
    page.driver.back()
    page.wait(lambda: page.exported() == "b2 a1 (b1 {a try})" and page.all("#comment"))
    for _ in range(3):
        page.driver.forward()
    page.wait(lambda: len(page.all(".cell")) == 15)


def test_clicks_while_the_engine_searches(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="human engine")
    page.fill("#seconds", "30")
    page.cell(3, 3).click()
    page.one("#stop")
    page.cell(4, 4).click()
    page.cell(4, 4).click()
    assert len(page.played()) == 1
    page.click("#undo")
    page.wait(lambda: page.marks() == "." * 64 and not page.all("#stop"))
    page.click("#redo")
    page.one("#stop")
    page.click("#restart")
    page.wait(lambda: page.marks() == "." * 64 and not page.all("#stop"))
    page.click("#bring-back")
    page.one("#stop")
    reload(page)
    page.wait(lambda: page.marks().count("X") == 1)
    page.click("#games")
    page.one(".past")


def test_a_copy_of_a_tab_is_a_game_of_its_own(page: Page) -> None:
    page.open(GAME, sides="human human", mode="play")
    page.play("b2")
    first = page.driver.current_window_handle
    address, name = page.driver.current_url, page.script("return history.state.id")
    page.driver.switch_to.new_window("tab")
    page.driver.get(address)
    page.script("history.replaceState({ id: arguments[0] }, '')", name)
    reload(page)
    page.play("a1")
    page.driver.close()
    page.driver.switch_to.window(first)
    page.play("b1")
    page.click("#games")
    page.wait(lambda: {past.text for past in page.all(".past-moves")} == {"b2 a1", "b2 b1"})
