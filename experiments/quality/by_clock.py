"""Answers by the clock, and what is lost by not waiting."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

from experiments.markdown import seconds
from experiments.plots import bars
from experiments.quality.answers import CLOCK, ENGINES, MILLISECONDS, SECONDS, pooled, pooled_by_game
from experiments.quality.ranking import best_of, best_text, others_text, ranked
from experiments.study import TIMED, Row, matching

PATIENCE: Final = 5.0
"""Seconds that the article has the perfect answer take."""


def sentence(rows: Sequence[Row]) -> str:
    """Who answers best, and what is lost by not waiting."""
    return f"{best_text(pooled(rows, CLOCK), MILLISECONDS)} {_patience_text(rows)}"


def _patience_text(rows: Sequence[Row]) -> str:
    """What is lost by not waiting."""
    answers = pooled(rows, CLOCK)
    best = best_of(answers)
    told = answers[best]
    wrong = told.total - told.right
    taken = [one for row in matching(rows, part="solved") for one in row[TIMED]["seconds"]]
    quick = sum(one <= SECONDS for one in taken)
    late = sum(one > PATIENCE for one in taken)
    lost = (
        f"{wrong} of {told.total} moves, in value {sum(told.losses)} in all" if wrong else f"none of {told.total} moves"
    )
    rare = "" if 2 * late >= len(taken) else "But a perfect answer seldom takes so long here: "
    return (
        f"To prefer the answer after {MILLISECONDS} to a perfect one after {PATIENCE:.0f} s costs `{best}` {lost}; "
        f"{sum(told.proved)} of its moves are proved to be best by then. {rare}`solve`, left to itself, takes at most "
        f"{MILLISECONDS} for {quick} of {len(taken)} positions, more than {PATIENCE:.0f} s for {late or 'none'}, "
        f"{seconds(statistics.median(taken))} for one in the middle and {seconds(max(taken))} for the hardest."
    )


def section(rows: Sequence[Row]) -> str:
    """The engines, ranked."""
    answers = pooled(rows, CLOCK)
    parts = [
        f"### In {MILLISECONDS}",
        others_text(answers),
        ranked(answers),
        f"![Share of moves in {MILLISECONDS} that are not perfect](quality-clock.svg)",
    ]
    return "\n\n".join(parts)


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """Moves that are not perfect, by engine and game."""
    games = pooled_by_game(rows, CLOCK)
    groups = {engine: {game: games[game][engine].wrong_percent for game in games} for engine in ENGINES}
    return {"quality-clock": bars(groups, y="% of moves", title=f"Moves in {MILLISECONDS} that are not perfect")}
