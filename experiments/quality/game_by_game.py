"""The perfect moves of each engine, game by game."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.markdown import table
from experiments.quality.answers import ENGINES, budget_name, budgets, pooled_by_game
from experiments.study import Row, matching


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: each engine with each limit, on each game."""
    return f"### Game by game\n\nPerfect moves with each limit:\n\n{_table(rows)}"


def _table(rows: Sequence[Row]) -> str:
    """The perfect moves by limit, engine and game."""
    lines: list[list[object]] = []
    for budget in budgets(rows):
        games = pooled_by_game(rows, budget)
        for engine in ENGINES:
            moves = [answers[engine] for answers in games.values()]
            lines.append([budget_name(budget), f"`{engine}`", *(f"{each.right} of {each.total}" for each in moves)])
    games = dict.fromkeys(row["game"] for row in matching(rows, part="answers"))
    return table(["limit", "engine", *(f"`{game}`" for game in games)], lines)
