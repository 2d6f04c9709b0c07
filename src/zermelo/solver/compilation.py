"""A kernel that is compiled in a thread of its own, so that a search need not wait for it longer than it has time."""

from __future__ import annotations

import functools
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Final

from zermelo.core.supervision import TICK, awaited, given_up_when, started
from zermelo.native.machine import Machine

ONE_AT_A_TIME: Final = threading.Lock()
"""Held while compiling."""

SWITCH_INTERVAL: Final = 1e-4
"""Seconds after which Python's threads take turns while one compiles. With the usual 5 ms, importing LLVM beside an
interpreted search took seconds, not a seventh of one: it reads many files, and waits for its turn after each.
"""


class Compilation:
    """The compilation of one machine, begun at once."""

    def __init__(self, make: Callable[[], Machine], *, goes_on: bool = False) -> None:
        """`make` compiles. It must not refer to whoever waits for it. Once they are gone, it ends unless it `goes_on`."""
        self._done = threading.Event()
        self._machine: Machine | None = None
        self._error: BaseException | None = None
        started(functools.partial(_compile, weakref.ref(self), make, self._done, goes_on), "zermelo-compile")

    @property
    def done(self) -> bool:
        return self._done.is_set()

    @property
    def machine(self) -> Machine:
        """The machine that it has made. Raises what `make` raised."""
        if self._error is not None:
            raise self._error
        assert self._machine is not None
        return self._machine

    @property
    def pays(self) -> bool:
        """Whether it has ended with native code, or with an error to be raised."""
        return self.done and (self._machine is None or self._machine.compiled)

    @property
    def note(self) -> str:
        """Why there is no native code; "" if there is, or if that is not known yet."""
        return "" if self._machine is None else self._machine.note

    def wait(self, seconds: float | None, on_tick: Callable[[float], None]) -> bool:
        """Wait for its end, at most this many seconds. Returns whether it has ended. Raises KeyboardInterrupt.

        `on_tick` is called a few times a second with the seconds that have passed.
        """
        began = time.perf_counter()
        return awaited(self._done, seconds, lambda: on_tick(time.perf_counter() - began))


def _compile(own: weakref.ref[Compilation], make: Callable[[], Machine], done: threading.Event, goes_on: bool) -> None:
    machine, error = None, None
    while not ONE_AT_A_TIME.acquire(timeout=TICK):
        if own() is None:  # nobody waits for `done`, and threads, each with a deep stack, would pile up
            return
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, SWITCH_INTERVAL))
    try:
        with given_up_when(lambda: own() is None and not goes_on):
            machine = make()
    except BaseException as raised:  # raised again for whoever uses the machine
        error = raised
    finally:
        sys.setswitchinterval(before)
        ONE_AT_A_TIME.release()
    waited_for = own()
    if waited_for is not None:
        waited_for._machine, waited_for._error = machine, error
    done.set()
