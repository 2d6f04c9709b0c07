"""The answers to the studies' questions, written by hand: NAME.md in this folder.

The first paragraph of each is one sentence that answers the question. An answer is written for the rows in docs/results, and
tests compare every number in it with them (`experiments.tests.prose`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from experiments.rows import read, short_commit
from experiments.source import ROOT
from experiments.study import Row, counted

FOLDER: Final = Path(__file__).parent

RESULTS: Final = ROOT / "docs" / "results"
"""The rows that the answers are written for."""


class Answer(NamedTuple):
    """The answer that a page shows, or why it shows none."""

    text: str | None
    """In Markdown. None if nobody has written one, or if it may be false for the rows of the page."""
    note: str = ""
    """A sentence about the answer, or about why there is none."""

    @property
    def markdown(self) -> str:
        """For a page."""
        return "\n\n".join(filter(None, (self.text, self.note)))

    @property
    def headline(self) -> str:
        """The first paragraph, in one line."""
        return " ".join(self.markdown.split("\n\n")[0].split())


def answer_for(name: str, rows: Sequence[Row]) -> Answer:
    """The answer of a study, for a page made from these rows.

    If they are not the published rows, it is left out; if they differ in times alone, a note says whose times it gives.
    """
    path = FOLDER / f"{name}.md"
    if not path.exists():
        return Answer(None, "*No answer has been written yet.*")
    text = path.read_text(encoding="utf-8").strip()
    head, published = read(RESULTS / f"{name}.jsonl")
    if list(rows) == published:
        return Answer(text)
    written_for = f"docs/results, measured at commit {short_commit(head.get('commit') or 'unknown')}"
    if list(map(counted, rows)) != list(map(counted, published)):
        return Answer(
            None, f"*The answer is left out: it was written for the rows in {written_for}, and these differ.*"
        )
    return Answer(text, f"*Any times in this answer are those in {written_for}. All counts are the same here.*")
