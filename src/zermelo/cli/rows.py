"""Rows of a name and a text, wrapped where a terminal is narrower."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

NAME: int = 9
"""Columns for the name."""

LEAST: int = 30
"""No narrower than this."""


def columns(least: int) -> int:
    """Of the terminal, or as COLUMNS says, but no fewer than `least`; any number where the output goes elsewhere."""
    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    return max(least, shutil.get_terminal_size().columns) if told else sys.maxsize


def as_rows(rows: Iterable[tuple[str, str]]) -> str:
    """One row for each text that is not empty; on a terminal, or where COLUMNS says how wide it is, no line is wider."""
    width = columns(LEAST)
    return "\n".join(
        textwrap.fill(
            text,
            width,
            initial_indent=f"{name:<{NAME}}",
            subsequent_indent=" " * NAME,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for name, text in rows
        if text
    )
