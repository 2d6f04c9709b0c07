"""The benchmark as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import importlib.metadata
import io
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from experiments.benchmark.cells import Board, Cell
from experiments.benchmark.published import SOURCE, Published
from experiments.command import SCHEMA, json_text

HEADINGS: Final = ("algorithm", "states", "seconds", "states/s", "published states", "published seconds", "note")

MEASURABLE: Final = 0.01
"""Seconds. Shorter searches consist mostly of their start, so no rate is shown."""

DEFINITION: Final = (
    "States visited and seconds of searching for one whole game of self-play from the empty board:\n"
    "the engine searches each position from scratch, tries actions in row-major order and plays the first best move."
)


def to_text(cells: Iterable[Cell]) -> str:
    """A table with aligned columns for each board; `=` marks a number of states equal to the published one."""
    parts = [DEFINITION, f"Published: {SOURCE}."]
    for title, group in _tables(cells):
        parts += [title, _aligned([HEADINGS, *map(_texts, group)])]
    return "\n\n".join(parts) + "\n"


def to_markdown(cells: Iterable[Cell]) -> str:
    """A Markdown table for each board."""
    parts = [DEFINITION, f"Published: {SOURCE}."]
    for title, group in _tables(cells):
        rule = ["---", *["--:"] * (len(HEADINGS) - 2), "---"]
        rows = [HEADINGS, rule, *map(_texts, group)]
        parts += [f"### {title}", "\n".join("| " + " | ".join(row) + " |" for row in rows)]
    return "\n\n".join(parts) + "\n"


def to_csv(cells: Iterable[Cell]) -> str:
    """A line with field names, then a line for each cell; a missing figure is empty."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(FIELDS)
    for cell in cells:
        fields = {**_fields(cell), "moves": " ".join(cell.moves)}
        writer.writerow(fields.values())
    return file.getvalue()


def to_json(cells: Iterable[Cell]) -> str:
    """An object with the definition, the source, the machine and a list of cells."""
    report = {
        "schema": SCHEMA,
        "definition": DEFINITION,
        "source": SOURCE,
        "machine": machine(),
        "cells": [_fields(cell) for cell in cells],
    }
    return json_text(report) + "\n"


FORMATS: Final[Mapping[str, Callable[[Iterable[Cell]], str]]] = {
    "text": to_text,
    "markdown": to_markdown,
    "csv": to_csv,
    "json": to_json,
}
"""The renderers by name."""

FIELDS: Final = (
    "row",
    "title",
    "board",
    "knowledge",
    "states",
    "seconds",
    "compile_seconds",
    "compiled",
    "stopped",
    "limit",
    "moves",
    "lower",
    "upper",
    "published_states",
    "published_seconds",
    "published_finished",
)
"""The names of a cell's fields in CSV and JSON."""


def machine() -> dict[str, Any]:
    """The machine and the versions of software that the seconds were measured with."""
    versions = {name: importlib.metadata.version(name) for name in ("zermelo", "llvmlite", "numpy")}
    return {
        "system": platform.system(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **versions,
    }


def _fields(cell: Cell) -> dict[str, Any]:
    published = cell.published or Published(None, None)
    values = (
        cell.row.key,
        cell.row.title,
        cell.board.key,
        cell.knowledge,
        cell.states,
        cell.seconds,
        cell.compile_seconds,
        cell.compiled,
        cell.stopped,
        cell.limit,
        cell.moves,
        cell.lower,
        cell.upper,
        published.states,
        published.seconds,
        None if cell.published is None else published.finished,
    )
    return dict(zip(FIELDS, values, strict=True))


def _tables(cells: Iterable[Cell]) -> list[tuple[str, list[Cell]]]:
    """Cells grouped by knowledge and board, each group with a title."""
    groups: dict[tuple[bool, Board], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.knowledge, cell.board), []).append(cell)
    return [
        (f"{board.title} ({'all knowledge on' if knowledge else 'rules alone'})", group)
        for (knowledge, board), group in groups.items()
    ]


def _texts(cell: Cell) -> tuple[str, ...]:
    """A cell as a row of the table with HEADINGS."""
    published = cell.published
    at_least = "" if cell.complete else "> "
    return (
        cell.row.title,
        f"{at_least}{cell.states:,}",
        f"{at_least}{_seconds(cell.seconds)}",
        _rate(cell),
        "" if published is None else _published_states(cell, published),
        "" if published is None or published.seconds is None else f"{published.seconds:,.2f}",
        cell.remark(),
    )


def _published_states(cell: Cell, published: Published) -> str:
    if published.finished:
        return f"{'= ' if cell.same_states else ''}{published.states:,}"
    return "timeout" if published.states is None else f"timeout at {published.states / 1e6:.1f}M"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds >= 1 else f"{seconds:.4f}"


def _rate(cell: Cell) -> str:
    return f"{cell.states / cell.seconds / 1e6:.1f}M" if cell.seconds >= MEASURABLE else ""


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Columns two spaces apart; the first and the last are left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    lines: list[str] = []
    for row in rows:
        texts = [
            text.ljust(width) if place in (0, last) else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(texts).rstrip())
    return "\n".join(lines)
