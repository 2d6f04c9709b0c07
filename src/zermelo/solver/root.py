"""What a search says of its root, and the window that it is given there. Kernels write it down as they find it."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.core.constants import NONE
from zermelo.core.stakes import Reward
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
    """The best one so far, or NONE."""
    lower: int
    upper: int
    """Bounds, proved if no depth limit had a part in them."""
    truncated: int
    """How many values a depth limit had had a part in when the bounds were last improved."""
    is_guess: bool
    """Whether the action was chosen by an estimate: it need not be the one that proves the lower bound."""

    def lowest(self, scoring: Scoring) -> Reward | None:
        """The reward that the lower bound stands for; None without one."""
        return reward_of(scoring, self.lower)[0] if self.lower > -INFINITY else None

    def highest(self, scoring: Scoring) -> Reward | None:
        """The reward that the upper bound stands for; None without one."""
        return -reward_of(scoring, -self.upper)[0] if self.upper < INFINITY else None


def root_of(search: Search) -> Root:
    """As it is now; any thread may ask."""
    action, lower, upper, truncated = (
        int(search.root[place]) for place in (ROOT_ACTION, ROOT_LOWER, ROOT_UPPER, ROOT_TRUNCATED)
    )
    return Root(action, lower, upper, truncated, is_guess=int(search.estimate[POINTS_PER_REWARD]) > 0)


def clear_root(search: Search, truncated: int = 0) -> None:
    """Nothing is known of the root."""
    search.root[:] = (NONE, -INFINITY, INFINITY, truncated)


def truncated(search: Search) -> int:
    """How many values a depth limit has had a part in."""
    return int(search.counters[TRUNCATED])


def rewards_of(search: Search) -> tuple[int, ...]:
    """What each player gets, from an algorithm that keeps the rewards apart."""
    return tuple(map(int, search.rewards))


def estimate_of(search: Search) -> tuple[int, int]:
    """An estimate of the reward in points, and how many make a reward of 1: none if the algorithm makes no estimates."""
    points, unit = map(int, search.estimate)
    return points, unit


def root_window(plan: Plan[Any], scoring: Scoring) -> tuple[int, int]:
    """All scores; knowing the range of rewards narrows them, and some algorithms cannot do without it."""
    if plan.options.leaves_out("bounds") and not plan.algorithm.finite_window:
        return -INFINITY, INFINITY
    return scoring.of_reward(plan.worst), scoring.of_reward(plan.best)
