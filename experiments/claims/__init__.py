"""Claims of the texts that zermelo grew out of, each with its verdict and figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from experiments.claims import boards, play, practice, searches
from experiments.claims.claim import CLAIMS, SOURCES, VERDICTS, Judged
from experiments.markdown import table
from experiments.study import Case, Report, Row, Study

JUDGES: Final = (searches, boards, play, practice)
"""Modules whose functions judge claims. Importing them registers the claims."""

LONG: Final = ("more-players", "twelve-free-cells", "domain-knowledge")
"""Claims that take more than seconds."""


def cases(_seed: int) -> list[Case]:
    """One for each claim."""
    return [Case(name, partial(measure, claim.judge), name not in LONG) for name, claim in CLAIMS.items()]


def measure(judge: Callable[[], Judged]) -> Row:
    """The verdict and the figures, in words and as data."""
    return dict(judge()._asdict())


def verdicts(rows: Sequence[Row]) -> list[int]:
    """How many claims are true, conditional and false."""
    counts = Counter(row["verdict"] for row in rows)
    return [counts[verdict] for verdict in VERDICTS]


def report(rows: Sequence[Row]) -> Report:
    """Verdicts by source; then the claims of each source with verdicts and figures."""
    by_source = {number: [row for row in rows if CLAIMS[row["case"]].text == number] for number in SOURCES}
    lines = [[SOURCES[number].title, len(some), *verdicts(some)] for number, some in by_source.items()]
    summary = table(["source", "claims", *VERDICTS], [*lines, ["all", len(rows), *verdicts(rows)]])
    details = [part for number, some in by_source.items() if some for part in _section(number, some)]
    return Report(summary=summary, details="\n\n".join(details))


def _section(number: int, rows: Sequence[Row]) -> list[str]:
    """The claims of one source."""
    source = SOURCES[number]
    lines = [[CLAIMS[row["case"]].says, f"**{row['verdict']}**", row["why"], f"`{row['case']}`"] for row in rows]
    heads = ["claim", "verdict", "figures", "case"]
    return [f"### {source.title}", f"Source: {source.citation}.", table(heads, lines)]


STUDY: Final = Study(
    "claims",
    "Which claims about game search are true?",
    "Every claim that can be measured is stated in our own words, with its source. The verdict is computed from the "
    "figures: a claim is true if it holds in every case measured, *conditional* if it holds in some of them, and false if "
    "it holds in none. The last column of each table names a case; `python -m experiments claims --only CASE` measures that "
    "claim again and prints its figures.",
    cases,
    report,
)
