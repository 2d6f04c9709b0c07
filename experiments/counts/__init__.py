"""Whether a formula counts the positions of tic-tac-toe.

For n in a row on n x n there is a sum (`formula`, from `lines_counted` and `pairs`). A sweep and a census check it
(`checks`, `agreement`). For k < n there is another sweep, and recurrences (`shorter_lines`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.counts import checks, formula, shorter_lines
from experiments.counts.agreement import Agreement
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """The formula; the sweeps and censuses that check it; for k < n, the sweeps and the recurrences."""
    return [*formula.cases(), *checks.cases(seed), *shorter_lines.cases()]


def report(rows: Sequence[Row]) -> Report:
    """The counts by the formula and by the sweep for k < n, and whether all ways of counting agree."""
    agreement = Agreement(rows)
    details = "\n\n".join(part.figures(rows, agreement) for part in (formula, shorter_lines, checks))
    return Report(summary=formula.summary(rows, agreement), details=details, pictures=formula.pictures(rows))


STUDY: Final = Study(
    "counts",
    "Is there a formula for the number of positions in tic-tac-toe?",
    "A sum over sets of lines counts the positions that play can reach, the complete games and the nodes of the game tree "
    "for n in a row on n x n. A census, which visits every position, checks it on small boards, and so does a sweep over "
    "the cells, which shares no formula with the sum. For shorter lines there is a sweep alone, checked by a census. The "
    f"question is from {CHAN}.",
    cases,
    report,
)
