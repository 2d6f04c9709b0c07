"""Text that fits the terminal: sentences, and rows of a name and a text, wrapped between words."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Final

import click

NAME: Final = 9
"""Columns for the name."""

LEAST: Final = 30
"""No narrower than this."""

QUOTED: Final = re.compile(r"""(?<!\w)(['"`])(?:(?!\1).)+\1(?!\w)""")
"""What is quoted in a sentence; an apostrophe within a word begins nothing."""

JOINT: Final = "\x00"
"""In place of a space at which no line may end."""


def columns(least: int, *, err: bool = False) -> int:
    """Of the terminal, or as COLUMNS says, but no fewer than `least`; any number where the output goes elsewhere."""
    stream = sys.stderr if err else sys.stdout
    if "COLUMNS" not in os.environ and not stream.isatty():
        return sys.maxsize
    return max(least, _terminal_columns(err))


def _terminal_columns(err: bool) -> int:
    """As COLUMNS says, else those of the terminal that the stream is."""
    found = shutil.get_terminal_size().columns
    if err and not os.environ.get("COLUMNS"):
        try:
            return os.get_terminal_size(sys.stderr.fileno()).columns or found
        except (OSError, ValueError):
            return found
    return found


def wrapped(text: str, width: int, *, first: str = "", rest: str = "") -> str:
    """Each line of the text, wrapped between words where it is too long; words, and quoted names that fit, stay whole.

    `first` is put before the first line of all, `rest` before the lines that a line is continued by, after what the line
    itself begins with: a line that is indented is continued as deep.
    """
    lines: list[str] = []
    for number, line in enumerate(text.split("\n")):
        lead = first if number == 0 else ""
        indent = rest + line[: len(line) - len(line.lstrip())]
        lines += _wrapped_line(line, width, lead, indent) if len(lead) + len(line) > width else [lead + line]
    return "\n".join(lines)


def _wrapped_line(line: str, width: int, first: str, rest: str) -> list[str]:
    """One line, as several."""

    def whole(found: re.Match[str]) -> str:
        return found[0].replace(" ", JOINT) if len(rest) + len(found[0]) <= width else found[0]

    pieces = textwrap.wrap(
        QUOTED.sub(whole, line),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [piece.replace(JOINT, " ") for piece in pieces]


def tell(text: str, *, err: bool = False) -> None:
    """Print sentences: wrapped where the stream is a terminal, as they are where it is not."""
    click.echo(wrapped(text, columns(LEAST, err=err)), err=err)


def fitted(text: str) -> str:
    """A sentence for stdout, to stand before what must not be wrapped."""
    return wrapped(text, columns(LEAST))


def as_rows(rows: Iterable[tuple[str, str]], name: int = NAME) -> str:
    """One row for each text that is not empty, after `name` columns for its name; on a terminal, or where COLUMNS says how
    wide it is, no line is wider.
    """
    width = columns(LEAST)
    return "\n".join(
        wrapped(text, width, first=f"{title:<{name}}", rest=" " * min(name, width // 2)) for title, text in rows if text
    )
