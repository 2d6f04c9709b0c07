"""Iterative deepening: the sums are those of full trees, and conclusions follow the rows."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.deepening import check_values, report
from experiments.deepening.factors import effective, geometric
from experiments.deepening.settings import KEPT
from experiments.deepening.to_depth import measure_ladder
from experiments.deepening.trees import measure_trees, overhead
from experiments.study import Row


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than all else here."""
    for name in ("trees.curves", "to_depth.curves", "to_end.bars"):
        monkeypatch.setattr(f"experiments.deepening.{name}", lambda *_, **__: "")


def trees(algorithm: str, nodes: list[int]) -> Row:
    """What `measure_trees` would have given."""
    return {"kind": "trees", "b": 2, "depth": len(nodes), "algorithm": algorithm, "nodes": nodes}


def ladder(algorithm: str, kept: str, deepened: int, values: list[int] | None = None) -> Row:
    """What `measure_ladder` would have given."""
    found = {"straight": [1, 10, 100], "deepened": [1, 11, deepened], "values": values or [0, 1, 2]}
    return {"kind": "ladder", "game": "g", "depth": 3, "algorithm": algorithm, "kept": kept, **found}


def whole(straight: int, deepened: int, bounds: list[int]) -> Row:
    """What `measure_whole` would have given."""
    found: Row = {"kind": "whole", "game": f"g{bounds}", "algorithm": "mtdf", "completed": 3}
    for name, nodes in (("straight", straight), ("deepened", deepened)):
        found |= {name: nodes, f"{name} stopped": "complete", f"{name} bounds": bounds}
    return found


def rows(deepened: int = 111, pruned: tuple[int, ...] = (2, 3, 4, 6)) -> list[Row]:
    """A few of each kind."""
    some: list[Row] = [trees("minimax", [3, 7, 15, 31]), trees("alpha-beta", list(pruned))]
    some += [ladder(name, kept, deepened) for name in ("negamax", "mtdf") for kept in KEPT]
    return [*some, whole(100, 10, [1, 1]), whole(100, 150, [0, 0])]


def test_minimax_visits_full_trees() -> None:
    nodes = measure_trees(3, 4, "minimax", [1, 2], compiled=False)["nodes"]
    assert nodes == [2 * (3 ** (depth + 1) - 1) // 2 for depth in range(1, 5)]
    assert overhead(nodes) == pytest.approx(geometric(3), rel=0.02)
    assert effective(nodes) == pytest.approx(3, rel=0.05)


def test_with_nothing_kept_deepening_costs_the_sum() -> None:
    found = measure_ladder("connect(4,4,4)", 4, "negamax", "nothing", compiled=False)
    assert found["deepened"] == [sum(found["straight"][: depth + 1]) for depth in range(4)]


def test_conclusions_are_computed() -> None:
    answer = report(rows()).answer
    assert "more than b / (b - 1) in 1 of 1" in answer
    assert "NegaMax in 0 of 2 cases and MTD(f) in 0 of 2 cases" in answer
    assert "0.100 times the nodes where somebody wins (fewer in 1 of 1 cases)" in answer
    answer = report(rows(deepened=90, pruned=(1, 4, 16, 64))).answer
    assert "more than b / (b - 1) in 0 of 1" in answer
    assert "NegaMax in 2 of 2 cases" in answer


@pytest.mark.parametrize(
    "wrong", [[ladder("negamax", "table", 1), ladder("mtdf", "table", 1, [0, 1, 3])], [whole(1, 1, [1, -1])]]
)
def test_contradictions_are_defects(wrong: list[Any]) -> None:
    with pytest.raises(ValueError, match="g"):
        check_values(wrong)
