"""The page by the keyboard alone, and as a screen reader tells it."""

from __future__ import annotations

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

TAB, ENTER, HOME = "\ue004", "\ue007", "\ue011"
LEFT, RIGHT, DOWN = "\ue012", "\ue014", "\ue015"
SNAKE = (RIGHT, RIGHT, DOWN, LEFT, LEFT, DOWN, RIGHT, RIGHT)
"""Through all cells of a board of 3x3, from the first one."""

MOST_TABS = 200
OPERABLE = ("button", "textbox", "combobox", "checkbox", "slider", "link", "spinbutton", "dialog")
"""The roles of what people use, which must have a name."""


def tab_to(page: Page, css: str) -> None:
    """Press Tab until such an element has the focus."""
    for _ in range(MOST_TABS):
        if focused(page, css):
            return
        page.press(TAB)
    raise AssertionError(f"Tab does not lead to {css}")


def focused(page: Page, css: str) -> bool:
    return page.script("return document.activeElement.matches(arguments[0])", css)


def enter(page: Page, css: str) -> None:
    tab_to(page, css)
    page.press(ENTER)


def told(page: Page) -> list[tuple[str, str]]:
    """The role and the name of everything, as screen readers get them."""
    page.driver.execute_cdp_cmd("Accessibility.enable", {})
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    page.driver.execute_cdp_cmd("Accessibility.disable", {})
    parts = [(node.get("role", {}), node.get("name", {})) for node in nodes if not node["ignored"]]
    return [(str(role.get("value", "")), " ".join(str(name.get("value", "")).split())) for role, name in parts]


def settled(page: Page) -> None:
    """Until no search runs, so that nothing is ordered anew."""
    page.wait(lambda: page.all(".worth") and not page.all("#stop"))


def test_a_game_is_chosen_and_played_to_its_end(page: Page) -> None:
    page.open()
    tab_to(page, "#game")
    page.press("mnk(3,3,3)", ENTER)
    page.one("#verdict")
    page.settle()
    for _ in range(5):
        tab_to(page, ".cell")
        page.press(HOME)
        for key in SNAKE:
            if focused(page, ".playable"):
                break
            page.press(key)
        before = len(page.played())
        page.press(ENTER)
        page.wait(lambda before=before: page.over() or len(page.played()) == before + 2)  # the engine answers
        page.settle()
        if page.over():
            break
    assert page.over()
    played = page.marks()
    enter(page, "#study")
    page.wait(lambda: focused(page, "body") or not page.all("#study"))
    assert page.marks() == played
    enter(page, "#play")
    enter(page, "#again")
    page.wait(lambda: page.marks() == "." * 9)


def test_a_variation_is_tried_and_commented(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 c3", sides="human human")
    enter(page, '.ply[data-ply="1"]')
    page.wait(lambda: page.ply() == 1)
    settled(page)
    enter(page, '.move[data-move="b1"]')
    page.wait(lambda: page.exported() == "b2 a1 (b1) c3")
    tab_to(page, "#comment")
    page.press("loses")
    page.wait(lambda: page.exported() == "b2 a1 (b1 {loses}) c3")
    enter(page, '.variation[data-variation="1 a1"]')
    page.wait(lambda: page.played() == ["b2", "a1", "c3"])


def test_a_search_tree_is_drawn_and_opened(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    settled(page)
    enter(page, "#draw")
    page.one(".search-tree")
    enter(page, '.search-tree [aria-label="First"]')
    page.wait(lambda: page.text(".search-tree .step").startswith("Nothing has been searched yet"))
    enter(page, '.search-tree [aria-label="Forward"]')
    page.wait(
        lambda: "X is to move" in page.text(".search-tree .step") or "O is to move" in page.text(".search-tree .step")
    )
    enter(page, '.search-tree [aria-label="Last"]')
    closed = '.search-tree .opens[aria-expanded="false"]'
    page.one(closed)
    tab_to(page, closed)
    node = page.script("return document.activeElement.querySelector('title').textContent")
    page.press(ENTER)
    opened = "return [...document.querySelectorAll('.opens[aria-expanded=true] > title')].map(one => one.textContent)"
    page.wait(lambda: node in page.script(opened))


def test_a_screen_reader_tells_the_board_the_values_and_the_moves(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    settled(page)
    page.play("a1")
    settled(page)
    page.click('.ply[data-ply="2"]')
    settled(page)
    heard = told(page)
    buttons = [name for role, name in heard if role == "button"]
    assert {"b2, X", "b1, O, changed by the last move"} <= set(buttons)
    assert {"c3, empty, wins in 5 plies", "b3, empty, draws"} <= set(buttons), "the values of moves on the board"
    assert {"a1, wins in 5 plies", "b3, draws"} <= set(buttons), "the values of moves in the list"
    assert {"2 b1 by O", "3 a1 by X; before this move: X wins in 5 plies"} <= set(buttons), "the moves of the game"
    assert ("StaticText", "X wins in 5 plies. 6 of the 7 moves are best.") in heard, "the verdict"


@pytest.mark.parametrize("mode", ["play", "analyse"])
@pytest.mark.parametrize("name", ["mnk(3,3,3)", "einstein(3,2)", "nim(1,2,3)"])
def test_everything_has_a_name(page: Page, name: str, mode: str) -> None:
    page.open(name, mode=mode, sides="human human")
    assert not [role for role, name in told(page) if role in OPERABLE and not name]
    assert {"main", "banner"} <= {role for role, _ in told(page)}
