"""The two modes of the page: a game without help, and an analysis with variations and comments."""

from __future__ import annotations

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long

DRAWN = "b2 a1 c1 a3 a2 c2 b1 b3"
"""All moves but one of a draw."""


def numbers(page: Page) -> dict[str, str]:
    """The numbers of the moves of a line, by the cells to which they go."""
    return page.script(
        "return Object.fromEntries([...document.querySelectorAll('.cell')].filter(cell => cell.querySelector('.order'))"
        ".map(cell => [cell.dataset.cell, cell.querySelector('.order').textContent]))"
    )


def test_a_game_shows_no_values_unless_asked(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human", mode="play")
    page.one("#hint")
    assert not page.all("[data-tone]")
    assert not page.all("#draw")
    assert page.text("#verdict") == ""
    page.click("#peek")
    page.one("[data-tone]")
    page.click("#peek")
    page.wait(lambda: not page.all("[data-tone]"))


def test_a_hint_first_tells_where_and_then_what(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1", sides="human human", mode="play")  # only c3 stops X
    page.click("#hint")
    page.wait(lambda: len(page.all(".cell.hinted")) == 3)
    assert page.text("#hint") == "Show the move"
    page.click("#hint")
    page.wait(lambda: [cell.get_attribute("data-cell") for cell in page.all(".cell.hinted")] == ["2,2"])
    assert "Play c3." in page.text(".coach")
    page.play("c3")
    assert not page.all(".cell.hinted")


def test_a_hint_says_that_a_search_has_not_reached_the_end(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="human human", mode="play")
    page.fill("#seconds", "1")
    page.click("#hint")
    page.wait(lambda: page.text("#hint") == "Show the move")
    page.click("#hint")
    page.wait(lambda: "has not reached the end" in page.text(".coach"))


def test_the_end_of_a_game_leads_on(page: Page) -> None:
    page.open("mnk(3,3,3)", moves=DRAWN, sides="human human", mode="play")
    page.play("c3")
    page.wait(page.over)
    page.click("#study")
    page.one("#draw")
    assert page.played() == [*DRAWN.split(), "c3"]
    page.click("#play")
    page.click("#again")
    page.wait(lambda: page.marks() == "." * 9)
    page.click("#bring-back")
    page.wait(lambda: page.played() == [*DRAWN.split(), "c3"])


def test_a_look_at_the_analysis_changes_no_sides(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2", sides="human human", mode="play")
    page.click("#analyse")
    page.one("#draw")
    page.click("#play")
    page.one("#hint")
    assert "sides=human+human" in page.driver.current_url
    page.click("#side-1 [value=engine]")
    page.wait(lambda: len(page.played()) == 2)
    page.click("#analyse")
    page.click("#undo")
    page.wait(lambda: page.ply() == 1)
    page.click("#play")  # O is to move, so O becomes the person
    page.one("#hint")
    assert "sides=engine+human" in page.driver.current_url


def test_the_moves_that_follow_are_there_again_after_a_look_at_the_game(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 c3 c1", sides="human human")
    page.click('.ply[data-ply="1"]')
    page.click("#play")
    page.wait(lambda: page.played() == ["b2"])
    page.click("#analyse")
    page.wait(lambda: page.played() == ["b2", "a1", "c3", "c1"])
    assert page.ply() == 1


def test_the_engine_does_not_end_an_offer_to_undo(page: Page) -> None:
    page.open("mnk(3,3,3)", moves=DRAWN, sides="engine human", mode="play")
    page.wait(page.over)
    page.click("#again")
    page.wait(lambda: page.marks().count("X") == 1)
    page.click("#bring-back")
    page.wait(lambda: page.played()[:4] == DRAWN.split()[:4])


def test_variations_keep_the_main_line(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 c3", sides="human human")
    page.click('.ply[data-ply="1"]')
    page.play("b1", "c3")
    assert page.exported() == "b2 a1 (b1 c3) c3"
    page.click('.variation[data-variation="1 a1"]')
    page.wait(lambda: page.played() == ["b2", "a1", "c3"])
    page.click('.variation[data-variation="1 b1"]')
    page.wait(lambda: page.played() == ["b2", "b1", "c3"])
    page.click("#promote")
    page.wait(lambda: page.exported() == "b2 b1 (a1 c3) c3")
    page.click('.variation[data-variation="1 a1"]')
    page.click("#prune")
    page.wait(lambda: page.exported() == "b2 b1 c3")
    page.click("#bring-back")
    page.wait(lambda: page.exported() == "b2 b1 (a1 c3) c3")
    page.click("#main-line")
    page.wait(lambda: page.played() == ["b2", "b1", "c3"])


def test_comments_and_variations_survive_a_reload_and_an_export(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.play("b2", "b1")
    page.fill("#comment", "a mistake")
    page.click('.ply[data-ply="1"]')
    page.play("a1")
    page.wait(lambda: page.exported() == "b2 b1 {a mistake} (a1)")
    page.driver.refresh()
    page.wait(lambda: page.all("#export") and page.exported() == "b2 b1 {a mistake} (a1)")
    for text, refusal in (("b2 (a1", "parenthesis"), ("b2 {a", "brace"), ("b2 (b2) b2", "b2")):
        page.fill("#import", text)
        page.click("#import-enter")
        page.wait(lambda refusal=refusal: refusal in page.text("#import-refusal"))
    page.fill("#import", "1. c3 {here} a1 (b2 2. a2) 2. b1")
    page.click("#import-enter")
    page.wait(lambda: page.exported() == "c3 {here} a1 (b2 a2) b1")
    page.click("#bring-back")
    page.wait(lambda: page.exported().startswith("b2 b1 {a mistake}"))


def test_the_line_of_a_move_is_numbered_and_stepped_to(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.one("[data-tone]")
    page.script("""document.querySelector('.move[data-move="a1"]').focus()""")
    page.wait(lambda: numbers(page).get("0,0") == "1")
    assert sorted(numbers(page).values()) == ["1", "2", "3", "4", "5"]  # X wins in five plies
    page.click(".best-line li:nth-child(3) button")
    page.wait(lambda: len(page.played()) == 5)
    page.wait(lambda: page.marks().count("X") == 3)


def test_a_position_set_up_is_left_again(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.fill("#position", "X../.O./...")
    page.click("#position-enter")
    page.wait(lambda: page.marks() == "X...O....")
    page.click("#initial")
    page.wait(lambda: page.marks() == "." * 9)
    assert not page.all("#initial")


def test_stones_are_set_by_hand(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.click("#edit")
    page.cell(0, 0).click()  # a third stone of X would be one too many
    page.wait(lambda: page.text("#edit-refusal") == "")
    page.cell(0, 0).click()
    page.wait(lambda: "cannot arise" in page.text("#edit-refusal"))
    assert not page.one("#finish-edit").is_enabled()
    page.cell(2, 2).click()
    page.wait(lambda: page.one("#finish-edit").is_enabled())
    page.click("#finish-edit")
    page.wait(lambda: not page.all("#finish-edit"))
    assert page.marks() == "OO..X...X"
    page.click("#edit")
    page.cell(1, 1).click()
    page.click("#cancel-edit")
    page.wait(lambda: page.marks() == "OO..X...X")
    page.click("#bring-back")
    page.wait(lambda: page.played() == ["b2", "b1"])
