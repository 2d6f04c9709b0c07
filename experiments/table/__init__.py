"""What a transposition table is worth by its size, and by what it keeps when it is full.

The same `solves`, with tables of several `policies`, are told by `sizes` and by `keeping`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.study import Case, Part, Report, Row, Study, joined
from experiments.table import keeping, sizes, solves

PARTS: Final[Sequence[Part]] = (sizes, keeping)
"""In the order of the report."""


def cases(_seed: int) -> list[Case]:
    """Nothing here is random."""
    return solves.cases()


def report(rows: Sequence[Row]) -> Report:
    """Nodes and hit rates by the size of the table; the policies; symmetry."""
    solves.check_values(rows)
    return joined(PARTS, rows)


STUDY: Final = Study(
    "table",
    "What is a transposition table worth, and how large must it be?",
    "Games are solved by the rules alone, without a table and with tables of fixed size, from plenty down to a kilobyte. "
    "A table here keeps whole keys, in pairs of rows: the first row of a pair keeps what was searched deepest, the second "
    "what came last. For comparison a pair keeps the two that came last, or the two that were searched deepest. "
    "The hit rate is the share of positions looked for that the table settled.",
    cases,
    report,
)
