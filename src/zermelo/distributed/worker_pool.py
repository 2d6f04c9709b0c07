"""The worker pool: the workers of a cluster with the game that they work on, and the jobs that each has.

    to a worker      {"do": "prepare", "number": 6, "game": ...}   {"do": "ask", "number": 7, "moves": [4, 0], ...}
    from a worker    {"is": "ready", "number": 6, ...}             {"is": "answer", "number": 7, "lower": -1, ...}
                     {"is": "refused", "number": 6, "why": ...}    {"is": "failed", "number": 7, "why": ...}

Messages are lines of JSON. The number of an answer is that of the message that it answers. A worker that ends or is silent
for too long is replaced, and its jobs are given to others. A worker that has another version of zermelo, Python or the game
is refused.
"""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.core import errors
from zermelo.core.errors import GameFailed, ZermeloError
from zermelo.core.supervision import Allowance
from zermelo.core.wording import shortened
from zermelo.distributed.executors import ClusterFailed, Executor

SILENT: Final = 30.0
"""Seconds without a sign of life after which a worker is given up."""

AWAY: Final = 5.0
"""Seconds after which this process, if it has not looked, cannot tell whether a worker was silent."""

MOST_LOST: Final = 3
"""How many workers may be lost over the same work or, for each worker, before one gets ready."""


class Job(NamedTuple):
    """What a worker is given to do."""

    about: Hashable
    """Jobs about the same are counted together when workers are lost."""
    where: str
    """Where the worker is, for a message: "at the position after ..."."""
    message: dict[str, Any]


class Done(NamedTuple):
    """A job that has ended."""

    worker: str
    number: int
    answer: dict[str, Any] | None
    """The message of the worker; None if it was lost."""


class WorkerPool:
    """The workers, and their jobs."""

    numbers: Final = itertools.count(1)
    """The numbers of all messages, of all pools: a late answer to an earlier one is known by its number."""

    def __init__(self, executor: Executor, prepare: dict[str, Any], seconds: float | None, most: int) -> None:
        """`prepare`: what the workers need to get ready. `seconds`: how long the work may take, from when one of them is
        ready. `most`: how many jobs a worker may have at the same time.
        """
        self._executor = executor
        self._most = most
        self._number = next(self.numbers)
        self._prepare = _line({"do": "prepare", "number": self._number, **prepare})
        self._jobs: dict[str, dict[int, Job]] = {}
        """The jobs of each worker, by their numbers."""
        self._lanes: dict[str, int] = {}
        """How many jobs each worker that is ready can have at the same time."""
        self._losses = Counter[Hashable]()
        """How many workers have been lost over what the same jobs are about, and None: since one got ready."""
        self._seconds = seconds
        self._time: Allowance | None = None
        """The time that is left, once it has begun."""
        self._looked = self._watching_since = time.monotonic()
        self.compiled = True
        """Whether native code answers, on all workers."""
        self.lost: list[str] = []
        """What happened to the workers that were lost."""
        for worker in executor.workers:
            executor.send(worker, self._prepare)

    @property
    def workers(self) -> tuple[str, ...]:
        return self._executor.workers

    def idle(self) -> Iterator[str]:
        """The workers that are ready and can have another job, those that have the fewest first."""
        for taken in range(self._most):
            for worker in self.workers:
                if len(self._jobs.get(worker, ())) <= taken < self._lanes.get(worker, 0):
                    yield worker

    def begin_time(self) -> None:
        """The time limit begins now, unless it has begun. That workers compile the game does not count."""
        if self._time is None:
            self._time = Allowance(self._seconds)

    @property
    def left(self) -> float | None:
        """The seconds that are left; None: there is no limit, or it has not begun."""
        return None if self._time is None else self._time.share(1)

    @property
    def is_late(self) -> bool:
        return self._time is not None and self._time.spent

    @property
    def busy(self) -> int:
        return sum(map(len, self._jobs.values()))

    def give(self, worker: str, job: Job) -> int:
        """Give a worker a job; returns its number."""
        number = next(self.numbers)
        self._jobs.setdefault(worker, {})[number] = job
        self._executor.send(worker, _line({**job.message, "number": number, "of": self._number}))
        return number

    def done(self, seconds: float) -> Iterator[Done]:
        """The jobs that have ended; it waits for one, at most this many seconds. Raises ClusterFailed, GameFailed."""
        for worker, line in self._executor.receive(seconds):
            if worker in self.workers:  # it may have been replaced meanwhile
                yield from self.lose(worker, "it has ended") if line is None else self._heard(worker, json.loads(line))
        now = time.monotonic()
        if now - self._looked > AWAY:  # this process has been stopped, and did not hear anybody
            self._watching_since = now
        self._looked = now
        for worker in self.workers:
            if min(self._executor.silence(worker), now - self._watching_since) > SILENT:
                yield from self.lose(worker, f"it has been silent for {SILENT:.0f} seconds")

    def _heard(self, worker: str, message: dict[str, Any]) -> Iterator[Done]:
        jobs, number = self._jobs.get(worker, {}), message["number"]
        if number != self._number and number not in jobs:
            return  # about an earlier game, or a job that was given up
        if message["is"] == "answer":
            del jobs[number]
            yield Done(worker, number, message)
        elif message["is"] == "ready":
            self.begin_time()
            self._lanes[worker] = message["lanes"]
            self._losses[None] = 0
            self.compiled = self.compiled and message["compiled"]
        else:
            why = shortened(message["why"])
            if message["is"] == "refused":
                raise ClusterFailed(f"{worker.capitalize()} was refused. {why}")
            failed = _error_named(message["kind"])(why)
            yield from self.lose(worker, f"it failed: {why.rstrip('.')}", failed, over=jobs.get(number))

    def lose(
        self, worker: str, why: str, failed: ZermeloError | None = None, *, over: Job | None = None
    ) -> Iterator[Done]:
        """Replace a worker. `over`: the job that it was lost over, if that is known; else it may be any that it has. Raises
        ClusterFailed if that has happened too often over the same, or what the worker says that it `failed` with.
        """
        jobs = self._jobs.get(worker, {})
        blamed = [over] if over is not None else list(jobs.values())
        about = {job.about: job for job in blamed} or {None: Job(None, "before they were ready", {})}
        self._losses.update(about.keys())
        self.lost.append(f"{worker}: {why}")
        most, when = max((self._losses[each], job.where) for each, job in about.items())
        if most >= MOST_LOST * (1 if blamed else len(self.workers)):
            if failed is not None:
                raise failed
            raise ClusterFailed(f"{most} workers were lost {when}; the last one, {self.lost[-1]}.")
        self._lanes.pop(worker, None)
        self._jobs.pop(worker, None)
        self._executor.send(self._executor.replace(worker), self._prepare)
        for number in jobs:
            yield Done(worker, number, None)

    def rest(self) -> None:
        """Replace the workers that are still busy, at the end of the work. They are not prepared again."""
        for worker in [worker for worker, jobs in self._jobs.items() if jobs]:
            self._lanes.pop(worker, None)
            self._executor.replace(worker)
        self._jobs.clear()


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _error_named(name: str) -> type[ZermeloError]:
    """The kind of error of this name, if a message is all that it takes; otherwise GameFailed."""
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, ZermeloError) and kind.__init__ is ZermeloError.__init__:
        return kind
    return GameFailed
