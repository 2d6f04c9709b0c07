"""The study of iterative deepening: sums on full trees, ratios, and its answer."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.deepening import check_values, to_depth, to_end, trees
from experiments.deepening.factors import effective, geometric, saving
from experiments.deepening.settings import KEPT, NOTHING
from experiments.deepening.to_depth import measure_ladder
from experiments.deepening.trees import measure_trees, overhead
from experiments.study import Row, matching
from experiments.tests.prose import numbers_of, rows_of


def ladder(algorithm: str, kept: str, deepened: int, values: list[int] | None = None) -> Row:
    """As `measure_ladder` returns it."""
    found = {"straight": [1, 10, 100], "deepened": [1, 11, deepened], "values": values or [0, 1, 1]}
    return {"kind": "ladder", "game": "g", "depth": 3, "algorithm": algorithm, "kept": kept, **found}


def whole(straight: int, deepened: int, bounds: list[int], stopped: str = "complete") -> Row:
    """As `measure_whole` returns it."""
    found: Row = {"kind": "whole", "game": f"g{bounds}", "algorithm": "mtdf", "completed": 3}
    for name, nodes in (("straight", straight), ("deepened", deepened)):
        found |= {name: nodes, f"{name} stopped": stopped, f"{name} bounds": bounds}
    return found


def test_minimax_visits_full_trees() -> None:
    nodes = measure_trees(3, 4, "minimax", [1, 2], compiled=False)["nodes"]
    assert nodes == [2 * (3 ** (depth + 1) - 1) // 2 for depth in range(1, 5)]
    assert overhead(nodes) == pytest.approx(geometric(3), rel=0.02)
    assert effective(nodes) == pytest.approx(3, rel=0.05)


def test_with_nothing_kept_deepening_costs_the_sum() -> None:
    found = measure_ladder("connect(4,4,4)", 4, "negamax", "nothing", compiled=False)
    assert found["deepened"] == [sum(found["straight"][: depth + 1]) for depth in range(4)]


def test_ratios_are_those_of_the_last_depth() -> None:
    rows = [ladder(name, kept, 50 if kept == "table" else 111) for name in ("negamax", "mtdf") for kept in KEPT]
    assert to_depth.ratios(rows, tabled=False) == [1.11] * 2
    assert to_depth.ratios(rows, tabled=True, algorithm="mtdf") == [0.5, 1.11]
    assert to_depth.right_guesses(rows) == {"g": (1, 2)}


def test_games_are_won_or_drawn() -> None:
    rows = [whole(100, 10, [1, 1]), whole(100, 150, [0, 0]), whole(9, 9, [-1, 1], "nodes"), whole(8, 4, [-1, -1])]
    assert to_end.by_result(rows) == ([0.1, 0.5], [1.5])


@pytest.mark.parametrize(
    "wrong", [[ladder("negamax", "table", 1), ladder("mtdf", "table", 1, [0, 1, 3])], [whole(1, 1, [1, -1])]]
)
def test_contradictions_are_defects(wrong: list[Any]) -> None:
    with pytest.raises(ValueError, match="g"):
        check_values(wrong)


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("deepening")
    won, drawn = to_end.by_result(rows)
    assert saving(won) == len(won)
    with_table, without = (to_depth.ratios(rows, tabled=tabled) for tabled in (True, False))
    assert {row["kept"] for row in to_depth.ladders(rows)} == set(KEPT)
    assert NOTHING in KEPT
    assert saving(without) == 0

    full, pruned = (matching(rows, kind="trees", algorithm=name) for name in trees.TREE_ALGORITHMS)
    assert all(overhead(row["nodes"]) == pytest.approx(geometric(row["b"]), rel=0.003) for row in full)
    assert all(effective(row["nodes"]) < row["b"] for row in pruned)
    assert all(overhead(row["nodes"]) > geometric(row["b"]) for row in pruned)
    cost = [overhead(row["nodes"]) for row in pruned]
    assert numbers_of("deepening") == [
        *(f"{100 * min(won):.0f} %", f"{100 * max(won):.0f} %"),
        *(str(saving(drawn)), str(len(drawn)), f"{max(drawn):.1f}"),
        *(str(saving(with_table)), str(len(with_table)), str(len(without))),
        *("2026", "1", f"{min(cost):.1f}", f"{max(cost):.1f}"),
    ]
