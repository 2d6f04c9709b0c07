"""Several questions at the same time, with one table."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.brute_force import Truth
from zermelo import game_named
from zermelo.core.errors import BadOption
from zermelo.distributed import session
from zermelo.distributed.cluster import Cluster
from zermelo.distributed.questioner import Questioner
from zermelo.search.parts.table import GROW_AT, TranspositionTable

UNLIMITED = 1 << 60


def asked(questioner: Questioner, states: Iterable[Any], bound: int, threads: int) -> list[tuple[int, int]]:
    """The bounds in the answers about these positions."""

    def ask(state: Any) -> tuple[int, int]:
        answer = questioner.ask(state, bound, UNLIMITED)
        return answer.lower, answer.upper

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(ask, states))


@pytest.mark.long
@pytest.mark.parametrize(("name", "depth"), [("connect(4,4,4)", 2), ("mnk(4,3,3)", 2)])
def test_answers_are_those_by_brute_force(name: str, depth: int) -> None:
    game = game_named(name)
    truth, questioner = Truth(game), Questioner(game, memory=1 << 24, compiled=True, lanes=3)
    assert questioner.lanes == 3
    states = [game.initial()]
    for _ in range(depth):
        states += [game.apply(state, action) for state in states for action in game.actions(state)]
    for bound in (1, 0):
        holds = [truth.worth(state).value >= bound for state in states]
        assert asked(questioner, states, bound, 3) == [(bound, 1) if each else (-1, bound - 1) for each in holds]


def test_the_table_grows_while_all_lanes_are_at_work() -> None:
    """It begins with 64 rows, so it is enlarged again and again."""
    game = game_named("connect(5,5,4)")
    states = [game.parse_position(f"{one} {two}") for one in range(1, 6) for two in range(1, 6)]
    alone, together = (Questioner(game, memory=1 << 26, compiled=True, lanes=lanes) for lanes in (1, 4))
    usual: TranspositionTable = together._lanes.table
    together._lanes.table = first = TranspositionTable(usual.width, 1 << 26, 64)
    for bound in (0, 1):
        assert asked(together, states, bound, 4) == asked(alone, states, bound, 1)
    assert together._lanes.table.bytes > 16 * first.bytes


def small(questioner: Questioner, rows: int) -> TranspositionTable:
    """A table of few rows for the lanes, half full."""
    table = TranspositionTable(questioner._lanes.table.width, 1 << 24, rows)
    table.fill[table.gauge] = table.fill[GROW_AT] // 2 + 1
    questioner._lanes.table = table
    return table


@pytest.mark.long
def test_a_table_that_two_lanes_find_crowded_is_enlarged_once() -> None:
    lanes = (questioner := Questioner(game_named("connect(4,4,4)"), memory=1 << 24, compiled=True, lanes=2))._lanes
    table = small(questioner, 64)
    for _ in range(2):
        lanes.grow(table.rows)
        assert len(lanes.table.rows) == 256


@pytest.mark.long
def test_the_part_of_a_lane_may_be_full_before_the_table_is() -> None:
    lanes = (questioner := Questioner(game_named("connect(4,4,4)"), memory=1 << 24, compiled=True, lanes=2))._lanes
    table = small(questioner, 64)
    table.fill[table.gauge] = table.fill[GROW_AT] // 2
    lanes.grow(table.rows)
    assert lanes.table is table


@pytest.mark.long
def test_a_table_is_enlarged_though_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a large one would never be enlarged."""
    game = game_named("connect(5,5,4)")
    questioner = Questioner(game, memory=1 << 26, compiled=True, lanes=2)
    small(questioner, 64)
    grown = TranspositionTable.grown

    def slowly(table: TranspositionTable, stopped: Any) -> TranspositionTable | None:
        time.sleep(1.2)
        return grown(table, stopped)

    monkeypatch.setattr(TranspositionTable, "grown", slowly)
    answer = questioner.ask(game.initial(), 1, UNLIMITED, 1.0)
    assert answer.lower < 1 <= answer.upper
    assert len(questioner._lanes.table.rows) > 64


def test_interpreted_code_has_one_lane() -> None:
    """Python runs one thread at a time."""
    assert Questioner(game_named("mnk(3,3,3)"), memory=1 << 20, compiled=False, lanes=8).lanes == 1


def test_proof_number_search_has_one_lane() -> None:
    questioner = Questioner(game_named("mnk(8,8,5)"), memory=1 << 20, compiled=False)
    assert (questioner.algorithm, questioner.lanes) == ("dfpn", 1)


@pytest.mark.long
def test_the_lanes_of_a_process_do_jobs_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[int] = []
    monkeypatch.setattr(session, "TICK", 0.0)  # all that happens is told
    monkeypatch.setattr(session, "SHARE", 0)
    with Cluster("processes:1", lanes=2) as workers:
        result = workers.solve(
            "connect(6,5,4)", job_nodes=50_000, progress=lambda progress: running.append(progress.running)
        )
    assert (result.kind, result.value) == ("exact", 0)
    assert max(running) == 2


@pytest.mark.parametrize(
    ("lanes", "why"),
    [
        (0, "lanes = 0 is not an integer of 1 or more."),
        ("2", "lanes = '2' is not an integer of 1 or more."),
        (1 << 20, "threads = 1048576 is more than"),
    ],
)
def test_impossible_lanes(lanes: Any, why: str) -> None:
    with pytest.raises(BadOption) as refused:
        Cluster("serial", lanes=lanes)
    assert str(refused.value).startswith(why)
