"""How to certify: the options of `certify`, their defaults, and what they may be."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Final, TypedDict

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY
from zermelo.core.errors import BadOption
from zermelo.core.wording import unknown
from zermelo.solver.options import Objective, SolveOptions, options_from
from zermelo.solver.result import Result


class CertifyOptions(TypedDict, total=False):
    """The keyword arguments of `certify` besides the folder and the progress; `Certifying` says what each means."""

    rules: str | os.PathLike[str] | None
    objective: Objective
    depth: int | None
    memory: int
    seconds: float | None
    checkpoint_every: float
    compiled: bool | None
    solved: Result | None


@dataclass(frozen=True)
class Certifying:
    """The options given, and the defaults of the others."""

    rules: str | os.PathLike[str] | None = None
    """A file with the rules of the game in plain Python, for games that do not come with zermelo."""
    objective: Objective = "outcome"
    """"outcome", or "distance": within how many plies a win comes."""
    depth: int | None = None
    """How many plies to look ahead for a win; None: to the end of the game."""
    memory: int = DEFAULT_MEMORY
    """How many bytes the table of a search may grow to."""
    seconds: float | None = None
    """How long to search and to write; None: to the end."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints."""
    compiled: bool | None = None
    """True or False insists; None prefers compiled."""
    solved: Result | None = None
    """The result of the position, where it has been solved already."""

    @property
    def searched(self) -> SolveOptions:
        """The options of the search that finds the value."""
        return {
            "objective": self.objective,
            "depth": self.depth,
            "memory": self.memory,
            "seconds": self.seconds,
            "compiled": self.compiled,
            "line": False,
        }

    def check(self) -> None:
        """Raises BadOption, as `solve` does."""
        options_from({**self.searched, "checkpoint_every": self.checkpoint_every})


NAMES: Final = tuple(field.name for field in fields(Certifying))
"""Of all options."""


def certifying(given: CertifyOptions) -> Certifying:
    """The options given by name. Raises BadOption for a name that is none."""
    for name in given:
        if name not in NAMES:
            raise BadOption(unknown("option", name, NAMES))
    return Certifying(**given)
