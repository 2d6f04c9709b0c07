"""How far ahead an engine must look, and for how many plies any move will do.

All positions of 3x3 and 4x4 are solved (`boards_solved`), so an engine of any depth can meet every line of play. The
sections: engines of each depth (`engines`, `least_depth`), the plies in which any move will do (`plies`), the first moves by
a search (`first_moves`), and an engine that always plays the first free cell (`first_free`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import ROOT_ROATCH
from experiments.horizon import engines, first_free, first_moves, plies
from experiments.horizon.boards_solved import SIDES
from experiments.horizon.every_line import SHORTCUT
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """Each ply of each board; the first free cell; engines of each depth; the first moves by a search."""
    return [*plies.cases(seed), *first_free.cases(), *engines.cases(), *first_moves.cases()]


def report(rows: Sequence[Row]) -> Report:
    """The least depth that loses no game, and in how many positions of each ply all moves are alike."""
    first_moves.check(rows)
    pictures = {"horizon-alike": plies.plot(rows, SIDES[-1]), "horizon-lost": engines.plot(rows)}
    details = "\n\n".join(part.figures(rows) for part in (engines, plies, first_moves, first_free))
    return Report(summary=engines.summary(rows), details=details, pictures=pictures)


STUDY: Final = Study(
    "horizon",
    "How far ahead must an engine look so that it never loses?",
    "All positions of n in a row on 3x3 and 4x4 are solved. Engines look a fixed number of plies ahead, and "
    "count every game that is not over by then as a draw. They meet every line of play, moving first and moving second. Two "
    f"rules from {ROOT_ROATCH} are checked: a search of {engines.LIMIT} plies, and on 4x4 the first free cell while "
    f"{SHORTCUT} or more are free.",
    cases,
    report,
)
"""n in a row on n x n, because all of these questions have exact answers there."""
