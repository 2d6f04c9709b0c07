"""The study of misère play: values against brute force, and conclusions that follow from the figures."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from experiments import misere
from zermelo.games.in_a_row.lines import lines


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{"case": case.name, **case.measure()} for case in misere.cases(0) if case.quick]


def negamax(game: Any, state: Any, known: dict[Any, int]) -> int:
    if state not in known:
        children = () if game.terminal(state) else [game.apply(state, action) for action in game.actions(state)]
        known[state] = max(-negamax(game, child, known) for child in children) if children else game.reward(state)
    return known[state]


@pytest.mark.parametrize(("shape", "k"), [((2, 2), 2), ((3, 2), 2), ((2, 2, 2), 2)])
def test_values_are_those_of_brute_force(rows: list[Any], shape: tuple[int, ...], k: int) -> None:
    for play in ("normal", "misère"):
        game = lines(shape, k, misere=play == "misère")
        row = misere.one(rows, misere.name_of(shape, k), play)
        assert misere.value_of(row) == negamax(game, game.initial(), {})


def test_the_centre_alone_holds_misere_tic_tac_toe(rows: list[Any]) -> None:
    assert misere.one(rows, "3x3, k = 3", "misère")["best"] == ["b2"]
    assert misere.one(rows, "3x3, k = 3", "normal")["moves"] == 9


def test_who_copies() -> None:
    assert misere.mirrored((4, 3), 3) == "second player"
    assert misere.mirrored((3, 3, 3), 3) == "first player"
    assert misere.mirrored((5, 3), 3) == ""


def test_conclusions_follow_from_figures(rows: list[Any]) -> None:
    report = misere.report(rows)
    assert report.answer.startswith("The advantage changes sides")
    assert "values agree with it" in report.body
    others = copy.deepcopy(rows)
    for row in others:
        if row["play"] == "misère":
            row["plain"]["value"] = row["known"]["value"] = 1
    report = misere.report(others)
    assert report.answer.startswith("The advantage stays")
    assert "contradict it" in report.body
