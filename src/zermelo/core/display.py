"""Texts as terminals and XML take them: their width, and without what neither takes."""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape


def columns_of(text: str) -> int:
    """How many columns a text takes in a terminal."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) != 0 for char in text)


def clean(text: str) -> str:
    """`text` without what XML and terminals do not take: control characters and halves of surrogate pairs."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _is_foul(char) else char for char in text)


def escaped(text: str) -> str:
    """`text` for XML."""
    return escape(clean(text))


def _is_foul(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs") or char in "\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}\ufffe\uffff"
