"""What each piece of knowledge is worth, and which are proved never to cost anything.

Games are solved with and without each piece (`solves`); random positions are searched where a proof says that a piece
never costs a node (`never_more`); the `conclusions` are drawn from both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.knowledge import conclusions, never_more, solves
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """Solves of each game; then random positions."""
    return [*solves.cases(), *never_more.cases(seed)]


def report(rows: Sequence[Row]) -> Report:
    """Nodes by piece and game, and what never costs any."""
    solves.check_values(rows)
    body = "\n\n".join([solves.overview(rows), never_more.figures(rows), solves.details(rows)])
    return Report(conclusions.answer(rows), body, solves.pictures(rows))


STUDY: Final = Study(
    "knowledge",
    "Which low-cost knowledge provably speeds up the search?",
    "Wins at once are taken without a search; what else is cheap and *provably* helps? Killer moves? Each game is "
    "solved with all that it knows, with one piece left out, and with one piece alone beside the table. Then, where a "
    "proof says that a piece never costs a node, searches of random positions with and without it are held against it.",
    cases,
    report,
)
