"""The study of the table: the same values with any table, figures computed from rows, and its answer."""

from __future__ import annotations

from statistics import geometric_mean
from typing import Any

import pytest

from experiments.study import TIMED, Row, matching
from experiments.table.keeping import policy_factors, symmetry_factors
from experiments.table.policies import BOTH, POLICIES
from experiments.table.sizes import ENOUGH, gains, nodes_for_a_row, smallest, without_table
from experiments.table.solves import LIMIT, check_values, measure, sweeps
from experiments.tests.prose import numbers_of, rows_of


def row(size: int | None, nodes: int, **others: Any) -> Row:
    """A row as `measure` returns it."""
    settings = {"game": "mnk(3,3,3)", "algorithm": "mtdf", "size": size, "policy": BOTH, "symmetry": False}
    found = {"value": 0, "kind": "exact", "stopped": "complete", "bytes": 24 << (size or 0), "probes": 10, "hits": 5}
    return {**settings, **found, "nodes": nodes, "passes": 2, TIMED: {}, **others}


def sweep(nodes: list[int], latest: int = 1) -> list[Row]:
    """Rows without a table, with tables of 2^4, 2^6, ... rows, with other policies, and with symmetry."""
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


def test_a_search_with_another_policy_is_another_search() -> None:
    nodes = {policy: measure("mnk(3,3,3)", "mtdf", 4, policy, compiled=False)["nodes"] for policy in POLICIES}
    assert len(set(nodes.values())) == len(POLICIES), nodes


def test_how_far_a_table_may_shrink_is_computed() -> None:
    assert smallest(sweep([900, 150, 100])[2:5], 2)["size"] == 6
    assert smallest(sweep([900, 300, 100])[2:5], 2)["size"] == 8
    assert nodes_for_a_row(sweep([900, 150, 100])[2:5]) == 100 / 64
    assert gains(sweep([900, 150, 100]), "mtdf") == {"mnk(3,3,3)": 10}
    assert gains(sweep([900, 150, 200]), "mtdf") == {"mnk(3,3,3)": 5}


def test_policies_are_compared_size_by_size() -> None:
    assert policy_factors(sweep([900, 150, 100], latest=3), "latest") == [3.0]
    assert policy_factors(sweep([900, 150, 100]), "latest") == [1.0]


def test_several_exact_values_are_a_defect() -> None:
    with pytest.raises(ValueError, match="several exact values"):
        check_values([row(4, 1), row(6, 1, value=1)])


def test_the_answer_is_true_of_the_rows() -> None:
    rows = rows_of("table")
    bare = {game: without_table(rows, game, "mtdf") for game in sweeps(rows, "mtdf")}
    by_difficulty = sorted(bare, key=lambda game: bare[game]["nodes"])
    factors = gains(rows, "mtdf")
    assert min(factors, key=factors.__getitem__) == by_difficulty[0]
    assert max(factors, key=factors.__getitem__) == by_difficulty[-1]
    hardest = by_difficulty[-1]
    assert (hardest, bare[hardest]["stopped"], bare[hardest]["nodes"]) == ("mnk(4,4,4)", "nodes", LIMIT)
    rows_needed = min(map(nodes_for_a_row, sweeps(rows, "mtdf").values()))

    solves = sweeps(rows, "mtdf")[hardest]
    least, enough, largest = solves[0], smallest(solves, ENOUGH), solves[-1]
    kept = {policy: geometric_mean(policy_factors(rows, policy)) for policy in POLICIES}
    assert kept[BOTH] == 1
    assert len(symmetry_factors(rows)) == len(matching(rows, algorithm="mtdf", symmetry=True))
    assert min(symmetry_factors(rows)) > 1
    assert numbers_of("table") == [
        *(f"{factors[by_difficulty[0]]:.1f}", str(int(factors[hardest])), str(int(rows_needed))),
        *("twice", "4", "4x4", str(LIMIT // 10**6), "million", f"{enough['bytes'] / 1e6:.1f}"),
        *(f"{enough['nodes'] / 1e6:.1f}", "million", f"{largest['bytes'] / 1e6:.0f}", f"{largest['nodes'] / 1e6:.1f}"),
        *("million", str(1 << least["size"]), f"{least['nodes'] / 1e6:.0f}", "million"),
        *(f"{kept['deepest']:.1f}", f"{kept['latest']:.1f}"),
    ]
    assert ENOUGH == 2
