"""What a study is: cases that are measured into rows, and a report that is written from the rows.

Study --cases--> Case --measure--> Row (a line of JSON) --report--> Report (Markdown and plots)

The answer to the study's question is not in the report: it is written by hand, in `experiments.answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

Row = dict[str, Any]
"""One measurement as plain data for JSON, with the name of its `case`.

Whatever depends on the machine, or on how busy it is, is under `timed`, in the row or in a row nested in it. All else is the
same wherever and whenever it is measured.
"""

TIMED: Final = "timed"


@dataclass(frozen=True)
class Case:
    """One measurement, of a second or of minutes. A study that is interrupted loses at most the case in progress."""

    name: str
    """Unique in the study."""
    measure: Callable[[], Row]
    quick: bool = False
    """Whether `--quick` measures it."""


@dataclass(frozen=True)
class Report:
    """What a page shows beside the answer. Every number in it is computed from the rows."""

    details: str = ""
    """Further tables and plots, in Markdown; a plot is `![what it shows](its name.svg)`."""
    pictures: Mapping[str, str] = field(default_factory=dict[str, str])
    """SVG by name."""
    summary: str = ""
    """One table and one plot that show the answer, in Markdown."""


@dataclass(frozen=True)
class Study:
    """A question, and how it is measured."""

    name: str
    title: str
    """The question."""
    method: str
    """How it is measured: two to four sentences, in Markdown."""
    cases: Callable[[int], Sequence[Case]]
    """The cases for a seed, which determines everything that is random."""
    report: Callable[[Sequence[Row]], Report]
    """From the rows of some of the cases, in the order of the cases; the quick ones are always among them."""


class Section(Protocol):
    """A module of a study that has rows of its own, and a section of the details about them."""

    def figures(self, rows: Sequence[Row]) -> str:
        """Its section of the details."""
        ...

    def pictures(self, rows: Sequence[Row]) -> Mapping[str, str]:
        """SVG by name."""
        ...


def assembled(sections: Sequence[Section], rows: Sequence[Row], *, summary: str) -> Report:
    """The report of a study that consists of such sections."""
    details = "\n\n".join(filter(None, (section.figures(rows) for section in sections)))
    pictures = {name: svg for section in sections for name, svg in section.pictures(rows).items()}
    return Report(details=details, pictures=pictures, summary=summary)


def counted(row: Row) -> Row:
    """A copy of the row without what depends on the machine, in the row and in rows nested in it."""
    return {
        name: counted(cast(Row, value)) if isinstance(value, dict) else value
        for name, value in row.items()
        if name != TIMED
    }


def matching(rows: Sequence[Row], **wanted: Any) -> list[Row]:
    """The rows whose fields have these values."""
    return [row for row in rows if all(row.get(name) == value for name, value in wanted.items())]
