"""Supervision of long work: it runs in a thread, with progress, a time limit, Ctrl-C and other signals that end it.

Where there are no threads, as in a browser, the work looks at the clock itself, whenever it calls a function.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator
from types import FrameType
from typing import ClassVar, Final, Generic, TypeVar

from zermelo.core.errors import DoesNotReturn
from zermelo.core.interrupts import noting_interrupts, take_interrupt
from zermelo.core.late_calls import TICK, Abandoned, Calls

T = TypeVar("T")

THREADS: Final = sys.platform != "emscripten"
"""Whether there are threads."""

CALLS: Final = 256
"""The number of calls of functions after which work that supervises itself looks at the clock."""

STACK = 512 * 1024 * 1024
"""Bytes of stack for the work, reserved but not used until needed: kernels recurse once for each ply."""

STARTING = threading.Lock()
"""Held while a thread is started, because Python's stack size for new threads is one global setting."""


def started(work: Callable[[], None], name: str) -> threading.Thread:
    """Start a thread with a deep stack to do this work. Without threads, it is done at once."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    if not THREADS:
        work()
        return thread
    with STARTING:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


class _DeepThread:
    """A thread with a deep stack that does one work after the other: starting one takes longer than many a search."""

    idle: ClassVar[list[_DeepThread]] = []
    """Those that wait for work."""

    def __init__(self) -> None:
        self._works = queue.SimpleQueue[Callable[[], None] | None]()
        self.thread = started(self._run, "zermelo")

    @classmethod
    def given(cls, work: Callable[[], None]) -> _DeepThread:
        """An idle worker or a new one, which does this work."""
        try:
            worker = cls.idle.pop()
        except IndexError:
            worker = cls()
        worker._works.put(work)
        return worker

    def release(self, *, reuse: bool) -> None:
        """Its work is done. Without `reuse` the thread ends: an exception that was to end the work may still arrive."""
        if reuse and len(self.idle) < 2:
            self.idle.append(self)
        else:
            self._works.put(None)

    def _run(self) -> None:
        with contextlib.suppress(DoesNotReturn):
            while (work := self._works.get()) is not None:
                work()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_DeepThread.idle.clear)  # threads do not survive a fork

LEAST_SECONDS = 0.001
"""The time for each search that is left when the time for all of them is spent."""


class _Here(threading.local):
    """What each thread has of its own."""

    stopped_for = 0.0
    """The seconds that do not count."""
    is_over: Callable[[], bool] | None = None
    """Whether nobody waits any longer for the work of this thread."""


_here = _Here()


processor_time: Final = getattr(time, "thread_time", time.process_time)
"""Seconds that this thread has been running, where that is known: other work on the machine does not count."""


def working_time() -> float:
    """Seconds on a clock of this thread that stands still in `not_counted`. Only differences have a meaning."""
    return time.monotonic() - _here.stopped_for


@contextlib.contextmanager
def not_counted() -> Generator[None]:
    """A context in which the clock stands still: for compiling, which does not count towards time budgets."""
    began = working_time()
    try:
        yield
    finally:
        _here.stopped_for += working_time() - began


def is_given_up() -> bool:
    """Whether nobody waits any longer for the work that this thread does."""
    return _here.is_over is not None and _here.is_over()


@contextlib.contextmanager
def given_up_when(is_over: Callable[[], bool]) -> Generator[None]:
    """A context in which the work of this thread is given up as soon as `is_over` returns True."""
    before, _here.is_over = _here.is_over, is_over
    try:
        yield
    finally:
        _here.is_over = before


class Allowance:
    """A time budget shared by several searches, in seconds of working time from when it is made; None: no limit."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else working_time() + seconds

    @property
    def spent(self) -> bool:
        return self._end is not None and working_time() >= self._end

    def share(self, parts: int) -> float | None:
        """Seconds for one of `parts` searches that share the time left."""
        return None if self._end is None else max((self._end - working_time()) / parts, LEAST_SECONDS)


class Supervised(Generic[T]):
    """Runs `work()` in another thread while the calling thread supervises it.

    `stop()` must make the work end soon. It is called after `seconds`, and on Ctrl-C. `on_tick()` is called every TICK.
    Afterwards `stopped` is "seconds", "interrupted", or "" if the work ended by itself. Interpreted work that is still in
    the same call of a game's method PATIENCE seconds after it was stopped is ended by DoesNotReturn. Native code that is
    still running after NATIVE_PATIENCE seconds is abandoned, with the same error: its thread runs on until the process ends.
    """

    def __init__(
        self, work: Callable[[], T], stop: Callable[[], None], *, seconds: float | None, on_tick: Callable[[], None]
    ) -> None:
        self.stopped = ""
        self._work = work
        self._stop = stop
        self._seconds = seconds
        self._on_tick = on_tick
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._done = threading.Event()

    def run(self) -> T:
        """The result of the work. Raises whatever the work raises."""
        try:
            with noting_interrupts():
                return self._supervised() if THREADS else self._alone()
        finally:
            self._check_interrupt()  # also an interrupt at the very end

    def _supervised(self) -> T:
        worker = _DeepThread.given(self._run)
        self._calls = Calls(worker.thread)
        deadline = None if self._seconds is None else time.monotonic() + self._seconds
        while not self._done.is_set():
            try:
                self._wait(deadline)
            except KeyboardInterrupt:
                self._end("interrupted")
            except Abandoned:
                raise
            except BaseException:  # raised by `on_tick`: nothing would supervise the work any more
                self._stop()
                self._done.wait()
                raise
        worker.release(reuse=not self.stopped)
        if self._error is not None:
            raise self._error
        return self._result[0]

    def _alone(self) -> T:
        """The work in this thread, which supervises itself."""
        began = time.monotonic()
        deadline, ticks, calls = None if self._seconds is None else began + self._seconds, 1, 0

        def look(_frame: FrameType, _event: str, _argument: object) -> None:
            nonlocal ticks, calls
            calls += 1
            if calls % CALLS == 0 and time.monotonic() >= min(began + ticks * TICK, deadline or math.inf):
                ticks += 1
                self._check_interrupt()
                if deadline is not None and time.monotonic() >= deadline:
                    self._end("seconds")
                self._on_tick()

        sys.setprofile(look)
        try:
            return self._work()
        finally:
            sys.setprofile(None)

    def _wait(self, deadline: float | None) -> None:
        left = TICK if deadline is None else min(TICK, max(deadline - time.monotonic(), 0.0))
        if self._done.wait(left if left > 0 else TICK):
            return
        self._check_interrupt()
        if deadline is not None and time.monotonic() >= deadline:
            self._end("seconds")
        if self.stopped:
            self._calls.end_late_one()
            if self._calls.abandoned:
                raise Abandoned
        self._on_tick()

    def _check_interrupt(self) -> None:
        if take_interrupt():
            self._end("interrupted")

    def _end(self, reason: str) -> None:
        if not self.stopped:
            self.stopped = reason
        self._stop()

    def _run(self) -> None:
        try:
            with given_up_when(lambda: bool(self.stopped)):
                self._result.append(self._work())
        except BaseException as error:  # raised again by `run`, in the caller's thread
            self._error = error
        finally:
            self._done.set()


def awaited(done: threading.Event, seconds: float | None = None, on_tick: Callable[[], None] = lambda: None) -> bool:
    """Wait for an event, at most this many seconds. Returns whether it has come. An interrupt raises KeyboardInterrupt.

    `on_tick()` is called every TICK.
    """
    deadline, interrupted = None if seconds is None else time.monotonic() + seconds, False
    try:
        with noting_interrupts():
            while not interrupted:
                left = TICK if deadline is None else min(TICK, max(deadline - time.monotonic(), 0.0))
                if done.wait(left) or left == 0:
                    break
                on_tick()
                interrupted = take_interrupt()
    finally:
        interrupted = take_interrupt() or interrupted
    if interrupted:
        raise KeyboardInterrupt
    return done.is_set()


most_processors: int | None = None
"""The most processors that this process uses, if it is one of several that share them."""


def processors() -> int:
    """The number of processors that this process may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, most_processors or found)
