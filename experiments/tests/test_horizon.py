"""The study of horizons: solved positions and games compared with minimax by the obvious rules, and its answer."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from experiments import horizon
from experiments.horizon.boards_solved import WON, solved
from experiments.horizon.engines import LIMIT, UNCOUNTED
from experiments.horizon.every_line import SHORTCUT, engine, played
from experiments.horizon.first_free import safe_threshold
from experiments.horizon.least_depth import PLAIN, games_lost, least_depth
from experiments.horizon.plies import aimless_plies
from experiments.study import Row, matching
from experiments.tests.prose import numbers_of, rows_of
from tests.support.naive import Cells, Oracle, Placement

ORACLES = {
    scaled: Oracle(Placement(3, 3, 3), "distance" if scaled else "outcome", longest=9) for scaled in (False, True)
}


@cache
def games(oracle: Oracle, depth: int, cells: Cells, own: bool, *, any_best: bool) -> tuple[int, int, int]:
    """The games that an engine wins, draws and loses from here; it is to move if it is its `own` turn."""
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
    """The quick rows of 3x3, and copies of them as rows of 4x4."""
    wanted = [case for case in horizon.cases(0) if case.name.startswith("3x3") and "any best" not in case.name]
    small = [case.measure() for case in wanted if case.quick and ("search" not in case.name or "depth 1" in case.name)]
    return [*small, *(copy.deepcopy(row) | {"side": 4} for row in small)]


def test_figures_are_computed_from_the_rows(rows: list[Row]) -> None:
    assert (least_depth(rows, side=3), safe_threshold(rows, 4), aimless_plies(rows, 4)) == (6, 9, 1)
    other = changed(rows)
    assert (least_depth(other, side=3), safe_threshold(other, 4)) == (3, 14)


def changed(rows: list[Row]) -> list[Row]:
    """Rows with engines that lose no game from depth 3 on, and a first free cell that costs a draw early."""
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


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("horizon")
    ways: list[dict[str, Any]] = [
        {"scaled": scaled, "any_best": any_best} for scaled in (False, True) for any_best in (False, True)
    ]
    needed = {side: {least_depth(rows, side=side, shortcut=None, **way) for way in ways} for side in (3, 4)}
    assert all(len(depths) == 1 for depths in needed.values())
    small, large = (next(iter(needed[side])) or 0 for side in (3, 4))

    plain = {row["depth"]: row for row in matching(rows, part="engine", side=3, scaled=True, **PLAIN)}
    assert min(depth for depth, row in plain.items() if row["corner_reply"] == ["b2"]) == LIMIT + UNCOUNTED == small
    limited = plain[LIMIT]
    (published,) = matching(rows, part="engine", side=4, scaled=True, depth=small, shortcut=SHORTCUT)
    assert published["first"][2] == 0
    safe, aimless = safe_threshold(rows, 4), aimless_plies(rows, 4)
    assert safe == SHORTCUT == 16 - aimless + 1
    assert numbers_of("horizon") == [
        *(str(small), "3x3", str(large), "4x4"),
        *(
            "2024",
            str(LIMIT),
            "3x3",
            str(small),
            str(LIMIT),
            str(games_lost(limited)),
            str(sum(limited["first"]) + sum(limited["second"])),
        ),
        *("4x4", str(small), f"{published['second'][2]:,}"),
        *(f"{sum(published['second']) / 1e6:.1f}", "million"),
        *("4x4", str(safe), str(aimless)),
    ]
