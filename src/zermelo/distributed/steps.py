"""Work in steps, each of which consists of jobs that do not depend on each other."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.core.errors import BadCheckpoint
from zermelo.core.interrupts import heeded, noting_interrupts
from zermelo.core.supervision import Allowance
from zermelo.distributed.crew import Crew
from zermelo.distributed.log import Log
from zermelo.distributed.messages import Malformed

TICK: Final = 0.2
"""Seconds between two reports of progress, at least."""

NOT_AN_ANSWER: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What reading something raises that has another form."""

NOT_OF_THIS_WORK: Final = "The log has an entry that does not belong to this work; name another folder."

Report = Callable[[str], None]


class Stopped(Exception):
    """The time is up, or an interrupt came; the argument says which: "seconds" or "interrupted"."""


@dataclass(frozen=True)
class Task:
    """A job: the name of a step, and what it is given."""

    step: str
    number: str
    """What distinguishes it from the other jobs of that step."""
    given: dict[str, Any] = field(hash=False)
    parsed: Callable[[Any], Any] = field(hash=False)
    """Makes of its answer what is wanted. It raises one of NOT_AN_ANSWER for what is none."""

    @property
    def about(self) -> str:
        """Its name."""
        return f"{self.step} {self.number}"

    def __str__(self) -> str:
        return f"over {self.about!r}"

    def facts(self) -> dict[str, Any]:
        """The job as plain data for JSON."""
        return {"do": self.step, **self.given}

    def read(self, facts: dict[str, Any]) -> tuple[Any, Any]:
        """The answer as plain data, and what it is parsed to. Raises Malformed."""
        try:
            return facts["found"], self.parsed(facts["found"])
        except NOT_AN_ANSWER:
            raise Malformed("it is not an answer") from None


@contextlib.contextmanager
def steps_of(
    log: Log,
    crew: Crew[Task],
    seconds: float | None,
    report: Report | None,
    check: Callable[[], None] = lambda: None,
) -> Generator[Steps]:
    """A context with Steps, which heed Ctrl-C. At its end no worker goes on with a job."""
    with noting_interrupts():
        try:
            yield Steps(log, crew, seconds, report, check)
        finally:
            crew.rest()
            heeded()  # an interrupt that came too late is not for what comes next


class Steps:
    """Does the jobs of one step after the other, and notes their answers, so that the work can be resumed."""

    def __init__(
        self,
        log: Log,
        crew: Crew[Task],
        seconds: float | None,
        report: Report | None,
        check: Callable[[], None],
    ) -> None:
        """`seconds`: how long the work may take, from when the first worker is ready. `check` is called before the first job
        of work that is resumed.
        """
        self.said = ""
        """How far the work has come."""
        self._log = log
        self._crew = crew
        self._report = report
        self._check = check
        self._seconds = seconds
        self._time: Allowance | None = None
        """The time that is left, once it has begun."""
        self._logged = {str(entry["job"]): entry.get("answer") for entry in log.entries if "job" in entry}
        """The answers that were there at the beginning, by the names of the jobs."""
        self._resumed = bool(self._logged)
        self._reported = time.monotonic()

    def done(self, tasks: Sequence[Task]) -> list[Any]:
        """The answers, in the order of the jobs. Raises Stopped, ClusterFailed, BadCheckpoint, and what a job fails with."""
        found = {task.about: self._remembered(task) for task in tasks if task.about in self._logged}
        waiting = [task for task in tasks if task.about not in found]
        if waiting and self._resumed:
            self._check()
            self._resumed = False
        total, waiting = len(waiting), waiting[::-1]
        while waiting or self._crew.busy:
            self._check_time()
            for worker in self._crew.idle():
                if waiting:
                    self._crew.give(worker, waiting.pop())
            for done in self._crew.done(TICK):
                if done.lost:
                    waiting.append(done.job)
                    continue
                plain, found[done.job.about] = done.answer
                self._log.add({"job": done.job.about, "answer": plain})
            self._tell(f"{self.said}: {total - len(waiting) - self._crew.busy} of {total} jobs")
        if total:
            self._log.sync()  # the caller may now delete what these jobs have read
        return [found[task.about] for task in tasks]

    def _remembered(self, task: Task) -> Any:
        """The answer that was in the log. Raises BadCheckpoint."""
        try:
            return task.parsed(self._logged[task.about])
        except NOT_AN_ANSWER:
            raise BadCheckpoint(NOT_OF_THIS_WORK) from None

    def _check_time(self) -> None:
        """Raises Stopped."""
        if heeded():
            raise Stopped("interrupted")
        if self._time is None and self._crew.ready:
            self._time = Allowance(self._seconds)
        if self._time is not None and self._time.spent:
            raise Stopped("seconds")

    def _tell(self, text: str) -> None:
        now = time.monotonic()
        if self._report is not None and now >= self._reported:
            self._report(text)
            self._reported = now + TICK
