"""The arrays of all positions against minimax by the obvious rules; the report against other figures."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from experiments import horizon
from experiments.horizon import engines, plies
from experiments.horizon.boards_solved import WON, solved
from experiments.horizon.every_line import SHORTCUT, engine, played
from experiments.horizon.first_free import safe_threshold
from experiments.horizon.least_depth import least_depth
from experiments.study import Row, matching
from tests.support.naive import Cells, Oracle, Placement

ORACLES = {
    scaled: Oracle(Placement(3, 3, 3), "distance" if scaled else "outcome", longest=9) for scaled in (False, True)
}


@cache
def games(oracle: Oracle, depth: int, cells: Cells, own: bool, *, any_best: bool) -> tuple[int, int, int]:
    """Won, drawn and lost by an engine that is to move if it is its `own` turn."""
    rules = oracle.rules
    if rules.over(cells):
        lost = own and rules.reward(cells) != 0
        won = not own and rules.reward(cells) != 0
        return int(won), int(not won and not lost), int(lost)
    actions = rules.actions(cells)
    if own:
        scores = oracle.scores(cells, depth)
        best = [action for action in actions if scores[action] == max(scores.values())]
        actions = best if any_best else best[:1]
    found = [games(oracle, depth, rules.apply(cells, action), not own, any_best=any_best) for action in actions]
    return sum(one[0] for one in found), sum(one[1] for one in found), sum(one[2] for one in found)


def test_scores_of_all_positions_of_3x3() -> None:
    board, oracle, rules = solved(3), ORACLES[True], Placement(3, 3, 3)

    def compare(cells: Cells) -> None:
        mover = "X" if cells.count("X") == cells.count("O") else "O"
        me = sum(1 << cell for cell, mark in enumerate(cells) if mark == mover)
        you = sum(1 << cell for cell, mark in enumerate(cells) if mark not in (mover, "."))
        points, distance = oracle.leaf(cells, 9)
        code = sum(3**cell * ((me >> cell & 1) + 2 * (you >> cell & 1)) for cell in range(9))
        assert board.scores[code] == points * (WON - distance), cells
        seen.add(cells)
        for action in rules.actions(cells):
            child = rules.apply(cells, action)
            if child not in seen and not rules.over(child):
                compare(child)

    seen = set[Cells]()
    compare(rules.start())
    full = len(board.layers[9].me)
    assert len(seen) == sum(len(layer.me) for layer in board.layers) - full
    assert full == 16  # drawn boards


@pytest.mark.parametrize(
    ("depth", "scaled", "any_best"), [(2, False, False), (4, True, False), (5, False, False), (6, True, True)]
)
def test_every_line_of_play_as_by_hand(depth: int, *, scaled: bool, any_best: bool) -> None:
    board = solved(3)
    rule = engine(board, depth, scaled=scaled, any_best=any_best)
    for first in (True, False):
        one = played(board, rule, first=first)
        wanted = games(ORACLES[scaled], depth, (".",) * 9, first, any_best=any_best)
        assert (one.won, one.drawn, one.lost) == wanted


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Quick rows of 3x3, and as if they were of 4x4 once more."""
    wanted = [case for case in horizon.cases(0) if case.name.startswith("3x3") and "any best" not in case.name]
    small = [case.measure() for case in wanted if case.quick and ("search" not in case.name or "depth 1" in case.name)]
    big = [copy.deepcopy(row) | {"side": 4} for row in small]
    cut = [copy.deepcopy(row) | {"shortcut": SHORTCUT} for row in big if row["part"] == "engine"]
    return [*small, *big, *cut]


def no_plot(*_: object, **__: object) -> str:
    return ""


def test_the_report_follows_the_rows(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (engines, plies):
        monkeypatch.setattr(part, "curves", no_plot)
    told = horizon.report(rows).answer
    assert "6 plies on 3x3" in told
    assert "costs no draw as long as 9 cells" in told
    assert "safe, but higher than need be" in told
    assert "while fewer than 1 stones" in told

    other = changed(rows)
    told = horizon.report(other).answer
    assert "3 plies on 3x3" in told
    assert "too low" in told
    assert safe_threshold(other, 4) == 14
    assert least_depth(rows, side=3) == 6


def changed(rows: list[Row]) -> list[Row]:
    """Engines that lose nothing from depth 3 on, and a first free cell that costs a draw early."""
    other: list[Row] = copy.deepcopy(rows)
    for row in other:
        if row["part"] == "engine" and row["depth"] >= 3:
            row["first"][2] = row["second"][2] = 0
    row: dict[str, Any] = matching(other, part="first free", side=4, first=False)[0]
    row["turns"].insert(0, [13, 100, 7, 0])
    return other


def test_a_contradiction_is_not_reported(rows: list[Row]) -> None:
    differ: Row = {
        "part": "search",
        "side": 3,
        "knows": True,
        "depth": None,
        "kinds": ["exact"],
        "points": {"a1": 0, "b1": 1},
    }
    with pytest.raises(ValueError, match="first moves"):
        horizon.report([*rows, differ])
