"""The worth of a transposition table: by its size (`sizes`), and by what it keeps when it is full (`keeping`).

Both sections use the same rows (`solves`), from tables with several replacement policies (`policies`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.study import Case, Report, Row, Section, Study, assembled
from experiments.table import keeping, sizes, solves

SECTIONS: Final[Sequence[Section]] = (sizes, keeping)


def cases(_seed: int) -> list[Case]:
    """The solves of each game. Nothing here is random."""
    return solves.cases()


def report(rows: Sequence[Row]) -> Report:
    """Nodes and hit rates by the size of the table, by replacement policy, and with symmetric positions as one."""
    solves.check_values(rows)
    return assembled(SECTIONS, rows, summary=sizes.summary(rows))


STUDY: Final = Study(
    "table",
    "What is a transposition table worth, and how large must it be?",
    f"NegaMax and MTD(f) solve {len(solves.GAMES)} games by the rules alone, without a table and with tables of fixed "
    f"size, in at most {solves.LIMIT:,} nodes. A table has its rows in pairs: of the positions that share a pair, one row "
    "keeps what was searched deepest, and the other what came last. For comparison, MTD(f) also uses tables whose pairs "
    "keep the two results that came last, or the two that were searched deepest, and tables that treat symmetric "
    "positions as one.",
    cases,
    report,
)
