"""Text that fits the terminal: sentences, and rows of a label and a text, wrapped between words."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import ceil
from typing import Final

import click

from zermelo.core.wording import LABEL, Row

LEAST: Final = 30
"""Columns that text is wrapped to in a terminal that is narrower than this."""

QUOTED: Final = re.compile(r"""(?<!\w)(['"`])(?:(?!\1).)+\1(?!\w)""")
"""A quotation in a sentence. An apostrophe inside a word does not open one."""

APART: Final = 4
"""The columns between two boards side by side."""

JOINT: Final = "\x00"
"""Replaces a space at which a line must not end."""


def columns(least: int, *, err: bool = False) -> int:
    """The width of the terminal, or COLUMNS if it is set, but at least `least`.

    Output that does not go to a terminal has no limit: sys.maxsize.
    """
    stream = sys.stderr if err else sys.stdout
    if "COLUMNS" in os.environ:
        return max(least, shutil.get_terminal_size().columns)
    return max(least, os.get_terminal_size(stream.fileno()).columns) if stream.isatty() else sys.maxsize


def wrapped(text: str, width: int, *, first: str = "", rest: str = "") -> str:
    """The text with each line that is too long wrapped between words. Words are never split, nor quotations that fit.

    `first` goes before the first line of the text, `rest` before each continuation. The continuation of an indented line
    gets that line's indentation after `rest`.
    """
    lines: list[str] = []
    for number, line in enumerate(text.split("\n")):
        lead = first if number == 0 else ""
        indent = rest + line[: len(line) - len(line.lstrip())]
        lines += _wrapped_line(line, width, lead, indent) if len(lead) + len(line) > width else [lead + line]
    return "\n".join(lines).replace(JOINT, " ")


def _wrapped_line(line: str, width: int, first: str, rest: str) -> list[str]:
    """One long line as several, with JOINT in place of some spaces."""
    room = width - len(rest)
    return textwrap.wrap(
        QUOTED.sub(lambda quotation: _unbroken(quotation[0], room), line),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def joined_lines(markdown: str) -> str:
    """Markdown with each paragraph on one line, ready to be wrapped; code, lists, headings and indented lines stay."""
    paragraphs = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    paragraphs[::2] = [re.sub(r"(?<=\S)\n(?!\s|[#|>]|```|[*-] |\d+\. \S)", " ", text) for text in paragraphs[::2]]
    return "".join(paragraphs)


def _unbroken(text: str, room: int) -> str:
    """The text without places to wrap it, if it fits into `room` columns."""
    return text.replace(" ", JOINT) if len(text) <= room else text


def abreast(boards: str, width: int) -> str:
    """Boards separated by empty lines, side by side: as many in a row as fit into `width` columns, the same in each row."""
    blocks = [board.split("\n") for board in boards.split("\n\n")]
    widest = max(len(line) for block in blocks for line in block)
    most = max((width + APART) // (widest + APART), 1)
    each = ceil(len(blocks) / ceil(len(blocks) / most))
    rows = [blocks[first : first + each] for first in range(0, len(blocks), each)]
    return "\n\n".join("\n".join(_beside(row, widest + APART)) for row in rows)


def _beside(blocks: list[list[str]], width: int) -> Iterator[str]:
    """The lines of blocks that stand side by side, each in `width` columns."""
    for lines in zip_longest(*blocks, fillvalue=""):
        yield "".join(line.ljust(width) for line in lines).rstrip()


def tell(text: str, *, err: bool = False) -> None:
    """Print text, wrapped if the stream is a terminal."""
    click.echo(wrapped(text, columns(LEAST, err=err)), err=err)


def fitted(text: str) -> str:
    """The text, wrapped for stdout."""
    return wrapped(text, columns(LEAST))


def as_rows(rows: Iterable[Row], label_width: int = LABEL) -> str:
    """One row for each label and text, the label in `label_width` columns; rows with an empty text are left out.

    A text given in parts is joined by commas, and wrapped only there if the parts fit. Rows are wrapped to the terminal, or
    to COLUMNS.
    """
    width = columns(LEAST)
    indent = min(label_width, width // 2)
    return "\n".join(
        wrapped(_in_parts(text, width - indent), width, first=f"{label:<{label_width}}", rest=" " * indent)
        for label, text in rows
        if text
    )


def _in_parts(text: str | Sequence[str], room: int) -> str:
    """The text; parts are joined by commas, and not wrapped inside if they and their commas fit `room` columns."""
    return text if isinstance(text, str) else ", ".join(_unbroken(part, room - 1) for part in text)
