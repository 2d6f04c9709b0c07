"""Executors: where the workers of a cluster run. Each worker has a name, gets lines and sends lines.

`Serial` is one worker in this process, which answers at once: the same work gives the same answers in the same order, if
no job is cut short by its time.
`Processes` are workers on this machine, one a process. Those on a Ray cluster are in on_ray.py.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from typing import NamedTuple, Protocol

from zermelo.core.errors import ZermeloError
from zermelo.distributed.messages import LONGEST
from zermelo.distributed.worker import ALIVE, Worker


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
        self._worker = Worker()
        self._answers = deque[Received]()

    def send(self, worker: str, line: bytes) -> None:
        """The answer is found now."""
        self._answers.append(Received(worker, self._worker.answer(line)))

    def receive(self, seconds: float) -> list[Received]:
        """All answers."""
        received = list(self._answers)
        self._answers.clear()
        return received

    def silence(self, worker: str) -> float:
        """It is never silent."""
        return 0.0

    def replace(self, worker: str) -> str:
        """A new worker, under the same name."""
        self._worker = Worker()
        self._answers.clear()
        return worker

    def close(self) -> None:
        """There is nothing to end."""


class Processes:
    """Workers on this machine, each a process of its own."""

    def __init__(self, count: int) -> None:
        self._received = queue.SimpleQueue[Received]()
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._lines: dict[str, queue.SimpleQueue[bytes | None]] = {}
        """What is to be written to each of them, by a thread of its own: a process that stands still takes no long line."""
        self._heard: dict[str, float] = {}
        """When the last line of each worker came."""
        self._started = 0
        try:
            for _ in range(count):
                self._start()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> tuple[str, ...]:
        """Their names, "worker 1" first."""
        return tuple(self._processes)

    def _start(self) -> str:
        self._started += 1
        name = f"worker {self._started}"
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "zermelo.distributed.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C goes to the cluster only, which then ends its workers
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            )
        except OSError as error:
            raise ClusterFailed(f"The process of {name} cannot be started: {error.strerror}.") from None
        self._processes[name], self._heard[name] = process, time.monotonic()
        self._lines[name] = lines = queue.SimpleQueue[bytes | None]()
        threading.Thread(target=self._write, args=(process, lines), name=f"zermelo to {name}", daemon=True).start()
        threading.Thread(target=self._listen, args=(name, process), name=f"zermelo {name}", daemon=True).start()
        return name

    def _listen(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Pass on what a process writes, in a thread of its own."""
        assert process.stdout is not None
        with process.stdout as lines, contextlib.suppress(OSError):
            while line := lines.readline(LONGEST):
                self._heard[name] = time.monotonic()
                if line != ALIVE:
                    self._received.put(Received(name, line))
        self._received.put(Received(name, None))

    def _write(self, process: subprocess.Popen[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
        """Write to a process, in a thread of its own, until it ends."""
        assert process.stdin is not None
        with contextlib.suppress(OSError), process.stdin as input_:
            while (line := lines.get()) is not None:
                input_.write(line)
                input_.flush()

    def send(self, worker: str, line: bytes) -> None:
        """Write a line to its standard input, as soon as it takes one."""
        self._lines[worker].put(line)

    def receive(self, seconds: float) -> list[Received]:
        """The lines of all processes, in the order in which they came."""
        received: list[Received] = []
        with contextlib.suppress(queue.Empty):
            received.append(self._received.get(timeout=seconds))
            while True:
                received.append(self._received.get_nowait())
        return received

    def silence(self, worker: str) -> float:
        """Seconds since it wrote a line."""
        return time.monotonic() - self._heard[worker]

    def replace(self, worker: str) -> str:
        """Kill the process, and start another one."""
        self._end(worker)
        return self._start()

    def _end(self, worker: str) -> None:
        process = self._processes.pop(worker)
        process.kill()
        self._lines.pop(worker).put(None)
        process.wait()

    def close(self) -> None:
        """Kill all processes."""
        for worker in self.workers:
            self._end(worker)
