"""Whether the positions of tic-tac-toe can be counted by a formula.

For n in a row on n x n there is a sum (`formula`, on `lines_counted` and `pairs`); a sweep and a census check it (`checks`).
For k < n there is another sweep, and the recurrences behind it (`shorter_lines`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.counts import checks, formula, shorter_lines
from experiments.counts.agreement import Agreement
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """The formula; a sweep and a census to check it; for k < n, the sweep alone, and the recurrences behind it."""
    return [*formula.cases(), *checks.cases(seed), *shorter_lines.cases()]


def report(rows: Sequence[Row]) -> Report:
    """What the formula gives, whether all ways agree, and what is left for k < n."""
    agreement = Agreement(rows)
    answer = " ".join(part.answer(rows, agreement) for part in (formula, shorter_lines))
    body = "\n\n".join(part.figures(rows, agreement) for part in (formula, shorter_lines, checks))
    return Report(answer, body, formula.pictures(rows))


STUDY: Final = Study(
    "counts",
    "Is there a formula for the number of positions?",
    "Is a closed form for the number of states of tic-tac-toe truly intractable, or only convoluted? The positions that "
    "play can come to, the complete games and the nodes of the game tree are counted by inclusion and exclusion over the "
    "lines. That is checked by a census, which visits every position, and by a sweep over the cells, which shares no "
    "formula with it. For k < n there is a sweep, and a census of the smaller boards.",
    cases,
    report,
)
