"""What each game is called, how it is played, and the cards on which one chooses it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.page import Page
from zermelo.games.catalogue import FAMILIES, game_named

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "sum(nim(2),chomp(2,2))"])
def test_a_game_says_what_it_is_called_and_how_it_is_played(page: Page, name: str) -> None:
    game = game_named(name)
    page.open(name, sides="human human")
    assert page.text("h1") == game.title()
    assert page.driver.title == f"{game.title()} \u2013 zermelo"
    assert page.text(".rules summary") == f"How to play {game.title()}"
    paragraphs = page.script("return [...document.querySelectorAll('.rules p')].map(p => p.innerText)")
    assert paragraphs == game.rules().split("\n\n")


def test_the_rules_stay_closed_once_they_have_been_closed(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.click(".rules summary")
    page.wait(lambda: not page.one(".rules p").is_displayed())
    page.open("nim(1,2)", sides="human human")
    assert not page.one(".rules p").is_displayed()
    page.one(".rules summary").send_keys(" ")
    page.wait(lambda: page.one(".rules p").is_displayed())
    assert page.played() == []


def test_cards_show_the_title_the_name_and_the_board(page: Page) -> None:
    page.open()
    for family in FAMILIES.values():
        game, card = game_named(family.example), f'.offer[data-game="{family.example}"]'
        assert page.text(f"{card} strong") == game.title()
        assert page.text(f"{card} code") == family.example
        assert len(page.all(f"{card} .small-board > g")) == len(game.picture(game.initial(), 0))


def test_the_card_of_a_game_of_ones_own(page: Page, own_game: str) -> None:
    """It comes later than the others: the game is loaded first."""
    page.open()
    card = f'.offer[data-game="{own_game}"]'
    page.wait(lambda: page.text(f"{card} strong") == "Countdown")
    assert page.text(f"{card} code") == Path(own_game).name
    assert page.text(f"{card} span") == "Take 1, 2 or 3 of 9 stones; who takes the last one wins."
    page.click(card)
    page.wait(lambda: page.text("h1") == "Countdown")
    assert page.text(".rules p") == "Take 1, 2 or 3 of 9 stones; who takes the last one wins."
