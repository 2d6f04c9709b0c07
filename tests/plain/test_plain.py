"""Forty classes as people write them on their first day are accepted as they are, and get the right values."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import zermelo
from tests.plain.memo import EXPECTED, class_of, entry, names

GAMES = json.loads(EXPECTED.read_text())
SLOW = {"dodgem", "fox_and_hounds", "three_farmers", "vanishing_tictactoe"}


@pytest.mark.sampled(every=1)
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long if name in SLOW else ()) for name in GAMES])
def test_a_class_is_accepted_and_solved_as_it_is(name: str) -> None:
    game = class_of(name)()
    report = zermelo.check(game)
    assert report.ok, report.text()
    result = zermelo.solve(game, compiled=False)
    assert (result.value, result.kind) == (Fraction(GAMES[name]["value"]), "exact")


@pytest.mark.long
def test_the_expected_values_are_those_of_a_walk_over_all_positions() -> None:
    assert len(names()) == 40
    assert {name: entry(name) for name in names()} == GAMES
    assert all(100 <= game["positions"] <= 100_000 for game in GAMES.values())
