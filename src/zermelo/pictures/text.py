"""Search trees as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.display.markup import clean
from zermelo.pictures.document import document
from zermelo.pictures.nodes import SearchNodes
from zermelo.pictures.words import UNKNOWN, fits, summary, why, window

MOST_NODES: Final = 60
"""The default for the number of nodes."""


class Strokes(NamedTuple):
    """The characters that draw the tree."""

    child: str
    last: str
    down: str
    cut: str
    plain: bool


LINES: Final = Strokes("├─ ", "└─ ", "│  ", "✕ ", False)
ASCII: Final = Strokes("|- ", "`- ", "|  ", "x ", True)
"""For encodings without the other characters."""


def to_text(tree: SearchNodes, most: int = MOST_NODES, *, width: int = 100, encoding: str = "utf-8") -> str:
    """The tree as text: one line for each of at most `most` nodes, none wider than `width` columns. Raises BadOption."""
    doc = document(tree, most)
    strokes = LINES if _can_encode("".join(LINES[:4]) + "αβ≤≥…", encoding) else ASCII
    width = max(width, 30)  # also in a narrower terminal
    whose = "at the root" if doc["two_sided"] else "at the node"
    star = "; * marks the best move" if any(node["best"] for node in doc["nodes"]) else ""
    key = f"move: value [α, β], for the player to move {whose}{star}."
    lines = [line for text in (doc["sentence"], summary(doc), key) for line in textwrap.wrap(text, width)]
    lines.append("")
    for lead, line in _lines(doc, strokes):  # no more than half of the width are strokes: the first ones are left out
        cut = len(lead) - width // 2
        lines.append(f"{lead if cut <= 0 else f'~{lead[cut + 1 :]}'}{line}")
    return "\n".join(_encoded(line, strokes, width, encoding) for line in lines)


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _encoded(line: str, strokes: Strokes, width: int, encoding: str) -> str:
    """A line cut to the width, in characters that the encoding has."""
    line = clean(line)
    if strokes.plain:
        for sign, plain in (("α", "alpha"), ("β", "beta"), ("≤", "<="), ("≥", ">=")):
            line = line.replace(sign, plain)
    line = fits(line, width)
    if strokes.plain and line.endswith("…"):
        line = f"{line[:-3]}..."
    return line if _can_encode(line, encoding) else line.encode("ascii", "replace").decode()


def _lines(doc: dict[str, Any], strokes: Strokes) -> Iterator[tuple[str, str]]:
    """The lines of the tree, depth first, each with the strokes before it."""
    below: dict[int | None, list[dict[str, Any]]] = {}
    for node in doc["nodes"]:
        below.setdefault(node["parent"], []).append(node)
    titles = iter(doc["titles"])
    pending: list[tuple[str, str, dict[str, Any] | str]] = [("", "", root) for root in reversed(below[None])]
    while pending:
        lead, inner, row = pending.pop()
        if isinstance(row, str):
            yield lead, row
            continue
        if row["parent"] is None:
            title = next(titles)
            yield from [("", title)] if title else []
        yield lead, _node(doc, row)
        rows = [*below.get(row["id"], []), *_after(row, strokes)]
        ends = [(strokes.child, strokes.down)] * (len(rows) - 1) + [(strokes.last, "   ")]
        pending.extend(
            (inner + stroke, inner + down, child)
            for (stroke, down), child in reversed([*zip(ends, rows, strict=False)])
        )


def _after(node: dict[str, Any], strokes: Strokes) -> Iterator[str]:
    """The lines after a node's children: nodes that are not drawn, moves that were cut."""
    if node["hidden"]:
        yield f"... {node['hidden']:,} more"
    if node["cut"]:
        yield f"{strokes.cut}{node['cut']['words']}"


def _node(doc: dict[str, Any], node: dict[str, Any]) -> str:
    name = doc["names"][node["mover"]]
    star = "*" if node["parent"] is not None and doc["nodes"][node["parent"]]["best"] == node["move"] else ""
    move = f"{node['move']}{star}{' again' if node['again'] else ''}: " if node["move"] else ""
    return f"{move}{node['value'] or UNKNOWN} {window(node)} {why(node) or ('chance' if node['chance'] else name)}"
