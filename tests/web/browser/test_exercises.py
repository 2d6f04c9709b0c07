"""Looking for better moves in place of the mistakes of a game."""

from __future__ import annotations

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

LOST = "b2 b1 a1 c3 a2 c2 a3"
"""A win for X: b1 loses, and after c3, X might have won sooner."""


def reviewed(page: Page, moves: str) -> list[str]:
    """Have the game reviewed; its mistakes, as sentences."""
    page.open("mnk(3,3,3)", moves=moves, sides="human human")
    page.wait(lambda: page.one("#judge").is_enabled())
    page.click("#judge")
    page.one("#practise")
    return [mistake.text for mistake in page.all(".mistakes li")]


def told(page: Page) -> str:
    return page.text(".exercise p")


def test_a_better_move_is_found_in_place_of_a_mistake(page: Page) -> None:
    (mistake,) = reviewed(page, LOST)
    assert "Move 2, b1" in mistake
    page.click("#practise")
    page.wait(lambda: page.ply() == 1)
    assert told(page) == "Move 2, b1, was a mistake. What should O play instead?"
    assert page.script("return document.activeElement.id") == "exercise-title"
    assert not page.all(".worth"), "values would give the answer away"
    assert not page.all(".mistakes"), "and so would the sentences about mistakes"
    page.cell(0, 1).click()
    page.wait(lambda: told(page) == "b1 is not one of the best moves. Try another one.")
    assert (page.ply(), page.exported()) == (1, LOST), "a try is not played"
    page.cell(0, 0).click()
    page.wait(
        lambda: told(page) == "a1 is right. Move 2, b1, was a mistake: O loses; a1, c1 or 2 other moves would draw."
    )
    page.wait(lambda: page.all(".worth"))
    page.click("#end-exercise")
    page.wait(lambda: not page.all(".exercise"))
    assert page.exported() == LOST


def test_the_answer_is_shown(page: Page) -> None:
    assert len(reviewed(page, "b2 b1 b3 a1 a2 c3")) == 4
    page.click("#practise")
    page.click("#answer")
    page.wait(lambda: told(page).endswith("would draw."))
    page.click("#next-mistake")
    page.wait(lambda: page.ply() == 2 and "What should" in told(page))


def test_an_exercise_ends_when_the_user_goes_elsewhere(page: Page) -> None:
    reviewed(page, LOST)
    page.click("#practise")
    page.one(".exercise")
    page.click('.ply[data-ply="3"]')
    page.wait(lambda: not page.all(".exercise"))
    page.wait(lambda: page.all(".worth"))


def test_the_best_move_in_an_exercise_is_its_answer(page: Page) -> None:
    reviewed(page, LOST)
    page.click("#practise")
    page.one(".exercise")
    page.click("#best")
    page.wait(lambda: "would draw" in told(page))
    assert (page.ply(), page.exported()) == (1, LOST)


def test_an_exercise_ends_when_the_board_is_set_up(page: Page) -> None:
    reviewed(page, LOST)
    page.click("#practise")
    page.one(".exercise")
    page.click("#edit")
    page.one(".editor")
    assert not page.all(".exercise")


def test_a_slower_win_is_right_too(page: Page) -> None:
    """It was called no better than the mistake: only the fastest wins were accepted."""
    page.remember(seconds=30)
    page.open("mnk(4,4,3)", moves="b2 a1 d1 c2", sides="human human")
    page.wait(lambda: page.one("#judge").is_enabled())
    page.click("#judge")
    page.click("#practise")
    page.wait(lambda: "Move 3, d1" in told(page))
    page.cell(2, 2).click()
    page.wait(lambda: told(page).startswith("c3 is right."))
