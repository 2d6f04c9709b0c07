"""How much the order of moves matters to Alpha-Beta: on uniform `trees`, where theory has formulas, and in `drop_games`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import PRACTICE_TASKS
from experiments.ordering import drop_games, trees
from experiments.study import Case, Report, Row, Section, Study, assembled

SECTIONS: Final[Sequence[Section]] = (trees, drop_games)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Trees, then drop games."""
    return [*trees.cases(seed), *drop_games.cases(seed)]


def report(rows: Sequence[Row]) -> Report:
    """Leaves of trees in each order, compared with theory; nodes of drop games in each order."""
    drop_games.check_values(rows)
    return assembled(SECTIONS, rows, summary=trees.summary(rows))


STUDY: Final = Study(
    "ordering",
    "How much does the order of moves matter?",
    "Alpha-Beta without a table searches random uniform trees, with the children of every node sorted worst first, sorted "
    "best first, or in random order. It also searches drop games, with the moves ordered by rules of thumb or by exact "
    "values, and with a transposition table, whose move is tried first. A check makes sure that the value is the same in "
    f"every order. The orders and the estimates b^d, b^(3d/4) and b^(d/2) are from {PRACTICE_TASKS}.",
    cases,
    report,
)
