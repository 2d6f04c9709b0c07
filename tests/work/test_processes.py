"""Worker processes: what is written arrives, whoever is killed, and a worker ends with the process that started it."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zermelo.work.processes import ALIVE, WorkerProcess

ECHO = """
import sys
from zermelo.work.processes import Pipes

pipes = Pipes()
print("a game prints")
sys.stdin.read()
for line in pipes:
    pipes.write(line)
"""

Heard = queue.SimpleQueue[bytes | None]


@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module that writes each line back."""
    (tmp_path / "echo_for_tests.py").write_text(ECHO)
    paths = (str(tmp_path), os.environ.get("PYTHONPATH", ""))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    return "echo_for_tests"


def next_line(heard: Heard) -> bytes | None:
    while (line := heard.get(timeout=60)) == ALIVE:
        pass
    return line


def test_lines_arrive_and_the_end_is_heard(echo: str) -> None:
    heard = Heard()
    worker = WorkerProcess(echo, heard=heard.put)
    assert heard.get(timeout=60) == ALIVE
    long = b"x" * (1 << 20) + b"\n"
    for line in (b"one\n", long, b"two\n"):
        worker.send(line)
    assert [next_line(heard) for _ in range(3)] == [b"one\n", long, b"two\n"]
    assert worker.silence < 60
    assert not worker.ended
    worker.end()
    assert worker.ended
    assert next_line(heard) is None
    worker.send(b"too late\n")
    worker.interrupt()


@pytest.mark.skipif(os.name != "posix", reason="processes are killed by signals")
def test_a_worker_ends_with_the_process_that_started_it(echo: str) -> None:
    """Even if that is killed and cannot say so."""
    program = (
        "import time\n"
        "from zermelo.work.processes import WorkerProcess\n"
        f"print(WorkerProcess({echo!r}, heard=lambda line: None).pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        process.kill()
    until = time.monotonic() + 30
    while is_alive(worker):
        assert time.monotonic() < until
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals")
def test_half_a_line_of_a_killed_worker_is_not_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import os, signal\nos.write(1, b'whole\\nhalf a li')\nos.kill(os.getpid(), signal.SIGKILL)\n"
    (tmp_path / "half_for_tests.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    heard = Heard()
    worker = WorkerProcess("half_for_tests", heard=heard.put)
    assert [heard.get(timeout=60), heard.get(timeout=60)] == [b"whole\n", None]
    worker.end()
    assert worker._process.returncode == -signal.SIGKILL
