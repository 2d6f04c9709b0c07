"""The study of misère play: values against brute force, the copying argument, and its answer."""

from __future__ import annotations

from typing import Any

import pytest

from experiments import misere
from experiments.tests.prose import numbers_of, rows_of
from zermelo.games import lines


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


def test_only_the_centre_keeps_the_draw_of_misere_tic_tac_toe(rows: list[Any]) -> None:
    assert misere.one(rows, "3x3, k = 3", "misère")["best"] == ["b2"]
    assert misere.one(rows, "3x3, k = 3", "normal")["moves"] == 9


def test_who_copies() -> None:
    assert misere.copier((4, 3), 3) == "second player"
    assert misere.copier((3, 3, 3), 3) == "first player"
    assert misere.copier((5, 3), 3) == ""


def test_the_copier_never_loses() -> None:
    for row in rows_of("misere"):
        who, value = misere.copier(row["shape"], row["k"]), misere.value_of(row)
        if row["play"] == "misère" and who and value is not None:
            assert value >= 0 if who == "first player" else value <= 0


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("misere")
    boards = dict.fromkeys(row["board"] for row in rows)
    pairs = [(misere.one(rows, board, "normal"), misere.one(rows, board, "misère")) for board in boards]
    values = [(misere.value_of(normal), misere.value_of(opposite)) for normal, opposite in pairs]
    solved = [pair for pair in values if None not in pair]
    won, drawn = solved.count((1, -1)), solved.count((0, 0))
    assert won + drawn == len(solved)

    known = [(normal["known"], opposite["known"]) for normal, opposite in pairs]
    finished = [
        (one["nodes"], other["nodes"]) for one, other in known if misere.finished(one) and misere.finished(other)
    ]
    assert len(finished) == len(solved)
    assert all(more > fewer for fewer, more in finished)

    normal, opposite = (misere.one(rows, "3x3, k = 3", play) for play in ("normal", "misère"))
    assert (misere.value_of(normal), len(normal["best"])) == (0, normal["moves"])
    assert (misere.value_of(opposite), opposite["best"]) == (0, ["b2"])
    assert misere.copier((3, 3), 3) == "first player"

    large = [misere.one(rows, "4x4, k = 4", play)["known"]["nodes"] for play in ("normal", "misère")]
    assert numbers_of("misere") == [
        *(str(len(solved)), str(won), str(drawn)),
        "3x3",
        *(str(len(finished)), "4", "4x4", f"{large[1]:,}", f"{large[0]:,}"),
    ]
