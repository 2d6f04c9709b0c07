"""Answers under a budget of nodes, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.plots import curves
from experiments.quality.answers import CLOCK, ENGINES, pooled
from experiments.quality.ranking import SURE, best_text, others_text, ranked
from experiments.quality.wording import percent
from experiments.study import Row, matching


def budgets(rows: Sequence[Row]) -> list[int]:
    """In nodes, the least first."""
    return sorted({row["budget"] for row in matching(rows, part="answers") if row["budget"] != CLOCK})


def sentence(rows: Sequence[Row]) -> str:
    """Who answers best under the least of them."""
    least = budgets(rows)[0]
    return best_text(pooled(rows, least), f"{least:,} nodes")


def section(rows: Sequence[Row]) -> str:
    """The engines under each budget, ranked."""
    parts = [
        "### Under a budget of nodes",
        f"Moves that are as good as any, with the interval that holds the true share in {percent(SURE)} of all samples "
        "(Wilson); what a move loses in value on average, where values are rewards, in some games of more than 1; and moves "
        "that the engine proves best. Worse is called what is by a sign test on the same positions, the risk of "
        f"{percent(1 - SURE)} shared out among all engines (Bonferroni).",
        "![Share of moves that are not perfect, by the budget](quality-nodes.svg)",
    ]
    for budget in budgets(rows):
        answers = pooled(rows, budget)
        parts += [f"{budget:,} nodes: {others_text(answers)}", ranked(answers)]
    return "\n\n".join(parts)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Moves that are not perfect, over the budget."""
    answers = {budget: pooled(rows, budget) for budget in budgets(rows)}
    series = {
        engine: [(budget, found[engine].wrong_percent) for budget, found in answers.items()] for engine in ENGINES
    }
    title = "Moves under a budget of nodes that are not perfect"
    return {"quality-nodes": curves(series, x="nodes a move", y="% of moves", log_x=True, title=title)}
