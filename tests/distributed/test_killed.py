"""Workers and masters that are killed, and nodes that stand still: the value is the same, and at most a job is lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.distributed import worker_pool
from zermelo.distributed.cluster import Cluster
from zermelo.distributed.log import NAME

GAME, VALUE = "connect(6,6,4)", -1

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals")


def pids(workers: Cluster) -> list[int]:
    executor: Any = workers._executor
    return [process.pid for process in list(executor._processes.values())]


def meanwhile(work: Callable[[threading.Event], None]) -> Callable[[], None]:
    """Do something in a thread, until the returned function is called."""
    done = threading.Event()
    thread = threading.Thread(target=work, args=(done,))
    thread.start()

    def end() -> None:
        done.set()
        thread.join()

    return end


@pytest.mark.long
@pytest.mark.parametrize(
    "seed", [pytest.param(0), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 10))]
)
def test_killed_workers(seed: int) -> None:
    """Several times in each run, a worker is killed, whatever it is doing."""
    rng, killed = random.Random(f"killed {seed}"), list[int]()

    with zermelo.cluster("processes:2") as workers:

        def kill(done: threading.Event) -> None:
            while not done.wait(0.2 + rng.random() / 2) and len(killed) < 5:
                pid = rng.choice(pids(workers))
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        end = meanwhile(kill)
        try:
            result = workers.solve(GAME, job_nodes=20_000)
        finally:
            end()
    assert (result.kind, result.value) == ("exact", VALUE)
    assert killed
    assert "lost" in result.note


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_killed_master(seed: int, tmp_path: Path) -> None:
    """Killed at a random moment, its log is whole, and another one goes on from it."""
    program = (
        "import sys, zermelo\n"
        "with zermelo.cluster('processes:2') as workers:\n"
        "    workers.solve('connect(6,6,4)', checkpoint=sys.argv[1], job_nodes=20_000)\n"
    )
    log = tmp_path / "log"
    master = subprocess.Popen([sys.executable, "-c", program, str(log)])
    until = random.Random(f"master {seed}").randrange(1, 60)
    while master.poll() is None and lines(log) < until:
        time.sleep(0.02)
    master.kill()
    master.wait()
    before = lines(log)
    with zermelo.cluster("processes:2") as workers:
        result = workers.solve(GAME, checkpoint=log, job_nodes=20_000)
    assert (result.kind, result.value) == ("exact", VALUE)
    asked = [json.loads(line.rpartition(" ")[0]) for line in (log / NAME).read_text().splitlines()]
    asked = [(tuple(entry["moves"]), entry["bound"]) for entry in asked if "answer" in entry]
    twice = len(asked) - len(set(asked))
    assert before > 1
    assert twice <= 4  # what two workers were doing, and what each was sent beside


def lines(log: Path) -> int:
    path = log / NAME
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.long
def test_a_worker_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up, and killed; what it was doing is done by another."""
    monkeypatch.setattr(worker_pool, "SILENT", 1.5)
    with zermelo.cluster("processes:2") as workers:
        workers.solve("mnk(3,3,3)")
        stopped: list[int] = []

        def stop(done: threading.Event) -> None:
            done.wait(0.5)  # by then, a worker that still had a job of the first game has been replaced
            stopped.append(pids(workers)[0])
            os.kill(stopped[0], signal.SIGSTOP)

        end = meanwhile(stop)
        try:
            result = workers.solve("connect(4,5,4)", job_nodes=64 * 300, compiled=False)
        finally:
            end()
        assert stopped[0] not in pids(workers)
    assert (result.kind, result.value) == ("exact", 0)
    assert "it has been silent for 2 seconds" in result.note


@pytest.mark.long
def test_workers_end_with_the_cluster() -> None:
    with zermelo.cluster("processes:2") as workers:
        workers.solve("mnk(3,3,3)")
        there = pids(workers)
    for pid in there:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
