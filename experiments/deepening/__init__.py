"""What iterative deepening costs, and what it brings back.

The cost alone on `trees`; what comes back in games searched `to_depth`, and in games solved `to_end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.deepening import to_depth, to_end, trees
from experiments.study import Case, Part, Report, Row, Study, joined

PARTS: Final[Sequence[Part]] = (trees, to_depth, to_end)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Trees, searches of games to a depth, solves."""
    return [*trees.cases(seed), *to_depth.cases(), *to_end.cases()]


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError where two searches of one game contradict each other: a defect."""
    to_depth.check_values(rows)
    to_end.check_values(rows)


def report(rows: Sequence[Row]) -> Report:
    """The overhead on trees, and what comes back on games."""
    check_values(rows)
    return joined(PARTS, rows)


STUDY: Final = Study(
    "deepening",
    "What does iterative deepening cost, and what does it bring?",
    "The text claims that to search depth 1, 2, 3, ... before the last one costs a factor of b / (b - 1) only, and that "
    "better order and better guesses pay it back. The cost alone is measured on trees with random leaves, where nothing is "
    "kept; as these have no evaluation, a search cut off within one would see nothing but zeros and prune at once, so that "
    "each depth gets trees of its own, searched to their leaves. What comes back is measured in games with an evaluation, "
    "searched to a depth, and in games solved to their end.",
    cases,
    report,
)
