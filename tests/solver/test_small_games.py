"""Small games are exact at once, limits that are not needed cost nothing, and an exact value agrees with its own line."""

from __future__ import annotations

import dataclasses
import functools
import time
from pathlib import Path
from typing import Any

import pytest

from examples.dots_and_boxes import DotsAndBoxes
from examples.three_mens_morris import ThreeMensMorris
from tests.broken.games import Take
from tests.support.interpreting import compile_nothing
from tests.support.naive import Drops, outcomes
from zermelo import analyze, solve
from zermelo.core.errors import BadAlgorithm, BadGame
from zermelo.games import connect, mnk
from zermelo.play.oracle import Oracle
from zermelo.solver import run
from zermelo.solver.solver import Solver


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing has been compiled before, and whoever compiles fails."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    compile_nothing(monkeypatch)
    monkeypatch.setattr("zermelo.tablebase.in_memory.SECONDS", 60.0)  # however slow the machine is


class Slow(DotsAndBoxes):
    """A search, which asks for keys, takes much longer than a visit of all positions, which does not."""

    def key(self, state: Any) -> Any:
        time.sleep(0.001)
        return super().key(state)


@pytest.mark.usefixtures("no_compiler")
def test_a_search_that_takes_longer_gives_way_to_all_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.supervision.TICK", 0.001)
    result = solve(Slow(2, 2), objective="distance")
    assert (result.value, result.kind, result.algorithm) == (2, "exact", "retrograde")
    assert (result.chosen, result.counters["nodes"]) == ("all 5,349 positions were visited", 5349)
    assert result.all_best
    assert result.compiled is False


@pytest.mark.long
def test_a_search_that_was_asked_for_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.supervision.TICK", 0.001)
    asked: list[dict[str, Any]] = [
        {"algorithm": "mtdf"},
        {"nodes": 10**9},
        {"compiled": False},
        {"without": "killers"},
        {"etc": True},
        {"threads": 1},
        {"table": False, "depth": 12},
    ]
    for options in asked:
        assert solve(DotsAndBoxes(2, 1), **options).algorithm == "mtdf", options


@pytest.mark.usefixtures("no_compiler")
def test_a_small_game_is_analysed_at_once() -> None:
    for game, moves, value in [(DotsAndBoxes(2, 2), 12, 2), (ThreeMensMorris(), 9, 1), (mnk(3, 3, 3), 9, 0)]:
        found = analyze(game, seconds=60.0)
        assert (found.exact, found.value, len(found.moves), found.compiled) == (True, value, moves, False)
        assert found.nodes > 3000


@pytest.mark.long
@pytest.mark.usefixtures("no_compiler")
def test_an_oracle_and_many_positions_are_answered_from_all_positions() -> None:
    oracle = Oracle(DotsAndBoxes(2, 2))
    assert oracle.values().value[0] == 2
    solver = Solver[Any](DotsAndBoxes(2, 2))
    answers = solver.solve_many([None, "a1h", "a1h b1h"])
    assert (answers.lower == answers.upper).all()
    assert len(solver.tables) == 1


@pytest.mark.long
@pytest.mark.parametrize("limit", [{"seconds": 600.0}, {"nodes": 10**6}, {"seconds": 600.0, "nodes": 10**6}])
def test_a_limit_that_is_not_needed_costs_nothing(limit: Any) -> None:
    for game in (connect(5, 4, 4), mnk(4, 3, 3), mnk(4, 4, 4)):
        assert solve(game, **limit).counters["nodes"] == solve(game, algorithm="mtdf").counters["nodes"]


@pytest.mark.parametrize("nodes", [1, 15, 16, 17, 400, 3000])
def test_a_search_to_the_end_and_one_that_deepens_share_a_limit_of_nodes(nodes: int) -> None:
    found = [solve(connect(5, 4, 4), nodes=nodes, compiled=False) for _ in range(2)]
    assert found[0].counters == found[1].counters
    assert (found[0].stopped, found[0].counters["nodes"]) == ("nodes", nodes)


@pytest.mark.long
def test_other_best_moves_are_looked_for_in_the_rest_of_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The part of a limit of time that goes to the end first cut them off: a match with the same seed was another match."""
    searched, calls = Solver._searched, list[Any]()

    def cut_short(self: Any, *arguments: Any, **options: Any) -> Any:
        calls.append(arguments)
        found = searched(self, *arguments, **options)
        return dataclasses.replace(found, all_best=False) if len(calls) == 1 else found

    monkeypatch.setattr(Solver, "_searched", cut_short)
    found = solve(mnk(3, 3, 3), "b1", seconds=60.0, all_moves=True, compiled=False)
    assert (found.exact, found.all_best, len(calls)) == (True, True, 2)


@pytest.mark.long
def test_a_limit_of_time_that_is_needed_leaves_time_for_estimates() -> None:
    result = solve(connect(7, 6, 4), seconds=1.0, threads=1)
    assert (result.kind, result.stopped) == ("heuristic", "seconds")
    assert result.depth is not None
    assert result.depth >= 3


class WrongBounds(Take):
    """Every position is said to be a win for the player to move."""

    def bounds(self, state: Any, alpha: int, beta: int) -> tuple[int, int]:
        return (1, 1)


@pytest.mark.parametrize("options", [{}, {"objective": "distance"}, {"algorithm": "negamax"}])
def test_an_exact_value_that_its_line_refutes_is_refused(options: Any) -> None:
    with pytest.raises(
        BadGame, match=r"ends with 1 after 7 plies. What the class says .* is wrong \(bounds\); `--without all`"
    ):
        solve(WrongBounds(), **options)
    assert solve(WrongBounds(), without="all", **options).value == 1


def test_the_line_of_an_exact_value_is_played_with_the_class_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    made = run.report

    def another(*arguments: Any) -> Any:
        result = made(*arguments)
        return dataclasses.replace(result, value=-result.value)

    monkeypatch.setattr(run, "report", another)
    with pytest.raises(
        BadGame, match=r"Take: the search says that the value is -1, but its own line, .*, ends with 1 after"
    ):
        solve(Take())
    with pytest.raises(BadGame, match="after 5 plies, but"):
        solve(Take(), objective="distance")
    assert solve(mnk(3, 3, 3)).value == 0


@pytest.mark.parametrize("algorithm", ["alpha-beta", "negascout", "aspiration", "sss", "mtdf"])
def test_a_win_that_lies_beyond_the_depth_has_no_line_that_refutes_it(algorithm: Any) -> None:
    """A bound proves the win; the searches below it, which do not see it, once went on with any moves."""
    rules: Any = Drops(4, 4, 3)
    value_of = outcomes(rules)
    solver: Solver[Any] = Solver("connect(4,4,3)", algorithm=algorithm, objective="distance", compiled=False)
    for moves in ((0, 0), (0, 1), (1, 0), (0, 0, 1, 0), (1, 1, 1, 3)):
        value = value_of(functools.reduce(rules.apply, moves, rules.start()))
        for depth in range(2, 9):
            text = " ".join(str(column + 1) for column in moves)
            result = solver.solve(text, depth=depth, deepening=False, keep_table=depth > 2)
            assert result.lower <= value <= result.upper


def test_an_algorithm_that_its_line_refutes_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_algorithm: Any) -> bool:
        return False

    monkeypatch.setattr("zermelo.solver.line.is_ours", never)
    made = run.report

    def another(*arguments: Any) -> Any:
        return dataclasses.replace(made(*arguments), value=-1)

    monkeypatch.setattr(run, "report", another)
    with pytest.raises(BadAlgorithm, match=r"The algorithm mtdf says that the value of Take is -1, but its own line"):
        solve(Take())
