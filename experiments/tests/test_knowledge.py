"""The study of knowledge: what is proved compared with brute force, and its answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from experiments.knowledge import never_more, settings, solves
from experiments.knowledge.never_more import PAIRS, Pair, Sample
from experiments.knowledge.solves import middle, ratios
from experiments.tests.prose import numbers_of, rows_of
from zermelo import game_named


def visited(game: Any, state: Any, alpha: int, beta: int, sign: int = 1) -> int:
    """The nodes by the theorem: one is visited if the true values beside its path leave a window.

    Values are those for the player to move at the root.
    """
    if alpha >= beta:
        return 0
    count = 1
    for action in game.actions(state) if not game.terminal(state) else ():
        child = game.apply(state, action)
        count += visited(game, child, alpha, beta, -sign)
        value = -sign * negamax(game, child)
        alpha, beta = (max(alpha, value), beta) if sign > 0 else (alpha, min(beta, value))
    return count


def negamax(game: Any, state: Any) -> int:
    if game.terminal(state):
        return game.reward(state)
    return max(-negamax(game, game.apply(state, action)) for action in game.actions(state))


@pytest.mark.parametrize(("setting", "window"), [((), 9), (("range",), 1)])
def test_nodes_are_those_of_the_theorem(setting: tuple[str, ...], window: int) -> None:
    game = game_named("mnk(3,3,3)")
    positions = never_more.random_positions(game, Sample(8, 4, 6), random.Random(1))
    found = settings.searched(game, positions, setting, interpreted=True)
    assert [nodes for _, nodes in found] == [visited(game, state, -window, window) for state in positions]
    assert [value for value, _ in found] == [negamax(game, state) for state in positions]


def test_what_is_proved_holds() -> None:
    found = never_more.measure("connect(4,3,3)", Sample(20, 5, 8), 3, True)["pairs"]
    assert all(row["more"] == 0 for row, pair in zip(found, PAIRS, strict=True) if pair.proved)
    assert any(row["more"] > 0 for row in found)


def test_values_must_agree() -> None:
    with pytest.raises(AssertionError, match="several values"):
        solves.check_values([{"game": "one", "kind": "exact", "value": value} for value in (0, 1)])


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("knowledge")
    samples, solved = never_more.measured(rows), solves.measured(rows)
    for piece in ("instant win", "forced", "relevance", "bounds"):
        pair = Pair(piece, ("range",), True)
        assert pair in PAIRS
        assert never_more.total(samples, pair, "more") == 0
    with_bounds, killers = Pair("forced", ("range", "bounds"), False), Pair("killers", ("range",), False)
    assert {with_bounds, killers} <= {*PAIRS}

    alone = {piece: ratios(solved, piece, "alone") for piece in solves.pieces_in(solved) if piece != "table"}
    medians = {piece: middle(by_game.values()) or 0 for piece, by_game in alone.items()}
    assert min(medians, key=medians.__getitem__) == "forced"
    assert numbers_of("knowledge") == [
        f"{never_more.positions_in(samples):,}",
        str(never_more.total(samples, with_bounds, "more")),
        *("2026", f"{never_more.total(samples, killers, 'fewer'):,}", str(never_more.total(samples, killers, "more"))),
        *(f"{100 * medians['forced']:.0f} %", str(len(alone["forced"]))),
    ]
