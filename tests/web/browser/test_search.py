"""The search, drawn on the page."""

from __future__ import annotations

import re

import pytest

from tests.web.browser.page import Page

pytestmark = pytest.mark.long


def steps(page: Page, number: int = 0) -> tuple[int, int]:
    """Where a drawn search is, and how many steps it has."""
    told = page.wait(lambda: page.all(".search-tree .slider")[number:])[0].text
    found = re.search(r"Step (\d+) of (\d+)", told)
    assert found is not None
    return int(found[1]), int(found[2])


def test_a_search_is_drawn_and_stepped_through(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3", sides="human human")
    page.click("#table")
    page.click(".without summary")
    for box in page.all(".without input"):
        box.click()
    page.click("#draw")
    at, all_steps = steps(page)
    assert at == all_steps > 20
    page.click('.search-tree [aria-label="First"]')
    page.click('.search-tree [aria-label="Forward"]')
    page.wait(lambda: steps(page) == (1, all_steps))
    page.press("\ue014")
    page.wait(lambda: steps(page) == (2, all_steps))
    assert page.played() == ["b2", "b1", "a1", "c3"]
    assert page.marks() == "XO..X...O"


def test_two_searches_are_compared(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3", sides="human human")
    page.click("#compare")
    for number, (algorithm, suffix) in enumerate((("alpha-beta", ""), ("minimax", "-1"))):
        page.one(f"#algorithm{suffix}").send_keys(algorithm)
        page.click(f"#draw{suffix}")
        page.wait(lambda number=number: len(page.all(".search-tree")) == number + 1)
    assert [pane.get_attribute("aria-label").split()[-1] for pane in page.all(".search-tree")] == [
        "alpha-beta",
        "minimax",
    ]
    page.click("#compare")
    page.wait(lambda: len(page.all(".search-tree")) == 1)


def test_what_cannot_be_drawn_is_refused_in_place(page: Page) -> None:
    page.open("einstein(3,2)", moves="die1", sides="human human")
    page.click("#draw")
    page.wait(lambda: page.text(".pane .refusal"))


def test_a_drawn_search_says_when_play_has_gone_on(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1", sides="human human")
    page.click("#draw")
    page.one(".search-tree")
    page.play("c3")
    page.wait(lambda: "the position after b2 b1 a1" in page.text(".drawn"))
