"""What the texts say, judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from experiments.claims import boards, play, practice, searches
from experiments.claims.claim import CLAIMS, TEXTS, Judged
from experiments.markdown import names, table
from experiments.study import Case, Report, Row, Study

JUDGES: Final = (searches, boards, play, practice)
"""Modules whose functions judge claims; to import them makes the claims known."""

LONG: Final = ("more-players", "twelve-free-cells", "domain-knowledge")
"""Claims that take more than seconds."""


def cases(_seed: int) -> list[Case]:
    """One for each claim."""
    return [Case(name, partial(measure, claim.judge), name not in LONG) for name, claim in CLAIMS.items()]


def measure(judge: Callable[[], Judged]) -> Row:
    """The verdict, the reason and the figures."""
    return dict(judge()._asdict())


def report(rows: Sequence[Row]) -> Report:
    """A table of claims and verdicts."""
    counts = Counter(row["verdict"] for row in rows)
    told = names([f"{counts[verdict]} {verdict}" for verdict in ("true", "conditional", "false") if counts[verdict]])
    answer = (
        f"Of {len(rows)} claims that can be measured, {told}. Conditional is what holds in some of the cases that "
        "were tried. "
        "`python -m experiments claims --only NAME` measures one of them again and prints its figures."
    )
    texts = "\n".join(f"{number}. the text {title}" for number, title in TEXTS.items())
    lines: list[list[object]] = []
    for row in sorted(rows, key=lambda row: CLAIMS[row["case"]].text):
        claim = CLAIMS[row["case"]]
        lines.append([f"{claim.says} (text {claim.text}, `{claim.name}`)", f"**{row['verdict']}**", row["why"]])
    body = f"{table(['claim', 'verdict', 'measured'], lines)}\n\nThe texts:\n\n{texts}"
    return Report(answer, body)


STUDY: Final = Study(
    "claims",
    "Which of the claims hold?",
    "Five texts on minimax and what came after it, which this library grew out of, make claims about algorithms and "
    "boards. "
    "Here they are in our words, each with what was measured; the verdict is computed from the figures.",
    cases,
    report,
)
