"""Makes a Result from what a search leaves when it ends."""

from __future__ import annotations

from typing import Any

from zermelo.core.stakes import Reward, Stakes
from zermelo.native.machine import Machine
from zermelo.search.parts.scoring import points_of, reward_of
from zermelo.search.parts.search import Search
from zermelo.solver.findings import Findings, SearchEnd
from zermelo.solver.plan import Plan
from zermelo.solver.result import Kind, Result, Stopped
from zermelo.solver.root import estimate_of


def report(
    plan: Plan[Any], state: Any, machine: Machine, search: Search, end: SearchEnd, ended_by: str, note: str
) -> Result:
    """The result of a search from a state. `ended_by`: "seconds" or "interrupted" if it was stopped from outside, else "".
    `note`: the note of its checkpoints.
    """
    game, findings, moves = plan.game, end.findings, end.moves
    value, kind, unit = _value(plan, search, findings)
    has_distance = kind == "exact" and plan.algorithm.gives_value and findings.decided
    return Result(
        game=str(game),
        position=game.position_text(state),
        algorithm=plan.algorithm.name,
        chosen=plan.chosen,
        objective=plan.options.objective,
        stakes=Stakes.of(game, state),
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
        note=" ".join(filter(None, (machine.note, note))),
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
