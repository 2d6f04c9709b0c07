"""The root of a search: its window, and the results that the kernel leaves there."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.core.arrays import of
from zermelo.core.constants import NONE
from zermelo.core.reward_scale import Reward
from zermelo.search.parts.counters import (
    POINTS_PER_REWARD,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TRUNCATED,
)
from zermelo.search.parts.scoring import INFINITY, Scoring, reward_of
from zermelo.search.parts.search import Search
from zermelo.solver.plan import Plan


class Root(NamedTuple):
    """What is known of the root, as scores."""

    action: int
    """The best action so far, or NONE."""
    lower: int
    upper: int
    """Bounds on the score, proved if they do not depend on a depth limit."""
    truncated: int
    """The TRUNCATED counter when the bounds were last improved."""
    is_guess: bool
    """Whether the action was chosen by an estimate, so that it need not be the one that proves the lower bound."""

    def lowest(self, scoring: Scoring) -> Reward | None:
        return reward_of(scoring, self.lower)[0] if self.lower > -INFINITY else None

    def highest(self, scoring: Scoring) -> Reward | None:
        return -reward_of(scoring, -self.upper)[0] if self.upper < INFINITY else None


def root_of(search: Search) -> Root:
    """The root of a search as it is now. Any thread may call this."""
    action, lower, upper, truncated = (
        int(search.root[place]) for place in (ROOT_ACTION, ROOT_LOWER, ROOT_UPPER, ROOT_TRUNCATED)
    )
    return Root(action, lower, upper, truncated, is_guess=int(search.estimate[POINTS_PER_REWARD]) > 0)


def clear_root(search: Search, truncated: int = 0) -> None:
    search.root[:] = of([NONE, -INFINITY, INFINITY, truncated])


def truncated(search: Search) -> int:
    """The TRUNCATED counter: how many values used so far depend on a depth limit."""
    return int(search.counters[TRUNCATED])


def rewards_of(search: Search) -> tuple[int, ...]:
    """The rewards of all players, from an algorithm that computes them."""
    return tuple(map(int, search.rewards))


def estimate_of(search: Search) -> tuple[int, int]:
    """An estimate of the reward in points, and how many points make a reward of 1: 0 if the algorithm makes no estimate."""
    points, unit = map(int, search.estimate)
    return points, unit


def certain_scores(plan: Plan[Any], scoring: Scoring) -> tuple[int, int]:
    """The highest score that proves the worst reward, and the lowest that proves the best, whatever was evaluated."""
    return scoring.at_most(plan.worst, scoring.span), scoring.at_least(plan.best, scoring.span)


def root_window(plan: Plan[Any], scoring: Scoring) -> tuple[int, int]:
    """The window at the root: the range of rewards, or infinite if `bounds` is left out and the algorithm allows it."""
    if plan.options.leaves_out("bounds") and not plan.algorithm.finite_window:
        return -INFINITY, INFINITY
    return scoring.of_reward(plan.worst), scoring.of_reward(plan.best)
