"""The fields of a state, which the page shows if there is no board to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from tests.support.games import Take

pytest.importorskip("msgspec")
from zermelo.web.fields import fields_shown


class Purse(NamedTuple):
    coins: int
    colours: frozenset[str]


@dataclass(frozen=True)
class Box:
    label: str


class Told(Take):
    def render(self, state: Any) -> str:
        return "some"


def test_fields_with_names_are_shown_as_text() -> None:
    assert fields_shown(Take(), Purse(3, frozenset("ba"))) == [
        {"name": "coins", "value": "3"},
        {"name": "colours", "value": "frozenset({'a', 'b'})"},
    ]
    assert fields_shown(Take(), Box("red")) == [{"name": "label", "value": "'red'"}]


def test_long_numbers_are_shortened() -> None:
    (field, _) = fields_shown(Take(), Purse(10**60, frozenset()))
    assert field["value"] == "1000000000... (61 digits)"


@pytest.mark.parametrize("state", [3, (1, 2), "red"])
def test_a_state_without_names_is_shown_as_text(state: Any) -> None:
    assert fields_shown(Take(), state) == []


def test_the_text_of_a_game_comes_first() -> None:
    assert fields_shown(Told(), Purse(3, frozenset())) == []
