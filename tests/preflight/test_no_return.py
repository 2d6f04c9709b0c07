"""A method of a game that never returns does not hold up a command for ever."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo import Game, Result, analyze, census, check, solve
from zermelo.core import late_calls
from zermelo.core.errors import GameFailed
from zermelo.preflight import facets

GAME = """
from zermelo import Game


class Hangs(Game):
    action_count, max_length = 2, 400

    def initial(self):
        return FIRST

    def legal(self, state, action):
        return action < state

    def apply(self, state, action):
        return state - action - 1

    def terminal(self, state):
        while state == 7:
            pass
        return state == 0

    def reward(self, state):
        return -1
"""


def started(path: Path, first: int, *more: str) -> subprocess.Popen[str]:
    path.write_text(GAME.replace("FIRST", str(first)).replace("state == 7", f"state == {more[0]}"))
    command = [sys.executable, "-m", "zermelo", "solve", f"{path}:Hangs", "--interpreted", *more[1:]]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.long
@pytest.mark.parametrize(("first", "at"), [(20, "7"), (300, "-5")], ids=["hangs", "does not"])
def test_it_is_named(first: int, at: str, tmp_path: Path) -> None:
    process = started(tmp_path / "hangs.py", first, at, "--seconds", "1")
    told = " ".join(process.communicate(timeout=60)[1].split())
    if at == "7":
        assert process.returncode == 2
        assert "terminal does not return, or takes too long (" in told
        assert "hangs.py:" in told
    else:
        assert process.returncode in (0, 3), told


@pytest.mark.long
def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    process = started(tmp_path / "hangs.py", 20, "7")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=30)[1]
    assert process.returncode in (2, 130), told


class Stones(Game[int]):
    """Take 1 or 2 of 12 stones; one of its methods waits for something at 7 stones."""

    action_count, max_length, resolution = 2, 12, 10

    def __init__(self, late: str, seconds: float = 60.0) -> None:
        self.late, self.seconds = late, seconds

    def _wait(self, name: str, state: int) -> None:
        if name != self.late or state not in (0, 7):
            return
        if name == "key":
            threading.Event().wait(self.seconds)  # inside a library
        begun = time.monotonic()
        while name != "key" and time.monotonic() < begun + self.seconds:
            pass

    def initial(self) -> int:
        return 12

    def legal(self, state: int, action: int) -> bool:
        self._wait("legal", state)
        return action < state

    def apply(self, state: int, action: int) -> int:
        return state - action - 1

    def terminal(self, state: int) -> bool:
        self._wait("terminal", 7)  # at the start, too
        return state == 0

    def reward(self, state: int) -> int:
        self._wait("reward", state)
        return -1

    def evaluate(self, state: int) -> int:
        self._wait("evaluate", state)
        return 0

    def key(self, state: int) -> int:
        self._wait("key", state)
        return state


ASKED: dict[str, Callable[[Game[Any]], object]] = {
    "solve": lambda game: solve(game, seconds=0.5, compiled=False),
    "analyze": lambda game: analyze(game, seconds=0.5, compiled=False),
    "census": lambda game: census(game, seconds=0.5, compiled=False),
}


@pytest.mark.sampled("legal-solve")
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("late", ["legal", "evaluate"])
def test_soon_after_the_budget(asked: str, late: str) -> None:
    begun = time.monotonic()
    with pytest.raises(GameFailed, match=rf"^{late} does not return, or takes too long \(.*test_no_return.py:\d+\)"):
        ASKED[asked](Stones(late))
    assert time.monotonic() - begun < 6


@pytest.mark.long
@pytest.mark.parametrize("late", ["legal", "reward", "evaluate", "terminal"])
def test_a_check_ends_with_it(late: str) -> None:
    begun = time.monotonic()
    report = check(Stones(late), seconds=0.5, compiled=False)
    assert time.monotonic() - begun < 6
    assert (report.stopped, [fault.rule for fault in report.faults]) == ("seconds", ["returns"])
    assert f"{late} does not return, or takes too long (" in report.text()
    assert "rules: time ran out" in report.text()


@pytest.mark.long
def test_what_takes_long_inside_a_library_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_calls, "PATIENCE", 0.1)
    monkeypatch.setattr(facets, "LEAST", 0.1)
    assert isinstance(solve(Stones("key", 0.8), seconds=0.1, compiled=False), Result)
