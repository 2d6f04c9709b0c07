"""What a search knows of its root, in the kernel and as plain data: results and checkpoints are made from these findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from zermelo.core.arrays import of
from zermelo.core.constants import NONE
from zermelo.core.reward_scale import Reward, RewardScale
from zermelo.native.machine import Machine
from zermelo.search.parts.counters import (
    POINTS_PER_REWARD,
    ROOT_ACTION,
    ROOT_LOWER,
    ROOT_TRUNCATED,
    ROOT_UPPER,
    TRUNCATED,
)
from zermelo.search.parts.scoring import INFINITY, Scoring, points_of, reward_of
from zermelo.search.parts.search import Search
from zermelo.solver.plan import Plan
from zermelo.solver.result import Kind, Result, Stopped


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
    note: str
    """The note of its checkpoints."""


def report(plan: Plan[Any], state: Any, machine: Machine, search: Search, end: SearchEnd, ended_by: str) -> Result:
    """The result of a search. `ended_by`: "seconds" or "interrupted" if it was stopped from outside, else ""."""
    game, findings, moves = plan.game, end.findings, end.moves
    value, kind, unit = _value(plan, search, findings)
    has_distance = kind == "exact" and plan.algorithm.gives_value and findings.decided
    return Result(
        game=str(game),
        position=game.position_text(state),
        algorithm=plan.algorithm.name,
        chosen=plan.chosen,
        objective=plan.options.objective,
        scale=RewardScale.of(game, state),
        value=value,
        kind=kind,
        unit=unit,
        lower=findings.lower,
        upper=findings.upper,
        rewards=findings.rewards,
        distance=reward_of(search.scoring, findings.score)[1] if has_distance else None,
        best=tuple(map(game.action_name, moves.best)),
        best_proved=_is_proved_best(plan, findings, kind),
        all_best=moves.all_best,
        line=tuple(map(game.action_name, moves.line)),
        depth=findings.completed if plan.has_depths else None,
        counters=end.counters,
        stopped=_why_stopped(end, ended_by),
        seconds=end.seconds,
        compile_seconds=machine.compile_seconds,
        compiled=machine.compiled,
        threads=end.threads,
        note=" ".join(filter(None, (machine.note, end.note))),
        knowledge=plan.knowledge_used,
        table_bytes=search.table.bytes + (search.tree.bytes if plan.algorithm.keeps_tree else 0),
    )


def _value(plan: Plan[Any], search: Search, findings: Findings) -> tuple[Reward, Kind, int]:
    """The value, its kind, and how many points of it make a reward of 1."""
    if findings.lower == findings.upper:
        return findings.lower, "exact", 1
    if findings.completed is not None and plan.algorithm.gives_value:
        points, unit = points_of(search.scoring, findings.score)
        return points, "heuristic", unit
    points, unit = estimate_of(search)
    if unit > 0:
        return points, "heuristic", unit
    if findings.upper < plan.best and findings.lower == plan.worst:
        return findings.upper, "upper", 1
    return findings.lower, "lower", 1


def _is_proved_best(plan: Plan[Any], findings: Findings, kind: Kind) -> bool:
    """Whether no other move can get more: the move reaches the upper bound, or the search has compared all moves.

    Searches with more than two players compare moves under an assumption about the other players, so for them only the
    upper bound counts.
    """
    if plan.options.objective == "outcome" and findings.secured == findings.upper:
        return True
    return findings.decided and kind != "heuristic" and (plan.game.players == 2 or not plan.algorithm.any_players)


def _why_stopped(end: SearchEnd, ended_by: str) -> Stopped:
    if end.spent == "memory":
        return "memory"
    if end.spent:
        return "seconds" if ended_by == "seconds" else "interrupted" if ended_by else "nodes"
    return "complete" if end.findings.decided else "depth"
