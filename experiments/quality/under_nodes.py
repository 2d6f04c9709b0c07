"""Moves with a limit of nodes, which is the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.markdown import table
from experiments.plots import curves
from experiments.quality.answers import CLOCK, ENGINES, budget_name, budgets, pooled, rounded
from experiments.quality.ranking import SURE, behind, best_of, ranked
from experiments.quality.solved import random_right
from experiments.study import Row


def in_nodes(rows: Sequence[Row]) -> list[int | str]:
    """The limits in nodes, the least first."""
    return [budget for budget in budgets(rows) if budget != CLOCK]


def summary(rows: Sequence[Row]) -> str:
    """The share of perfect moves by engine and limit, and a plot."""
    limits = {budget: pooled(rows, budget) for budget in budgets(rows)}
    worse = {budget: behind(answers, best_of(answers)) for budget, answers in limits.items()}
    lines = [
        [
            f"`{engine}`",
            *(
                f"{rounded(answers[engine].right / answers[engine].total)}{' *' if engine in worse[budget] else ''}"
                for budget, answers in limits.items()
            ),
        ]
        for engine in ENGINES
    ]
    return "\n\n".join(
        [
            table(["engine", *map(budget_name, limits)], lines),
            f"Perfect moves with each limit; * is significantly worse than the best engine. A random move is perfect in "
            f"{rounded(random_right(rows))} of the positions. The first four engines deepen ply by ply if the game has a "
            "static evaluation; `mtdf` and `bns` also search *in one go*, without deepening.",
            "![Share of moves that are not perfect, by the limit of nodes](quality-nodes.svg)",
        ]
    )


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: the engines with each limit, ranked."""
    parts = [
        "### With a limit of nodes",
        f"The share of perfect moves has an interval with a confidence of {rounded(SURE)} (Wilson). *Mean loss* is what a "
        "move loses in value on average; values are rewards, which are larger than 1 in some games. *Proved* are moves that "
        "the engine proves to be best. Engines are compared with the best one by a sign test on the same positions, at a "
        f"level of {rounded(1 - SURE)} for all of them together (Bonferroni).",
    ]
    for budget in in_nodes(rows):
        parts += [f"{budget_name(budget)}:", ranked(pooled(rows, budget))]
    return "\n\n".join(parts)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the moves that are not perfect, by the limit."""
    limits = {budget: pooled(rows, budget) for budget in in_nodes(rows)}
    series = {
        engine: [(float(budget), answers[engine].wrong_percent) for budget, answers in limits.items()]
        for engine in ENGINES
    }
    title = "Moves with a limit of nodes that are not perfect"
    return {"quality-nodes": curves(series, x="nodes for a move", y="% of moves", log_x=True, title=title)}
