"""The line that shows, on a terminal, how far a search is."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.run import Progress

QUIET_SECONDS = 0.5
"""What takes less shows nothing."""


class ProgressLine:
    """A context manager; call it with Progress. Silent unless stderr is a terminal."""

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
        """Show this now."""
        if self._quiet or progress.seconds < QUIET_SECONDS:
            return
        self.show(described(progress))

    def show(self, text: str) -> None:
        """Show a line of text in place of the last one."""
        if self._quiet:
            return
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        self._status.update(text)


def described(progress: Progress) -> str:
    """One line: phase, time, nodes and their rate, depth, bounds."""
    if progress.phase == "compiling":
        return f"compiling  {progress.seconds:.1f} s"
    rate = progress.nodes / max(progress.seconds, 1e-9)
    depth = "" if progress.depth is None else f"  depth {progress.depth}"
    bounds = f"value in {progress.lower}..{progress.upper}"
    return f"searching  {progress.seconds:.1f} s  {progress.nodes:,} nodes  {rate / 1e6:.1f} million/s{depth}  {bounds}"
