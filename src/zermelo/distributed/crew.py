"""The crew: the workers of a cluster with the game that they work on, and the jobs that each has.

A worker that ends, is silent for too long or answers nonsense is replaced, and its jobs are given to others. A worker
that has another version of zermelo, Python or the game is refused.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Hashable, Iterator
from typing import Any, Final, Generic, NamedTuple, TypeVar

from zermelo.core import errors
from zermelo.core.errors import GameFailed, ZermeloError
from zermelo.core.integers import is_within
from zermelo.core.wording import shortened
from zermelo.distributed.executors import ClusterFailed, Executor
from zermelo.distributed.messages import Job, Malformed, from_line, to_line

Work = TypeVar("Work", bound=Job)

SILENT: Final = 30.0
"""Seconds without a sign of life after which a worker is given up."""

AWAY: Final = 5.0
"""Seconds after which this process, if it has not looked, cannot tell whether a worker was silent."""

MOST_LOST: Final = 3
"""So many workers may be lost over the same work, or, for each worker, before one gets ready."""


class Done(NamedTuple, Generic[Work]):
    """A job that has ended."""

    worker: str
    number: int
    """The number of the job."""
    job: Work
    answer: Any
    """What the job reads."""
    lost: bool = False
    """Whether there is no answer, since the worker was lost."""


class Crew(Generic[Work]):
    """The workers, and their jobs."""

    numbers: Final = itertools.count(1)
    """The numbers of all messages, of all crews: a late answer to an earlier one is known by its number."""

    def __init__(self, executor: Executor, prepare: dict[str, Any], most: int = 1) -> None:
        """`prepare`: what the workers need to get ready. `most`: how many jobs a worker may have at the same time."""
        self._executor = executor
        self._most = most
        self._number = next(self.numbers)
        self._prepare = to_line({"do": "prepare", "number": self._number, **prepare})
        self._jobs: dict[str, dict[int, Work]] = {}
        """The jobs of each worker, by their numbers."""
        self._lanes: dict[str, int] = {}
        """How many jobs each worker that is ready can have at the same time."""
        self._losses: dict[Hashable, int] = {}
        """How many workers have been lost over what the same jobs are about, and None: since one got ready."""
        self._looked = self._watching_since = time.monotonic()
        self.compiled = True
        """Whether native code answers, on all workers."""
        self.lost: list[str] = []
        """What happened to the workers that were lost."""
        for worker in executor.workers:
            executor.send(worker, self._prepare)

    @property
    def workers(self) -> tuple[str, ...]:
        """The names of the workers."""
        return self._executor.workers

    def idle(self) -> Iterator[str]:
        """The workers that are ready and can have another job, those that have the fewest first."""
        for taken in range(self._most):
            for worker in self.workers:
                if len(self._jobs.get(worker, ())) <= taken < self._lanes.get(worker, 0):
                    yield worker

    @property
    def ready(self) -> bool:
        """Whether a worker is ready."""
        return bool(self._lanes)

    @property
    def busy(self) -> int:
        """How many jobs the workers have."""
        return sum(map(len, self._jobs.values()))

    def give(self, worker: str, job: Work) -> int:
        """Give a worker a job; returns its number."""
        number = next(self.numbers)
        self._jobs.setdefault(worker, {})[number] = job
        self._executor.send(worker, to_line({**job.facts(), "number": number, "of": self._number}))
        return number

    def done(self, seconds: float) -> Iterator[Done[Work]]:
        """The jobs that have ended; it waits for one, at most this many seconds. Raises ClusterFailed, GameFailed."""
        for worker, line in self._executor.receive(seconds):
            if worker in self.workers:  # it may have been replaced meanwhile
                yield from self.lose(worker, "it has ended") if line is None else self._heard(worker, line)
        now = time.monotonic()
        if now - self._looked > AWAY:  # this process has been stopped, and did not hear anybody
            self._watching_since = now
        self._looked = now
        for worker in self.workers:
            if min(self._executor.silence(worker), now - self._watching_since) > SILENT:
                yield from self.lose(worker, f"it has been silent for {SILENT:.0f} seconds")

    def _heard(self, worker: str, line: bytes) -> Iterator[Done[Work]]:
        jobs = self._jobs.get(worker, {})
        number: Any = None
        try:
            message = from_line(line)
            what, number, why = message.get("is"), message.get("number"), shortened(str(message.get("why")))
            if what not in ("ready", "refused", "failed", "answer"):
                raise Malformed("it is no message")
            if not isinstance(number, int) or (number != self._number and number not in jobs):
                return  # about an earlier game, or a job that was given up
            if what == "refused":
                raise ClusterFailed(f"{worker.capitalize()} was refused. {why}")
            if what == "ready":
                self._get_ready(worker, message)
            elif what == "failed":
                failed = _error_named(message.get("kind"))(why)
                yield from self.lose(worker, f"it failed: {why.rstrip('.')}", failed, over=jobs.get(number))
            elif number in jobs:
                answer = jobs[number].read(message)
                yield Done(worker, number, jobs.pop(number), answer)
        except Malformed as error:
            over = jobs.get(number) if isinstance(number, int) else None
            yield from self.lose(worker, f"its answer makes no sense: {error}", over=over)

    def _get_ready(self, worker: str, message: dict[str, Any]) -> None:
        """A worker is ready. Raises Malformed."""
        lanes = message.get("lanes")
        if not is_within(lanes, 1, self._most):
            raise Malformed("it cannot have so many jobs")
        self._lanes[worker] = lanes
        self._losses[None] = 0
        self.compiled = self.compiled and message.get("compiled") is True

    def lose(
        self, worker: str, why: str, failed: ZermeloError | None = None, *, over: Work | None = None
    ) -> Iterator[Done[Work]]:
        """Replace a worker. `over`: the job that it was lost over, if that is known; else it may be any that it has. Raises
        ClusterFailed if that has happened too often over the same, or what the worker says that it `failed` with.
        """
        jobs = self._jobs.get(worker, {})
        blamed = [over] if over is not None else list(jobs.values())
        about = {job.about: job for job in blamed} or {None: None}
        for each in about:
            self._losses[each] = self._losses.get(each, 0) + 1
        self.lost.append(f"{worker}: {why}")
        most, doing = max((self._losses[each], str(job)) for each, job in about.items())
        if most >= MOST_LOST * (1 if blamed else len(self.workers)):
            if failed is not None:
                raise failed
            when = doing if blamed else "before they were ready"
            raise ClusterFailed(f"{most} workers were lost {when}; the last one, {self.lost[-1]}.")
        self.replace(worker)
        for number, job in jobs.items():
            yield Done(worker, number, job, None, lost=True)

    def replace(self, worker: str) -> None:
        """End a worker, and start another one."""
        self._lanes.pop(worker, None)
        self._jobs.pop(worker, None)
        self._executor.send(self._executor.replace(worker), self._prepare)

    def rest(self) -> None:
        """Replace the workers whose jobs are no longer of use. They are not made ready: this crew has ended."""
        for worker in [worker for worker, jobs in self._jobs.items() if jobs]:
            self._lanes.pop(worker, None)
            self._executor.replace(worker)
        self._jobs.clear()


def _error_named(name: Any) -> type[ZermeloError]:
    """The kind of error of this name, if a message is all that it takes; otherwise GameFailed."""
    kind = getattr(errors, name, None) if isinstance(name, str) else None
    if isinstance(kind, type) and issubclass(kind, ZermeloError) and kind.__init__ is ZermeloError.__init__:
        return kind
    return GameFailed
