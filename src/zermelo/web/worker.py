"""A process that answers one request after the other: JSON lines on standard input, answers on standard output.

    {"job": "values", "request": {...}}   -->   progress {...} ... result {...}   or   error {"kind": ..., "message": ...}

An answer is a line: a word, a space, JSON. SIGINT ends the work on a request with what is known by then; the end of standard
input ends the process, which may also say that it `retires` before it gives its last answer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any, Final, TextIO

from zermelo.analysis import plain_number
from zermelo.errors import ZermeloError
from zermelo.run import Progress
from zermelo.web.jobs import Jobs

EVERY: Final = 0.2
"""Seconds between two reports."""

REPORTED: Final = ("phase", "seconds", "nodes", "depth", "lower", "upper")

MOST_TOLD: Final = 500
"""Characters of what a game says of its failure."""


class Worker:
    """Reads, answers, writes."""

    def __init__(self, jobs: Jobs, requests: TextIO, answers: TextIO) -> None:
        self.jobs = jobs
        self.requests = requests
        self.answers = answers
        self.working = False
        self.reported = 0.0

    def run(self) -> None:
        """Until there are no more requests, or a fresh process should take over."""
        signal.signal(signal.SIGINT, self._interrupt)
        for line in self.requests:
            asked = json.loads(line)
            kind, answer = self._answer(asked["job"], asked["request"])
            if self.jobs.worn:
                self._write("retires", None)
            self._write(kind, answer)
            if self.jobs.worn:
                return

    def _interrupt(self, _number: int, _frame: object) -> None:
        if self.working:
            raise KeyboardInterrupt

    def _answer(self, job: str, request: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        kind, message = "failed", ""
        try:
            self.working = True
            answer = self.jobs.answer(job, request, self._report)
            self.working = False
            return "result", answer
        except ZermeloError as error:
            kind, message = "refused", str(error)
        except KeyboardInterrupt:
            kind, message = "stopped", "The work was stopped before there was an answer."
        except MemoryError:
            kind, message = "refused", "There is not enough memory for this game; take a smaller one."
        except Exception as error:  # a game may raise anything, anywhere
            message = f"The game failed: {type(error).__name__}: {error}"[:MOST_TOLD]
        self.working = False
        return "error", {"kind": kind, "message": message}

    def _report(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self.reported >= EVERY:
            self.reported = now
            told = {name: plain_number(getattr(progress, name)) for name in REPORTED}
            self._write("progress", told)

    def _write(self, word: str, told: Any) -> None:
        """A whole line: not even SIGINT ends it in the middle. Who sent that sends it again."""
        working, self.working = self.working, False
        self.answers.write(f"{word} {json.dumps(told)}\n")
        self.answers.flush()
        self.working = working


def limit_memory(most: int) -> None:
    """The process gets no more address space than this many bytes, where the system can see to that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def main() -> None:
    """Serve standard input. Arguments, in JSON: options of searches, bytes of memory, niceness."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a game prints is no answer
    options, memory, politeness = (json.loads(text) for text in sys.argv[1:])
    limit_memory(memory)
    if hasattr(os, "nice"):
        os.nice(politeness)
    with answers:
        Worker(Jobs(**options), sys.stdin, answers).run()


if __name__ == "__main__":
    main()
