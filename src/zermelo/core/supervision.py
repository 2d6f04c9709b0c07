"""Supervision of long work: it runs in a thread, with progress, a time limit, Ctrl-C and other signals that end it.

Where there are no threads, as in a browser, the work looks at the clock itself, whenever it calls a function.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
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
from zermelo.core.fingerprint import is_library_module
from zermelo.core.game import Game
from zermelo.core.interrupts import noting_interrupts, take_interrupt

T = TypeVar("T")

THREADS: Final = sys.platform != "emscripten"
"""Whether there are threads."""

TICK = 0.1
"""Seconds between two calls of `on_tick`."""

CALLS: Final = 256
"""The number of calls of functions after which work that supervises itself looks at the clock."""

PATIENCE: Final = 2.0
"""Seconds that a method of a game may take to return after the work has been stopped."""

STACK = 512 * 1024 * 1024
"""Bytes of stack for the work, reserved but not used until needed: kernels recurse once for each ply."""

NATIVE_PATIENCE: Final = 5.0
"""Seconds that native code may take to return after the work has been stopped. It cannot be ended, only abandoned."""

RUNS_KERNELS: Final = "zermelo.native.machine"
"""The module that calls the kernel of an algorithm."""

RUNS_NATIVE: Final = (("zermelo.native.loader", "call"), ("zermelo.solver.threads", "run"))
"""Modules and functions that run native code, or wait for threads that do."""

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
        if reuse and len(self.idle) < MOST_IDLE:
            self.idle.append(self)
        else:
            self._works.put(None)

    def _run(self) -> None:
        with contextlib.suppress(DoesNotReturn):
            while (work := self._works.get()) is not None:
                work()


MOST_IDLE: Final = 2
"""The most threads that wait for work."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_DeepThread.idle.clear)  # threads do not survive a fork

LEAST_SECONDS = 0.001
"""The time for each search that is left when the time for all of them is spent."""


class _Clock(threading.local):
    """One for each thread."""

    stopped_for = 0.0
    """The seconds that do not count."""


_clock = _Clock()


def working_time() -> float:
    """Seconds on a clock of this thread that stands still in `not_counted`. Only differences have a meaning."""
    return time.monotonic() - _clock.stopped_for


@contextlib.contextmanager
def not_counted() -> Generator[None]:
    """A context in which the clock stands still: for compiling, which does not count towards time budgets."""
    began = working_time()
    try:
        yield
    finally:
        _clock.stopped_for += working_time() - began


class _Waiting(threading.local):
    """One for each thread."""

    is_over: Callable[[], bool] | None = None


_waiting = _Waiting()


def is_given_up() -> bool:
    """Whether nobody waits any longer for the work that this thread does."""
    return _waiting.is_over is not None and _waiting.is_over()


@contextlib.contextmanager
def given_up_when(is_over: Callable[[], bool]) -> Generator[None]:
    """A context in which the work of this thread is given up as soon as `is_over` returns True."""
    before, _waiting.is_over = _waiting.is_over, is_over
    try:
        yield
    finally:
        _waiting.is_over = before


class Allowance:
    """A time budget shared by several searches, in seconds of working time from when it is made; None: no limit."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else working_time() + seconds

    @property
    def spent(self) -> bool:
        """Whether no time is left."""
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


class Abandoned(DoesNotReturn):
    """Native code is still running, in a thread that nobody waits for."""

    def __init__(self) -> None:
        super().__init__("Compiled, a method does not return, or takes too long.")


class Calls:
    """The calls of a game's methods in a thread whose work has been stopped."""

    def __init__(self, thread: threading.Thread) -> None:
        self.ended = ""
        """The description of the call that was ended; empty if none was."""
        self.abandoned = False
        """Whether native code does not return."""
        self._thread = thread
        self._stuck: tuple[FrameType, float] | None = None
        """The call that the work has been in since it was stopped, and the time by which it should have returned."""

    def end_late_one(self) -> None:
        """End the work if it has been in the same call of a method for too long. Code of a library is not interrupted:
        it may be compiling or importing something.
        """
        with _no_collection():
            frame = sys._current_frames().get(self._thread.ident or 0)
            native = _native_call(frame)
            call = native or _call_of_game(frame)
            if call is None or self._stuck is None or self._stuck[0] is not call:
                patience = PATIENCE if native is None else NATIVE_PATIENCE
                self._stuck = None if call is None else (call, time.monotonic() + patience)
            elif native is not None:
                self.abandoned = time.monotonic() >= self._stuck[1]
            elif time.monotonic() >= self._stuck[1] and frame and not is_library_module(_module(frame)):
                self._stuck = None
                line: int | None = call.f_lineno  # None between two lines
                place = f"{call.f_code.co_filename}:{line or call.f_code.co_firstlineno}"
                self.ended = f"{call.f_code.co_name} does not return, or takes too long ({place})."
                _raise_in(self._thread, self.ended)


LOOKING: Final = threading.Lock()
"""Held while a thread looks at the frames of another one."""


@contextlib.contextmanager
def _no_collection() -> Generator[None]:
    """A context in which no garbage is collected, for looking at the frames of another thread.

    That allocates memory, so Python 3.11 may collect garbage in the middle of it. If a destructor then lets the other
    thread run, the frame may be gone, and the process crashes.
    """
    with LOOKING:
        enabled = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if enabled:
                gc.enable()


@contextlib.contextmanager
def late_calls_ended(left: Callable[[], float | None]) -> Generator[Calls]:
    """A context in which DoesNotReturn ends a method of a game that is still running PATIENCE seconds after the time is up.

    `left` returns the seconds that are left; None: no limit.
    """
    calls, done = Calls(threading.current_thread()), threading.Event()

    def watch() -> None:
        while not done.wait(TICK):
            if left() == 0:
                calls.end_late_one()

    watcher = threading.Thread(target=watch, name="zermelo-watch", daemon=True)
    watcher.start()
    try:
        yield calls
    finally:
        done.set()
        watcher.join()


def _call_of_game(frame: FrameType | None) -> FrameType | None:
    """The outermost call of a method of a user's game among the callers of a frame; if there is none, of a user's kernel."""
    method = kernel = None
    while frame is not None:
        if not _module(frame).startswith("zermelo."):
            if isinstance(frame.f_locals.get("self"), Game) or _is_method(frame):
                method = frame
            if frame.f_back is not None and _module(frame.f_back) == RUNS_KERNELS:
                kernel = frame
        frame = frame.f_back
    return method or kernel


def _is_method(frame: FrameType) -> bool:
    """Whether a frame is that of a function of a class of games, whatever its first parameter is called."""
    game = next((frame.f_locals.get(name) for name in frame.f_code.co_varnames[: frame.f_code.co_argcount]), None)
    members = (member for cls in type(game).__mro__ for member in vars(cls).values())
    return isinstance(game, Game) and any(getattr(member, "__code__", None) is frame.f_code for member in members)


def _native_call(frame: FrameType | None) -> FrameType | None:
    """The call of native code among the callers of a frame, if there is one."""
    while frame is not None and (_module(frame), frame.f_code.co_name) not in RUNS_NATIVE:
        frame = frame.f_back
    return frame


def _module(frame: FrameType) -> str:
    return frame.f_globals.get("__name__") or ""


def _raise_in(thread: threading.Thread, description: str) -> None:
    """Raise DoesNotReturn in a thread, at its next step of interpreted code."""

    class Here(DoesNotReturn):
        def __init__(self) -> None:
            super().__init__(description)

    Here.__name__ = Here.__qualname__ = DoesNotReturn.__name__
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Here))


most_processors: int | None = None
"""The most processors that this process uses, if it is one of several that share them."""


def processors() -> int:
    """The number of processors that this process may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, most_processors or found)
