"""Each game has a title and rules for people who have never seen it, and they fit its arguments."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests import ROOT
from zermelo import Game
from zermelo.games.catalogue import ALIASES, FAMILIES, game_named

TITLES = {
    "mnk(3,3,3)": "Tic-tac-toe",
    "mnk(4,5,3)": "Three in a row, 4 by 5",
    "mnk(19,19,15)": "15 in a row, 19 by 19",
    "connect(7,6,4)": "Connect Four",
    "connect(6,5,4)": "Connect Four, 6 by 5",
    "connect(4,4,3,twos=1)": "Connect Three, 4 by 4",
    "lines(3x3,3)": "Tic-tac-toe",
    "lines(3x3,3,misere=1)": "Tic-tac-toe, misère",
    "lines(4x4x4,4)": "Qubic",
    "lines(4x4x4,4,weak=1)": "Qubic, Maker and Breaker",
    "lines(4x4x4,4,gravity=0)": "Four in a row, 4 by 4 by 4, with gravity",
    "lines(3x2,2,players=3)": "Two in a row, 3 by 2, three players",
    "lines(5,2)": "Two in a row, five cells",
    "capture(7,2)": "Capture on a line, 7 cells, 2 pieces each",
    "capture(4,1)": "Capture on a line, 4 cells, 1 piece each",
    "einstein(5,3)": "EinStein würfelt nicht! 5 by 5, 6 stones each",
    "tree(4,8)": "Random tree, 4 branches, 8 plies deep",
    "tree(1,1)": "Random tree, 1 branch, 1 ply deep",
    "nim(3,5,7)": "Nim: 3, 5, 7",
    "nim(3,5,misere=1)": "Misère Nim: 3, 5",
    "subtraction(21,1,2,3)": "Take 1, 2 or 3: 21",
    "octal(0.156,9)": "Octal game 0.156: 9",
    "kayles(7)": "Kayles: 7",
    "dawson(9,misere=1)": "Misère Dawson's Kayles: 9",
    "splits(12)": "Grundy's game: 12",
    "wythoff(3,5)": "Wythoff's game: 3, 5",
    "chomp(3,4)": "Chomp, 3 by 4",
    "sum(nim(3,4),chomp(2,3))": "Nim: 3, 4 + Chomp, 2 by 3",
    "sum(nim(3),sum(kayles(3),nim(2)),misere=1)": "Misère sum: Nim: 3 + Kayles: 3 + Nim: 2",
}

SAID = {
    "mnk(4,5,3)": ["X and O take turns", "on any empty cell", "three stones in an unbroken row", "wins", "a draw"],
    "connect(6,5,4)": ["drop a stone into a column", "lowest free cell", "four stones"],
    "lines(5,2)": ["two stones side by side wins"],
    "lines(3x3,3,misere=1)": ["loses, and the other player wins", "a draw"],
    "lines(3x3,3,players=4,misere=1)": ["X, O, Y and Z take turns", "loses, and all others win"],
    "lines(4x4x4,4,gravity=0)": ["drop a stone", "through the layers"],
    "lines(3x3,3,weak=1)": ["Maker plays X", "Breaker wins by stopping"],
    "polyomino(tic,3,4,weak=1)": ["turned or reflected in any way. Breaker wins by stopping every such winning set"],
    "capture(7,2)": ["two pieces", "seven cells", "a draw"],
    "einstein(2,1)": ["one stone in a corner"],
    "einstein(5,3)": ["six stones", "numbered from 1 to 6", "throw the die"],
    "tree(12,3)": ["numbered 0 to 11", "after three moves"],
    "nim(1)": ["a heap of one counter.", "any number of counters", "the last move wins"],
    "nim(2,3,misere=1)": ["two heaps, of 2 and 3 counters", "the last move loses"],
    "subtraction(9,1)": ["take 1 counter from a heap."],
    "subtraction(9,3,1)": ["take 1 or 3 counters from a heap."],
    "octal(0.156,9)": [
        "1, which must leave nothing; 2, which must leave nothing or two heaps; 3, which must leave one heap"
    ],
    "octal(4.3,7)": ["0, which must leave two heaps; 1, which must leave nothing or one heap."],
    "kayles(3,4)": ["two rows, of 3 and 4 pins", "one pin, or two"],
    "dawson(9)": ["a row of nine pins", "two pins that stand side by side"],
    "splits(12)": ["two heaps of different sizes"],
    "wythoff(3,5,misere=1)": ["of 3 and 5 counters", "the last move loses"],
    "chomp(1,4)": ["one row of four squares", "poisoned square loses"],
    "chomp(3,4,misere=1)": ["poisoned square wins"],
    "sum(nim(3,4),chomp(2,3),misere=1)": [
        "one of them. The player who makes the last move loses.",
        "1. Nim: 3, 4. ",
        "2. Ch",
    ],
}

EXAMPLES = {
    "breakthrough": "Breakthrough, 5 by 4",
    "dobutsu_shogi": "Dobutsu Shogi",
    "domineering": "Domineering, 6 by 6",
    "dots_and_boxes": "Dots and Boxes, 2 by 2",
    "hare_and_hounds": "Hare and Hounds",
    "hexapawn": "Hexapawn, 3 by 3",
    "othello": "Othello, 4 by 4",
    "oware": "Oware, two rows of 3 pits with 2 seeds each",
    "teeko": "Teeko, 5 by 5",
    "three_mens_morris": "Three Men's Morris",
    "tictactoe": "Tic-tac-toe",
}
OFFERED = [
    *(family.example for family in FAMILIES.values()),
    *ALIASES.values(),
    *(f"{ROOT / 'examples' / name}.py" for name in EXAMPLES),
]


@pytest.mark.parametrize(("name", "title"), TITLES.items())
def test_titles(name: str, title: str) -> None:
    assert game_named(name).title() == title


@pytest.mark.parametrize(("name", "title"), EXAMPLES.items())
def test_titles_of_examples(name: str, title: str) -> None:
    assert game_named(f"{ROOT / 'examples' / name}.py").title() == title


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("name", "parts"), SAID.items())
def test_rules_fit_the_arguments(name: str, parts: list[str]) -> None:
    rules = game_named(name).rules()
    assert [part for part in parts if part not in rules] == []


@pytest.mark.parametrize("name", OFFERED)
def test_rules_are_a_few_sentences(name: str) -> None:
    """In a sum, the rules of each part are a few sentences."""
    for part in re.split(r"\n\n\d\. ", game_named(name).rules()):
        assert 2 <= len(re.findall(r"\.(?:\s|$)", part)) <= 6, part
        assert part.endswith(".")


# --- games of one's own -----------------------------------------------------------------------------------------------
class Plain(Game[int]):
    """Take a stone or two.

    Who takes the last one
    wins.
    """


class Heir(Plain):
    pass


class Bare(Game[int]):
    pass


@pytest.mark.parametrize(
    ("game", "rules"),
    [(Plain(), "Take a stone or two.\n\nWho takes the last one\nwins."), (Heir(), Plain().rules()), (Bare(), "")],
    ids=str,
)
def test_the_title_is_the_name_and_the_rules_are_the_docstring(game: Game[Any], rules: str) -> None:
    assert (game.title(), game.rules()) == (str(game), rules)


def test_the_signature_of_a_dataclass_is_no_rule() -> None:
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Sized(Game[int]):
        size: int = 3

    assert Sized().rules() == ""


def test_a_game_without_knowledge_keeps_its_title_and_rules() -> None:
    game = game_named("nim(3,5,7)")
    assert (game.without("all").title(), game.without("all").rules()) == (game.title(), game.rules())
