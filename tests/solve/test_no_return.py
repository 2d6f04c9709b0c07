"""A method of a game that never returns does not hold up a command for ever."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
        assert "terminal does not return (" in told
        assert "hangs.py:" in told
    else:
        assert process.returncode in (0, 3), told


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    process = started(tmp_path / "hangs.py", 20, "7")
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=30)[1]
    assert process.returncode in (2, 130), told
