"""The progress line of commands that may take long, shown on a terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.solver.progress import Progress

QUIET_SECONDS = 0.5
"""A search that takes less shows no progress."""

SPINNER = 2
"""The columns of the spinner before the text."""


class ProgressLine:
    """A context manager that shows progress; call it with a `Progress`. It is silent unless stderr is a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet or not sys.stderr.isatty()
        self._status: Any = None

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def __call__(self, progress: Progress) -> None:
        if self._quiet or progress.seconds < QUIET_SECONDS:
            return
        self.show(progress.line(self.width))

    @property
    def width(self) -> int:
        """The columns that the text may take."""
        return 0 if self._quiet else self._started().console.width - SPINNER

    def show(self, text: str) -> None:
        """Replace the line by a text, cut at the width of the terminal."""
        if self._quiet:
            return
        from rich.text import Text

        status = self._started()
        status.update(Text(text[: max(status.console.width - SPINNER, 0)]))

    def _started(self) -> Any:
        """The line on the terminal, started when it is first needed."""
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))
            self._status.start()
        return self._status


@contextlib.contextmanager
def working(*, quiet: bool) -> Generator[ProgressLine]:
    """Run long work with a progress line. Signals that ask for an end act like Ctrl-C. What games print goes to stderr."""
    from zermelo.core.interrupts import answering, interrupt, not_ignored

    with aside(), ProgressLine(quiet=quiet) as line, answering(interrupt, *not_ignored("SIGTERM", "SIGHUP")):
        yield line


def aside() -> contextlib.AbstractContextManager[Any]:
    """A context manager that sends what games print to stderr, since stdout is for results."""
    return contextlib.redirect_stdout(sys.stderr)
