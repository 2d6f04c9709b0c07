"""Compiling is ended from outside: by a limit of time, by Ctrl-C, and by a bound of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

import pytest

from tests import ROOT
from zermelo import Solver
from zermelo.native import apart

ENDLESS: Final = '''
from zermelo import Game
from zermelo.compiler import kernel


class Endless(Game):
    """Take 1 to 3 of 24; the last one wins. The compiler never ends, as it would for a game that is far too large."""

    action_count, max_length = 3, 24

    def initial(self):
        return 24

    def legal(self, s, a):
        return a < s

    def apply(self, s, a):
        return s - a - 1

    def terminal(self, s):
        return s == 0

    def reward(self, s):
        return -1


def endless(*_):
    while True:
        pass


kernel.kernel = endless
'''


@pytest.fixture(autouse=True)
def _compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file above replaces it, until the test ends."""
    from zermelo.compiler import kernel

    monkeypatch.setattr(kernel, "kernel", kernel.kernel)


def begun(tmp_path: Path, *arguments: str) -> subprocess.Popen[str]:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    environment = {**os.environ, "ZERMELO_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "zermelo", arguments[0], str(file), *arguments[1:]]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.skipif(not apart.FORKS, reason="there is no child process")
def test_a_child_whose_parent_has_ended_does_not_wait_for_it_to_read() -> None:
    """It kept the end of the pipe from which its own result is read, and stayed for ever once the pipe was full."""

    def pipes() -> list[str]:
        there: list[str] = []
        for number in os.listdir("/proc/self/fd"):
            with contextlib.suppress(OSError):  # the list itself has been closed
                there.append(os.readlink(f"/proc/self/fd/{number}"))
        return there

    before = set(pipes())
    own = [pipe for pipe in apart.in_child(pipes) or () if pipe not in before and pipe.startswith("pipe:")]
    assert len(own) == 1


@pytest.mark.long
def test_check_ends_an_inference_that_never_ends_when_its_time_is_up(tmp_path: Path) -> None:
    said, errors = begun(tmp_path, "check", "--seconds", "3").communicate(timeout=20)
    assert "No fault was found in Endless so far" in said
    assert "compiling was given up after" in said
    assert "Time ran out" in said
    assert errors == ""


@pytest.mark.long
def test_ctrl_c_ends_a_check_that_is_compiling(tmp_path: Path) -> None:
    checking = begun(tmp_path, "check")
    time.sleep(3)
    checking.send_signal(signal.SIGINT)
    said, _ = checking.communicate(timeout=10)
    assert checking.returncode == 130
    assert "The check was interrupted" in said
    assert "contextlib" not in said


@pytest.mark.long
def test_solve_gives_up_a_compiler_that_is_required_when_its_time_is_up(tmp_path: Path) -> None:
    solving = begun(tmp_path, "solve", "--compiled", "--seconds", "2")
    said, errors = solving.communicate(timeout=10)
    assert (said, solving.returncode) == ("", 5)
    assert "Endless cannot be compiled: compiling was given up after 2 s" in errors
    assert "Without --compiled (in Python: compiled=True) it is interpreted" in " ".join(errors.split())


@pytest.mark.long
def test_compiling_ends_with_its_solver_and_a_search_says_that_its_code_was_not_ready(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    solver = Solver[Any](str(file), algorithm="minimax", seconds=1.0)
    assert solver.solve().note == "Interpreted, ten to a thousand times slower: the code was not ready in time."
    (thread,) = (each for each in threading.enumerate() if each.name == "zermelo-compile")
    del solver
    thread.join(5)
    assert not thread.is_alive()


def test_a_bound_of_its_own_ends_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the second run asks no compiler."""
    monkeypatch.setattr(apart, "LONGEST", 1)
    monkeypatch.setattr(apart, "PATIENCE", 60)  # on a busy machine, a second of CPU takes long
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    for most in (60.0, 1.0):
        solver, began = Solver[Any](str(file)), time.process_time()
        solver.prepare()
        assert "compiling was given up after 1 seconds" in solver.solve().note
        assert time.process_time() - began < most


@pytest.mark.long
@pytest.mark.parametrize("forks", [True, False])
def test_what_a_process_or_a_thread_of_its_own_returns_and_raises(forks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "FORKS", forks and apart.FORKS)
    assert (apart.in_child(lambda: (1, b"2")) or apart.in_thread(lambda: (1, b"2"))) == (1, b"2")
    with pytest.raises(apart.Uncompilable, match="why"):
        assert apart.in_child(refuse) or apart.in_thread(refuse)


def refuse() -> None:
    raise apart.Uncompilable("why")


@pytest.mark.skipif(not apart.FORKS, reason="there are no child processes")
def test_a_compiler_that_crashes_is_no_crash() -> None:
    with pytest.raises(apart.Uncompilable, match="ended without a result"):
        apart.in_child(lambda: os.abort())
