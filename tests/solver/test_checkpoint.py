"""A search resumes from its checkpoint, whatever ended it, and no other search does."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tests.support.games import OfText
from tests.support.refusals import contents, one_sentence
from zermelo import Game, Solver, solve
from zermelo.core.errors import BadCheckpoint, BadOption, NotSupported, ZermeloError
from zermelo.games import capture, connect, einstein, lines, mnk, nim
from zermelo.search import ALGORITHMS
from zermelo.search.parts.observers import Trace
from zermelo.solver.findings import Findings
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.solver.search_checkpoint import SHARE, CheckpointWriter, arrays_of, identity_of
from zermelo.work.checkpoint import CheckpointFile

# --- a search that goes on ----------------------------------------------------------------------------------------------


def in_pieces(path: Path, game: Game[Any], position: str | None = None, *, nodes: int, **options: Any) -> list[Result]:
    """What one call after the other says, each with few nodes, until the search is complete."""
    lives: list[Result] = []
    while not lives or lives[-1].stopped == "nodes":
        lives.append(solve(game, position, nodes=nodes, checkpoint=path, **options))
        assert len(lives) < 400
    return lives


RESUMABLE: Final = [
    name
    for name, algorithm in ALGORITHMS.items()
    if algorithm.memory != "none" and not algorithm.keeps_tree and not algorithm.chance
]


@pytest.mark.long
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize("algorithm", RESUMABLE)
def test_a_search_in_pieces_finds_what_one_in_one_go_does(tmp_path: Path, algorithm: str, objective: str) -> None:
    if ALGORITHMS[algorithm].to_the_end:
        pytest.skip("knows no distances")
    game, position = mnk(3, 3, 3).without("forced", "bounds", "symmetry"), "a1"
    options = {"algorithm": algorithm, "objective": objective, "deepening": False, "compiled": False}
    whole = solve(game, position, **options)
    lives = in_pieces(tmp_path / "work", game, position, nodes=max(whole.counters["nodes"] // 7, 60), **options)
    assert len(lives) > 3
    last = lives[-1]
    assert (last.value, last.kind, last.distance, last.stopped) == (whole.value, whole.kind, whole.distance, "complete")
    assert last.best_proved
    nodes = [life.counters["nodes"] for life in lives]
    assert nodes == sorted(nodes)
    assert [life.seconds for life in lives] == sorted(life.seconds for life in lives)
    for life in lives:
        assert life.lower <= whole.value <= life.upper


def test_what_is_left_for_the_table_may_be_too_little_for_the_one_that_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling has taken more than is left: that is known only after the file was read."""
    game = connect(4, 4, 4).without("all")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "compiled": False, "nodes": 500}
    kept = solve(game, **options)
    before = contents(tmp_path)
    solver = Solver(game, **options)
    monkeypatch.setattr(
        "zermelo.solver.solver.memory_left", lambda given, held=0: kept.table_bytes - 1 if held else given.memory
    )
    with pytest.raises(BadOption, match="bytes is too little for the table; the one in the checkpoint has"):
        solver.solve()
    assert contents(tmp_path) == before


@pytest.mark.long
@pytest.mark.parametrize("objective", ["outcome", "distance"])
@pytest.mark.parametrize(
    ("game", "nodes", "algorithm"),
    [(connect(5, 5, 4).without("bounds", "relevance"), 60_000, "mtdf"), (mnk(3, 3, 3).without("all"), 150, "negamax")],
    ids=["connect", "mnk"],
)
def test_a_compiled_search_in_pieces_whose_table_grows(
    game: Game[Any], nodes: int, algorithm: str, objective: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.search.parts.table.FIRST_ROWS", 64)
    options: dict[str, Any] = {"objective": objective, "algorithm": algorithm, "compiled": True}
    whole = solve(game, **options)
    lives = in_pieces(tmp_path / "work", game, nodes=nodes, deepening=False, **options)
    assert len(lives) > 2
    assert lives[-1].table_bytes > lives[0].table_bytes
    assert (lives[-1].value, lives[-1].kind, lives[-1].distance) == (whole.value, "exact", whole.distance)


@pytest.mark.long
def test_compiled_and_interpreted_searches_go_on_from_each_other(tmp_path: Path) -> None:
    options: dict[str, Any] = {"algorithm": "negamax", "checkpoint": tmp_path / "work", "deepening": False}
    game = mnk(3, 3, 3).without("all")
    first = solve(game, nodes=1000, compiled=True, **options)
    second = solve(game, nodes=1000, compiled=False, **options)
    last = solve(game, compiled=True, **options)
    assert first.counters["nodes"] == 1000
    assert second.counters["nodes"] == 2000
    assert (last.value, last.kind) == (0, "exact")


@pytest.mark.long
def test_a_deepened_search_goes_on_in_the_iteration_where_it_was(tmp_path: Path) -> None:
    game = mnk(4, 4, 3).without("forced", "bounds", "symmetry", "priority")
    depths = [
        life.depth or 0
        for life in (
            solve(game, nodes=300, depth=5, deepening=True, compiled=False, checkpoint=tmp_path / "work")
            for _ in range(12)
        )
    ]
    assert depths == sorted(depths)
    assert depths[-1] > depths[0]
    whole = solve(game, depth=5, deepening=True, compiled=False)
    last = in_pieces(tmp_path / "work", game, nodes=3000, depth=5, deepening=True, compiled=False)[-1]
    assert (last.value, last.kind, last.depth, last.stopped) == (whole.value, whole.kind, whole.depth, whole.stopped)


@pytest.mark.long
def test_a_game_of_chance_in_pieces_has_the_same_fraction(tmp_path: Path) -> None:
    game = einstein(3, 2)
    whole = solve(game, algorithm="star1")
    lives = in_pieces(tmp_path / "work", game, nodes=30_000, algorithm="star1", deepening=False)
    assert len(lives) > 2
    assert (lives[-1].value, lives[-1].kind) == (whole.value, "exact")
    for life in lives:
        assert life.lower <= whole.value <= life.upper


@pytest.mark.long
def test_a_search_that_stops_for_many_checkpoints_finds_the_same(tmp_path: Path) -> None:
    """Written as often as the search lets itself be stopped: ten times a second, and this one takes more than one."""
    game = mnk(3, 4, 4).without("all")
    whole = solve(game, compiled=False)
    kept = solve(game, compiled=False, checkpoint=tmp_path / "work", checkpoint_every=0.001)
    assert (kept.value, kept.kind) == (whole.value, "exact")
    assert kept.note == ""
    assert (tmp_path / "work.old").exists()


@pytest.mark.long
def test_a_finished_search_answers_again_at_once(tmp_path: Path) -> None:
    game = mnk(3, 3, 3).without("forced", "bounds")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "compiled": False}
    first, again = solve(game, **options), solve(game, **options)
    assert again.counters == first.counters
    assert again.seconds == first.seconds
    assert (again.value, again.best, again.line, again.stopped) == (first.value, first.best, first.line, "complete")
    assert solve(game, all_moves=True, **options).best == solve(game, all_moves=True, compiled=False).best


def test_a_solver_goes_on_too_and_keeps_to_its_position(tmp_path: Path) -> None:
    solver = Solver(
        mnk(3, 3, 3).without("all"), checkpoint=tmp_path / "work", nodes=500, deepening=False, compiled=False
    )
    assert [solver.solve().counters["nodes"] for _ in range(3)] == [500, 1000, 1500]
    with pytest.raises(BadCheckpoint, match="does not match: its position is"):
        solver.solve("a1")


@pytest.mark.long
def test_the_bounds_of_an_interrupted_search_are_those_that_the_next_begins_with(tmp_path: Path) -> None:
    lives = in_pieces(tmp_path / "work", mnk(3, 4, 4).without("all"), nodes=1000, deepening=False, compiled=False)
    widths = [float(life.upper - life.lower) for life in lives]
    assert widths == sorted(widths, reverse=True)
    assert set(widths) == {2, 1, 0}


@pytest.mark.long
def test_more_memory_lets_the_table_grow_on_and_less_than_it_has_is_refused(tmp_path: Path) -> None:
    game = connect(4, 4, 4).without("all")
    options: dict[str, Any] = {"checkpoint": tmp_path / "work", "deepening": False, "compiled": False}
    small = solve(game, nodes=3000, memory=1 << 15, **options)
    assert small.table_bytes <= 1 << 15
    before = contents(tmp_path)
    for memory in (1 << 10, small.table_bytes - 1):
        with pytest.raises(BadCheckpoint, match=r"bytes, but only \d+ are allowed: allow more memory"):
            solve(game, memory=memory, **options)
    assert contents(tmp_path) == before
    same = solve(game, nodes=3000, memory=2 * small.table_bytes - 1, **options)  # it fits, and cannot grow
    assert same.table_bytes == small.table_bytes
    large = solve(game, memory=1 << 30, **options)
    assert large.table_bytes > small.table_bytes
    assert large.value == solve(game, compiled=False).value


# --- whose checkpoint it is ---------------------------------------------------------------------------------------------

OTHERS: Final[dict[str, tuple[Game[Any], str | None, dict[str, Any]]]] = {
    "game is 'mnk(3,3,3)', and should be 'mnk(3,4,3)'": (mnk(3, 4, 3), None, {}),
    "position is": (mnk(3, 3, 3), "a1", {}),
    "algorithm is 'mtdf', and should be 'negascout'": (mnk(3, 3, 3), None, {"algorithm": "negascout"}),
    "objective is 'outcome', and should be 'distance'": (mnk(3, 3, 3), None, {"objective": "distance"}),
    "depth is '9', and should be '4'": (mnk(3, 3, 3), None, {"depth": 4}),
    "deepening is 'off', and should be 'on'": (mnk(3, 3, 3), None, {"deepening": True}),
    "etc is 'off', and should be 'on'": (mnk(3, 3, 3), None, {"etc": True}),
    "knowledge is": (mnk(3, 3, 3), None, {"without": ("bounds",)}),
    "knowledge is 'key, symmetry": (mnk(3, 3, 3), None, {"without": ("killers",)}),
}


@pytest.mark.parametrize("told", OTHERS)
def test_the_checkpoint_of_another_search_is_refused_and_says_what_is_other(tmp_path: Path, told: str) -> None:
    path = tmp_path / "work"
    solve(mnk(3, 3, 3), nodes=20, deepening=False, compiled=False, checkpoint=path)
    before = contents(tmp_path)
    game, position, options = OTHERS[told]
    with pytest.raises(BadCheckpoint) as refused:
        solve(game, position, checkpoint=path, compiled=False, **options)
    assert f"does not match: its {told}" in str(refused.value)
    assert one_sentence(str(refused.value))
    assert contents(tmp_path) == before


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve(mnk(3, 3, 3), nodes=20, deepening=False, compiled=False, checkpoint=tmp_path / "work")
    monkeypatch.setattr("zermelo.work.identity.__version__", "99.0")
    with pytest.raises(BadCheckpoint, match=r"it was made by 'zermelo .*', and this is 'zermelo 99.0, Python"):
        solve(mnk(3, 3, 3), compiled=False, checkpoint=tmp_path / "work")


class Weighed(Game[int]):
    """Take one or two of nine stones; what is left over weighs something."""

    action_count, max_length = 2, 9
    runtime = ("stones",)

    def __init__(self, stones: int = 9, last: int = -1) -> None:
        self.stones = stones
        self.weights = np.array([last, 0, 0])

    def __str__(self) -> str:
        """The same whatever it holds."""
        return "Weighed"

    def initial(self) -> int:
        return self.stones

    def legal(self, state: int, action: int) -> bool:
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        return state == 0

    def reward(self, state: int) -> int:
        return int(self.weights[0])


class Reweighed(Weighed):
    """The same name told, and another rule."""

    def reward(self, state: int) -> int:
        return -int(self.weights[0])


@pytest.mark.parametrize("other", [Weighed(last=1), Reweighed()], ids=["other numbers", "another rule"])
def test_the_checkpoint_of_a_game_that_was_edited_is_refused(tmp_path: Path, other: Weighed) -> None:
    solve(Weighed(), nodes=5, deepening=False, compiled=False, checkpoint=tmp_path / "work")
    with pytest.raises(BadCheckpoint, match="the code of the game, or the data in it, has changed"):
        solve(other, compiled=False, checkpoint=tmp_path / "work")
    assert solve(Weighed(), compiled=False, checkpoint=tmp_path / "work").exact


# --- what has no checkpoint ---------------------------------------------------------------------------------------------


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (mnk(3, 3, 3), {"algorithm": "pns"}, "pns keeps a tree"),
        (mnk(3, 3, 3), {"algorithm": "mcts"}, "mcts keeps a tree"),
        (mnk(3, 3, 3), {"algorithm": "best-reply"}, "best-reply stores no positions"),
        (lines((3, 2), 2, players=3), {}, "stores no positions"),
        (mnk(3, 3, 3), {"table": False}, "Without a table there is nothing to resume"),
        (nim(3, 4, 5), {}, "searches nothing"),
        (OfText(), {}, "keys that are not made of integers"),
    ],
)
def test_a_search_that_could_not_go_on_is_refused(
    tmp_path: Path, game: Game[Any], options: dict[str, Any], told: str
) -> None:
    with pytest.raises((BadOption, NotSupported), match=told) as refused:
        solve(game, checkpoint=tmp_path / "work", compiled=False if "searches" not in told else None, **options)
    assert one_sentence(str(refused.value))
    assert contents(tmp_path) == {}


def test_a_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="A checkpoint cannot hold a trace"):
        Solver(mnk(3, 3, 3), observer=Trace(10), checkpoint=tmp_path / "work", compiled=False)


# --- when writing fails, or takes long -------------------------------------------------------------------------------


def test_a_full_disk_does_not_end_a_search_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = mnk(3, 3, 3).without("all"), tmp_path / "work"
    solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    before = contents(tmp_path)

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    found = solve(game, compiled=False, checkpoint=path, checkpoint_every=0.01)
    assert (found.value, found.kind, found.stopped) == (0, "exact", "complete")
    assert "could not be written" in found.note
    assert "No space left on device" in found.note
    assert contents(tmp_path) == before


def test_that_the_older_generation_was_taken_is_told(tmp_path: Path) -> None:
    game, path = mnk(3, 3, 3).without("all"), tmp_path / "work"
    for _ in range(2):
        solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    path.write_bytes(path.read_bytes()[:-1])
    found = solve(game, nodes=500, deepening=False, compiled=False, checkpoint=path)
    assert found.counters["nodes"] == 1000
    assert "the work was resumed from" in found.note


class Slow:
    """A file that takes its time."""

    note, path = "", Path("slow")

    def save(self, facts: Any, arrays: Any) -> None:
        time.sleep(0.05)


def test_checkpoints_that_take_long_are_written_less_often() -> None:
    solver = Solver(mnk(3, 3, 3), compiled=False)
    slow: Any = Slow()
    writer = CheckpointWriter(slow, solver.search, every=0.1)
    assert not writer.is_due()
    writer.write(Findings(-1, 1), 0.0)
    assert writer.every >= 0.05 / SHARE
    assert writer.every < 4 * 0.05 / SHARE * 2
    assert not writer.is_due()


@pytest.mark.long
def test_a_budget_is_a_pause_and_may_be_left_out_the_next_time(tmp_path: Path) -> None:
    """Under a budget this game's search would deepen, which is another search."""
    options: dict[str, Any] = {"compiled": False, "checkpoint": tmp_path / "work"}
    game = mnk(3, 3, 3).without("forced", "bounds", "symmetry")
    assert solve(game, nodes=500, **options).counters["nodes"] == 500
    assert solve(game, seconds=60, **options).stopped == "complete"
    assert solve(game, **options).exact


def test_the_arrays_of_another_search_are_refused(tmp_path: Path) -> None:
    """Whoever wrote them under this search's name."""
    solver = Solver(mnk(3, 3, 3), compiled=False, checkpoint=tmp_path / "work")
    game = solver.game
    identity = identity_of(solver.plan, solver.search, game.initial())
    arrays = dict(arrays_of(solver.search))
    wrong: list[dict[str, Any]] = [
        {},
        {**arrays, "table": np.zeros((8, 9), np.int64)},
        {**arrays, "table": np.zeros((16, arrays["table"].shape[1]))},
        {**arrays, "table": np.zeros((0, arrays["table"].shape[1]), np.int64)},
        {**arrays, "table": np.zeros((12, arrays["table"].shape[1]), np.int64)},
        {**arrays, "history": np.zeros((2, 7), np.int64)},
        {**arrays, "other": np.zeros(1)},
        arrays,
    ]
    for each in wrong:
        with CheckpointFile(tmp_path / "work", identity) as file:
            file.save({"depth": 9}, each)
        with pytest.raises(BadCheckpoint, match="does not hold this search; name another file"):
            solver.solve()


def test_a_search_whose_progress_fails_is_stopped_and_kept(tmp_path: Path) -> None:
    def fails(news: Progress) -> None:
        if news.phase == "searching":
            raise BrokenPipeError

    with pytest.raises(ZermeloError, match="BrokenPipeError"):
        solve(mnk(4, 4, 4), without="all", compiled=False, checkpoint=tmp_path / "work", progress=fails)
    assert set(contents(tmp_path)) == {"work"}


def test_playing_on_from_a_checkpoint_of_quiescence(tmp_path: Path) -> None:
    game = capture(7, 2)
    whole = solve(game, depth=4, compiled=False, algorithm="negascout")
    lives = in_pieces(
        tmp_path / "work", game, nodes=120, depth=4, compiled=False, deepening=False, algorithm="negascout"
    )
    assert (lives[-1].value, lives[-1].kind) == (whole.value, whole.kind)
