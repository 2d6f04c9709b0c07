"""A board as text, for terminals: the picture of a position, with the labels of its rows and columns.

A dot stands for an empty place; the last line has the labels of the columns:

    3 B B B
    2 . . .
    1 W W W
      a b c
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from zermelo.core.board import Cell
from zermelo.core.display import clean, columns_of
from zermelo.core.labels import Axis, Label

EMPTY: Final[Mapping[str, str]] = {"across": "", "upright": "", "box": "", "dot": "+"}
"""What stands for a place without a mark, by its look; a dot by default."""

SIDES: Final[Mapping[str, str]] = {"across": "-", "upright": "|"}
"""What stands for a side of a box that is drawn."""


def text_board(cells: Sequence[Cell], labels: Sequence[Label] = ()) -> str:
    """The cells as lines of text. Layers with titles are one below the other."""
    layers = dict.fromkeys(cell.layer for cell in cells)
    return "\n\n".join(
        _layer(
            layer,
            [cell for cell in cells if cell.layer == layer],
            {(label.axis, label.first): label.text for label in labels if label.layer == layer},
        )
        for layer in layers
    )


def _layer(title: str, cells: Sequence[Cell], labels: Mapping[tuple[Axis, int], str]) -> str:
    """One layer, under its title."""
    texts = {(cell.row, cell.column): clean(_text(cell)) for cell in cells}
    rows, columns = _with_gaps({row for row, _ in texts}), _with_gaps({column for _, column in texts})
    lines = [[labels.get(("row", row), ""), *(texts.get((row, column), "") for column in columns)] for row in rows]
    lines.append(["", *(labels.get(("column", column), "") for column in columns)])
    widths = [max(1, *map(columns_of, column)) for column in zip(*lines, strict=True)]
    if not any(line[0] for line in lines):
        lines, widths = [line[1:] for line in lines], widths[1:]
    written = [" ".join(map(_padded, line, widths)).rstrip() for line in lines]
    return "\n".join([*([clean(title)] if title else []), *written]).rstrip("\n")


def _with_gaps(places: set[int]) -> list[int]:
    """The rows or columns with cells in order, with one without cells wherever some have been left out."""
    return sorted(places | {place + 1 for place in places if place != max(places)})


def _text(cell: Cell) -> str:
    """What is written for a place."""
    if not cell.mark:
        return EMPTY.get(cell.look, ".")
    return SIDES.get(cell.look, cell.mark)


def _padded(text: str, width: int) -> str:
    return " " * (width - columns_of(text)) + text
