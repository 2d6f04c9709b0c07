"""How good a move is that must be played early.

The positions are in `problems`, and `solved` measures how hard they are. Each engine plays in all of them (`answers`) and is
ranked (`ranking`), with a limit of nodes (`under_nodes`), with a limit of time (`by_clock`), and game by game
(`game_by_game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.quality import answers, by_clock, game_by_game, solved, under_nodes
from experiments.quality.answers import MILLISECONDS
from experiments.quality.problems import SOURCES
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """For each game its positions, solved; then each engine with each limit of nodes, and with a limit of time."""
    return [case for game in SOURCES for case in (solved.case(game, seed), *answers.cases(game, seed))]


def report(rows: Sequence[Row]) -> Report:
    """The shares of perfect moves by engine and limit, with intervals, and what other moves lose."""
    rows = comparable(rows)
    details = "\n\n".join(filter(None, (part.figures(rows) for part in (solved, under_nodes, by_clock, game_by_game))))
    pictures = {**under_nodes.pictures(rows), **by_clock.pictures(rows)}
    return Report(summary=under_nodes.summary(rows), details=details, pictures=pictures)


def comparable(rows: Sequence[Row]) -> list[Row]:
    """The rows of the harder games, or of the small ones if there are no others: games with the same limits."""
    hard = [row for row in rows if not SOURCES[row["game"]].small]
    return hard or list(rows)


STUDY: Final = Study(
    "quality",
    "How good is an early answer?",
    "Random positions of several games, in which the moves differ in value, are solved exactly, move by move. Then each "
    f"engine plays in them with a limit of nodes, which is the same on every machine, and in {MILLISECONDS}, with its code "
    "compiled before. A move is perfect if none has a higher value. "
    f"The comparison of {MILLISECONDS} with {by_clock.PATIENCE:.0f} seconds is from {CHAN}.",
    cases,
    report,
)
