"""A flag of a family is 1 or 0, True or False; anything else is refused, and never taken for True."""

from __future__ import annotations

import re
from typing import Any

import pytest

from zermelo import Game
from zermelo.core.errors import BadGame
from zermelo.games import (
    chomp,
    clique,
    connect,
    dawson,
    game_sum,
    kayles,
    nim,
    octal,
    polyomino,
    sets,
    splits,
    subtraction,
    wythoff,
)
from zermelo.games.catalogue import FAMILIES, game_named

FLAGS = ("misere", "weak", "twos", "torus")
FLAGGED = [
    (family.example, name)
    for family in FAMILIES.values()
    for name in FLAGS
    if re.search(rf"\b{name}\b", family.signature)
]
"""An example of each family that has a flag, and the flag."""


MADE = {
    "nim": lambda value: nim(3, misere=value),
    "subtraction": lambda value: subtraction(9, 1, 2, misere=value),
    "octal": lambda value: octal("0.77", 3, misere=value),
    "kayles": lambda value: kayles(3, misere=value),
    "dawson": lambda value: dawson(3, misere=value),
    "splits": lambda value: splits(3, misere=value),
    "wythoff": lambda value: wythoff(2, 3, misere=value),
    "chomp": lambda value: chomp(3, 4, misere=value),
    "sum": lambda value: game_sum("nim(3)", misere=value),
    "connect": lambda value: connect(7, 6, 4, value),
    "polyomino": lambda value: polyomino("el", 3, 3, misere=value),
    "clique": lambda value: clique(4, 3, misere=value),
    "sets": lambda value: sets("12/23", misere=value),
}


def named(example: str, told: str) -> Game[Any]:
    return game_named(f"{example[:-1]},{told})")


def test_every_family_with_a_flag_is_tried() -> None:
    assert {example.partition("(")[0] for example, _ in FLAGGED} == {*MADE, "lines"}


@pytest.mark.parametrize("value", ["no", "yes", "false", "none", "2", "-1", "(1,0)", "nim(1)"])
@pytest.mark.parametrize(("example", "flag"), FLAGGED)
def test_what_is_neither_1_nor_0_is_refused(example: str, flag: str, value: str) -> None:
    with pytest.raises(BadGame, match=f"{flag} = .* is neither 1 nor 0"):
        named(example, f"{flag}={value}")


@pytest.mark.parametrize(("example", "flag"), FLAGGED)
def test_True_and_1_are_yes_and_False_and_0_are_no(example: str, flag: str) -> None:  # noqa: N802
    yes, no = {str(named(example, f"{flag}={value}")) for value in (1, True)}, str(game_named(example))
    assert len(yes) == 1
    assert no not in yes
    assert {str(named(example, f"{flag}={value}")) for value in (0, False)} == {no}


def test_a_fourth_number_of_connect_is_a_flag() -> None:
    with pytest.raises(BadGame, match="twos = 5 is neither 1 nor 0"):
        game_named("connect(7,6,4,5)")


@pytest.mark.parametrize("value", ["no", "", None, 2, -1, 0.0, 1.0, [], [0]], ids=repr)
@pytest.mark.parametrize("family", MADE)
def test_so_it_is_from_python(family: str, value: Any) -> None:
    with pytest.raises(BadGame, match=rf"{family}: \w+ = .* is neither 1 nor 0"):
        MADE[family](value)
