"""What a search has found of a position, as plain data: of it a result is made, and a checkpoint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from zermelo.core.constants import NONE
from zermelo.core.stakes import Reward
from zermelo.solver.plan import Plan

Spent = Literal["", "budget", "memory"]
"""What was used up when a search ended before its end: nothing, nodes or time, or the memory for its tree."""


@dataclass(frozen=True)
class Findings:
    """What is known of the root, and which iteration is running: one to each depth, or a single one."""

    lower: Reward
    upper: Reward
    """Proved bounds on the value."""
    secured: Reward | None = None
    """What the action is proved to get."""
    action: int = NONE
    """The best one so far; NONE while nothing is known of any."""
    score: int = 0
    completed: int | None = None
    """The depth of the deepest completed iteration, which found the score and, unless a better one is proved, the action."""
    rewards: tuple[int, ...] | None = None
    """Of all players, where the algorithm keeps them apart."""
    decided: bool = False
    """Whether a deeper search would find nothing else."""
    depth: int = 0
    """Of the iteration that is running, or ran last."""
    began: int | None = None
    """How many values a depth limit had had a part in when that iteration began; None between iterations."""
    finished: bool = False
    """Whether nothing is left to search."""


def nothing_found(plan: Plan[Any], state: Any) -> Findings:
    """What the game itself proves of a position."""
    low, high = plan.searched_game.bounds(state, 0, 0)
    return Findings(max(low, plan.worst), min(high, plan.best))


@dataclass(frozen=True)
class BestMoves:
    """Which moves are best, as actions."""

    best: tuple[int, ...] = ()
    """One that was found best, then others proved as good, where asked for; in random order if there is a seed."""
    all_best: bool = False
    """Whether these are all."""
    line: tuple[int, ...] = ()
    """The principal variation."""


@dataclass(frozen=True)
class SearchEnd:
    """All that a search leaves behind when it ends."""

    found: Findings
    moves: BestMoves
    counters: Mapping[str, int]
    """The work of finding value and move."""
    spent: Spent
    seconds: float
    threads: int
    """How many worked on it."""
