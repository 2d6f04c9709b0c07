"""Tables of games in which positions may recur, against value iteration on random graphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cyclic_graphs import Graph, by_iteration
from zermelo import AsState, tabulate
from zermelo.core.constants import NONE
from zermelo.tablebase.verify import verify_table

CASES = [
    (size, seed, best, form, alternates)
    for seed, (size, best) in enumerate(
        [(3, 1), (10, 1), (30, 1), (100, 1), (300, 1), (1000, 1), (50, 3), (200, 5), (1000, 9)]
    )
    for form in ("int", "pair", "str")
    for alternates in (False, True)
]


@pytest.mark.parametrize(("size", "seed", "best", "form", "alternates"), CASES)
def test_values_and_distances_are_those_of_value_iteration(
    size: int, seed: int, best: int, form: str, alternates: bool, tmp_path: Path
) -> None:
    for more in range(6):
        game = Graph(size, 100 * seed + more, best, form, alternates, endless=(NONE, NONE, NONE, 0, 1, NONE)[more])
        right = by_iteration(game)
        table = tabulate(game, folder=tmp_path / str(more), compiled=False).table
        assert table is not None
        assert len(table) == len(right)
        for state, (value, distance) in right.items():
            entry = table.probe(AsState(state))
            assert (entry.value, entry.distance) == (value, distance)
        assert verify_table(tmp_path / str(more), game, compiled=False).consistent


def test_with_little_memory_the_files_are_the_same(tmp_path: Path) -> None:
    """The set of positions is emptied again and again, and positions are recognised by the layers on disk."""
    game = Graph(9000, 5, form="pair")
    whole = tabulate(game, folder=tmp_path / "whole", compiled=False).table
    pieces = tabulate(game, folder=tmp_path / "pieces", compiled=False, memory=600_000).table
    assert len(whole) == len(pieces)
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


def test_work_that_is_stopped_again_and_again_makes_the_same_files(tmp_path: Path) -> None:
    game = Graph(9000, 6, form="pair", alternates=True)
    tabulate(game, folder=tmp_path / "whole", compiled=False)
    stopped = 0
    while tabulate(game, folder=tmp_path / "pieces", compiled=False, seconds=0.5).table is None:
        stopped += 1
    assert stopped > 2
    assert contents(tmp_path / "whole") == contents(tmp_path / "pieces")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
