"""How much the order of moves is worth to Alpha-Beta: on uniform `trees`, where theory counts, and on `drop_games`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.ordering import drop_games, trees
from experiments.study import Case, Part, Report, Row, Study, joined

PARTS: Final[Sequence[Part]] = (trees, drop_games)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Trees, then drop games."""
    return [*trees.cases(seed), *drop_games.cases(seed)]


def report(rows: Sequence[Row]) -> Report:
    """Trees against theory, and drop games against what was claimed of them."""
    drop_games.check_values(rows)
    return joined(PARTS, rows, "\n\n")


STUDY: Final = Study(
    "ordering",
    "What is the order of moves worth?",
    "Alpha-Beta without a table on uniform trees with random leaves, children sorted worst first, best first, or not at "
    "all; and on drop games, moves ordered by rules of thumb, by exact values, or by a table. The claims: Alpha-Beta visits "
    "b^d leaves in the worst order, b^(3d/4) in random order, about b^(d/2) in the best; on the 4x4 drop game the centre "
    "first beats the natural order, and the table's move first beats both.",
    cases,
    report,
)
