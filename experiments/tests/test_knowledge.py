"""The study of knowledge: what is proved against brute force, and conclusions that follow from the figures."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from experiments import knowledge
from experiments.knowledge import never_more, settings, solves
from experiments.knowledge.never_more import PAIRS, Sample
from zermelo.games.catalogue import game_named

QUICK = [case for case in knowledge.cases(0) if case.quick and case.name.startswith("connect(4,3,3)")]


def visited(game: Any, state: Any, alpha: int, beta: int, sign: int = 1) -> int:
    """By the theorem: a node is visited if the true values beside its path leave a window. Values for the root's player."""
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


def test_conclusions_follow_from_figures() -> None:
    rows: list[Any] = [{"case": case.name, **case.measure()} for case in QUICK]
    told = knowledge.report(rows).answer
    assert "on none of 60 random positions" in told
    assert "contradict" not in told
    others = copy.deepcopy(rows)
    for row in others:
        for found in row.get("pairs", []):
            if found["piece"] == "bounds":
                found["more"] = 3
    assert "The figures contradict the proof for `bounds`" in knowledge.report(others).answer


def test_values_must_agree() -> None:
    with pytest.raises(AssertionError, match="several values"):
        solves.check_values([{"game": "one", "kind": "exact", "value": value} for value in (0, 1)])
