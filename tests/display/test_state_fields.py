"""The fields of a state, which are shown in place of a board, or beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from tests.support.games import Take
from zermelo import Bits
from zermelo.display.derived.board import fields_beside
from zermelo.display.state_fields import field_text, field_texts


class Purse(NamedTuple):
    coins: int
    colours: frozenset[str]


@dataclass(frozen=True)
class Box:
    label: str


class Told(Take):
    def render(self, state: Any) -> str:
        return "some"


def test_fields_are_shown_as_people_read_them() -> None:
    assert field_texts(Purse(3, frozenset("ba"))) == [("coins", "3"), ("colours", "{'a', 'b'}")]
    assert field_texts(Box("red")) == [("label", "red")]
    assert field_texts((9, "white")) == [("state[0]", "9"), ("state[1]", "white")]
    assert field_texts((("a1", "x"), ("b1", "."))) == [("a1", "x"), ("b1", ".")]
    assert field_texts(((0, 1), (2, 3))) == [("state[0]", "(0, 1)"), ("state[1]", "(2, 3)")]


def test_parts_on_a_board_are_left_out_of_their_field() -> None:
    assert field_texts((Purse(3, frozenset()), 7), [(0, 0), (1,)]) == [("colours", "{}")]


def test_sets_are_sorted() -> None:
    assert field_text(frozenset({(10, 0), (9, 0)})) == "{(9, 0), (10, 0)}"
    assert field_text(Bits.of(12, 11, 3)) == "{3, 11}"


def test_long_numbers_are_shortened() -> None:
    assert field_texts(Purse(10**60, frozenset()))[0] == ("coins", "1000000000... (61 digits)")


@pytest.mark.parametrize("state", [3, "red", None])
def test_a_single_value_is_shown_as_text(state: Any) -> None:
    assert field_texts(state) == []


def test_the_text_of_a_game_comes_first() -> None:
    assert fields_beside(Told(), Purse(3, frozenset()), drawn=False) == []
