"""zermelo with Python alone, as in a browser: NumPy, llvmlite and psutil are not installed, and there are no threads."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.core import arrays
from zermelo.core.arrays import HAS_NUMPY, numpy_types

HOME = Path(zermelo.__file__).parents[1]
GAMES = ["mnk(3,3,3)", "connect(4,3,3)", "lines(2x3x3,3)", "nim(3,5,7)", "octal(0.156,9)", "einstein(2,1)"]


def alone(what: str) -> Any:
    """What this Python expression is where only the standard library is installed."""
    code = f"import json, sys; sys.path.insert(0, {str(HOME)!r}); import zermelo; print(json.dumps({what}))"
    ran = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.long
def test_games_have_the_values_that_they_have_elsewhere() -> None:
    assert HAS_NUMPY
    found = alone(f"[str(zermelo.solve(game, nodes=100_000).value) for game in {GAMES}]")
    assert found == [str(zermelo.solve(game).value) for game in GAMES]


@pytest.mark.long
@pytest.mark.parametrize(
    ("what", "shown"),
    [
        ("zermelo.analyze('mnk(3,3,3)', 'b2 a1').sentence()", "With best play this is a draw."),
        ("zermelo.classify('mnk(3,3,3)').sentence()", "MTD(f)"),
        ("str(zermelo.search_tree('mnk(3,3,3)', 'b2 b1 a1 c3 a3'))", "cut"),
        ("zermelo.check('nim(1,2)').text()", "no fault found"),
        ("zermelo.grundy('nim(3,4)').sentence()", "Grundy value 7"),
        ("str(zermelo.match('nim(1,2)', ('perfect', 'random'), games=2))", "perfect"),
        ("zermelo.game_named('connect(4,4,4)')._repr_svg_()", "<svg"),
    ],
)
def test_what_needs_no_library_works(what: str, shown: str) -> None:
    assert shown in alone(what)


@pytest.mark.long
def test_a_long_search_stays_interpreted_and_says_why() -> None:
    nodes, note = alone(
        "(lambda r: (r.counters['nodes'], r.note))(zermelo.solve('mnk(4,4,4)', without='all', nodes=30_000))"
    )
    assert (nodes, note.partition(":")[0]) == (30_000, "Interpreted, ten to a thousand times slower")


def test_without_threads_the_work_looks_at_the_clock_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.core.supervision.THREADS", False)
    before, began, seen = threading.active_count(), time.monotonic(), list[int]()
    game: Any = zermelo.game_named("mnk(4,4,4)")
    result = zermelo.solve(
        game, without="all", compiled=False, seconds=0.5, progress=lambda progress: seen.append(progress.nodes)
    )
    assert (result.stopped, result.lower, result.upper) == ("seconds", -1, 1)
    assert seen == sorted(seen)
    assert len(seen) > 1
    assert time.monotonic() - began < 60
    assert threading.active_count() == before
    assert zermelo.solve("mnk(3,3,3)", compiled=False).value == 0


def test_a_game_that_needs_numpy_is_refused_in_a_sentence() -> None:
    with pytest.raises(AssertionError, match="NotSupported: The leaves of a tree are made with NumPy"):
        alone("str(zermelo.solve('tree(2,3)'))")


def test_types_of_a_module_that_another_thread_is_importing_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_ALL_THERE", {})
    monkeypatch.setitem(sys.modules, "numpy.random", types.ModuleType("numpy.random"))
    assert numpy_types("random.Generator", "random.RandomState") == ()
