"""Compiling apart from the work that waits for it, so that it can be ended at any time.

No compiler can be interrupted from within, and type inference need not end. On Linux it runs in a forked child process,
which knows every class, those of a notebook too, and can be killed. Elsewhere it runs in a thread, which is left to itself
when nobody waits for it any longer.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import select
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

from zermelo.core.supervision import THREADS, TICK, is_given_up, started
from zermelo.native.loader import Uncompilable, llvm_lock

T = TypeVar("T")

LONGEST: Final = 60
"""Seconds of CPU after which compiling is given up in any case. The slowest of zermelo's own kernels take ten."""

PATIENCE: Final = 5
"""How many times as long it may take on a machine that has much to do."""

MOST_MEMORY: Final = 4 << 30
"""Bytes that a child may use besides those of its parent."""

FORKS: Final = sys.platform == "linux"
"""Whether processes with several threads can be forked."""

SIGNAL_AT_PARENTS_END: Final = 1
"""Linux's PR_SET_PDEATHSIG."""


def in_child(work: Callable[[], T]) -> T | None:
    """The result of `work` in a child process; None if there can be no such process. Raises Uncompilable if `work` does, and
    if it has been given up.
    """
    if not FORKS:
        return None
    reading, writing = os.pipe()
    with open(reading, "rb") as received:
        try:
            child = _forked()
        except OSError:  # no room for another process
            os.close(writing)
            return None
        if child == 0:
            os.close(reading)  # else it would wait for itself to read its result, if this process has ended
            _work_and_end(work, writing)
        os.close(writing)
        status = 0
        try:
            _wait(lambda: bool(select.select([reading], [], [], TICK)[0]))
            sent = received.read()
        finally:
            os.kill(child, signal.SIGKILL)  # a child that has ended keeps its status
            status = os.waitpid(child, 0)[1]
    if not sent:
        raise _ended_early(status)
    result: T | Uncompilable = pickle.loads(sent)  # noqa: S301  (from our own process)
    if isinstance(result, Uncompilable):
        raise result
    return result


def in_thread(work: Callable[[], T]) -> T:
    """The result of `work` in a thread of its own. Raises Uncompilable if `work` does, and if it has been given up."""
    done, results = threading.Event(), list[T | BaseException]()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below
            results.append(error)
        done.set()

    started(run, "zermelo-compiler")
    _wait(lambda: done.wait(TICK if THREADS else 0))
    result = results[0]
    if isinstance(result, BaseException):
        raise result
    return result


def _wait(is_done: Callable[[], bool]) -> None:
    """Wait until the work is done. Raises Uncompilable if it has been given up."""
    began = time.monotonic()
    while not is_done():
        passed = time.monotonic() - began
        if is_given_up() or passed > PATIENCE * LONGEST:
            raise Uncompilable(f"compiling was given up after {passed:.1f} seconds", lasting=False)


def _ended_early(status: int) -> Uncompilable:
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return Uncompilable(f"compiling was given up after {LONGEST} seconds")
    return Uncompilable("the compiler ended without a result; it may need too much memory", lasting=False)


def _forked() -> int:
    """Fork while no other thread is inside LLVM, whose data could be halfway through a change."""
    with llvm_lock() or contextlib.nullcontext(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python's, about other threads
        return os.fork()


def _work_and_end(work: Callable[[], Any], writing: int) -> NoReturn:
    """Do the work, send what it returns or raises, and end this process."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the parent decides when to end
            signal.signal(number, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(SIGNAL_AT_PARENTS_END, signal.SIGKILL)
        _limit()
        try:
            result = work()
        except Uncompilable as error:
            result = error
        with open(writing, "wb") as sent:
            sent.write(pickle.dumps(result))
    finally:
        os._exit(0)


def _limit() -> None:
    import resource

    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    for kind, most in ((resource.RLIMIT_CPU, LONGEST), (resource.RLIMIT_AS, used + MOST_MEMORY)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
