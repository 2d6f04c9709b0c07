"""Processes that are ended in the middle of their work."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

LONGEST: Final = 120
"""Seconds for work that nothing disturbs, and until it is under way."""

Done = subprocess.CompletedProcess[str]


def signalled(
    command: Sequence[str],
    number: int,
    is_under_way: Callable[[], object],
    *,
    after: float = 0,
    within: float = 60,
    env: Mapping[str, str] | None = None,
) -> Done:
    """What comes of a process that is sent a signal `after` seconds of work under way, and ends `within` others."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        try:
            deadline = time.monotonic() + LONGEST
            while not is_under_way():
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.01)
            time.sleep(after)
            process.send_signal(number)
            output, errors = process.communicate(timeout=within)
        finally:
            process.kill()
    return Done(command, process.returncode, output, errors)


def done_after_kills(command: Sequence[str], kills: int, least: float, longest: float) -> tuple[Done, int]:
    """What comes of a process that is killed after so many seconds, at random, and begun again until it is done; and how
    often it was killed.
    """
    rng = random.Random("kills")
    for killed in range(kills + 1):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                seconds = rng.uniform(least, longest) if killed < kills else LONGEST
                output, errors = process.communicate(timeout=seconds)
                return Done(command, process.returncode, output, errors), killed
            except subprocess.TimeoutExpired:
                process.kill()
    raise AssertionError(f"not done within {LONGEST} seconds")
