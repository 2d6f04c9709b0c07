"""Frames of another thread are looked at while no garbage is collected: a process crashed in the middle of it."""

from __future__ import annotations

import gc
import sys
import threading
from typing import Any

import pytest

from tests.support.games import Taking
from zermelo.core.supervision import Calls


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
