"""Text for terminals, for XML, and for notebooks: its width, the characters that they accept, tables in HTML.

Colours are left to the notebook, so that they suit its light and its dark theme.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def columns_of(text: str) -> int:
    """The number of terminal columns that `text` takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) != 0 for char in text)


def clean(text: str) -> str:
    """`text` with replacement characters for those that XML or terminals do not accept, such as control characters."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_unprintable(char) else char for char in text)


def escaped(text: str) -> str:
    return escape(clean(text), quote=False)


def _is_unprintable(char: str) -> bool:
    """Whether XML or a terminal does not accept a character: controls, lone surrogates, line separators, non-characters."""
    return unicodedata.category(char) in ("Cc", "Cs") or char in "\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}\ufffe\uffff"


def as_printed(self: object, printer: Any, _cycle: bool) -> None:
    """The method `_repr_pretty_` of results: IPython shows them as `print` does. So does a notebook that may not draw
    pictures, since its reader has not run it.
    """
    printer.text(str(self))


def html_table(heading: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table below a heading, which may be longer than the table is wide.

    Without a `head`, the first cell of each row names what the others are.
    """
    first = "td" if head else "th scope='row'"
    parts = [f"<p>{_escaped(heading)}</p><table>"]
    if head:
        titles = "".join(_cell(title, "th scope='col'") for title in head)
        parts.append(f"<thead><tr>{titles}</tr></thead>")
    lines = (_cell(row[0], first) + "".join(_cell(text, "td") for text in row[1:]) for row in rows)
    return "".join([*parts, "<tbody>", *(f"<tr>{line}</tr>" for line in lines), "</tbody></table>"])


def _cell(text: str, tag: str) -> str:
    return f"<{tag} style='text-align:left; white-space:pre-wrap'>{_escaped(text)}</{tag[:2]}>"


def preformatted(text: str) -> str:
    """Text as it is, in a font of fixed width."""
    return f"<pre>{_escaped(text)}</pre>"


def _escaped(text: str) -> str:
    """Text escaped for HTML, with its line breaks."""
    return "\n".join(map(escaped, text.split("\n")))
