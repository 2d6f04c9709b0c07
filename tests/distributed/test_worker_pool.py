"""Workers that end, are silent, or are not fit for the work."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from typing import Any

import pytest

import zermelo
from tests.support.clusters import Scripted, honest, in_lanes, scripted
from zermelo.core.errors import GameFailed
from zermelo.distributed import worker_pool
from zermelo.distributed.cluster import Cluster
from zermelo.distributed.executors import ClusterFailed, Received
from zermelo.distributed.packing import packed_game, packed_state
from zermelo.distributed.worker import ClusterWorker


@pytest.mark.long
@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize("seed", range(5))
def test_workers_may_end_at_any_time(seed: int, lanes: int) -> None:
    """One answer in ten is lost, with its worker and all jobs that it has."""
    rng = random.Random(f"ends {seed}")

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        return None if answer["is"] == "answer" and rng.random() < 0.1 else honest(worker, answer)

    with scripted(3, seed, in_lanes(lanes, change), lanes=lanes) as workers:
        result = workers.solve("connect(4,4,3)", job_nodes=256, compiled=False)
    assert (result.value, result.kind) == (zermelo.solve("connect(4,4,3)").value, "exact")


@pytest.mark.long
def test_a_worker_gets_as_many_jobs_as_it_has_lanes() -> None:
    running: list[int] = []
    with scripted(2, 0, in_lanes(3), lanes=3) as workers:
        result = workers.solve(
            "connect(4,4,4)",
            job_nodes=64 * 8,
            compiled=False,
            progress=lambda progress: running.append(progress.running),
        )
    assert result.value == 0
    assert max(running) == 6


def test_the_loss_of_a_worker_is_told() -> None:
    lost: list[str] = []

    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        if answer["is"] == "answer" and not lost:
            lost.append(worker)
            return None
        return honest(worker, answer)

    with scripted(2, 0, change) as workers:
        result = workers.solve("mnk(3,3,3)", job_nodes=256, compiled=False)
    assert result.note == f"1 worker lost: {lost[0]}: it has ended."
    assert result.exact


def test_work_that_ends_every_worker_is_given_up() -> None:
    with (
        scripted(2, 0, lambda worker, answer: None if answer["is"] == "answer" else honest(worker, answer)) as workers,
        pytest.raises(
            ClusterFailed, match=r"^3 workers were lost at the position .*; the last one, worker \d: it has ended\.$"
        ),
    ):
        workers.solve("mnk(3,3,3)")


def test_workers_that_never_get_ready_are_given_up() -> None:
    with (
        scripted(2, 0, lambda worker, answer: None) as workers,
        pytest.raises(
            ClusterFailed,
            match=r"^6 workers were lost before they were ready; the last one, worker \d: it has ended\.$",
        ),
    ):
        workers.solve("mnk(3,3,3)")


def test_a_silent_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "SILENT", 0.0)
    silent = Scripted(2)
    silent.quiet["worker 1"] = 1.0
    workers = scripted(2)
    monkeypatch.setattr(workers, "_start", lambda: silent)
    with workers:
        result = workers.solve("mnk(3,3,3)", job_nodes=256, compiled=False)
    assert "worker 1: it has been silent for 0 seconds" in result.note
    assert result.value == 0


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        if worker == "worker 2":
            why = "It has zermelo 9.9.9 and Python 3.11, and the cluster zermelo 0.1.0."
            answer = {"is": "refused", "why": why, "number": answer["number"]}
        return honest(worker, answer)

    with (
        scripted(2, 0, change) as workers,
        pytest.raises(ClusterFailed, match=r"^Worker 2 was refused\. It has zermelo 9\.9\.9"),
    ):
        workers.solve("mnk(3,3,3)")


def test_a_game_that_fails_on_every_worker_is_the_games_fault() -> None:
    def change(worker: str, answer: dict[str, Any]) -> bytes | None:
        why = "apply raised KeyError: 7"
        failed = {"is": "failed", "why": why, "kind": "GameFailed", "number": answer["number"]}
        return honest(worker, failed if answer["is"] == "answer" else answer)

    with scripted(2, 0, change) as workers, pytest.raises(GameFailed, match=r"^apply raised KeyError: 7$"):
        workers.solve("mnk(3,3,3)")


@pytest.mark.long
def test_what_is_about_an_earlier_game_is_not_heard() -> None:
    """A worker that failed at the game before may say so late."""
    cluster = scripted(3)
    with cluster as workers:
        workers.solve("mnk(3,3,3)", job_nodes=64, compiled=False)
        executor: Any = workers._executor
        for what in ("failed", "refused", "ready", "answer"):
            line = honest("", {"is": what, "number": 1, "why": "Too late.", "kind": "GameFailed"})
            executor._waiting.append(Received("worker 1", line))
        assert workers.solve("nim(1,2,3)", job_nodes=64, compiled=False).value == -1


def test_a_worker_does_no_job_of_other_work_than_it_is_ready_for() -> None:
    """Threads may be asked to prepare different games; a job must not be about the wrong one."""

    def prepare(number: int, name: str) -> dict[str, Any]:
        game = zermelo.game_named(name)
        root = packed_state(game, None, game.initial())
        options = {"memory": 1 << 20, "compiled": False}
        asked = {"work": "proof", "game": packed_game(name)._asdict(), "root": root, "options": options}
        return json.loads(worker.answer(json.dumps({"do": "prepare", "number": number, **asked}).encode()))

    def ask(of: int) -> dict[str, Any]:
        question: dict[str, Any] = {
            "do": "ask",
            "number": 9,
            "moves": [],
            "bound": 1,
            "nodes": 1 << 20,
            "seconds": 60.0,
            "of": of,
        }
        return json.loads(worker.answer(json.dumps(question).encode()))

    worker = ClusterWorker()
    assert ask(1)["is"] == "failed"
    assert prepare(2, "nim(1,2,3)")["is"] == "ready"
    assert prepare(1, "nim(1,2,4)")["why"] == "It has been asked to do other work."
    assert (ask(2)["is"], ask(2)["upper"]) == ("answer", 0)
    assert prepare(3, "nim(1,2,4)")["is"] == "ready"
    assert ask(2)["why"] == "A job came that is not about what the worker is ready for."
    assert (ask(3)["is"], ask(3)["lower"]) == ("answer", 1)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="processes are stopped by signals")
def test_a_worker_that_stands_still_takes_no_long_line() -> None:
    """The cluster goes on, and notices that it is silent."""
    with zermelo.cluster("processes:1") as workers:
        workers.solve("mnk(3,3,3)")
        executor: Any = workers._executor
        (process,) = executor._processes.values()
        os.kill(process.pid, signal.SIGSTOP)
        began = time.monotonic()
        executor.send(executor.workers[0], b" " * (1 << 22) + b"\n")
        assert time.monotonic() - began < 1.0


class Slow(Scripted):
    """Workers that take a while to get ready."""

    def receive(self, seconds: float) -> list[Received]:
        received = super().receive(seconds)
        if any(b'"ready"' in (each.line or b"") for each in received):
            time.sleep(0.5)
        return received


@pytest.mark.long
def test_the_time_limit_begins_when_a_worker_is_ready() -> None:
    """Else a limit shorter than the time for compiling would be spent on it in each call."""
    workers = Cluster("serial")
    workers._start = lambda: Slow(1)
    with workers:
        assert workers.solve("nim(2,2)", seconds=0.4, compiled=False).kind == "exact"
        assert workers.census("nim(2,2)", seconds=0.4, compiled=False).complete
