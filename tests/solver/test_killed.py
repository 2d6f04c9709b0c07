"""Searches whose process is killed, gets a signal or runs out of time, and the command that resumes them."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from tests.support.processes import signalled
from tests.support.refusals import contents
from zermelo import solve
from zermelo.cli import main
from zermelo.core.errors import BadCheckpoint
from zermelo.games import mnk

CHILD: Final = """
import json, sys
from zermelo import game_named, solve

name, path, every, options = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])

def progress(news):
    if news.phase == "searching":
        print(json.dumps([news.seconds, news.nodes]), flush=True)

found = solve(game_named(name), checkpoint=path, checkpoint_every=every, progress=progress, **options)
print(json.dumps(found.to_dict()), flush=True)
"""


def killed_until_done(
    path: Path, name: str, kills: int, every: float, longest: float, **options: Any
) -> tuple[dict[str, Any], int]:
    """What a search says that was killed at random times, none searching longer than that; and how often it was."""
    rng = random.Random("kills")
    command = [sys.executable, "-c", CHILD, name, str(path), str(every), json.dumps(options)]
    kill = 0
    while True:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            output = process.stdout.readline()
            if kill < kills and output.startswith("["):
                time.sleep(rng.uniform(0.0, longest))
                process.send_signal(signal.SIGKILL)
            output += process.stdout.read()
        if process.returncode != 0:
            assert process.returncode == -signal.SIGKILL
            kill += 1
        elif kill > 0 or longest < 0.001:
            return json.loads(output.splitlines()[-1]), kill
        else:  # a fast machine was done before the first kill
            path.unlink(missing_ok=True)
            longest /= 2


KILLED: Final = {
    "interpreted": ("mnk(4,4,3)", {"compiled": False, "without": "all"}, 6),
    "compiled": ("connect(5,5,4)", {"compiled": True, "without": "bounds,symmetry,forced,relevance,key"}, 6),
    "distance": (
        "connect(5,5,4)",
        {"compiled": True, "without": "bounds,symmetry,forced,relevance,key", "objective": "distance"},
        4,
    ),
}


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so")
@pytest.mark.parametrize("case", KILLED)
def test_a_search_that_is_killed_again_and_again_ends_with_the_same_value(tmp_path: Path, case: str) -> None:
    name, options, kills = KILLED[case]
    from zermelo import game_named

    whole = solve(game_named(name), **options)
    found, killed = killed_until_done(tmp_path / "work", name, kills, 0.1, 0.4, **options)
    assert (found["value"], found["kind"], found["distance"]) == (whole.value, "exact", whole.distance)
    assert killed > 0
    assert set(contents(tmp_path)) <= {"work", "work.old"}


@pytest.mark.stress
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes cannot be killed so")
def test_fifty_kills_over_more_than_a_minute_change_nothing(tmp_path: Path) -> None:
    started = time.monotonic()
    found, killed = killed_until_done(tmp_path / "work", "connect(7,6,4)", 50, 1, 1.5, memory=1 << 28)
    assert (found["value"], found["kind"]) == (1, "exact")  # Allis 1988: the first player wins
    assert killed == 50
    assert time.monotonic() - started > 60


ENDLESS: Final = ("solve", "mnk(5,5,5)", "--algorithm", "negamax", "--without", "all", "--json", "--memory", "512M")


def modified(path: Path) -> int:
    """When a file was written last; 0 if there is none."""
    return path.stat().st_mtime_ns if path.exists() else 0


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("mode", ["--compiled", "--interpreted"])
def test_a_signal_ends_a_solve_with_bounds_and_a_checkpoint(tmp_path: Path, number: signal.Signals, mode: str) -> None:
    path = tmp_path / "work"
    command = [sys.executable, "-m", "zermelo", *ENDLESS, mode, "--checkpoint", str(path), "--checkpoint-every", "0.2"]
    nodes: list[int] = []
    for _ in range(2):
        written = modified(path)
        ended = signalled(command, number, lambda before=written: modified(path) > before, within=5)
        assert (ended.returncode, ended.stderr) == (130, "")
        found = json.loads(ended.stdout)
        assert found["stopped"] == "interrupted"
        assert (found["lower"], found["upper"]) == (-1, 1)
        nodes.append(found["counters"]["nodes"])
    assert nodes[1] > nodes[0]
    with pytest.raises(BadCheckpoint, match="its position is"):
        solve(mnk(5, 5, 5), "a1", algorithm="negamax", without="all", checkpoint=path, compiled=False)


def zermelo(*arguments: str) -> tuple[int, str, str]:
    ran = CliRunner().invoke(main, list(arguments))
    return ran.exit_code, ran.stdout, ran.stderr


def test_a_spent_budget_exits_3_and_the_same_command_goes_on(tmp_path: Path) -> None:
    command = [
        *["solve", "mnk(3,3,3)", "--interpreted", "--without", "all", "--json", "--checkpoint"],
        str(tmp_path / "a"),
    ]
    codes: list[int] = []
    nodes: list[int] = []
    for _ in range(200):
        code, output, _ = zermelo(*command, "--nodes", "1000", "--no-deepening")
        codes.append(code)
        nodes.append(json.loads(output)["counters"]["nodes"])
        if code == 0:
            break
    assert set(codes[:-1]) == {3}
    assert codes[-1] == 0
    assert nodes[:3] == [1000, 2000, 3000]


def test_the_command_refuses_what_is_no_checkpoint_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy milk.")
    code, output, errors = zermelo("solve", "mnk(3,3,3)", "--interpreted", "--checkpoint", str(path))
    assert (code, output) == (2, "")
    assert "is not a checkpoint and is left unchanged; name another file." in errors
    assert path.read_text() == "Buy milk."


def test_too_little_memory_for_the_process_is_refused_at_the_start() -> None:
    started = time.monotonic()
    code, output, errors = zermelo("solve", "mnk(5,5,5)", "--memory", "16M", "--without", "all")
    assert (code, output) == (2, "")
    assert "memory = 16777216 bytes is too little: the process takes" in errors
    assert time.monotonic() - started < 5


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not measured so")
@pytest.mark.long
@pytest.mark.parametrize("name", ["connect(6,5,4)"])
def test_a_process_keeps_to_its_memory(tmp_path: Path, name: str) -> None:
    """The most it ever had, interpreter and code included, with a table that grows and checkpoints that are written."""
    options = ["--memory", "256M", "--checkpoint", str(tmp_path / "work"), "--checkpoint-every", "0.3"]
    command = [sys.executable, "-m", "zermelo", "solve", name, *options]
    code = (
        "import resource, subprocess, sys\n"
        f"subprocess.run({command!r}, check=True, stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(ran.stdout) * unit <= 256 << 20
