"""Text for terminals and XML: its width, and replacements for the characters that they do not accept."""

from __future__ import annotations

import unicodedata
from html import escape


def columns_of(text: str) -> int:
    """The number of terminal columns that `text` takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) != 0 for char in text)


def clean(text: str) -> str:
    """`text` with replacement characters for those that XML or terminals do not accept, such as control characters."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_unprintable(char) else char for char in text)


def escaped(text: str) -> str:
    """`text` escaped for XML."""
    return escape(clean(text), quote=False)


def _is_unprintable(char: str) -> bool:
    """Whether XML or a terminal does not accept a character: controls, lone surrogates, line separators, non-characters."""
    return unicodedata.category(char) in ("Cc", "Cs") or char in "\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}\ufffe\uffff"
