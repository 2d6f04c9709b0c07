"""A search begins interpreted and is compiled only if it takes longer; nothing but the time tells which of them answered."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests import ROOT
from tests.support.games import Take
from zermelo import Game, Solver
from zermelo.core.errors import NotCompilable
from zermelo.games.catalogue import as_game
from zermelo.native import native
from zermelo.search.parts.observers import Trace
from zermelo.solver.budget import Interpreting
from zermelo.solver.options import SolveOptions
from zermelo.solver.result import Result

GAMES: Final[list[tuple[str, SolveOptions]]] = [
    ("mnk(3,3,3)", {}),
    ("mnk(4,4,3)", {"objective": "distance"}),
    ("mnk(5,5,4)", {"all_moves": True}),
    ("mnk(6,6,5)", {}),
    ("connect(5,4,4)", {"algorithm": "negascout"}),
    ("connect(6,5,4)", {}),
    ("lines(3x3x3,3)", {}),
    ("capture(7,2)", {}),
    ("einstein(3,2)", {"algorithm": "star2"}),
    ("tree(4,8)", {"algorithm": "alpha-beta", "without": "all"}),
]

NODES: Final = 4000
"""The budget of each search: some end in the first tier, others in the second, and some are cut short."""


def facts(result: Result) -> dict[str, Any]:
    """What a result says, except for times and for the tier."""
    left_out = {"seconds", "compile_seconds", "compiled", "note"}
    return {name: value for name, value in vars(result).items() if name not in left_out}


def positions(game: Game[Any], count: int) -> list[Any]:
    """Positions of random plays, none of them terminal."""
    rng, found = random.Random(22), list[Any]()
    while len(found) < count:
        state = game.initial()
        for _ in range(rng.randrange(game.max_length)):
            actions = list(game.actions(state))
            after = game.apply(state, rng.choice(actions))
            if game.terminal(after):
                break
            state = after
        found.append(state)
    return found


@pytest.fixture
def not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code is taken from the cache only where it would otherwise be compiled, as if it were not there before."""
    load = native._load_or_compile

    def load_late(*args: Any, only_cached: bool) -> Any:
        if only_cached:
            raise native.NotCached
        return load(*args, only_cached=False)

    monkeypatch.setattr(native, "_load_or_compile", load_late)


@pytest.mark.sampled("mnk(4,4,3)-6", "connect(6,5,4)-6", "capture(7,2)-6")
@pytest.mark.usefixtures("not_cached")
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.stress)])
@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_tiers_compiled_and_interpreted_say_the_same(name: str, options: SolveOptions, count: int) -> None:
    game = as_game(name)
    limited: SolveOptions = {"nodes": NODES, "threads": 1, **options}
    compiled, interpreted = (Solver(game, compiled=way, **limited) for way in (True, False))
    shared = Solver(game, **limited)
    for state in positions(game, count):
        expected = facts(compiled.solve(state))
        assert facts(interpreted.solve(state)) == expected
        assert facts(shared.solve(state)) == expected
        assert facts(Solver(game, **limited).solve(state)) == expected


@pytest.mark.usefixtures("not_cached")
def test_a_kept_table_is_the_same_in_both_tiers() -> None:
    """What the first tier wrote before it gave way is not in the table of the second."""
    game = as_game("connect(5,4,4)")
    states = positions(game, 8)
    compiled, tiers = Solver(game, compiled=True, threads=1), Solver(game, threads=1)
    for state in states:
        assert facts(tiers.solve(state, keep_table=True)) == facts(compiled.solve(state, keep_table=True))
    assert tiers.machine().compiled


def test_a_short_search_imports_no_compiler_and_says_that_it_was_interpreted(tmp_path: Path) -> None:
    code = """
import sys
from zermelo import solve
result = solve("mnk(3,3,3)")
print(result.compiled, repr(result.note), result.stopped, {"numba", "llvmlite"} & {*sys.modules})
"""
    environment = {**os.environ, "ZERMELO_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert (done.stdout, done.stderr) == ("False '' complete set()\n", "")


def test_after_the_first_nodes_a_solver_is_compiled_for_good(not_cached: None) -> None:
    many = Solver("mnk(3,3,3)")
    results = [many.solve() for _ in range(Interpreting().nodes // 98 + 2)]
    assert not results[0].compiled
    assert results[-1].compiled
    assert {facts(result)["value"] for result in results} == {0}


def test_prepare_compiles_at_once(not_cached: None) -> None:
    ready = Solver("mnk(3,3,3)")
    ready.prepare()
    assert ready.solve().compiled


def test_a_trace_records_one_search_alone(not_cached: None) -> None:
    long, short = Trace(10), Trace(10)
    options: SolveOptions = {"algorithm": "minimax", "without": "all", "line": False}
    Solver("mnk(3,3,3)", observer=long, compiled=True, **options).solve("a1 b1")
    result = Solver("mnk(3,3,3)", observer=short, **options).solve("a1 b1")
    assert result.compiled
    assert (short.count[0], short.events.tolist()) == (long.count[0], long.events.tolist())


def test_a_search_of_slow_nodes_is_compiled_before_the_first_nodes_are_spent(
    not_cached: None,
) -> None:
    options: SolveOptions = {"algorithm": "minimax", "without": "all"}
    tiers = Solver("mnk(3,3,3)", **options)
    tiers._interpreting = Interpreting(1 << 40, 0.01)
    result = tiers.solve()
    assert result.compiled
    assert facts(result) == facts(Solver("mnk(3,3,3)", compiled=True, **options).solve())


class Listed(Take):
    """Compiled code cannot read a list."""

    def legal(self, state: int, action: int) -> bool:
        return action < len([0] * state)

    def evaluate(self, state: int) -> int:
        return {0: 0}.get(state, 0)


def test_a_game_that_cannot_be_compiled_needs_no_note_for_a_short_search() -> None:
    found = Solver(Listed()).solve()
    assert (found.compiled, found.note) == (False, "")
    with pytest.raises(NotCompilable):
        Solver(Listed(), compiled=True).solve()
