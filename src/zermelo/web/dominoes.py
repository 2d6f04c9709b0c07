"""Dominoes: the two cells that a move covered together, told from the play where the position alone does not tell them."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Final

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.play.record import Record

HALVES: Final = {(0, 1): ("left", "right"), (1, 0): ("upper", "lower")}
"""The looks of two cells, by the rows and columns from the first to the second."""

TILE: Final = "#"
"""The mark of what is drawn as a tile without text."""

PATIENCE: Final = 0.25
"""Seconds after which a play is too long to be looked at."""


def with_dominoes(record: Record, cells: list[Cell]) -> list[Cell]:
    """The cells, of which two tiles that a move of the play has laid together have the looks of a domino."""
    if not any(map(_is_tile, cells)):
        return cells
    pictures, until = list[list[Cell]](), time.monotonic() + PATIENCE
    for place in map(record.before, range(len(record.states))):
        if time.monotonic() > until:
            return cells
        pictures.append(record.game.picture(place.state, place.mover))
    looks: dict[tuple[str, int, int], str] = {}
    for before, after in pairwise(pictures):
        empty = {cell.where for cell in before if not cell.mark}
        if any(not cell.mark and cell.where in looks for cell in after):
            return cells  # tiles are taken away, too: what is left of a domino is none
        covered = sorted(cell for cell in after if _is_tile(cell) and cell.where in empty)
        steps = [(last.row - first.row, last.column - first.column) for first, last in pairwise(covered)]
        if len(steps) == 1 and steps[0] in HALVES and covered[0].layer == covered[1].layer:
            looks |= dict(zip((cell.where for cell in covered), HALVES[steps[0]], strict=True))
    return [cell._replace(look=looks.get(cell.where, "")) if _is_tile(cell) else cell for cell in cells]


def _is_tile(cell: Cell) -> bool:
    """Whether there is a tile of nobody's in a square."""
    return (cell.mark, cell.player, cell.look) == (TILE, NONE, "")
