"""Limits on time and memory: the options that `census` and `tabulate` share."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, TypedDict

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY
from zermelo.core.errors import BadOption
from zermelo.core.integers import check_choice, check_count, check_seconds
from zermelo.core.wording import unknown


class LimitOptions(TypedDict, total=False):
    """The limits as keyword arguments; see `Limits` for their meaning."""

    seconds: float | None
    memory: int
    checkpoint_every: float
    compiled: bool | None


@dataclass(frozen=True)
class Limits:
    """Limits on time and memory, with the same defaults as for `solve`. Raises BadOption."""

    seconds: float | None = None
    """How many seconds to work; None: to the end."""
    memory: int = DEFAULT_MEMORY
    """How many bytes the sets of positions and the scores may take."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints."""
    compiled: bool | None = None
    """True: compiled; False: interpreted; None: compiled if possible."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            check_seconds(self.seconds)
        check_count("memory", self.memory, 1)
        check_seconds(self.checkpoint_every, "checkpoint_every")
        check_choice("compiled", self.compiled)

    def too_little(self, what: str, needed: int) -> BadOption:
        """The exception for a limit on memory that does not suffice for something."""
        return BadOption(f"memory = {self.memory} bytes is too little for {what}; at least {needed} are needed.")


NAMES: Final = tuple(field.name for field in fields(Limits))
"""The names of all limits."""


def limits_from(given: LimitOptions) -> Limits:
    """The limits given by keyword. Raises BadOption."""
    for name in given:
        if name not in NAMES:
            raise BadOption(unknown("option", name, NAMES))
    return Limits(**given)
