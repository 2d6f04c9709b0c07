"""What a running search reports: bounds, the path, the table, checkpoints."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from zermelo import Solver, solve
from zermelo.games import mnk
from zermelo.search.parts.moves import SortedOrder
from zermelo.solver.progress import Progress, clock

# --- progress -----------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_progress_tells_bounds_path_table_and_checkpoint(tmp_path: Path) -> None:
    told: list[Progress] = []
    game = mnk(4, 4, 4)
    solve(
        game,
        without=("bounds", "forced"),
        seconds=1.5,
        deepening=False,
        compiled=False,
        algorithm="mtdf",
        checkpoint=tmp_path / "work",
        checkpoint_every=0.2,
        progress=told.append,
    )
    searching = [news for news in told if news.phase == "searching"]
    assert [news.nodes for news in searching] == sorted(news.nodes for news in searching)
    assert searching[-1].nodes > searching[0].nodes
    assert all((news.lower, news.upper) == (-1, 1) for news in searching)
    assert all(0 <= (news.load or 0) <= 1 for news in searching)
    assert any(news.written is not None and news.written < 1 for news in searching)
    assert any(len(news.path) > 2 for news in searching)
    for news in searching:
        game.play(list(news.path))  # legal, every one


FAR: Final = Progress(
    "searching", 45_296.7, 98_765_432_101, 36, -1, 1, ("d1", "d2", "d3", "d4", "d5", "d6", "e1"), 0.4321, 75.2
)


def test_the_line_of_progress_tells_all_if_it_may() -> None:
    assert str(FAR) == (
        "searching  12:34:56  value -1 to 1  98,765,432,101 nodes  2.2 million/s  depth 36  table 43% full  checkpoint 1:15"
        " ago  trying d1 d2 d3 d4 d5 d6 e1"
    )


def test_a_slow_search_has_a_rate_that_can_be_read() -> None:
    assert "  20,000 nodes  9,524/s  " in str(FAR._replace(seconds=2.1, nodes=20_000))


def test_the_line_of_progress_fits_into_any_terminal() -> None:
    for width in range(200):
        line = FAR.line(width)
        assert len(line) <= width
        if width > 20:
            assert set(line.split()) <= set(str(FAR).split())
        assert not line.endswith("trying")
    assert FAR.line(40).startswith("searching  12:34:56  value -1 to 1")


@pytest.mark.parametrize(("seconds", "told"), [(0.04, "0.0 s"), (59.9, "59.9 s"), (61, "1:01"), (3600, "1:00:00")])
def test_times_are_told_as_people_do(seconds: float, told: str) -> None:
    assert clock(seconds) == told


def test_the_move_that_is_tried_can_be_seen() -> None:
    """At every move, by who knows which has just been given."""
    game = mnk(3, 3, 3)
    solver = Solver(game, without=("symmetry", "forced", "bounds"), compiled=False)
    moves = solver.search.order
    assert isinstance(moves, SortedOrder)
    node: Any = solver.search.table.open(solver.searched_game, game.initial(), 0)
    assert moves.trying(0) == -1
    for action in moves.moves(solver.searched_game, game.initial(), node, 0):
        assert moves.trying(0) == action
