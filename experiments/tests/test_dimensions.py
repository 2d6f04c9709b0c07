"""The study of dimensions: trees known beforehand, and conclusions that follow from the figures."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from experiments import dimensions


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{"case": case.name, **case.measure()} for case in dimensions.cases(0) if case.quick]


def test_trees_known_beforehand() -> None:
    assert dimensions.full_tree([9, 8, 7, 6, 5]) == 1 + 9 + 72 + 504 + 3024 + 15120
    assert dimensions.least_tree([3, 3]) == 1 + 3 + (
        3 + 3 - 1
    )  # Knuth and Moore: b^ceil(d/2) + b^floor(d/2) - 1 leaves


def test_between_the_least_and_the_whole_tree(rows: list[Any]) -> None:
    for row in (row for row in rows if "depths" in row):
        for found in row["depths"]:
            widths = dimensions.branching(row["cells"], found["depth"])
            least, full = dimensions.least_tree(widths), dimensions.full_tree(widths)
            assert least <= found["alpha-beta"] <= found["full"] == full


def test_conclusions_follow_from_figures(rows: list[Any]) -> None:
    assert dimensions.report(rows).answer.startswith("Pruning holds")
    others = copy.deepcopy(rows)
    for row in others:
        if "depths" in row and row["dimensions"] > 1:
            for found in row["depths"]:
                found["alpha-beta"] = found["full"] - (row["dimensions"] == 2)
    assert dimensions.report(others).answer.startswith("Pruning weakens")


def test_the_whole_tree_is_asked_for(rows: list[Any]) -> None:
    others = copy.deepcopy(rows)
    others[0]["depths"][-1]["full"] -= 1
    with pytest.raises(AssertionError, match="not the whole tree"):
        dimensions.report(others)
