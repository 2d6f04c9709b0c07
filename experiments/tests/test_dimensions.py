"""The study of dimensions: trees of known size, and its answer."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from experiments import dimensions
from experiments.dimensions import common_depth, exponent, families, share, symmetry_factor
from experiments.markdown import number
from experiments.tests.prose import numbers_of, rows_of


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{"case": case.name, **case.measure()} for case in dimensions.cases(0) if case.quick]


def test_sizes_of_trees() -> None:
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


def test_the_whole_tree_is_required(rows: list[Any]) -> None:
    others = copy.deepcopy(rows)
    others[0]["depths"][-1]["full"] -= 1
    with pytest.raises(AssertionError, match="not the whole tree"):
        dimensions.report(others)


def test_the_answer_is_true_of_the_rows() -> None:
    boards = {row["board"]: row for row in rows_of("dimensions") if "depths" in row}
    row_of_18, box = boards["18, k = 3"], boards["3x3x2, k = 3"]
    depth = len(box["depths"])
    assert row_of_18["cells"] == box["cells"] == 18
    assert row_of_18["depths"][depth - 1]["full"] == box["depths"][depth - 1]["full"]

    changes = {
        name: [exponent(row, common_depth(family)) for row in (family[0], family[-1])]
        for name, family in families([*boards.values()]).items()
    }
    falls = [name for name, (fewest, most) in changes.items() if most < fewest]
    assert {*changes} - {*falls} == {"sides of 3, k = 3"}
    square, four = changes["sides of 3, k = 3"]
    assert [row["board"] for row in families([*boards.values()])["sides of 3, k = 3"]][::2] == [
        "3x3, k = 3",
        "3x3x3x3, k = 3",
    ]

    for family in families([*boards.values()]).values():
        depth_of_all = common_depth(family)
        assert symmetry_factor(family[-1], depth_of_all) > symmetry_factor(family[0], depth_of_all)
    factors = {name: symmetry_factor(row, len(row["depths"])) for name, row in boards.items()}
    best = max(factors, key=factors.__getitem__)
    assert best == "3x3x3x3, k = 3"
    assert numbers_of("dimensions") == [
        *(str(depth), f"{100 * share(row_of_18, depth):.0f} %", str(box["cells"]), f"{100 * share(box, depth):.0f} %"),
        "3x3x2",
        *(str(len(falls)), str(len(changes)), "3", "3", number(square, 2), "3x3", number(four, 2), "3x3x3x3"),
        *(f"{factors[best]:.0f}", "3x3x3x3", str(boards[best]["symmetries"])),
        str(max(len(row["depths"]) for row in boards.values())),
    ]
