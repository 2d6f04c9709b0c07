"""Why a move is worse, and why a player cannot win: what the page says and shows on the board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.page import Page
from zermelo import verify

pytestmark = pytest.mark.long


def pairs(page: Page) -> dict[str, list[str]]:
    """The cells of each pair, by its letter."""
    found: dict[str, list[str]] = {}
    for letter, cell in page.script(
        "return [...document.querySelectorAll('.cell > .pair')].map(e => [e.textContent, e.parentElement.dataset.cell])"
    ):
        found.setdefault(letter, []).append(cell)
    return found


def close(page: Page) -> None:
    page.click("#why")
    page.wait(lambda: not page.all(".cell > .pair"))


# --- why a player cannot win --------------------------------------------------------------------------------------------
def test_pairs_are_shown_on_the_board(page: Page) -> None:
    page.open("mnk(5,5,5)", sides="human human")
    page.click("#why")
    page.wait(lambda: pairs(page))
    found = pairs(page)
    assert sorted(found) == list("ABCDEFGHIJKL")
    assert all(len(cells) == 2 for cells in found.values())
    assert "Neither player can force a line, so with best play this is a draw." in page.text(".why")
    assert "O can keep X from completing a line" in page.text(".why")
    listed = [text.split() for text in page.text(".pairs").splitlines()]
    assert [words[0] for words in listed] == list("ABCDEFGHIJKL")
    letter, one, _ = listed[0]
    cell = page.one(f'.cell[aria-label^="{one},"]')
    assert f"pair {letter}" in cell.get_attribute("aria-label")
    page.click(".proof[aria-pressed=false]")
    page.wait(lambda: "X can keep O from completing a line" in page.text(".why"))
    close(page)
    assert page.all(".why li") == []


def test_an_explanation_is_for_one_position(page: Page) -> None:
    page.open("mnk(5,5,5)", sides="human human")
    page.click("#why")
    page.wait(lambda: pairs(page))
    page.play("c3")
    assert pairs(page) == {}
    page.click("#undo")
    page.wait(lambda: pairs(page))


def test_the_first_move_of_the_defender_is_marked(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 c1 a3", sides="human human")
    page.click("#why")
    page.wait(lambda: pairs(page))
    assert pairs(page) == {"1": ["1,0"], "A": ["2,1", "2,2"]}
    assert "X can keep O from completing a line by a2." in page.text(".why")


def test_where_no_pairs_are_found_the_page_says_so(page: Page) -> None:
    page.open("mnk(4,4,3)", sides="human human")
    page.click("#why")
    page.wait(lambda: "No proof by pairs was found. That does not show who wins." in page.text(".why"))


@pytest.mark.parametrize("name", ["connect(4,4,3)", "nim(1,2)", "lines(3x3,3,misere=1)"])
def test_pairs_are_offered_only_where_they_may_stop_lines(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    assert page.all("#why") == []


# --- why a move is worse ------------------------------------------------------------------------------------------------
def refute(page: Page, moves: str) -> None:
    """Show why the first of the worse moves after these is worse."""
    page.remember(seconds=30)
    page.open("mnk(3,3,3)", moves=moves, sides="human human")
    page.click("#refute")
    page.one(".refutation")


def test_a_losing_move_is_refuted_step_by_step(page: Page) -> None:
    page.remember(seconds=30)
    page.open("mnk(3,3,3)", moves="b2", sides="human human")
    page.one("#refute")
    page.script("document.querySelector('#worse').value = 'b1'")
    page.script("document.querySelector('#worse').dispatchEvent(new Event('change', {bubbles: true}))")
    page.click("#refute")
    page.one(".refutation")
    page.settle()
    assert page.script("return document.activeElement.id") == "refutation-forward"
    assert page.ply() == 2  # with reduced motion, nothing moves by itself
    words = page.text(".refutation p")
    said = re.fullmatch(
        r"b1 loses in (\d) plies, whatever O plays after it\. "
        r"The shortest win for X: ([a-c1-3 ]+)\. Instead, [ac][13] draws\.",
        words,
    )
    assert said, words
    assert len(said[2].split()) == int(said[1]) - 1
    assert page.played() == ["b2", "b1", *said[2].split()]
    for ply in range(3, int(said[1]) + 2):
        page.click("#refutation-forward")
        page.wait(lambda ply=ply: page.ply() == ply)
        page.settle()
        assert f"Move {ply - 1} of {said[1]}: {page.played()[ply - 1]}" in page.text(".refutation")
    assert page.over()
    page.click("#refutation-back")
    page.wait(lambda: not page.over())
    page.click("#refutation-end")
    page.wait(lambda: not page.all(".refutation"))
    page.settle()
    assert (page.played(), page.ply()) == (["b2"], 1)


def test_a_refutation_ends_where_the_user_leaves_its_line(page: Page) -> None:
    refute(page, "b2")
    page.settle()
    unplayed = next(move for move in page.moves() if move != page.played()[2])
    page.play(unplayed)
    assert page.all(".refutation") == []


def test_a_refutation_leaves_nothing_behind(page: Page) -> None:
    refute(page, "b2")
    page.click('.ply[data-ply="0"]')
    page.wait(lambda: not page.all(".refutation"))
    assert (page.ply(), page.exported()) == (0, "b2")


def test_what_the_user_tries_in_a_refutation_is_kept(page: Page) -> None:
    page.remember(seconds=30)
    page.open("mnk(3,3,3)", moves="b2 a1", sides="human human")
    page.click("#undo")
    page.wait(lambda: page.one("#refute").is_enabled())
    page.click("#refute")
    page.one(".refutation")
    page.play("c1")
    page.wait(lambda: not page.all(".refutation"))
    page.click(f'.variation[data-variation^="{page.ply() - 1} "]')
    page.one("#refutation-end")
    page.click("#refutation-end")
    page.wait(lambda: not page.all(".refutation"))
    assert "c1" in page.exported()


def test_only_worse_moves_are_refuted(page: Page) -> None:
    page.remember(seconds=30)
    page.open("mnk(3,3,3)", moves="b2", sides="human human")
    page.one("#refute")
    offered = page.script("return [...document.querySelector('#worse').options].map(o => o.value)")
    assert sorted(offered) == ["a2", "b1", "b3", "c2"]


def test_a_refutation_plays_by_itself_and_can_be_paused(page: Page) -> None:
    refute(page, "b2")
    page.click("#refutation-play")
    page.wait(lambda: page.ply() == 4)
    page.click("#refutation-play")
    assert page.text("#refutation-play") == "Play"


def test_a_refutation_begins_to_play_if_motion_is_welcome(page: Page) -> None:
    with page.with_motion():
        page.remember(seconds=30)
        page.open("mnk(3,3,3)", moves="b2", sides="human human")
        page.click("#refute")
        page.wait(lambda: page.ply() == 3)
        assert page.text("#refutation-play") == "Pause"
        page.click("#refutation-back")  # a step of the user ends it
        page.wait(lambda: page.text("#refutation-play") == "Play")
        assert page.ply() == 2


# --- proofs -------------------------------------------------------------------------------------------------------------
def test_a_value_is_proved_and_the_proof_downloaded(page: Page, downloads: Path) -> None:
    page.remember(seconds=30)
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.click("#prove")
    page.one(".proofs a")
    words = page.text(".proofs")
    assert "The value of this position is proved." in words
    assert re.search(r"A strategy of \d+ positions proves that X wins; both checkers accept it\.", words)
    page.click(".proofs a")
    file = page.wait(lambda: next(iter(downloads.glob("*.zcert")), None))
    assert verify(file).verified
    page.play("a1")
    assert page.text(".proofs") == ""


def test_a_game_of_chance_has_no_proof(page: Page) -> None:
    page.remember(seconds=30)
    page.open("einstein(3,1)", moves="die1", sides="human human")
    page.one("[data-tone]")
    page.click("#prove")
    page.wait(lambda: "Certificates are for games of two players without chance" in page.text("#progress"))
