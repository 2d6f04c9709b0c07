"""The pairing lemma, found: pairs of empty cells that meet every line without a stone of the player to move.

checker.py says why it proves that the other player never completes a line.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.component import Component
from zermelo.game import NONE

MOST_PAIRS: Final = 127
EFFORT: Final = 20_000
"""How many choices of a pair the search for a pairing may make in one position."""


class Pairing(Component):
    """The pairs that were found, a row of `cells` for each position."""

    def __init__(self, rows: int) -> None:
        self.cells = np.zeros((rows, 2 * MOST_PAIRS), np.int64)
        """The bits of the cells, those of a pair side by side."""
        self.counts = np.zeros(rows, np.int64)
        """How many cells."""
        self.effort = np.zeros(1, np.int64)


def is_paired(game: Any, pairing: Pairing, state: Any, row: int) -> bool:
    """Whether pairs of empty cells meet every line without a stone of the player who is to move; they go to the row."""
    alive = game.no_lines
    for number in range(game.line_count):
        if not game.lines[number] & state.me:
            alive = alive.add(number)
    pairing.effort[0] = EFFORT
    return meet(game, pairing, alive, game.board & ~(state.me | state.you), row, 0)


def meet(game: Any, pairing: Pairing, alive: Any, free: Any, row: int, used: int) -> bool:
    """Whether pairs of the free cells meet the lines that are alive: first the line with the fewest free cells, by the
    pair that meets most lines.
    """
    if not alive:
        pairing.counts[row] = used
        return True
    fewest, hardest = 99, NONE
    for number in alive:
        count = (game.lines[number] & free).count()
        if count < fewest:
            fewest, hardest = count, number
    if fewest < 2 or used >= 2 * MOST_PAIRS:
        return False
    cells = game.lines[hardest] & free
    first, second = most_meeting(game, alive, cells)
    for is_first in (True, False):
        for one in cells:
            for other in cells:
                if one < other and (one == first and other == second) == is_first:
                    pairing.effort[0] -= 1
                    if pairing.effort[0] < 0:
                        return False
                    pairing.cells[row, used] = one
                    pairing.cells[row, used + 1] = other
                    rest = alive & ~(game.through[one] & game.through[other])
                    if meet(game, pairing, rest, free.remove(one).remove(other), row, used + 2):
                        return True
    return False


def most_meeting(game: Any, alive: Any, cells: Any) -> tuple[int, int]:
    """The two of the cells that most of the lines have in common."""
    most, first, second = -1, NONE, NONE
    for one in cells:
        for other in cells:
            met = (game.through[one] & game.through[other] & alive).count()
            if one < other and met > most:
                most, first, second = met, one, other
    return first, second
