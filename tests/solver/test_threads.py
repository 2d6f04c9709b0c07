"""Several threads on one search: the value is what one thread finds, whatever they do to each other's table."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tests.support.games import Collecting, played
from tests.support.naive import Coins, Drops, Placement, outcomes, random_walk
from zermelo import Game, Solver
from zermelo.core.component import Component
from zermelo.core.errors import BadOption, GameFailed
from zermelo.core.supervision import _DeepThread  # pyright: ignore[reportPrivateUsage]
from zermelo.core.words import hash_words
from zermelo.games import connect, mnk
from zermelo.native.native import Native
from zermelo.search import ALGORITHMS
from zermelo.search.parts.entry import ABSENT, EXACT, to_data
from zermelo.search.parts.table import GROW_AT, NEVER, TranspositionTable
from zermelo.search.parts.workers import shared_plies
from zermelo.solver import runner
from zermelo.solver import threads as shared
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.solver.solver import solve

PARALLEL: Final = [name for name, algorithm in ALGORITHMS.items() if algorithm.parallel]


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others join in after a few nodes, and share moves deep in the tree."""
    monkeypatch.setattr(runner, "NODES_ALONE", 30)
    monkeypatch.setattr(shared, "GRAIN", 3)


# --- values -----------------------------------------------------------------------------------------------------------


def told(result: Result) -> tuple[Any, ...]:
    return result.value, result.kind, result.distance, result.stopped


def check_values(game: Game[Any], rules: Any, plies: tuple[int, int], **options: Any) -> None:
    """From random positions: the oracle's value, a best move that gets it, and the distance that one thread finds."""
    rng, value_of, worked = random.Random(7), outcomes(rules), 0
    for _ in range(16):
        naive, moves = random_walk(rules, rng, rng.randint(*plies))
        options |= {"compiled": True, "line": False}
        state = played(game, moves)
        several = solve(game, state, threads=rng.randint(2, 5), **options)
        worked = max(worked, several.threads)
        assert told(several) == told(solve(game, state, threads=1, **options))
        assert several.value == value_of(naive)
        best = game.parse_action(several.best[0])
        sign = 1 if rules.again(naive, best) else -1
        assert sign * value_of(rules.apply(naive, best)) == several.value
    assert worked > 1


@pytest.mark.sampled("collecting")
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    ("game", "rules", "plies", "objective"),
    [
        (connect(4, 4, 4), Drops(4, 4, 4), (0, 5), "distance"),
        (mnk(4, 4, 4).without("bounds"), Placement(4, 4, 4), (5, 8), "outcome"),
        (Collecting(), Coins(Collecting.coins, 4), (0, 2), "distance"),
    ],
    ids=["connect", "mnk", "collecting"],
)
def test_the_value_does_not_depend_on_threads(
    game: Game[Any], rules: Any, plies: tuple[int, int], objective: str
) -> None:
    check_values(game, rules, plies, objective=objective)


@pytest.mark.long
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("algorithm", PARALLEL)
def test_every_algorithm_that_runs_in_several_threads(algorithm: str) -> None:
    check_values(connect(4, 4, 4), Drops(4, 4, 4), (0, 4), algorithm=algorithm)


@pytest.mark.long
@pytest.mark.parametrize("objective", ["outcome", "distance"])
def test_values_where_threads_often_overtake_each_other(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "NODES_ALONE", 500)
    monkeypatch.setattr(shared, "GRAIN", 3)
    game = connect(5, 4, 4).without("forced", "bounds", "relevance")
    options: dict[str, Any] = {"objective": objective, "compiled": True, "line": False}
    put_off, overtaken = 0, 0
    for opening in ("", "1", "12", "33"):
        one = solve(game, opening, threads=1, **options)
        for threads in (2, 3, 4, 2, 3, 4):
            several = solve(game, opening, threads=threads, **options)
            assert told(several) == told(one)
            assert several.best_proved
            put_off += several.counters["put_off"]
            overtaken += several.counters["overtaken"]
    assert put_off > 50
    assert overtaken > 50


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_values_of_a_depth_limit_do_not_depend_on_threads() -> None:
    for opening in ("", "1", "22", "314"):
        options: dict[str, Any] = {"depth": 9, "compiled": True, "line": False}
        one, several = (solve(connect(5, 5, 4), opening, threads=threads, **options) for threads in (1, 4))
        assert told(one) == told(several)
        assert several.threads == 4


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_the_table_grows_while_several_threads_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.parts.table.FIRST_ROWS", 64)
    one, several = (solve(connect(4, 4, 4), objective="distance", threads=threads, line=False) for threads in (1, 4))
    assert told(one) == told(several)
    assert several.table_bytes > 100 * 64


def test_short_searches_stay_with_one_thread() -> None:
    options: dict[str, Any] = {"objective": "distance", "line": False, "compiled": True}
    found = [solve(Collecting(), threads=4, **options) for _ in range(2)]
    assert [result.threads for result in found] == [1, 1]
    assert found[0].counters == found[1].counters


def test_shared_plies_hold_few_nodes() -> None:
    assert shared_plies(np.array([1, 3, 9, 27, 60, 0]), 10) == 1
    assert shared_plies(np.array([1, 3, 9, 27, 60, 0]), 100) == 0
    assert shared_plies(np.array([1, 3, 9, 27, 60, 0]), 101) == -1
    assert shared_plies(np.array([0, 0]), 10) == -1


# --- an end before the end ----------------------------------------------------------------------------------------------


def busy() -> list[str]:
    """The threads that work. One that waits for more work does not; one that is to end may take a moment for it."""
    idle = {worker.thread for worker in _DeepThread.idle}
    return [each.name for each in threading.enumerate() if each.name.startswith("zermelo") and each not in idle]


def come_to_rest() -> bool:
    end = time.monotonic() + 10
    while busy() and time.monotonic() < end:
        time.sleep(0.01)
    return not busy()


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_a_time_budget_ends_all_threads_with_sound_bounds() -> None:
    solver = Solver(connect(7, 6, 4), algorithm="negamax", seconds=2.0, threads=3, line=False, deepening=False)
    solver.prepare()  # compiling would count, too
    found = solver.solve()
    assert (found.stopped, found.threads) == ("seconds", 3)
    assert found.lower <= 1 <= found.upper  # the first player wins (Allis 1988)
    assert come_to_rest()


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_progress_counts_the_nodes_of_all_threads() -> None:
    seen: list[Progress] = []
    options: dict[str, Any] = {"algorithm": "negamax", "line": False, "deepening": False}
    found = solve(connect(7, 6, 4), seconds=1.0, threads=2, progress=seen.append, **options)
    nodes = [step.nodes for step in seen if step.phase == "searching"]
    assert nodes == sorted(nodes)
    assert 0 < nodes[-1] <= found.counters["nodes"]


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_a_search_of_several_threads_goes_on_from_its_checkpoints(tmp_path: Path) -> None:
    game, path = connect(5, 5, 4), tmp_path / "work"
    options: dict[str, Any] = {"objective": "distance", "line": False, "deepening": False}
    lives: list[Result] = []
    while not lives or lives[-1].stopped == "seconds":
        more = {"checkpoint": path, "checkpoint_every": 0.05, "seconds": 0.2, "threads": 1 + len(lives) % 3}
        lives.append(solve(game, **options, **more))
        assert len(lives) < 400
    assert told(lives[-1]) == told(solve(game, threads=1, **options))
    nodes = [life.counters["nodes"] for life in lives]
    assert nodes == sorted(nodes)
    assert all(life.lower <= lives[-1].value <= life.upper for life in lives)
    assert come_to_rest()


class Failing(connect):
    """Fails on full boards of a kind that the first plays do not meet, and that every search meets, in any order."""

    def reward(self, state: Any) -> int:
        pairs = (state.me & (state.me >> 1)).count(), (state.you & (state.you >> 1)).count()
        if (state.me | state.you).count() == 25 and pairs == (4, 4):  # 67 of them in the search by one thread
            raise ValueError("a board that nobody counted on")
        return -1 if self.has_line(state.you) else 0


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_what_the_game_raises_in_a_thread_is_told_as_ever() -> None:
    options: dict[str, Any] = {"algorithm": "negamax", "compiled": True, "line": False, "deepening": False}
    game = Failing(5, 5, 4).without("bounds")
    assert solve(game, nodes=100, **options).stopped == "nodes"
    with pytest.raises(GameFailed, match="a board that nobody counted on"):
        solve(game, threads=3, **options)
    assert come_to_rest()


class KeptWhileItLasts(connect):
    """No table need know a position where play is over."""

    def key(self, state: Any) -> Any:
        if self.terminal(state):
            raise ValueError("nobody asks for this key")
        return state


@pytest.mark.long
@pytest.mark.usefixtures("soon")
def test_no_key_is_asked_for_where_play_is_over() -> None:
    game = KeptWhileItLasts(4, 4, 4).without("bounds", "forced", "symmetry")
    assert solve(game, threads=3, line=False, compiled=True).threads == 3


@pytest.mark.usefixtures("soon")
def test_threads_that_cannot_be_started_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    started = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if thread.name == "zermelo worker" and len(busy()) > 2:
            raise RuntimeError("can't start new thread")
        started(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    options: dict[str, Any] = {"objective": "distance", "line": False, "compiled": True}
    assert told(solve(Collecting(), threads=6, **options)) == told(solve(Collecting(), threads=1, **options))


# --- rows that several threads write ------------------------------------------------------------------------------------


class Torture(Component):
    """A table with few rows, a row of counts for each writer, and a seed."""

    def __init__(self, table: TranspositionTable, seed: int) -> None:
        self.table = table
        self.seed = np.array([seed], np.int64)
        self.wrong = np.zeros(1, np.int64)
        self.right = np.zeros(1, np.int64)


def value_for(key: Any) -> int:
    return hash_words(key) & 1


def torture(game: Any, context: Any, state: Any, depth: int, alpha: int, beta: int, guess: int) -> int:
    """Write and read `depth` times: keys of two words, of few kinds, so that mixed words make keys that others ask for."""
    seed = context.seed[0]
    for turn in range(depth):
        number = hash_words((seed, turn))
        key = (number & 7, (number >> 3) & 7)
        context.table.put(key, value_for(key), to_data(value_for(key), 1, True, EXACT, 0))
        number = number >> 6
        key = (number & 7, (number >> 3) & 7)
        data, score = context.table.probe(key)
        if data != ABSENT:
            if score == value_for(key) and data == to_data(score, 1, True, EXACT, 0):
                context.right[0] += 1
            else:
                context.wrong[0] += 1
    return 0


def tortured(writes: int, writers: int = 4) -> tuple[int, int]:
    """How many reads were accepted that were right, and that were not."""
    shared = TranspositionTable(2, 1 << 12, 8)
    shared.fill[GROW_AT] = NEVER
    contexts = [Torture(shared.shared(1), seed) for seed in range(writers)]
    game = connect(4, 4, 4)
    natives = [Native(torture, game, context) for context in contexts]
    arguments = game.initial(), writes // writers, 0, 0, 0
    threads = [threading.Thread(target=native, args=arguments) for native in natives]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(int(each.right[0]) for each in contexts), sum(int(each.wrong[0]) for each in contexts)


@pytest.mark.long
@pytest.mark.parametrize("writes", [4_000_000, pytest.param(100_000_000, marks=pytest.mark.stress)])
def test_no_read_is_accepted_that_mixes_two_writings(writes: int) -> None:
    right, wrong = tortured(writes)
    assert right > writes / 40
    assert wrong == 0


# --- what is refused ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"threads": 0}, "threads = 0 is not an integer of 1 or more"),
        ({"threads": True}, "threads = True is not an integer"),
        ({"threads": 1025}, "threads = 1025 is more than 1024"),
        ({"threads": 2, "algorithm": "minimax"}, "minimax runs in one thread; negamax"),
        ({"threads": 2, "table": False}, "leave out threads, or search with a table"),
        ({"threads": 2, "nodes": 10}, "leave out threads, or nodes"),
    ],
)
def test_threads_that_cannot_be(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        solve(mnk(3, 3, 3), **options)
