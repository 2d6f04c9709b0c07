"""A search tree as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.core.display import clean
from zermelo.pictures.document import document
from zermelo.pictures.nodes import SearchNodes
from zermelo.pictures.words import UNKNOWN, fits, summary, why, window

MOST_NODES: Final = 60
"""By default."""

LEAST: Final = 30
"""Columns, however narrow."""


class Strokes(NamedTuple):
    """What lines are drawn with."""

    child: str
    last: str
    down: str
    cut: str
    plain: bool


LINES: Final = Strokes("├─ ", "└─ ", "│  ", "✕ ", False)
ASCII: Final = Strokes("|- ", "`- ", "|  ", "x ", True)
"""Where an encoding has no others."""


def to_text(tree: SearchNodes, most: int = MOST_NODES, *, width: int = 100, encoding: str = "utf-8") -> str:
    """`most` of the nodes, each on a line, the best move marked by a star; no line is wider than `width` columns.

    Raises BadOption.
    """
    doc = document(tree, most)
    strokes = LINES if _knows("".join(LINES[:4]) + "αβ≤≥…", encoding) else ASCII
    width = max(width, LEAST)
    whose = "the player to move at the root" if doc["two_sided"] else "who moves"
    key = f"move: value [α, β], as seen by {whose}; * the best move."
    head = [*(line for told in (doc["sentence"], summary(doc), key) for line in textwrap.wrap(told, width)), ""]
    lines = [*head, *(_deep(lead, width) + line for lead, line in _lines(doc, strokes))]
    return "\n".join(_told(line, strokes, width, encoding) for line in lines)


def _deep(lead: str, width: int) -> str:
    """The strokes before a line, the first of them left out where they would take more than half of it."""
    return lead if len(lead) <= width // 2 else f"~{lead[len(lead) - width // 2 + 1 :]}"


def _knows(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _told(line: str, strokes: Strokes, width: int, encoding: str) -> str:
    """A line, as long as there is room, in what the encoding has."""
    line = clean(line)
    if strokes.plain:
        for sign, plain in (("α", "alpha"), ("β", "beta"), ("≤", "<="), ("≥", ">=")):
            line = line.replace(sign, plain)
    line = fits(line, width)
    if strokes.plain and line.endswith("…"):
        line = f"{line[:-3]}..."
    return line if _knows(line, encoding) else line.encode("ascii", "replace").decode()


def _lines(doc: dict[str, Any], strokes: Strokes) -> Iterator[tuple[str, str]]:
    """Depth first, each line with the strokes that lead to it."""
    below: dict[int | None, list[dict[str, Any]]] = {}
    for node in doc["nodes"]:
        below.setdefault(node["parent"], []).append(node)
    titles = iter(doc["titles"])
    left: list[tuple[str, str, dict[str, Any] | str]] = [("", "", root) for root in reversed(below[None])]
    while left:
        lead, inner, row = left.pop()
        if isinstance(row, str):
            yield lead, row
            continue
        if row["parent"] is None:
            title = next(titles)
            yield from [("", title)] if title else []
        yield lead, _node(doc, row)
        rows = [*below.get(row["id"], []), *_after(row, strokes)]
        ends = [(strokes.child, strokes.down)] * (len(rows) - 1) + [(strokes.last, "   ")]
        left.extend(
            (inner + stroke, inner + down, child)
            for (stroke, down), child in reversed([*zip(ends, rows, strict=False)])
        )


def _after(node: dict[str, Any], strokes: Strokes) -> Iterator[str]:
    """After a node's children: what is not drawn, what was cut."""
    if node["hidden"]:
        yield f"... {node['hidden']:,} more"
    if node["cut"]:
        yield f"{strokes.cut}{node['cut']['words']}"


def _node(doc: dict[str, Any], node: dict[str, Any]) -> str:
    name = doc["names"][node["mover"]]
    star = "*" if node["parent"] is not None and doc["nodes"][node["parent"]]["best"] == node["move"] else ""
    move = f"{node['move']}{star}{' again' if node['again'] else ''}: " if node["move"] else ""
    return f"{move}{node['value'] or UNKNOWN} {window(node)} {why(node) or ('chance' if node['chance'] else name)}"
