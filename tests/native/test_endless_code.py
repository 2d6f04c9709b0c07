"""Native code that does not return is abandoned: no limit of time and no Ctrl-C waits for it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.processes import signalled

GAME = '''
import zermelo
from tests.support.games import Take
from zermelo.core.errors import GameFailed
import zermelo.conformance.native as native

SPINS = False

class Stones(Take):
    def legal(self, state, action):
        while SPINS and action == 2:
            pass
        return action < state

def endless(game, search, state, depth, alpha, beta, guess):
    while depth >= 0:
        guess += 1
    return guess

asked = native._askers

def only_compiled(case):
    """The loop is in the compiled code alone: a global name is a constant there."""
    global SPINS
    SPINS = True
    try:
        return asked(case)
    finally:
        SPINS = False

native._askers = only_compiled
'''

CHECKED = f"{GAME}\nprint(zermelo.check(Stones(), compiled=True, seconds=SECONDS, plays=20).text())"
SOLVED = f"""{GAME}
try:
    zermelo.solve(Stones(), algorithm=endless, compiled=True, seconds=SECONDS)
except GameFailed as error:
    print(error)
"""


def command_for(program: str, folder: Path) -> list[str]:
    """A program in a file: what has no source is not compiled."""
    file = folder / "program.py"
    file.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{program}")
    return [sys.executable, str(file)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("program", "said"),
    [
        (CHECKED, "Compiled, actions(state) does not return, or takes too long."),
        (SOLVED, "Compiled, a method does not"),
    ],
)
def test_a_limit_of_time_does_not_wait_for_native_code(program: str, said: str, tmp_path: Path) -> None:
    command = command_for(program.replace("SECONDS", "8"), tmp_path)
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in " ".join(done.stdout.split())


@pytest.mark.long
def test_ctrl_c_does_not_wait_for_native_code(tmp_path: Path) -> None:
    began = time.monotonic()
    command = command_for(SOLVED.replace("SECONDS", "None"), tmp_path)
    done = signalled(command, signal.SIGINT, lambda: time.monotonic() > began + 15, within=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Compiled, a method does not return" in done.stdout
