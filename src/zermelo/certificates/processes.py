"""Checkers as processes of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import AnyStr, Final

UNCHECKED: Final = 3
"""The exit code of a checker that cannot take a file, and the code of a certificate whose rules are missing."""

FAILED: Final = 4
"""The code of a file on which the checkers disagree, if they used only rules of zermelo's own."""

TICK: Final = 0.5
"""Seconds between two calls of `on_tick` while a checker runs."""


def communicate(checker: subprocess.Popen[AnyStr], on_tick: Callable[[], None]) -> tuple[AnyStr, AnyStr]:
    """Wait for a checker, and return what it wrote to standard output and to standard error.

    It is killed if this is interrupted.
    """
    try:
        while True:
            try:
                return checker.communicate(timeout=TICK)
            except subprocess.TimeoutExpired:
                on_tick()
    except BaseException:
        checker.kill()
        raise


def failed(errors: str) -> str:
    return f"MALFORMED: the checker failed: {' '.join(errors.split())[-200:]}"
