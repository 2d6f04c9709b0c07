"""Interrupts: Ctrl-C, and other signals that ask for an end.

Python runs a signal handler in the main thread, between any two of its steps. An exception that the handler raises inside
llvmlite may leave a lock held for ever; one that it raises in a `__del__`, Python prints and forgets. So

- while work in another thread is supervised or awaited, a handler only notes the interrupt (`note`), and the loop that
  waits takes it (`take_interrupt`);
- otherwise the handler raises KeyboardInterrupt, but never inside foreign code: then the signal comes again a moment
  later (`interrupt`).
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Generator
from types import FrameType
from typing import Any, Final

MOMENT: Final = 0.01
"""Seconds after which a signal that came at a bad moment comes again."""

FOREIGN: Final = ("llvmlite", "numpy", "weakref", "_weakrefset")
"""Packages inside which nothing is raised: they have locks and destructors."""

Handler = Callable[[int, FrameType | None], Any]


class _Noted:
    interrupted = False
    """Whether an interrupt has been noted and not yet taken."""
    loops = 0
    """How many contexts of `noting_interrupts` the main thread is in."""


_noted = _Noted()


def note(_number: int = 0, _frame: FrameType | None = None) -> None:
    """A signal handler that only notes an interrupt, if it will be taken: if the main thread waits for others."""
    _noted.interrupted = _noted.loops > 0


def take_interrupt() -> bool:
    """Whether an interrupt has been noted, which is cleared. Only the main thread takes interrupts."""
    if not _noted.interrupted or threading.current_thread() is not threading.main_thread():
        return False
    _noted.interrupted = False
    return True


def interrupt(number: int, frame: FrameType | None) -> None:
    """A signal handler that raises KeyboardInterrupt, inside foreign code only after that has returned."""
    if not _is_foreign(frame):
        raise KeyboardInterrupt
    with contextlib.suppress(RuntimeError):  # no room for another thread; a Timer would take a lock of `threading`
        _thread.start_new_thread(_send_again, (number,))


def _is_foreign(frame: FrameType | None) -> bool:
    """Whether foreign code, a destructor or Python's import system is running."""
    if frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        return True
    while frame is not None:
        package = (frame.f_globals.get("__name__") or "").partition(".")[0]
        if package in FOREIGN or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


def _send_again(number: int) -> None:
    time.sleep(MOMENT)
    if hasattr(signal, "pthread_kill"):  # also ends what the main thread is waiting for
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


@contextlib.contextmanager
def answering(handler: Handler | signal.Handlers, *numbers: signal.Signals) -> Generator[None]:
    """A context in which `handler` handles these signals. Has an effect only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def interrupting_signals() -> list[signal.Signals]:
    """The signals that currently raise KeyboardInterrupt."""
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) in (signal.default_int_handler, interrupt)]


@contextlib.contextmanager
def sparing_foreign_code() -> Generator[None]:
    """A context, or a decorator, in which interrupts raise KeyboardInterrupt, but not inside foreign code."""
    with answering(interrupt, *interrupting_signals()):
        yield


@contextlib.contextmanager
def noting_interrupts() -> Generator[None]:
    """A context in which interrupts are only noted. Whoever opens it takes them, also after its end."""
    here = threading.current_thread() is threading.main_thread()
    _noted.loops += here
    try:
        with answering(note, *interrupting_signals()):
            yield
    finally:
        _noted.loops -= here


def holding_on() -> contextlib.AbstractContextManager[None]:
    """A context in which signals do not end the process, so that a report can be written after work has ended."""
    return answering(signal.SIG_IGN, *interrupting_signals())


def not_ignored(*names: str) -> list[signal.Signals]:
    """Those of the signals with these names that this system has and this process was not started to ignore."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
