"""Limits on time and memory: the options that `census` and `tabulate` share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY
from zermelo.core.errors import BadOption
from zermelo.core.options import check, option


class WorkLimits(TypedDict, total=False):
    """The limits on work that is saved after each step, as keyword arguments; see `Limits` for their meaning."""

    seconds: float | None
    memory: int
    compiled: bool | None


class LimitOptions(WorkLimits, total=False):
    """All limits, as keyword arguments."""

    checkpoint_every: float


@dataclass(frozen=True)
class Limits:
    """Limits on time and memory, with the same defaults as for `solve`. Raises BadOption."""

    seconds: float | None = option(None, "Time limit, in seconds.", metavar="S")
    memory: int = option(DEFAULT_MEMORY, "Memory for positions and values: 256M, 2G. Default: 1G.", metavar="SIZE")
    """How many bytes the sets of positions and the scores may take."""
    checkpoint_every: float = option(DEFAULT_INTERVAL, "Save the work every S seconds (default 600).", metavar="S")
    compiled: bool | None = option(
        None,
        "Require native code, or run in the interpreter. Default: native code if possible.",
        switch="--compiled/--interpreted",
    )

    def __post_init__(self) -> None:
        check(self)

    def too_little(self, what: str, needed: int) -> BadOption:
        """The exception for a limit on memory that does not suffice for something."""
        return BadOption(f"memory = {self.memory} bytes is too little for {what}; at least {needed} are needed.")
