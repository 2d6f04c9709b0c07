"""How many moves of each engine are perfect, game by game."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.markdown import table
from experiments.quality.answers import CLOCK, ENGINES, MILLISECONDS, pooled_by_game
from experiments.study import Row, matching


def section(rows: Sequence[Row]) -> str:
    """Each engine under each budget, on each game."""
    return f"### By game\n\nPerfect moves.\n\n{_table(rows)}"


def _table(rows: Sequence[Row]) -> str:
    answered = matching(rows, part="answers")
    lines: list[list[object]] = []
    for budget in dict.fromkeys(row["budget"] for row in answered):
        told = MILLISECONDS if budget == CLOCK else f"{budget:,}"
        games = pooled_by_game(rows, budget)
        for engine in ENGINES:
            found = [answers[engine] for answers in games.values()]
            lines.append([told, f"`{engine}`", *(f"{one.right} of {one.total}" for one in found)])
    games = dict.fromkeys(row["game"] for row in answered)
    return table(["budget", "engine", *(f"`{game}`" for game in games)], lines)
