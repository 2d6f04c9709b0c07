"""The options of `certify`: their defaults, and which values they may have."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TypedDict

from zermelo.core.constants import DEFAULT_INTERVAL, DEFAULT_MEMORY
from zermelo.core.options import made
from zermelo.solver.options import Objective, Options, SolveOptions
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
    """The options of `certify`."""

    rules: str | os.PathLike[str] | None = None
    """A file with the rules of the game in plain Python, for games that are not zermelo's own."""
    objective: Objective = "outcome"
    """"outcome", or "distance" to certify also the number of plies to a win."""
    depth: int | None = None
    """The number of plies to search; None: to the end of the game."""
    memory: int = DEFAULT_MEMORY
    """The number of bytes that the transposition table may grow to."""
    seconds: float | None = None
    """The time for searching and writing; None: no limit."""
    checkpoint_every: float = DEFAULT_INTERVAL
    """Seconds between two checkpoints."""
    compiled: bool | None = None
    """True: run compiled or fail. False: run interpreted. None: run compiled if possible."""
    solved: Result | None = None
    """The result of the position, if it has been solved already."""

    @property
    def searched(self) -> SolveOptions:
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
        made(Options, {**self.searched, "checkpoint_every": self.checkpoint_every})
