"""How far ahead an engine must look, and for how long any move will do.

All positions of 3x3 and 4x4 are solved, so an engine of any depth can meet every line of play. The parts: how deep is deep
enough (`engines`), for how long any move will do (`plies`), the first moves by a search (`first_moves`), and always the
first free cell (`first_free`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.horizon import engines, first_free, first_moves, plies
from experiments.horizon.boards_solved import SIDES
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """Each ply of each board; the first free cell; engines of each depth; the first moves by a search."""
    return [*plies.cases(seed), *first_free.cases(), *engines.cases(), *first_moves.cases()]


def report(rows: Sequence[Row]) -> Report:
    """How deep is deep enough; for how long any move will do; where the first free cell stops doing."""
    first_moves.check(rows)
    big = SIDES[-1]
    answer = " ".join([engines.answer(rows), first_free.answer(rows, big), plies.answer(rows, big)])
    sections = [
        engines.section(rows),
        plies.section(rows, big),
        first_moves.section(rows),
        first_free.section(rows, big),
    ]
    pictures = {"horizon-alike": plies.plot(rows, big), "horizon-lost": engines.plot(rows)}
    return Report(answer, "\n\n".join(sections), pictures)


STUDY: Final = Study(
    "horizon",
    "How far ahead is far enough?",
    "An article on tic-tac-toe limits the depth of its search to four, takes the first free cell on 4x4 as long as 12 or "
    "more are free, and shows by a thousand games against itself that it never loses. Here all positions of 3x3 and 4x4 are "
    "solved, and engines of every depth meet every line of play: when do they lose, for how long are all moves worth the "
    "same, and when does it begin to matter which cell comes first?",
    cases,
    report,
)
"""From n in a row on n x n, where all of these questions have exact answers."""
