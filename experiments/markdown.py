"""Tables, numbers and lists in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

FIGURE: Final = re.compile(r"(?:[<>±] ?|over |under )?-?\d[\d,.]*(?:e-?\d+)?(?: ?%| m?s| µs)?(?: ± [\d,.]+)?$")
"""A number as text, perhaps with a sign that it is a bound, a unit, or a margin of error."""


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table; columns of figures are right-aligned, and numbers are formatted by `number`."""
    cells = [[_cell(value) for value in row] for row in rows]
    columns = [{row[column] for row in cells} - {""} for column in range(len(headings))]
    rule = ["--:" if column and all(map(FIGURE.match, column)) else "---" for column in columns]
    lines = [list(headings), rule, *cells]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float, digits: int = 3) -> str:
    """Formatted for people: 1,234,567; 12.3; 1.20; 0.00123."""
    if isinstance(value, int) or not value or round(abs(value)) >= 10**digits:
        return f"{round(value):,}"
    return f"{value:#,.{digits}g}".rstrip(".")


def percent(part: float, whole: float = 1) -> str:
    """A part as a percentage of the whole, to a tenth: 12.3 %. 100 % and 0 % mean exactly that; "none" if the whole is 0."""
    if not whole:
        return "none"
    share = 100 * part / whole
    if part != whole and share > 99.9:
        return "over 99.9 %"
    if part and share < 0.1:
        return "under 0.1 %"
    return f"{share:.0f} %" if part in (0, whole) else f"{share:.1f} %"


def seconds(value: float) -> str:
    """A time formatted for people, with at most three digits: 12.3 s, 4.56 ms."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{number(value / size)} {unit}"
    return f"{number(value * 1e6)} µs"


def is_number(value: Any) -> bool:
    """Whether it is a number, and not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def between(values: Sequence[float], text: Callable[[float], str] = number) -> str:
    """The least and the greatest value, as `1 to 9`; a single text if both read the same."""
    low, high = text(min(values)), text(max(values))
    return low if low == high else f"{low} to {high}"


def names(words: Sequence[str]) -> str:
    """As `one, two and three`."""
    return ", ".join(words[:-1]) + f" and {words[-1]}" if len(words) > 1 else "".join(words)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return number(value) if is_number(value) else str(value).replace("|", "\\|")
