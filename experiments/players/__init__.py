"""How much less is pruned with more players: on uniform `trees`, and on `boards` of k in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.players import boards, trees
from experiments.study import Case, Report, Row, Section, Study, assembled

SECTIONS: Final[Sequence[Section]] = (trees, boards)


def cases(seed: int) -> list[Case]:
    """Trees by players, order and algorithm; boards by players."""
    return [*trees.cases(seed), *boards.cases()]


def report(rows: Sequence[Row]) -> Report:
    """The part of the tree that each algorithm visits, by players."""
    return assembled(SECTIONS, rows, summary=trees.summary(rows))


STUDY: Final = Study(
    "players",
    "How much less is pruned with more players?",
    "Three searches are compared with the whole tree: max^n with shallow pruning, paranoid search and best-reply search. "
    "They search random trees, whose leaves share out a fixed sum at random among the players, and boards of k in a row. "
    f"The question is from {CHAN}.",
    cases,
    report,
)
