"""Work in steps, each of which consists of jobs that do not depend on each other."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, NamedTuple

from zermelo.core.interrupts import noting_interrupts, take_interrupt
from zermelo.distributed.log import Log
from zermelo.distributed.worker_pool import Job, WorkerPool

TICK: Final = 0.2
"""Seconds between two reports of progress, at least."""

Report = Callable[[str], None]


class StepsStopped(Exception):
    """The time is up, or an interrupt came; the argument says which: "seconds" or "interrupted"."""


class StepTask(NamedTuple):
    """A job: the name of a step, and what it is given."""

    step: str
    number: str
    """What distinguishes it from the other jobs of that step."""
    given: dict[str, Any]
    parsed: Callable[[Any], Any]
    """Makes what is wanted of the answer, which is plain data."""

    @property
    def name(self) -> str:
        return f"{self.step} {self.number}"

    def job(self) -> Job:
        return Job(self.name, f"over {self.name!r}", {"do": self.step, **self.given})


@contextlib.contextmanager
def steps_of(
    log: Log, pool: WorkerPool, report: Report | None, check: Callable[[], None] = lambda: None
) -> Generator[Steps]:
    """A context with Steps, which end at Ctrl-C. At its end no worker goes on with a job."""
    with noting_interrupts():
        try:
            yield Steps(log, pool, report, check)
        finally:
            pool.rest()
            take_interrupt()  # an interrupt that came too late must not stop what comes next


class Steps:
    """Does the jobs of one step after the other, and notes their answers, so that the work can be resumed."""

    def __init__(self, log: Log, pool: WorkerPool, report: Report | None, check: Callable[[], None]) -> None:
        """`check` is called before the first job of work that is resumed."""
        self.said = ""
        self._log = log
        self._pool = pool
        self._report = report
        self._check = check
        self._logged = {entry["job"]: entry["answer"] for entry in log.entries if "job" in entry}
        """The answers that were there at the beginning, by the names of the jobs."""
        self._resumed = bool(self._logged)
        self._reported = time.monotonic()

    def done(self, tasks: Sequence[StepTask]) -> list[Any]:
        """The answers, in the order of the jobs. Raises StepsStopped, ClusterFailed, and what a job fails with."""
        found = {task.name: task.parsed(self._logged[task.name]) for task in tasks if task.name in self._logged}
        waiting, given = [task for task in tasks if task.name not in found], dict[int, StepTask]()
        if waiting and self._resumed:
            self._check()
            self._resumed = False
        total, waiting = len(waiting), waiting[::-1]
        while waiting or given:
            if take_interrupt():
                raise StepsStopped("interrupted")
            if self._pool.is_late:
                raise StepsStopped("seconds")
            for worker in self._pool.idle():
                if waiting:
                    task = waiting.pop()
                    given[self._pool.give(worker, task.job())] = task
            for done in self._pool.done(TICK):
                task = given.pop(done.number)
                if done.answer is None:
                    waiting.append(task)
                    continue
                found[task.name] = task.parsed(done.answer["found"])
                self._log.add({"job": task.name, "answer": done.answer["found"]})
            self._tell(f"{self.said}: {total - len(waiting) - len(given)} of {total} jobs")
        if total:
            self._log.sync()  # the caller may now delete what these jobs have read
        return [found[task.name] for task in tasks]

    def _tell(self, text: str) -> None:
        now = time.monotonic()
        if self._report is not None and now >= self._reported:
            self._report(text)
            self._reported = now + TICK
