"""A worker process. It reads requests from standard input, one JSON object a line, and answers them in turn.

    {"job": "values", "request": {...}}   -->   progress {...} ... result {...}   or   error {"kind": ..., "message": ...}

It writes lines to standard output: a word, a space, JSON. The first line, `listens`, says that the process is ready: from
then on, SIGINT makes it answer the current request with what it has found. A line `retires` before an answer says that
the process ends after that answer. The process also ends, at once, when its standard input ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
import types
from typing import Any, Final, TextIO

import msgspec

from zermelo.core.errors import ZermeloError
from zermelo.core.supervision import Supervised
from zermelo.preflight.faults import OURS
from zermelo.solver.progress import Progress
from zermelo.solver.result import plain_number
from zermelo.web import response_types
from zermelo.web.jobs import Jobs

REPORT_INTERVAL: Final = 0.2
"""Seconds between two progress reports."""

REPORTED: Final = ("phase", "seconds", "nodes", "depth", "lower", "upper")
"""The fields of a progress report."""

ANSWERS: Final[dict[str, type]] = {
    "position": response_types.PositionView,
    "values": response_types.Values,
    "best": response_types.Best,
    "guess": response_types.Best,
    "review": response_types.ReviewView,
    "tree": response_types.Tree,
}
"""The type of the answer to each job."""

SUPERVISED: Final = Supervised[Any]._wait.__code__
"""The function that waits for other threads, and handles an interrupt by ending in good order."""

PATIENCE: Final = 5
"""The number of interrupts after which work is broken off, wherever it is."""

REPEAT_DELAY: Final = 0.01
"""Seconds after which an interrupt that was lost is repeated."""

LONGEST_FAILURE: Final = 500
"""Characters of the message of an exception that a game raised."""


def _interrupt_again(lost: sys.UnraisableHookArgs) -> None:
    """Repeat an interrupt that was lost: what is raised in `__del__` and the like, Python only prints."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(REPEAT_DELAY, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(lost)


def _failure(error: BaseException) -> str:
    """The message for an unexpected exception. For a fault of zermelo's own, the traceback goes to the server's stderr."""
    description = f"{type(error).__name__}: {error}"[:LONGEST_FAILURE]
    if OURS not in getattr(error, "__notes__", ()):
        return f"The game failed: {description}."
    traceback.print_exception(error)
    return f"zermelo failed: {description}. {OURS}"


class Worker:
    """Reads requests, answers them, and writes the answers."""

    def __init__(self, jobs: Jobs, requests: TextIO, answers: TextIO) -> None:
        self.jobs = jobs
        self.requests = requests
        self.answers = answers
        self.lines = queue.SimpleQueue[str]()
        self.working = False
        self.interrupts = 0
        """How often the current request has been interrupted."""
        self.reported = 0.0
        """The time of the last progress report."""

    def run(self) -> None:
        """Answer requests until there are no more, or until a fresh process should take over."""
        signal.signal(signal.SIGINT, self._interrupt)
        sys.unraisablehook = _interrupt_again
        threading.Thread(target=self._read, daemon=True).start()
        self._write("listens", "null")
        while not self.jobs.worn:
            message = json.loads(self.lines.get())
            word, answer = self._answer(message["job"], message["request"])
            if self.jobs.worn:
                self._write("retires", "null")
            self._write(word, answer)

    def _read(self) -> None:
        """Read requests, in a separate thread: when the input ends, so does the process, whatever it is doing."""
        for line in self.requests:
            self.lines.put(line)
        os._exit(0)

    def _interrupt(self, _number: int, frame: types.FrameType | None) -> None:
        """Interrupt a supervised search at once. Other work runs on until its next progress report, or until it has been
        interrupted PATIENCE times.
        """
        if self.working:
            self.interrupts += 1
            if self.interrupts >= PATIENCE or is_supervised(frame):
                raise KeyboardInterrupt

    def _answer(self, job: str, request: dict[str, Any]) -> tuple[str, str]:
        """The answer to a request: "result" or "error", and JSON."""
        try:
            try:
                self.interrupts, self.working = 0, True
                return "result", checked(job, self.jobs.answer(job, request, self._report))
            finally:
                self.working = False
        except ZermeloError as error:
            kind, message = "refused", str(error)
        except KeyboardInterrupt:
            self.jobs.worn = True  # it was interrupted at a point where it could not end in good order
            kind, message = "stopped", "The search was stopped before it had an answer."
        except MemoryError:
            self.jobs.worn = True  # another game than this one may have filled the memory
            kind, message = "refused", "There is not enough memory for this game. Try a smaller one."
        except BaseException as error:  # a game may raise anything, anywhere
            kind, message = "failed", _failure(error)
        return "error", json.dumps({"kind": kind, "message": message})

    def _report(self, progress: Progress) -> None:
        if self.interrupts:
            raise KeyboardInterrupt
        now = time.monotonic()
        if now - self.reported >= REPORT_INTERVAL:
            self.reported = now
            fields = {name: plain_number(getattr(progress, name)) for name in REPORTED}
            self._write("progress", json.dumps(fields))

    def _write(self, word: str, value: str) -> None:
        """Write a line. SIGINT does not interrupt it."""
        working, self.working = self.working, False
        self.answers.write(f"{word} {value}\n")
        self.answers.flush()
        self.working = working


def is_supervised(frame: types.FrameType | None) -> bool:
    """Whether a frame is inside the function that handles an interrupt."""
    while frame is not None and frame.f_code is not SUPERVISED:
        frame = frame.f_back
    return frame is not None


def checked(job: str, answer: dict[str, Any]) -> str:
    """An answer as JSON. Raises ValidationError if it is not of its type: a game may name its moves with any object."""
    msgspec.convert(answer, ANSWERS[job])
    return json.dumps(answer, allow_nan=False)


def limit_memory(most: int) -> None:
    """Limit the address space of this process to `most` bytes, if the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no limits, and macOS refuses this one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def main() -> None:
    """Serve requests from standard input. The arguments are JSON: search options, bytes of memory, niceness."""
    requests, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # a game that reads input must not take requests
    os.dup2(2, 1)  # nor may its output mix with answers
    options, memory, niceness = (json.loads(text) for text in sys.argv[1:])
    limit_memory(memory)
    if hasattr(os, "nice"):
        os.nice(niceness)
    Worker(Jobs(**options), requests, answers).run()
    os._exit(0)  # threads may still be compiling


if __name__ == "__main__":
    main()
