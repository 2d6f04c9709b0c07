"""Calls of a game's methods that do not return: how one is found in the thread of the work, and ended."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import threading
import time
from collections.abc import Callable, Generator
from types import FrameType
from typing import Final

from zermelo.core.errors import DoesNotReturn
from zermelo.core.fingerprint import is_library_module
from zermelo.core.game import Game

TICK = 0.1
"""Seconds between two calls of `on_tick`."""

PATIENCE: Final = 2.0
"""Seconds that a method of a game may take to return after the work has been stopped."""

NATIVE_PATIENCE: Final = 5.0
"""Seconds that native code may take to return after the work has been stopped. It cannot be ended, only abandoned."""

RUNS_KERNELS: Final = "zermelo.native.machine"
"""The module that calls the kernel of an algorithm."""

RUNS_NATIVE: Final = (("zermelo.native.loader", "call"), ("zermelo.solver.threads", "run"))
"""Modules and functions that run native code, or wait for threads that do."""


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
