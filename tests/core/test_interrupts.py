"""Ctrl-C raises nothing inside foreign code or a destructor, and is not forgotten there either."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from zermelo.core.interrupts import (
    answering,
    interrupt,
    interrupting_signals,
    note,
    noting_interrupts,
    sparing_foreign_code,
    take_interrupt,
)
from zermelo.core.supervision import Supervised, awaited

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals come otherwise")


def pressed() -> None:
    signal.raise_signal(signal.SIGINT)


def pressed_in(module: str, file: str = "some.py") -> Callable[[], None]:
    """A function of a module that is interrupted, and then tells that it went on."""
    space: dict[str, Any] = {"__name__": module, "pressed": pressed, "went_on": []}
    exec(compile("def run():\n  pressed()\n  went_on.append(True)\n", file, "exec"), space)
    return lambda: (space["run"](), space["went_on"] or pytest.fail("interrupted"))[0]


class Destroyed:
    """Is interrupted while it is destroyed."""

    ended = 0

    def __del__(self) -> None:
        pressed()
        Destroyed.ended += 1


def waits(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


FOREIGN: dict[str, Callable[[], object]] = {
    "llvmlite": pressed_in("llvmlite.binding.ffi"),
    "numpy": pressed_in("numpy"),
    "an import": pressed_in("importlib._bootstrap", "<frozen importlib._bootstrap>"),
    "a destructor": Destroyed,
}


@pytest.mark.parametrize("wait", [waits, time.sleep], ids=["works", "sleeps"])
@pytest.mark.parametrize("where", FOREIGN)
def test_an_interrupt_in_foreign_code_is_raised_after_it(where: str, wait: Callable[[float], None]) -> None:
    ended, began = Destroyed.ended, time.monotonic()

    def work() -> None:
        FOREIGN[where]()
        assert Destroyed.ended == ended + (where == "a destructor")
        wait(20)

    with sparing_foreign_code(), pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - began < 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_elsewhere_is_raised_at_once() -> None:
    with sparing_foreign_code(), pytest.raises(KeyboardInterrupt):
        pressed_in("some.game")()


def test_who_waits_has_a_time_and_hears_of_it() -> None:
    ticks = list[float]()
    assert not awaited(threading.Event(), 0.35, lambda: ticks.append(time.monotonic()))
    assert 1 <= len(ticks) <= 4
    event = threading.Event()
    event.set()
    assert awaited(event, 0)
    assert awaited(event)


def test_who_fails_while_waiting_leaves_no_interrupt_behind() -> None:
    def on_tick() -> None:
        note()
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        awaited(threading.Event(), 5, on_tick)
    with pytest.raises(ValueError, match="odd"):
        Supervised(lambda: time.sleep(0.2), lambda: None, seconds=None, on_tick=on_tick).run()
    assert not take_interrupt()


def test_only_the_main_thread_heeds() -> None:
    said = list[bool]()
    with noting_interrupts():
        pressed()
        other = threading.Thread(target=lambda: said.append(take_interrupt()))
        other.start()
        other.join()
        assert (said, take_interrupt(), take_interrupt()) == ([False], True, False)


def test_nothing_is_noted_that_nobody_would_heed() -> None:
    note()
    assert not take_interrupt()
    with noting_interrupts():
        note()
        assert take_interrupt()


def test_handlers_of_others_are_left_alone() -> None:
    def own(_number: int, _frame: object) -> None:
        pass

    with answering(own, signal.SIGINT):
        assert signal.SIGINT not in interrupting_signals()
        with sparing_foreign_code():
            assert signal.getsignal(signal.SIGINT) is own
    with answering(interrupt, signal.SIGINT):
        assert signal.SIGINT in interrupting_signals()
