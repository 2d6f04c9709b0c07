"""How long work on all positions may take, and how much room: the options that `census` and `tabulate` share."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, TypedDict

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY
from zermelo.core.errors import BadOption
from zermelo.core.wording import unknown
from zermelo.solver.options import Options


class LimitOptions(TypedDict, total=False):
    """The limits as keyword arguments; `Limits` says what each means."""

    seconds: float | None
    memory: int
    checkpoint_every: float
    compiled: bool | None


@dataclass(frozen=True)
class Limits:
    """The limits given, and the defaults of the others: those that `solve` has. Raises BadOption."""

    seconds: float | None = None
    """How long to work; None: to the end."""
    memory: int = DEFAULT_MEMORY
    """Bytes that sets of positions, and scores, may take."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints."""
    compiled: bool | None = None
    """True or False insists; None prefers compiled."""

    def __post_init__(self) -> None:
        Options(
            seconds=self.seconds,
            memory=self.memory,
            checkpoint_every=self.checkpoint_every,
            compiled=self.compiled,
        )


NAMES: Final = tuple(field.name for field in fields(Limits))
"""Of all limits."""


def limits_from(given: LimitOptions) -> Limits:
    """The limits given by name. Raises BadOption."""
    for name in given:
        if name not in NAMES:
            raise BadOption(unknown("option", name, NAMES))
    return Limits(**given)
