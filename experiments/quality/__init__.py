"""How good an answer is that had to be given early.

The positions are `problems`, and `solved` tells how hard they are. The `answers` of all engines, and their `ranking`, are
told `under_nodes`, `by_clock`, and `game_by_game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.quality import answers, by_clock, game_by_game, solved, under_nodes
from experiments.quality.answers import CLOCK, MILLISECONDS
from experiments.quality.problems import SOURCES
from experiments.study import Case, Report, Row, Study, matching


def cases(seed: int) -> list[Case]:
    """For each game its positions, solved; each engine under each budget of nodes, and by the clock."""
    return [case for game in SOURCES for case in (solved.case(game, seed), *answers.cases(game, seed))]


def report(rows: Sequence[Row]) -> Report:
    """Shares of perfect moves, with intervals; what an early answer loses."""
    rows = _comparable(rows)
    parts = (under_nodes, by_clock) if matching(rows, budget=CLOCK) else (under_nodes,)
    answer = " ".join(part.sentence(rows) for part in parts)
    sections = [solved.section(rows), *(part.section(rows) for part in parts), game_by_game.section(rows)]
    pictures = {name: svg for part in parts for name, svg in part.pictures(rows).items()}
    return Report(answer, "\n\n".join(sections), pictures)


def _comparable(rows: Sequence[Row]) -> list[Row]:
    """Of the harder games if there are any, else of the small ones: every budget for the same positions."""
    hard = [row for row in rows if not SOURCES[row["game"]].small]
    return hard or list(rows)


STUDY: Final = Study(
    "quality",
    "How good is an early answer?",
    "A good enough answer in 50 ms beats a perfect one in 5 seconds, says an article. Random positions of several games in "
    "which the moves differ in value are solved exactly, move by move; then each algorithm answers them under a budget of "
    f"nodes, the same on every machine, and in {MILLISECONDS}, compiled before. How often is its move perfect, what is "
    "lost when it is not, and how long would the perfect answer have taken?",
    cases,
    report,
)
