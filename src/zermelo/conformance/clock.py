"""The time budget, shared out among what is still to do, and the progress that is shown."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator

from zermelo.conformance.report import CheckProgress

TICK = 0.1
"""Seconds between calls of `progress`."""


class Clock:
    """Counts from its making. With seconds=None no time is ever up."""

    def __init__(self, seconds: float | None, progress: Callable[[CheckProgress], None] | None) -> None:
        self._started = time.monotonic()
        self._deadline = None if seconds is None else self._started + seconds
        self._share: float | None = None
        self._progress = progress
        self._shown = self._started

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Do not count what takes place inside: compiling."""
        began = time.monotonic()
        yield
        passed = time.monotonic() - began
        self._deadline = None if self._deadline is None else self._deadline + passed
        self._share = None if self._share is None else self._share + passed

    def left(self) -> float | None:
        """Seconds left of the whole budget, None without one."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def begin(self, parts: int) -> None:
        """The next step may take one of `parts` equal shares of what is left."""
        left = self.left()
        self._share = None if left is None else time.monotonic() + left / parts

    def is_up(self) -> bool:
        """Whether the step has used its share."""
        return self._share is not None and time.monotonic() >= self._share

    def show(self, phase: str, done: int, total: int) -> None:
        """Call `progress`, unless that was done a moment ago."""
        now = time.monotonic()
        if self._progress and now - self._shown >= TICK:
            self._shown = now
            self._progress(CheckProgress(phase, now - self._started, done, total))
