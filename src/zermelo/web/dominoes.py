"""Dominoes: the two cells that a move covered together, told from the play where the position alone does not tell them."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.play.record import Record

HALVES: Final = {(0, 1): ("left", "right"), (1, 0): ("upper", "lower")}
"""The looks of two cells, by the rows and columns from the first to the second."""

MOST_DRAWN: Final = 50_000
"""The most cells of all positions of a play together that are looked at."""

Where = tuple[str, int, int]


def with_dominoes(record: Record, cells: list[Cell]) -> list[Cell]:
    """The cells, of which those of nobody's that a move of the play covered together have the looks of a domino."""
    if not any(map(_plain, cells)) or len(record.states) * len(cells) > MOST_DRAWN:
        return cells
    places = [record.before(ply) for ply in range(len(record.states))]
    pictures = [record.game.picture(place.state, place.mover) for place in places]
    looks: dict[Where, str] = {}
    for before, after in pairwise(pictures):
        empty = {_where(cell) for cell in before if not cell.mark}
        covered = sorted(cell for cell in after if _plain(cell) and _where(cell) in empty)
        steps = [(last.row - first.row, last.column - first.column) for first, last in pairwise(covered)]
        if len(steps) == 1 and steps[0] in HALVES and covered[0].layer == covered[1].layer:
            looks |= dict(zip(map(_where, covered), HALVES[steps[0]], strict=True))
    return [cell._replace(look=looks.get(_where(cell), "")) if _plain(cell) else cell for cell in cells]


def _plain(cell: Cell) -> bool:
    """Whether there is something of nobody's in a square."""
    return cell.mark != "" and cell.player == NONE and cell.look == ""


def _where(cell: Cell) -> Where:
    return cell.layer, cell.row, cell.column
