"""The findings of a search, as plain data: results and checkpoints are made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.stakes import Reward
from zermelo.solver.plan import Plan

Spent = Literal["", "budget", "memory"]
"""What was used up when a search ended early: nothing, the budget of nodes or time, or the memory for its tree."""


class Findings(NamedTuple):
    """What is known about the root, and which iteration is running; there is one for each depth, or only one."""

    lower: Reward
    upper: Reward
    """Proved bounds on the value."""
    secured: Reward | None = None
    """The reward that the action is proved to get."""
    action: int = NONE
    """The best action so far; NONE if no action has been searched."""
    score: int = 0
    """The score of the deepest completed iteration."""
    completed: int | None = None
    """The depth of the deepest completed iteration, which also found the action, unless a better one is proved."""
    rewards: tuple[int, ...] | None = None
    """The rewards of all players, if the algorithm computes them."""
    decided: bool = False
    """Whether a deeper search could not change the result."""
    depth: int = 0
    """The depth of the iteration that is running, or ran last."""
    began: int | None = None
    """The TRUNCATED counter when that iteration began; None between iterations."""
    finished: bool = False
    """Whether there is nothing left to search."""


def nothing_found(plan: Plan[Any]) -> Findings:
    return Findings(plan.worst, plan.best)


def with_bounds_of_game(plan: Plan[Any], state: Any, found: Findings) -> Findings:
    """The findings with the bounds that the game itself proves, if those on the value do not meet yet."""
    if found.lower == found.upper:
        return found
    low, high = plan.searched_game.bounds(state, 0, 0)
    return found._replace(lower=max(low, found.lower), upper=min(high, found.upper))


@dataclass(frozen=True)
class BestMoves:
    """The best moves, as actions."""

    best: tuple[int, ...] = ()
    """The best move found, then, if all are wanted, the others proved to be as good; in random order if there is a seed."""
    all_best: bool = False
    """Whether `best` has all best moves."""
    line: tuple[int, ...] = ()
    """The principal variation."""


@dataclass(frozen=True)
class SearchEnd:
    """Everything that a search leaves when it ends."""

    findings: Findings
    moves: BestMoves
    counters: Mapping[str, int]
    """The counters of the search for value and move."""
    spent: Spent
    seconds: float
    threads: int
    """The number of threads that worked on it."""
