"""The table by its size: the same values in any, and conclusions that follow the rows."""

from __future__ import annotations

from typing import Any

import pytest

from experiments.study import TIMED, Row
from experiments.table import report
from experiments.table.keeping import policy_factors
from experiments.table.policies import BOTH, POLICIES
from experiments.table.sizes import smallest
from experiments.table.solves import check_values, measure


@pytest.fixture(autouse=True)
def _no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than all else here."""
    for name in ("sizes.curves", "keeping.curves"):
        monkeypatch.setattr(f"experiments.table.{name}", lambda *_, **__: "")


def row(size: int | None, nodes: int, **others: Any) -> Row:
    """What `measure` would have given."""
    settings = {"game": "mnk(3,3,3)", "algorithm": "mtdf", "size": size, "policy": BOTH, "symmetry": False}
    found = {"value": 0, "kind": "exact", "stopped": "complete", "bytes": 24 << (size or 0), "probes": 10, "hits": 5}
    return {**settings, **found, "nodes": nodes, "passes": 2, TIMED: {}, **others}


def sweep(nodes: list[int], latest: int = 1) -> list[Row]:
    """No table, tables of 2^4, 2^6, ..., the latest alone, and symmetry."""
    tables = [row(4 + 2 * place, count) for place, count in enumerate(nodes)]
    others = [
        row(4, nodes[0] * latest, policy="latest"),
        row(4, nodes[0], policy="deepest"),
        row(4, nodes[0], symmetry=True),
    ]
    return [row(None, 1000), row(None, 500, algorithm="negamax"), *tables, *others]


def test_without_a_table_as_published() -> None:
    assert measure("mnk(3,3,3)", "negamax", None, compiled=False)["nodes"] == 18_297


@pytest.mark.parametrize("policy", POLICIES)
def test_no_policy_changes_the_value_and_room_saves_nodes(policy: str) -> None:
    small, large = (measure("mnk(3,3,3)", "mtdf", size, policy, compiled=False) for size in (4, 14))
    assert (small["value"], small["kind"], large["value"], large["kind"]) == (0, "exact", 0, "exact")
    assert small["bytes"] == 24 * 16
    assert 1000 < large["nodes"] < small["nodes"] < 18_297


def test_how_far_a_table_may_shrink_is_computed() -> None:
    assert smallest(sweep([900, 150, 100])[2:5], 2)["size"] == 6
    assert smallest(sweep([900, 300, 100])[2:5], 2)["size"] == 8
    assert "by the rules alone, by 10." in report(sweep([900, 150, 100])).answer
    assert "by the rules alone, by 5." in report(sweep([900, 150, 200])).answer


def test_policies_are_compared_size_by_size() -> None:
    assert policy_factors(sweep([900, 150, 100], latest=3), "latest") == [3.0]
    assert "more in 1 of 1 tables" in report(sweep([900, 150, 100], latest=3)).answer
    assert "more in 1 of 1" not in report(sweep([900, 150, 100])).answer


def test_values_that_exclude_each_other_are_a_defect() -> None:
    with pytest.raises(ValueError, match="exclude"):
        check_values([row(4, 1), row(6, 1, value=1)])
