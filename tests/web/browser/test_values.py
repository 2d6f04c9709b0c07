"""What the page says of moves is what Python says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.support.page import Page
from zermelo import analyze, review
from zermelo.core.reward_scale import RewardScale
from zermelo.games.catalogue import game_named
from zermelo.play.move_values import MoveValue

pytestmark = pytest.mark.long

PLACES = (
    ("mnk(3,3,3)", "b2 b1"),
    ("mnk(3,3,3)", "a1 b1 b2"),
    ("connect(4,4,3)", "2 2 3"),
    ("nim(1,2,3)", ""),
    ("capture(7,2)", "2>"),
    ("chomp(3,3)", ""),
    ("einstein(3,2)", "die2 2v die1 1h die1"),
)


def label(move: MoveValue, scale: RewardScale) -> str:
    """W5, D, L4, +2, and the sign of people."""
    letter = {"wins": "W", "draws": "D", "loses": "L"}.get(move.words(scale))
    if letter:
        return f"{letter}{move.distance or ''}"
    value = float(Fraction(move.value))
    return f"{'+' if value > 0 else ''}{value:.2f}".rstrip("0").rstrip(".").replace("-", "\u2212")


@pytest.mark.parametrize(("name", "moves"), PLACES)
def test_values_are_those_of_analyze(page: Page, name: str, moves: str) -> None:
    game = game_named(name)
    found = analyze(game, moves or None, compiled=False)
    page.remember(seconds=30)
    page.open(name, moves=moves, sides="human human")
    page.one("[data-tone]")
    page.wait(lambda: not page.all("#stop"))
    assert page.labels() == {move.move: label(move, found.scale) for move in found.moves}
    first = found.moves[0]
    assert page.moves()[0] == first.move
    name_of_mover = page.text(".turn").removesuffix(" to move")
    assert page.text("#verdict") == found.sentence(name_of_mover).replace(" -", " \u2212").replace("(-", "(\u2212")


def test_cells_have_the_values_of_their_moves(page: Page) -> None:
    page.open("connect(4,4,3)", moves="2 2 3", sides="human human")
    page.one("[data-tone]")
    shown = {place: text for place, text in page.labels(".cell").items() if text}
    moves = page.labels()
    assert shown == {"3,0": moves["1"], "1,1": moves["2"], "2,2": moves["3"], "3,3": moves["4"]}
    assert page.one('[data-cell="3,0"]').get_attribute("aria-label").startswith("row 4, column 1, empty, ")


def test_colours_are_by_value_and_rank(page: Page) -> None:
    page.open("nim(3,5)", sides="human human")
    page.one("[data-tone]")
    moves = {move.move: move for move in analyze(game_named("nim(3,5)")).moves}
    shown = {b.get_attribute("data-move"): b for b in page.all(".move")}
    for tone, value in (("win", 1), ("loss", -1)):
        distances = sorted({m.distance for m in moves.values() if m.value == value}, reverse=value < 0)
        for name, move in moves.items():
            if move.value == value:
                assert shown[name].get_attribute("data-tone") == tone
                assert shown[name].get_attribute("data-strength") == str(min(3, distances.index(move.distance)))


def test_switches_hide_and_stay(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 b1", sides="human human")
    page.one("[data-tone]")
    page.click("#distances")
    page.wait(lambda: set(page.labels().values()) == {"W", "D"})
    assert page.text("#verdict") == "X wins. 6 of the 7 moves are best."
    page.click("#values")
    page.wait(lambda: set(page.labels().values()) == {""})
    assert page.text("#verdict") == "X wins. 6 of the 7 moves are best."
    page.click("#verdicts")
    page.wait(lambda: page.text("#verdict") == "")
    page.driver.refresh()
    page.one(".cell")
    page.play("a1")
    assert page.text("#verdict") == ""
    assert not page.one("#values").is_enabled()


def test_what_is_not_decided_is_told_by_estimates(page: Page) -> None:
    page.open("mnk(8,8,5)", sides="human human")
    page.fill("#seconds", "0.3")
    page.click("h2")
    page.one("[data-tone]")
    assert all(text == "" or text.startswith("\u2248") for text in page.labels().values())
    assert page.text("#verdict").startswith("Not decided.")
    page.one("#longer")


def test_a_finished_game_is_judged(page: Page) -> None:
    moves = "b1 b2 b3 a1 c2 c3"
    page.open("mnk(3,3,3)", moves=moves, sides="human human")
    judged = review(game_named("mnk(3,3,3)"), moves.split())
    page.wait(lambda: page.text(".accuracy"))
    assert page.text(".accuracy") == "X 67% \u00b7 O 100%"
    assert judged.accuracy == (2 / 3, 1.0)
    assert [p.move for p in judged.mistakes] == ["b3"]
    assert "X loses; " in page.text(".mistakes")
    page.click('.ply[data-ply="2"]')
    page.wait(lambda: page.marks() == ".X..O....")
    assert len(page.all(".graph .point")) == 7


def test_judging_a_game_that_goes_on(page: Page) -> None:
    page.open("connect(4,4,3)", moves="1 2 1 2", sides="human human")
    page.click("#judge")
    page.wait(lambda: page.text(".accuracy"))


def test_nothing_moves_when_values_arrive(page: Page) -> None:
    where = (
        "return Object.fromEntries(['.board', '#undo', '.status', '.move-list', '#best', '#seconds', '#judge', '#export']"
        ".map(css => [css, document.querySelector(css).getBoundingClientRect()]).map(([css, at]) => "
        "[css, [at.x, at.y, at.width, at.height].map(Math.round)]))"
    )
    for width in (360, 800, 1000, 1400):
        page.size(width)
        page.remember(seconds=2)
        page.open("mnk(8,8,5)", sides="human human")  # its values take as long as they may
        before = page.script(where)
        assert page.all(".move[data-tone]") == []
        page.wait(lambda: "nodes/s" in page.text("#progress"))
        assert page.script(where) == before
        page.one(".move[data-tone]")
        page.wait(lambda: not page.all("#stop"))
        assert page.script(where) == before
