"""Executors: where the workers of a cluster run. Each worker has a name, gets lines and sends lines.

`Serial` is one worker in this process, which answers at once: the same work gives the same answers in the same order, if
no job is cut short by its time.
`Processes` are workers on this machine, one a process. Those on a Ray cluster are in on_ray.py.
"""

from __future__ import annotations

import contextlib
import queue
from typing import NamedTuple, Protocol

from zermelo.core.errors import ZermeloError
from zermelo.distributed.worker import ClusterWorker
from zermelo.work.processes import ALIVE, WorkerProcess


class ClusterFailed(ZermeloError):
    """The workers of a cluster cannot do the work."""


class Received(NamedTuple):
    """What came from a worker: a line, or None if it has ended."""

    worker: str
    line: bytes | None


class Executor(Protocol):
    """Runs workers."""

    @property
    def workers(self) -> tuple[str, ...]:
        """The names of the workers."""
        ...

    def send(self, worker: str, line: bytes) -> None:
        """Send a line to a worker. If it has ended, nothing happens."""
        ...

    def receive(self, seconds: float) -> list[Received]:
        """The lines that have come; it waits for one, at most this many seconds."""
        ...

    def silence(self, worker: str) -> float:
        """Seconds since the last sign of life of a worker."""
        ...

    def replace(self, worker: str) -> str:
        """End a worker, and start another one; returns the name of that."""
        ...

    def close(self) -> None:
        """End all workers."""
        ...


class Serial:
    """One worker, in this process and thread."""

    def __init__(self) -> None:
        self.workers = ("worker 1",)
        self._worker = ClusterWorker()
        self._answers: list[Received] = []

    def send(self, worker: str, line: bytes) -> None:
        self._answers.append(Received(worker, self._worker.answer(line)))

    def receive(self, seconds: float) -> list[Received]:
        received, self._answers = self._answers, []
        return received

    def silence(self, worker: str) -> float:
        return 0.0

    def replace(self, worker: str) -> str:
        self._worker, self._answers = ClusterWorker(), []
        return worker

    def close(self) -> None:
        pass


class Processes:
    """Workers on this machine, each a process of its own."""

    def __init__(self, count: int) -> None:
        self._received = queue.SimpleQueue[Received]()
        self._processes: dict[str, WorkerProcess] = {}
        self._started = 0
        try:
            for _ in range(count):
                self._start()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> tuple[str, ...]:
        return tuple(self._processes)

    def _start(self) -> str:
        self._started += 1
        name = f"worker {self._started}"

        def heard(line: bytes | None) -> None:
            if line != ALIVE:
                self._received.put(Received(name, line))

        try:
            self._processes[name] = WorkerProcess("zermelo.distributed.worker", heard=heard)
        except OSError as error:
            raise ClusterFailed(f"The process of {name} cannot be started: {error.strerror}.") from None
        return name

    def send(self, worker: str, line: bytes) -> None:
        self._processes[worker].send(line)

    def receive(self, seconds: float) -> list[Received]:
        received: list[Received] = []
        with contextlib.suppress(queue.Empty):
            received.append(self._received.get(timeout=seconds))
            while True:
                received.append(self._received.get_nowait())
        return received

    def silence(self, worker: str) -> float:
        return self._processes[worker].silence

    def replace(self, worker: str) -> str:
        self._processes.pop(worker).end()
        return self._start()

    def close(self) -> None:
        while self._processes:
            self._processes.popitem()[1].end()
