"""What an experiment is: cases that are measured into rows, and a report that is written from the rows alone.

Study --cases--> Case --measure--> Row (a line of JSON) --report--> Report (Markdown and plots)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

Row = dict[str, Any]
"""What was measured, as plain data for JSON, under the `case` it is of. What depends on the machine, or on how busy it is,
is in the row's `timed`, or in that of a row inside it; all else is the same wherever and whenever it is measured."""

TIMED: Final = "timed"


@dataclass(frozen=True)
class Case:
    """One measurement, of a second or of minutes: what is done between two lines of progress, and is not lost."""

    name: str
    """Unlike that of any other case of the study."""
    measure: Callable[[], Row]
    quick: bool = False
    """Whether it is measured even when time is short."""


@dataclass(frozen=True)
class Report:
    """What came out. Every number in it is taken from the rows."""

    answer: str
    """A paragraph, in Markdown."""
    body: str
    """The figures, in Markdown; a picture is `![what it shows](its name.svg)`."""
    pictures: Mapping[str, str] = field(default_factory=dict[str, str])
    """SVG by name."""


@dataclass(frozen=True)
class Study:
    """One experiment."""

    name: str
    title: str
    question: str
    """A paragraph, in Markdown: what is asked, and how it is measured."""
    cases: Callable[[int], Sequence[Case]]
    """By the seed of all that is random."""
    report: Callable[[Sequence[Row]], Report]
    """From the rows of some of the cases, in their order; the quick ones are always among them."""


class Part(Protocol):
    """A module of a study that reports on rows of its own."""

    def answer(self, rows: Sequence[Row]) -> str:
        """Its sentences of the answer."""
        ...

    def figures(self, rows: Sequence[Row]) -> str:
        """Its section of the body."""
        ...

    def pictures(self, rows: Sequence[Row]) -> Mapping[str, str]:
        """SVG by name."""
        ...


def joined(parts: Sequence[Part], rows: Sequence[Row], between: str = " ") -> Report:
    """The report of a study made of such parts, in their order; `between` stands between their answers."""
    answer = between.join(part.answer(rows) for part in parts)
    body = "\n\n".join(part.figures(rows) for part in parts)
    return Report(answer, body, {name: svg for part in parts for name, svg in part.pictures(rows).items()})


def counted(row: Row) -> Row:
    """The row, and the rows inside it, without what depends on the machine."""
    return {
        name: counted(cast(Row, value)) if isinstance(value, dict) else value
        for name, value in row.items()
        if name != TIMED
    }


def matching(rows: Sequence[Row], **wanted: Any) -> list[Row]:
    """Those rows whose fields are as wanted."""
    return [row for row in rows if all(row.get(name) == value for name, value in wanted.items())]
