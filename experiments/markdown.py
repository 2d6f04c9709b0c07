"""Tables and numbers in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

FIGURE: Final = re.compile(r"(?:[<>±] ?)?-?\d[\d,.]*(?:e-?\d+)?(?: ?%| m?s| µs)?(?: ± [\d,.]+)?$")
"""A number as text, what it is a bound or a mean of, or its part of the whole."""


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows under headings; columns of figures are set flush right. Numbers are written by `number`."""
    cells = [[_cell(value) for value in row] for row in rows]
    columns = [{row[column] for row in cells} - {""} for column in range(len(headings))]
    rule = ["--:" if column and all(map(FIGURE.match, column)) else "---" for column in columns]
    lines = [list(headings), rule, *cells]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float, digits: int = 3) -> str:
    """For people: 1,234,567; 12.3; 1.20; 0.00123."""
    if isinstance(value, int) or not value or round(abs(value)) >= 10**digits:
        return f"{round(value):,}"
    return f"{value:#,.{digits}g}".rstrip(".")


def percent(part: float, whole: float = 1) -> str:
    """A part of the whole, to a tenth: 12.3 %; 100 % and 0 % only where that is exact. Of nothing, none."""
    if not whole:
        return "none"
    share = 100 * part / whole
    if part != whole and share > 99.9:
        return "over 99.9 %"
    if part and share < 0.1:
        return "under 0.1 %"
    return f"{share:.0f} %" if part in (0, whole) else f"{share:.1f} %"


def seconds(value: float) -> str:
    """A time for people, in three digits at the most: 12.3 s, 4.56 ms."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{number(value / size)} {unit}"
    return f"{number(value * 1e6)} µs"


def is_number(value: Any) -> bool:
    """Whether it is one, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def between(values: Sequence[float], text: Callable[[float], str] = number) -> str:
    """From the least to the greatest; one of them where they read the same."""
    low, high = text(min(values)), text(max(values))
    return low if low == high else f"{low} to {high}"


def names(words: Sequence[str]) -> str:
    """One, two and three."""
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else "".join(words)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return number(value) if is_number(value) else str(value).replace("|", "\\|")
