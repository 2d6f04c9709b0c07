"""The time budget, divided among the remaining steps, and the calls of `progress`."""

from __future__ import annotations

import time
from collections.abc import Callable

from zermelo.conformance.report import CheckProgress

TICK = 0.1
"""Seconds between two calls of `progress`."""


class Clock:
    """The time since it was created. With seconds=None there is no limit."""

    def __init__(self, seconds: float | None, progress: Callable[[CheckProgress], None] | None) -> None:
        self._started = time.monotonic()
        self._deadline = None if seconds is None else self._started + seconds
        self._share: float | None = None
        self._progress = progress
        self._shown = self._started

    def left(self) -> float | None:
        """The seconds left of the whole budget; None if there is no limit."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def begin(self, parts: int) -> None:
        """Give the next step one of `parts` equal shares of the time that is left."""
        left = self.left()
        self._share = None if left is None else time.monotonic() + left / parts

    def part(self, most: float) -> float:
        """Half of the seconds that the step has left, at most so many."""
        return most if self._share is None else min(max(self._share - time.monotonic(), 0.0) / 2, most)

    def is_up(self) -> bool:
        """Whether the step has used its share."""
        return self._share is not None and time.monotonic() >= self._share

    def show(self, phase: str, done: int, total: int) -> None:
        """Call `progress`, at most once in TICK seconds."""
        now = time.monotonic()
        if self._progress and now - self._shown >= TICK:
            self._shown = now
            self._progress(CheckProgress(phase, now - self._started, done, total))
