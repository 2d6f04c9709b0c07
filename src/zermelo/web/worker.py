"""A worker process. It reads requests from standard input, one JSON object a line, and answers them in turn.

    {"job": "values", "request": {...}}   -->   progress {...} ... result {...}   or   error {"kind": ..., "message": ...}

It writes lines to standard output: a word, a space, JSON. SIGINT makes it answer the current request with what it has
found. Before an answer, a line `sources` lists the files from which games were loaded, and a line `retires` says that the
process ends after that answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
import traceback
import types
from typing import Any, Final

import msgspec

from zermelo.core import supervision
from zermelo.core.errors import ZermeloError
from zermelo.core.interrupts import note
from zermelo.core.stable_text import plain_fields
from zermelo.preflight.faults import OURS
from zermelo.solver.progress import Progress
from zermelo.web.jobs import Jobs
from zermelo.web.response_types import ANSWERS, REPORTED
from zermelo.work.processes import Pipes

REPORT_INTERVAL: Final = 0.2
"""Seconds between two progress reports."""

LONGEST_FAILURE: Final = 500
"""Characters of the message of an exception that a game raised."""

MEMORY: Final = 8 << 30
"""Bytes of address space of this process."""


def _failure(error: BaseException) -> str:
    """The message for an unexpected exception. For a fault of zermelo's own, the traceback goes to the server's stderr."""
    description = f"{type(error).__name__}: {error}"[:LONGEST_FAILURE]
    if OURS not in getattr(error, "__notes__", ()):
        return f"The game failed: {description}."
    traceback.print_exception(error)
    return f"zermelo failed: {description}. {OURS}"


class Worker:
    """Reads requests, answers them, and writes the answers."""

    def __init__(self, jobs: Jobs, pipes: Pipes) -> None:
        self.jobs = jobs
        self.pipes = pipes
        self.working = False
        self.interrupted = False
        """Whether the current request has been interrupted."""
        self.reported = 0.0
        """The time of the last progress report."""

    def run(self) -> None:
        """Answer requests until there are no more, or until a fresh process should take over."""
        signal.signal(signal.SIGINT, self._interrupt)
        for line in self.pipes:
            message = json.loads(line)
            word, answer = self._answer(message["job"], message["request"])
            self._write("sources", json.dumps(self.jobs.sources))
            if self.jobs.worn:
                self._write("retires", "null")
            self._write(word, answer)
            if self.jobs.worn:
                return

    def _interrupt(self, _number: int, _frame: types.FrameType | None) -> None:
        """Raises nothing: a supervised search ends in a moment, other work at its next progress report."""
        if self.working:
            self.interrupted = True
            note()

    def _answer(self, job: str, request: dict[str, Any]) -> tuple[str, str]:
        """The answer to a request: "result" or "error", and JSON."""
        try:
            try:
                self.interrupted, self.working = False, True
                return "result", checked(job, self.jobs.answer(job, request, self._report))
            finally:
                self.working = False
        except ZermeloError as error:
            kind, message = "refused", str(error)
        except KeyboardInterrupt:
            kind, message = "stopped", ""
        except MemoryError:
            self.jobs.worn = True  # another game may have filled the memory
            kind, message = "refused", "There is not enough memory for this game. Try a smaller one."
        except BaseException as error:  # a game may raise anything, anywhere
            kind, message = "failed", _failure(error)
        return "error", json.dumps({"kind": kind, "message": message})

    def _report(self, progress: Progress) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        now = time.monotonic()
        if now - self.reported >= REPORT_INTERVAL:
            self.reported = now
            fields = plain_fields(progress, *REPORTED)
            self._write("progress", json.dumps(fields))

    def _write(self, word: str, value: str) -> None:
        self.pipes.write(f"{word} {value}\n".encode())


def checked(job: str, answer: dict[str, Any]) -> str:
    """An answer as JSON. Raises ValidationError if it is not of its type: a game may name its moves with any object."""
    msgspec.convert(answer, ANSWERS[job])
    return json.dumps(answer, allow_nan=False)


def main() -> None:
    """Serve requests from standard input. The arguments are JSON: search options and niceness."""
    pipes = Pipes()
    options, niceness = (json.loads(text) for text in sys.argv[1:])
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no limits, and macOS refuses this one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    supervision.most_processors = 1
    if hasattr(os, "nice"):
        os.nice(niceness)
    Worker(Jobs(**options), pipes).run()
    os._exit(0)  # threads may still be compiling


if __name__ == "__main__":
    main()
