"""Clusters for tests: workers in this process that answer in any order, get lost, or answer falsely."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

from zermelo.distributed.cluster import Cluster
from zermelo.distributed.executors import Received
from zermelo.distributed.worker import ClusterWorker

WITH_RAY = (pytest.mark.long, pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"))
"""The marks of a test that starts a Ray cluster. Ray is looked for, not imported: that changes what can be imported."""

Change = Callable[[str, dict[str, Any]], bytes | None]
"""What becomes of an answer of a worker: a line, or None if the worker ends instead."""


def honest(worker: str, answer: dict[str, Any]) -> bytes | None:
    """The answer as it is."""
    return json.dumps(answer).encode() + b"\n"


class Scripted:
    """Several workers in this process. Their answers come in an order that depends on the seed alone."""

    def __init__(self, count: int, seed: int = 0, change: Change = honest) -> None:
        self._rng = random.Random(seed)
        self._change = change
        self._workers: dict[str, ClusterWorker] = {}
        self._waiting: list[Received] = []
        self._started = 0
        self.quiet: dict[str, float] = {}
        for _ in range(count):
            self._start()

    @property
    def workers(self) -> tuple[str, ...]:
        return tuple(self._workers)

    def _start(self) -> str:
        self._started += 1
        name = f"worker {self._started}"
        self._workers[name] = ClusterWorker()
        return name

    def send(self, worker: str, line: bytes) -> None:
        answer = json.loads(self._workers[worker].answer(line))
        self._waiting.append(Received(worker, self._change(worker, answer)))

    def receive(self, seconds: float) -> list[Received]:
        if not self._waiting:
            return []
        return [self._waiting.pop(self._rng.randrange(len(self._waiting)))]

    def silence(self, worker: str) -> float:
        return self.quiet.get(worker, 0.0)

    def replace(self, worker: str) -> str:
        del self._workers[worker]
        self._waiting = [each for each in self._waiting if each.worker != worker]
        return self._start()

    def close(self) -> None:
        self._workers.clear()


def in_lanes(number: Any, change: Change = honest) -> Change:
    """Workers that say that they can have so many jobs at the same time. Here they do them one after the other."""

    def changed(worker: str, answer: dict[str, Any]) -> bytes | None:
        return change(worker, answer | {"lanes": number} if answer["is"] == "ready" else answer)

    return changed


def scripted(count: int, seed: int = 0, change: Change = honest, lanes: int = 1) -> Cluster:
    """A cluster of such workers."""
    workers = Cluster("serial", lanes=lanes)
    workers._start = lambda: Scripted(count, seed, change)
    return workers
