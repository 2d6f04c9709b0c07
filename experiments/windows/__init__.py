"""Null windows: how often NegaScout searches a move again, what a guess is worth to MTD(f), and both against Alpha-Beta."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.markdown import table
from experiments.study import Case, Report, Row, Section, Study, assembled
from experiments.windows import games, guesses, scouts, tenths

SECTIONS: Final[Sequence[Section]] = (scouts, games, guesses, tenths)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Games, trees, guesses, tenths."""
    return [*games.cases(), *scouts.cases(seed), *guesses.cases(seed), *tenths.cases()]


def report(rows: Sequence[Row]) -> Report:
    """The nodes of searches with null windows, divided by those of Alpha-Beta."""
    games.check_scores(games.measured(rows))
    return assembled(SECTIONS, rows, summary=summary(rows))


def summary(rows: Sequence[Row]) -> str:
    """The nodes of each kind of search, divided by those of Alpha-Beta, and a plot of nodes by the error of the guess."""
    near, far = guesses.from_nearest_and_farthest(guesses.measured(rows))
    kinds = {
        "MTD(f) on trees, from the exact value": near,
        "MTD(f) on trees, from the worst guess": far,
        **{
            f"NegaScout on trees, {words}": scouts.ratios(scouts.measured(rows), order)
            for order, words in scouts.WORDS.items()
        },
        **games.kinds(games.measured(rows)),
    }
    heads = ["search", "number", "fewer nodes in", "nodes / Alpha-Beta's, least", "greatest"]
    lines = [
        [kind, len(found), sum(ratio < 1 for ratio in found), min(found), max(found)]
        for kind, found in kinds.items()
        if found
    ]
    return "\n\n".join(
        [
            table(heads, lines),
            "Every number of the trees is a mean of trees of one size. MTD(f) has a table; so has the Alpha-Beta that it is "
            "compared with.",
            "![Nodes of MTD(f) by the error of its guess, divided by nodes of Alpha-Beta](windows-guess.svg)",
        ]
    )


STUDY: Final = Study(
    "windows",
    "Do null windows save nodes?",
    "NegaScout searches each move after the first with a null window, and searches it again if it proves to be better. "
    "MTD(f) and Best Node Search (BNS) use null windows only. All are compared with Alpha-Beta by the nodes they visit, by "
    "the rules alone, on games and on random trees whose leaves have many different values. The way they use null windows, "
    f"and that MTD(f) is a binary search, are from {CHAN}.",
    cases,
    report,
)
