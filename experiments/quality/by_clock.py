"""Moves with a limit of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.plots import stacked
from experiments.quality.answers import CLOCK, ENGINES, MILLISECONDS, pooled, pooled_by_game
from experiments.quality.ranking import ranked
from experiments.study import Row, matching

PATIENCE: Final = 5.0
"""Seconds that a perfect answer takes in the published comparison (Chan 2026)."""


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: the engines, ranked; empty if none had a limit of time."""
    if not matching(rows, budget=CLOCK):
        return ""
    return "\n\n".join(
        [
            f"### In {MILLISECONDS}",
            ranked(pooled(rows, CLOCK)),
            f"![Share of moves in {MILLISECONDS} that are not perfect](quality-clock.svg)",
        ]
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the moves that are not perfect: a bar for each engine, the best one first, with a part for each game."""
    if not matching(rows, budget=CLOCK):
        return {}
    games, engines = pooled_by_game(rows, CLOCK), pooled(rows, CLOCK)
    groups = {
        engine: {game: games[game][engine].total - games[game][engine].right for game in games}
        for engine in sorted(ENGINES, key=lambda name: engines[name].right, reverse=True)
    }
    total = max(moves.total for moves in engines.values())
    title = f"Moves in {MILLISECONDS} that are not perfect"
    return {"quality-clock": stacked(groups, x=f"moves, of {total:,}", title=title)}
