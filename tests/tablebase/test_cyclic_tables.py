"""Tables of games in which positions may recur, against value iteration on random graphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.graphs import Graph, by_iteration
from zermelo import AsState, tabulate
from zermelo.tablebase import verify_table

CASES = [
    (size, seed, best, form, alternates)
    for seed, (size, best) in enumerate([(3, 1), (10, 1), (30, 1), (100, 1), (300, 1), (1000, 1), (50, 3), (200, 5), (1000, 9)])
    for form in ("int", "pair", "str")
    for alternates in (False, True)
]


@pytest.mark.parametrize(("size", "seed", "best", "form", "alternates"), CASES)
def test_values_and_distances_are_those_of_value_iteration(
    size: int, seed: int, best: int, form: str, alternates: bool, tmp_path: Path
) -> None:
    for more in range(4):
        game = Graph(size, 100 * seed + more, best, form, alternates)
        right = by_iteration(game)
        table = tabulate(game, folder=tmp_path / str(more), compiled=False).table
        assert table is not None
        assert len(table) == len(right)
        for state, (value, distance) in right.items():
            entry = table.probe(AsState(state))
            assert (entry.value, entry.distance) == (value, distance)
        assert verify_table(tmp_path / str(more), game, compiled=False).consistent
