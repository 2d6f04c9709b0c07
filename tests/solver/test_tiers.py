"""A search begins interpreted and is compiled only if it takes longer; nothing but the time tells which of them answered."""

from __future__ import annotations

import _thread
import gc
import os
import random
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
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
from zermelo.solver.compilation import ONE_AT_A_TIME, Compilation
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


@pytest.fixture
def never_ready(not_cached: None) -> Iterator[None]:
    """Another game is being compiled all the time."""
    with ONE_AT_A_TIME:
        yield


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the number of nodes makes a solver compile, not the time, which is longer on a machine that has much to do."""
    monkeypatch.setattr(Interpreting, "sooner", lambda first: first)
    monkeypatch.setattr("zermelo.solver.solver.Interpreting", lambda: Interpreting(seconds=600.0))


LONG: Final[SolveOptions] = {"algorithm": "minimax", "without": "all"}
"""Options with which tic-tac-toe takes the interpreter half a minute, and native code an instant."""


@pytest.mark.long
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


@pytest.mark.long
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
from zermelo import Solver
from zermelo.solver.budget import Interpreting
Interpreting.sooner = lambda first: first
solver = Solver("mnk(3,3,3)")
solver._interpreting = Interpreting(seconds=600.0)  # else a machine that has much to do takes too long
result = solver.solve()
print(result.compiled, repr(result.note), result.stopped, {"llvmlite"} & {*sys.modules})
"""
    environment = {**os.environ, "ZERMELO_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert (done.stdout, done.stderr) == ("False '' complete set()\n", "")


@pytest.mark.long
def test_after_the_first_nodes_a_solver_is_compiled_for_good(not_cached: None, patient: None) -> None:
    many = Solver("mnk(3,3,3)")
    results = [many.solve() for _ in range(Interpreting().nodes // 98 + 2)]
    assert not results[0].compiled
    many.prepare()
    results.append(many.solve())
    assert results[-1].compiled
    assert {facts(result)["value"] for result in results} == {0}


def test_prepare_compiles_at_once(not_cached: None) -> None:
    ready = Solver("mnk(3,3,3)")
    ready.prepare()
    assert ready.solve().compiled


@pytest.mark.long
def test_a_trace_records_one_search_alone(not_cached: None) -> None:
    long, short = Trace(10), Trace(10)
    Solver("mnk(3,3,3)", observer=long, compiled=True, line=False, **LONG).solve("a1 b1")
    tiers = Solver("mnk(3,3,3)", observer=short, line=False, **LONG)
    tiers._interpreting = Interpreting(0)
    tiers.solve("a1 b1")
    tiers.prepare()
    assert tiers.solve("a1 b1").compiled
    assert (short.count[0], short.events.tolist()) == (long.count[0], long.events.tolist())


def test_a_search_of_slow_nodes_is_compiled_before_the_first_nodes_are_spent(not_cached: None) -> None:
    tiers = Solver("mnk(3,3,3)", **LONG)
    tiers._interpreting = Interpreting(1 << 40, 0.01)
    result = tiers.solve()
    assert result.compiled
    assert facts(result) == facts(Solver("mnk(3,3,3)", compiled=True, **LONG).solve())


def test_an_interpreted_search_goes_on_while_its_code_is_compiled(never_ready: None) -> None:
    tiers = Solver("mnk(3,3,3)")
    tiers._interpreting = Interpreting(0, 0.0)
    result = tiers.solve()
    assert (result.compiled, result.value, result.kind, tiers.compiling) == (False, 0, "exact", True)


# --- where the time to compile counts ---------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("spent", [False, True])
def test_the_time_is_kept_if_the_code_is_not_ready(never_ready: None, spent: bool) -> None:
    tiers = Solver("mnk(3,3,3)", **LONG)
    if spent:
        tiers._interpreting = Interpreting(0, 0.0)
    began = time.monotonic()
    result = tiers.solve(seconds=1.0, wall=True)
    assert time.monotonic() - began < 2
    assert (result.compiled, result.stopped, tiers.compiling, tiers.ready) == (False, "seconds", True, False)
    assert result.lower < result.upper


def test_code_that_is_ready_at_last_takes_over_a_search_that_did_not_wait_for_it(
    not_cached: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiers = Solver("mnk(3,3,3)", **LONG)
    with monkeypatch.context() as patch:
        patch.setattr(Compilation, "wait", lambda *_: False)
        result = tiers.solve(seconds=60.0, wall=True, deepening=False)
    assert (result.compiled, result.value, tiers.compiling, tiers.ready) == (True, 0, False, True)


@pytest.mark.long
def test_ctrl_c_ends_a_call_while_it_waits_for_the_code(never_ready: None) -> None:
    tiers = Solver("mnk(3,3,3)", **LONG)
    for wall in (True, False):
        tiers._interpreting = Interpreting(0, 0.0)
        timer = threading.Timer(0.3, _thread.interrupt_main)
        timer.start()
        began = time.monotonic()
        result = tiers.solve(seconds=60.0, wall=wall)
        assert (result.stopped, tiers.interrupted, len(result.best)) == ("interrupted", True, 1)
        assert time.monotonic() - began < 5
        timer.join()


# --- what nobody waits for --------------------------------------------------------------------------------------------
def test_a_compilation_of_a_solver_that_is_gone_ends_before_its_turn(never_ready: None) -> None:
    """Each thread has a deep stack: dozens of them filled the memory of a server."""
    before = {*threading.enumerate()}
    tiers = Solver("mnk(3,3,3)", **LONG)
    tiers.compile_ahead()
    (thread,) = (new for new in {*threading.enumerate()} - before if new.name == "zermelo-compile")
    assert thread.is_alive()
    del tiers
    thread.join(5)
    assert not thread.is_alive()


class Watcher:
    """Whoever asked for the progress of a search, and refers to its solver."""

    def __init__(self) -> None:
        self.solver = Solver("mnk(3,3,3)")
        self.solver.solve(progress=self.watch)

    def watch(self, _: Any) -> None:
        pass


@pytest.mark.long
def test_a_solver_is_gone_as_soon_as_nobody_refers_to_it() -> None:
    gc.collect()
    gc.disable()
    try:
        watcher = Watcher()
        solver = weakref.ref(watcher.solver)
        del watcher
        assert solver() is None
    finally:
        gc.enable()


class Listed(Take):
    """Compiled code cannot read a list."""

    def legal(self, state: int, action: int) -> bool:
        return action < len([0] * state)

    def evaluate(self, state: int) -> int:
        return {0: 0}.get(state, 0)


@pytest.mark.long
def test_a_game_that_cannot_be_compiled_needs_no_note_for_a_short_search() -> None:
    found = Solver(Listed()).solve()
    assert (found.compiled, found.note) == (False, "")
    with pytest.raises(NotCompilable):
        Solver(Listed(), compiled=True).solve()
