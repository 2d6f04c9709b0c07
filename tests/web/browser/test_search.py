"""The search, drawn on the page."""

from __future__ import annotations

import re

import pytest

from tests.support.page import Page

pytestmark = pytest.mark.long


def steps(page: Page, number: int = 0) -> tuple[int, int]:
    """Where a drawn search is, and how many steps it has."""
    told = page.wait(lambda: page.all(".search-tree .slider")[number:])[0].text
    found = re.search(r"Step (\d+) of (\d+)", told)
    assert found is not None
    return int(found[1]), int(found[2])


def draw_plainly(page: Page) -> None:
    """Draw a search without a table and without knowledge."""
    page.click("#table")
    page.click(".without summary")
    for box in page.all(".without input"):
        box.click()
    page.click("#draw")


def test_a_search_is_drawn_and_stepped_through(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3", sides="human human")
    draw_plainly(page)
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
    page.one("#objective").send_keys("distance")
    page.click("#draw")
    assert "expected rewards, which have no distance" in page.wait(lambda: page.text(".pane .refusal"))


def test_a_drawn_search_says_when_play_has_gone_on(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1", sides="human human")
    page.click("#draw")
    page.one(".search-tree")
    page.play("c3")
    page.wait(lambda: "the position after b2 b1 a1" in page.text(".drawn"))


FRAME = """
const box = document.querySelector(".search-tree .box");
return {
  top: document.querySelector(".drawn").getBoundingClientRect().top,
  bottom: document.querySelector(".search-tree .step").getBoundingClientRect().bottom,
  high: innerHeight,
  spare: [box.clientWidth - box.scrollWidth, box.clientHeight - box.scrollHeight],
  zoom: box.firstElementChild.getBoundingClientRect().height / box.firstElementChild.viewBox.baseVal.height,
};
"""


@pytest.mark.parametrize("width", [1600, 1000, 400])
def test_a_drawn_tree_is_in_view_and_fits_into_its_frame(page: Page, width: int) -> None:
    page.size(width, 900)
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    page.click("#draw")
    page.one(".search-tree")
    page.wait(lambda: page.script(FRAME)["top"] < 20)
    frame = page.script(FRAME)
    assert 0 <= frame["top"] < frame["bottom"] < frame["high"]
    assert frame["spare"] == [0, 0]
    assert frame["zoom"] >= 0.5
    page.click(".search-tree .tools button:nth-child(4)")  # Expand all
    page.wait(lambda: page.script(FRAME)["spare"] != [0, 0])
    page.click(".search-tree .tools button:nth-child(5)")  # Collapse
    page.wait(lambda: page.script(FRAME)["spare"] == [0, 0])


@pytest.mark.parametrize(
    ("game", "moves", "offered", "not_offered"),
    [
        ("mnk(3,3,3)", "b2", {"alpha-beta", "mtdf", "pns"}, {"star1", "expectiminimax", "maxn", "best-reply"}),
        ("einstein(3,2)", "die1", {"expectiminimax", "star1", "star2"}, {"alpha-beta", "maxn"}),
        ("lines(3x2,2,players=3)", "", {"maxn", "paranoid"}, {"alpha-beta", "star2", "best-reply"}),
    ],
)
def test_only_algorithms_that_suit_the_game_are_offered(
    page: Page, game: str, moves: str, offered: set[str], not_offered: set[str]
) -> None:
    page.open(game, moves=moves, sides="human human human")
    shown = {option.text for option in page.all("#algorithm option")}
    assert shown >= offered
    assert not shown & not_offered
    chosen = page.script("return document.querySelector('#algorithm').value")
    page.click("#draw")
    page.one(".search-tree")
    assert page.text(".search-tree thead th") == chosen
    assert page.text(".footnote").startswith(f"{chosen} was published by ")


def test_the_disclosure_of_the_knowledge_has_its_triangle(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    assert page.script("return getComputedStyle(document.querySelector('.without summary')).display") == "list-item"


def test_each_step_is_explained(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1 a1 c3 a3", sides="human human")
    draw_plainly(page)
    page.wait(lambda: page.text(".search-tree .step"))
    told = [page.text(".search-tree .step")]
    page.click('.search-tree [aria-label="First"]')
    for number in range(steps(page)[1]):
        page.click('.search-tree [aria-label="Forward"]')
        page.wait(lambda number=number: steps(page)[0] == number + 1)
        told.append(page.text(".search-tree .step"))
    assert told[0].startswith(
        "At the root, O is to move. Search finished: the value is -1 for O, with the best move c1."
    )
    assert told[1] == "At the root, O is to move. Visited with the window [-inf, +inf]."
    assert "After c1 a2, the game is over: the value is -1 for O." in told
    cut = "After a2, X is to move. Alpha cut-off: after c1 the value is -1, at most α = -1."
    assert any(step.startswith(cut) for step in told)


def test_the_explanation_names_the_pass(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    page.one("#algorithm").send_keys("mtdf")
    page.click("#draw")
    last = page.wait(lambda: page.text(".search-tree .step"))
    assert re.match(r"Pass [2-9]: at the root, X is to move\. Search finished: the value is 0 for X", last), last
    page.click('.search-tree [aria-label="First"]')
    page.click('.search-tree [aria-label="Forward"]')
    page.wait(lambda: page.text(".search-tree .step").startswith("Pass 1: at the root, X is to move. Visited with the"))
