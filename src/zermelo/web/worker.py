"""A process that answers one request after the other: JSON lines on standard input, answers on standard output.

    {"job": "values", "request": {...}}   -->   progress {...} ... result {...}   or   error {"kind": ..., "message": ...}

An answer is a line: a word, a space, JSON. The first says that the process `listens`: from then on SIGINT ends the work
on a request with what is known by then. The end of standard input ends the process at once; it may also say that it
`retires` before its last answer.
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
from zermelo.web import answers as described
from zermelo.web.jobs import Jobs, Players

EVERY: Final = 0.2
"""Seconds between two reports."""

REPORTED: Final = ("phase", "seconds", "nodes", "depth", "lower", "upper")

ANSWERS: Final[dict[str, type]] = {
    "position": described.PositionView,
    "values": described.Values,
    "best": described.Best,
    "guess": described.Best,
    "review": described.ReviewView,
    "tree": described.Tree,
}

SUPERVISED: Final = (Supervised[Any]._wait.__code__, Players.within.__code__)

PATIENCE: Final = 5
"""Times that work is asked to end before it is broken off."""

AGAIN: Final = 0.01
"""Seconds after which an interrupt that was lost comes again."""

MOST_TOLD: Final = 500
"""Characters of what a game says of its failure."""


def _interrupt_again(lost: sys.UnraisableHookArgs) -> None:
    """Where Python can raise nothing, as in `__del__`, an interrupt would be printed and forgotten: it comes again."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(lost)


def _told(error: BaseException) -> str:
    """What is said of an exception that is no refusal; of one of ours, the traceback goes to the server's output."""
    told = f"{type(error).__name__}: {error}"[:MOST_TOLD]
    if OURS not in getattr(error, "__notes__", ()):
        return f"The game failed: {told}."
    traceback.print_exception(error)
    return f"zermelo failed: {told}. {OURS}"


class Worker:
    """Reads, answers, writes."""

    def __init__(self, jobs: Jobs, requests: TextIO, answers: TextIO) -> None:
        self.jobs = jobs
        self.requests = requests
        self.answers = answers
        self.lines = queue.SimpleQueue[str]()
        self.working = False
        self.asked = 0
        """How often it was asked for what it knows, since the request came."""
        self.reported = 0.0

    def run(self) -> None:
        """Until there are no more requests, or a fresh process should take over."""
        signal.signal(signal.SIGINT, self._interrupt)
        sys.unraisablehook = _interrupt_again
        threading.Thread(target=self._read, daemon=True).start()
        self._write("listens", "null")
        while not self.jobs.worn:
            asked = json.loads(self.lines.get())
            word, answer = self._answer(asked["job"], asked["request"])
            if self.jobs.worn:
                self._write("retires", "null")
            self._write(word, answer)

    def _read(self) -> None:
        """In a thread of its own: whatever this process is doing, it does not outlive the server."""
        for line in self.requests:
            self.lines.put(line)
        os._exit(0)

    def _interrupt(self, _number: int, frame: types.FrameType | None) -> None:
        """A search that is watched tells what it knows; so does what reports. Other work goes on for a moment."""
        if self.working:
            self.asked += 1
            if self.asked >= PATIENCE or is_supervised(frame):
                raise KeyboardInterrupt

    def _answer(self, job: str, request: dict[str, Any]) -> tuple[str, str]:
        """A word, and JSON."""
        try:
            try:
                self.asked, self.working = 0, True
                return "result", checked(job, self.jobs.answer(job, request, self._report))
            finally:
                self.working = False
        except ZermeloError as error:
            kind, message = "refused", str(error)
        except KeyboardInterrupt:
            self.jobs.worn = True  # it was not where it can end in order
            kind, message = "stopped", "The work was stopped before there was an answer."
        except MemoryError:
            self.jobs.worn = True  # what fills it may be another game than this one
            kind, message = "refused", "There is not enough memory for this game; take a smaller one."
        except BaseException as error:  # a game may raise anything, anywhere
            kind, message = "failed", _told(error)
        return "error", json.dumps({"kind": kind, "message": message})

    def _report(self, progress: Progress) -> None:
        if self.asked:
            raise KeyboardInterrupt
        now = time.monotonic()
        if now - self.reported >= EVERY:
            self.reported = now
            told = {name: plain_number(getattr(progress, name)) for name in REPORTED}
            self._write("progress", json.dumps(told))

    def _write(self, word: str, told: str) -> None:
        """A whole line: not even SIGINT ends it in the middle."""
        working, self.working = self.working, False
        self.answers.write(f"{word} {told}\n")
        self.answers.flush()
        self.working = working


def is_supervised(frame: types.FrameType | None) -> bool:
    """Whether this is where an interrupt is waited for."""
    while frame is not None and frame.f_code not in SUPERVISED:
        frame = frame.f_back
    return frame is not None


def checked(job: str, answer: dict[str, Any]) -> str:
    """An answer as JSON. Raises ValidationError where it is not as described: a game may call its moves anything."""
    msgspec.convert(answer, ANSWERS[job])
    return json.dumps(answer, allow_nan=False)


def limit_memory(most: int) -> None:
    """The process gets no more address space than this many bytes, where the system can see to that."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no limits, and macOS refuses this one
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def main() -> None:
    """Serve standard input. Arguments, in JSON: options of searches, bytes of memory, niceness."""
    requests, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a game reads is no request
    os.dup2(2, 1)  # what it prints is no answer
    options, memory, politeness = (json.loads(text) for text in sys.argv[1:])
    limit_memory(memory)
    if hasattr(os, "nice"):
        os.nice(politeness)
    Worker(Jobs(**options), requests, answers).run()
    os._exit(0)  # threads may still be compiling


if __name__ == "__main__":
    main()
