"""How much less is pruned the more players there are: on uniform `trees`, and on `boards` of k in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.players import boards, trees
from experiments.study import Case, Part, Report, Row, Study, joined

PARTS: Final[Sequence[Part]] = (trees, boards)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Trees by players, order and algorithm; boards by players."""
    return [*trees.cases(seed), *boards.cases()]


def report(rows: Sequence[Row]) -> Report:
    """Powers of the whole tree, by players."""
    return joined(PARTS, rows)


STUDY: Final = Study(
    "players",
    "How much less is pruned with more players?",
    "Pruning is said to become less effective as the number of players p grows: by how much? The nodes that max^n with "
    "shallow pruning, paranoid and best-reply search visit are compared with the whole tree: on uniform trees whose leaves "
    "share out a fixed sum among p players, and on boards of k in a row.",
    cases,
    report,
)
