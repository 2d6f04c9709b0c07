"""Long work in a thread of its own, watched: progress, a time limit, Ctrl-C; and other signals that end it."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")

TICK = 0.1
"""Seconds between looks at the work."""

STACK = 512 * 1024 * 1024
"""Bytes of stack for the work (reserved, not used until needed): kernels recurse once for each ply."""

STARTING = threading.Lock()
"""The size of stacks is one for all threads that are started, and is put back by whoever changed it."""


def started(work: Callable[[], None], name: str) -> threading.Thread:
    """A thread that works, with a deep stack."""
    thread = threading.Thread(target=work, name=name, daemon=True)
    with STARTING:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


LEAST_SECONDS = 0.001
"""For one search of several, when the time for all is spent."""


class Allowance:
    """So many seconds from its making on, for several searches; None is as long as they take."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def unlimited(self) -> bool:
        """Whether there is no end to it."""
        return self._end is None

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self._end is not None and time.monotonic() >= self._end

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Do not count what takes place inside: compiling."""
        began = time.monotonic()
        yield
        if self._end is not None:
            self._end += time.monotonic() - began

    def share(self, parts: int) -> float | None:
        """Seconds for one of `parts` searches that share what is left."""
        return None if self._end is None else max((self._end - time.monotonic()) / parts, LEAST_SECONDS)


class Watched(Generic[T]):
    """Runs `work()` while the calling thread keeps watch.

    `stop()` must make the work end soon; it is called after `seconds`, and on Ctrl-C. `look()` is called every TICK.
    Afterwards `stopped` tells "seconds", "interrupted" or "" (it ended by itself).
    """

    def __init__(
        self, work: Callable[[], T], stop: Callable[[], None], *, seconds: float | None, look: Callable[[], None]
    ) -> None:
        self.stopped = ""
        self._work = work
        self._stop = stop
        self._seconds = seconds
        self._look = look
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._done = threading.Event()

    def run(self) -> T:
        """The result of the work. Raises what the work raised."""
        with answering(lambda _number, _frame: self._end("interrupted"), *interrupting_signals()):
            return self._watched()

    def _watched(self) -> T:
        started(self._run, "zermelo")
        deadline = None if self._seconds is None else time.monotonic() + self._seconds
        while not self._done.is_set():
            try:
                self._wait(deadline)
            except KeyboardInterrupt:
                self._end("interrupted")
            except BaseException:  # from `look`: nobody would watch the work any longer
                self._stop()
                self._done.wait()
                raise
        if self._error is not None:
            raise self._error
        return self._result[0]

    def _wait(self, deadline: float | None) -> None:
        left = TICK if deadline is None else min(TICK, max(deadline - time.monotonic(), 0.0))
        if self._done.wait(left if left > 0 else TICK):  # joining the thread instead would not survive Ctrl-C
            return
        if deadline is not None and time.monotonic() >= deadline:
            self._end("seconds")
        self._look()

    def _end(self, reason: str) -> None:
        if not self.stopped:
            self.stopped = reason
        self._stop()

    def _run(self) -> None:
        try:
            self._result.append(self._work())
        except BaseException as error:  # (raised again by `run`, in the caller's thread)
            self._error = error
        finally:
            self._done.set()


@contextlib.contextmanager
def answering(handler: Callable[[int, Any], None] | signal.Handlers, *numbers: signal.Signals) -> Generator[None]:
    """Answer these signals so for a while; only the main thread can, in another this does nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def interrupt(_number: int, _frame: object) -> None:
    """A handler: other signals end work as Ctrl-C does."""
    raise KeyboardInterrupt


def interrupting_signals() -> list[signal.Signals]:
    """Those that raise KeyboardInterrupt as things are."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) in (signal.default_int_handler, interrupt)]


def holding_on() -> contextlib.AbstractContextManager[None]:
    """For the moments between the end of work and its report: signals do not end the process before that is written."""
    return answering(signal.SIG_IGN, *interrupting_signals())


def ending_signals() -> list[signal.Signals]:
    """Those besides Ctrl-C's that ask a process to come to an end; not those that it was started to ignore."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
