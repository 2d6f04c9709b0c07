"""A board as text, for terminals, and its coordinates: the labels of its rows and columns, from the names of the moves.

A dot stands for an empty place; the last line has the labels of the columns:

    3 B B B
    2 . . .
    1 W W W
      a b c
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal, NamedTuple

from zermelo.core.board import Cell
from zermelo.core.game import Game, inherits
from zermelo.display.markup import clean, columns_of

PARTS: Final = re.compile(r"[^\W\d_]+|\d+")
"""The parts of a name that can be coordinates: letters, and numbers. Those of "b12" are b and 12, those of "1:6" 1 and 6."""

LONGEST: Final = 3
"""The most characters of a label."""

EMPTY: Final[Mapping[str, str]] = {"across": "", "upright": "", "box": "", "dot": "+"}
"""What stands for a place without a mark, by its look; a dot by default."""

SIDES: Final[Mapping[str, str]] = {"across": "-", "upright": "|"}
"""What stands for a side of a box that is drawn."""

Axis = Literal["row", "column"]


class Label(NamedTuple):
    """The label of a row or a column, or of several: those of a heap, or of a line of dots and the boxes after it."""

    layer: str
    axis: Axis
    first: int
    last: int
    text: str


NamedCell = tuple[Cell, list[str]]
"""A cell, and the parts of the name of its first action."""


def labels(game: Game[Any], cells: Sequence[Cell]) -> list[Label]:
    """The labels of all rows and columns; none if the names of the moves are not made of coordinates.

    That is the case if one part of the name is the same for all cells of a column, and differs between columns; likewise
    for rows. It is the name of the first action of each cell that counts, legal or not, so that taken cells count, too.
    """
    named = [(cell, game.action_name(cell.actions[0])) for cell in cells if cell.actions]
    if inherits(game, "picture"):  # a derived board may have cells that no move reaches, and actions without names
        unclear = any(name == str(cell.actions[0]) for cell, name in named)
    else:
        unclear = any(not cell.actions and cell.look not in ("counter", "dot", "box") for cell in cells)
    if unclear:
        return []
    found: list[Label] = []
    for layer in dict.fromkeys(cell.layer for cell, _ in named):
        found += _labels_of_layer(layer, [(cell, PARTS.findall(name)) for cell, name in named if cell.layer == layer])
    return found


def _labels_of_layer(layer: str, places: list[NamedCell]) -> list[Label]:
    """The labels of the columns, and then, from the other parts of the names, those of the rows."""
    parts = range(min(len(parts) for _, parts in places))
    columns = {part: _labels_from(layer, "column", places, part) for part in parts}
    across = max(parts, key=lambda part: len(columns[part]), default=0)
    others = [part for part in parts if part != across or not columns[part]]
    rows = (_labels_from(layer, "row", places, part) for part in others)
    return columns.get(across, []) + max(rows, key=len, default=list[Label]())


def _labels_from(layer: str, axis: Axis, places: list[NamedCell], part: int) -> list[Label]:
    """The labels of all rows or columns, read from one part of the names; none if it does not tell them apart."""
    texts: dict[int, set[str]] = {}
    for cell, parts in places:
        texts.setdefault(cell.row if axis == "row" else cell.column, set()).add(parts[part])
    if any(len(found) > 1 for found in texts.values()):
        return []
    groups = [(text, [*lines]) for text, lines in groupby(sorted(texts), key=lambda line: min(texts[line]))]
    found = [Label(layer, axis, lines[0], lines[-1], text) for text, lines in groups]
    heaps = axis == "column" and all(cell.look == "counter" for cell, _ in places)
    sides = any(cell.look in ("across", "upright") for cell, _ in places)
    distinct = len({label.text for label in found}) == len(found) and (heaps or sides or len(found) == len(texts))
    return found if distinct and all(len(label.text) <= LONGEST for label in found) else []


def text_board(cells: Sequence[Cell], labels: Sequence[Label] = ()) -> str:
    """The cells as lines of text. Layers with titles are one below the other."""
    return "\n\n".join(_layer(title, cells, labels) for title in dict.fromkeys(cell.layer for cell in cells))


def _layer(title: str, cells: Sequence[Cell], labels: Sequence[Label]) -> str:
    texts = {(cell.row, cell.column): clean(_text(cell)) for cell in cells if cell.layer == title}
    named = {(label.axis, label.first): label.text for label in labels if label.layer == title}
    rows, columns = _with_gaps({row for row, _ in texts}), _with_gaps({column for _, column in texts})
    lines = [[named.get(("row", row), ""), *(texts.get((row, column), "") for column in columns)] for row in rows]
    lines.append(["", *(named.get(("column", column), "") for column in columns)])
    widths = [max(1, *map(columns_of, column)) for column in zip(*lines, strict=True)]
    if not any(line[0] for line in lines):
        lines, widths = [line[1:] for line in lines], widths[1:]
    padded = [
        [" " * (width - columns_of(text)) + text for text, width in zip(line, widths, strict=True)] for line in lines
    ]
    written = [" ".join(line).rstrip() for line in padded]
    return "\n".join([*([clean(title)] if title else []), *written]).rstrip("\n")


def _with_gaps(places: set[int]) -> list[int]:
    """The rows or columns with cells in order, with one without cells wherever some have been left out."""
    return sorted(places | {place + 1 for place in places if place != max(places)})


def _text(cell: Cell) -> str:
    if not cell.mark:
        return EMPTY.get(cell.look, ".")
    return SIDES.get(cell.look, cell.mark)
