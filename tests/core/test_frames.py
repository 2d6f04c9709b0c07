"""Frames of another thread are looked at while no garbage is collected: a process crashed in the middle of it."""

from __future__ import annotations

import gc
import sys
import threading
import time
from typing import Any

import pytest

from tests.support.games import Taking
from zermelo import Game
from zermelo.core import late_calls
from zermelo.core.late_calls import Calls, late_calls_ended
from zermelo.games import nim


@pytest.mark.parametrize("enabled", [True, False], ids=["collecting", "not collecting"])
def test_no_garbage_is_collected_while_the_frames_of_another_thread_are_looked_at(enabled: bool) -> None:
    class Waiting(Taking):
        def initial(self) -> int:
            inside.set()
            leaves.wait(20)
            return 0

    inside, leaves = threading.Event(), threading.Event()
    thread = threading.Thread(target=Waiting().initial)
    thread.start()
    assert inside.wait(20)
    calls, collections = Calls(thread), set[str]()

    def collecting(_phase: str, _info: dict[str, Any]) -> None:
        collections.add(sys._getframe(1).f_code.co_name)

    before = gc.get_threshold()
    gc.callbacks.append(collecting)
    try:
        if not enabled:
            gc.disable()
        gc.set_threshold(1)
        calls.end_late_one()
        gc.set_threshold(*before)
        assert gc.isenabled() == enabled
    finally:
        gc.set_threshold(*before)
        gc.enable()
        gc.callbacks.remove(collecting)
        leaves.set()
        thread.join()
    assert calls._stuck is not None
    assert not {"_call_of_game", "_module"} & collections


def test_a_function_of_the_caller_that_takes_a_game_is_no_method_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever writes `def study(game): check(game, seconds=1)` is blamed if the check ends late."""
    monkeypatch.setattr(late_calls, "PATIENCE", 0.05)

    def study(_game: Game[Any]) -> str:
        with late_calls_ended(lambda: 0.0) as calls:
            ends = time.monotonic() + 1
            while time.monotonic() < ends:
                pass
        return calls.ended

    assert study(nim(1, 2)) == ""
