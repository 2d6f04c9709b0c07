"""Which knowledge is proved never to cost a node, and what each piece is worth.

Random positions are searched with and without the pieces that a proof is about (`never_more`, with the searches of
`settings`); whole games are solved with and without each piece (`solves`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.knowledge import never_more, solves
from experiments.study import Case, Report, Row, Study


def cases(seed: int) -> list[Case]:
    """Solves of each game; then random positions."""
    return [*solves.cases(), *never_more.cases(seed)]


def report(rows: Sequence[Row]) -> Report:
    """In how many positions a piece costs nodes, the proof, and the nodes of solves with and without each piece."""
    solves.check_values(rows)
    summary = "\n\n".join([never_more.summary(rows), solves.summary()])
    details = "\n\n".join([never_more.figures(rows), solves.figures(rows)])
    return Report(summary=summary, details=details, pictures=solves.pictures(rows))


STUDY: Final = Study(
    "knowledge",
    "Which low-cost knowledge provably speeds up the search?",
    "A proof says which pieces of knowledge never cost a node. It is compared with alpha-beta searches of random "
    f"positions, with and without each piece. Then MTD(f) with a table solves {len(solves.GAMES)} games with all that "
    f"zermelo knows about them, with one piece left out, and with one piece alone. The question is from {CHAN}.",
    cases,
    report,
)
