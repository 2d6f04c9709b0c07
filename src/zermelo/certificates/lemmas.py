"""Lemmas, by which a proof ends before play does: found here, read and judged by the checkers, proved in the docs.

*Pairs*: pairs of empty cells that meet every line without a stone of the player's keep the other from a line. *Threats*: the
player wins by stones each of which threatens a line, so that the other never has a choice.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.games.in_a_row.threats import prospects

Kind = Literal["pairs", "threats"]

MOST_CELLS: Final = 254
"""A stream tells their number in a byte, and pairs are whole."""

PAIRING_EFFORT: Final = 20_000
"""How many choices of a pair the search for a pairing may make in one position."""
THREATS_EFFORT: Final = 2_000
"""How many positions the search for threats may look at from one."""


class Lemma(Component):
    """The kind of lemma that may be used, and the cells where it was found to hold, a row of them for each position."""

    def __init__(self, kind: Kind | None, rows: int) -> None:
        """None: none may be used."""
        self.pairs = kind == "pairs"
        self.threats = kind == "threats"
        self.cells = np.zeros((rows if kind else 1, MOST_CELLS), np.int64)
        """Their bits: those of a pair side by side; those of threats as they are played, the player's first."""
        self.counts = np.zeros(rows if kind else 1, np.int64)
        """How many."""
        self.effort = np.zeros(1, np.int64)


def settles(game: Any, lemma: Lemma, state: Any, row: int) -> bool:
    """Whether the lemma shows that the player to move gets what is claimed; its cells go to the row."""
    if lemma.pairs:
        return is_paired(game, lemma, state, row)
    if lemma.threats:
        lemma.effort[0] = THREATS_EFFORT
        return threaten(game, lemma, state.me, state.you, row, 0)
    return False


def is_paired(game: Any, lemma: Lemma, state: Any, row: int) -> bool:
    """Whether pairs of empty cells meet every line without a stone of the player who is to move."""
    alive = game.no_lines
    for number in range(game.line_count):
        if not game.lines[number] & state.me:
            alive = alive.add(number)
    lemma.effort[0] = PAIRING_EFFORT
    return meet(game, lemma, alive, game.board & ~(state.me | state.you), row, 0)


def meet(game: Any, lemma: Lemma, alive: Any, free: Any, row: int, used: int) -> bool:
    """Whether pairs of the free cells meet the lines that are alive: first the line with the fewest free cells, by the
    pair that meets most lines.
    """
    if not alive:
        lemma.counts[row] = used
        return True
    fewest, hardest = 99, NONE
    for number in alive:
        count = (game.lines[number] & free).count()
        if count < fewest:
            fewest, hardest = count, number
    if fewest < 2 or used >= MOST_CELLS:
        return False
    cells = game.lines[hardest] & free
    first, second = most_meeting(game, alive, cells)
    for is_first in (True, False):
        for one in cells:
            for other in cells:
                if one < other and (one == first and other == second) == is_first:
                    lemma.effort[0] -= 1
                    if lemma.effort[0] < 0:
                        return False
                    lemma.cells[row, used] = one
                    lemma.cells[row, used + 1] = other
                    rest = alive & ~(game.through[one] & game.through[other])
                    if meet(game, lemma, rest, free.remove(one).remove(other), row, used + 2):
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


def threaten(game: Any, lemma: Lemma, attacker: Any, defender: Any, row: int, used: int) -> bool:
    """Whether the attacker, who is to move, wins by threats, as in `games.in_a_row.threats`; here with the play in order."""
    here = prospects(game, attacker, defender)
    if here.wins:
        lemma.cells[row, used] = here.wins.lowest()
        lemma.counts[row] = used + 1
        return True
    if used + 3 > MOST_CELLS:
        return False
    for gain in here.crossings:
        costs = game.completions(attacker.add(gain), defender)
        if costs.count() > 1:
            lemma.cells[row, used] = gain
            lemma.cells[row, used + 1] = costs.lowest()
            lemma.cells[row, used + 2] = costs.remove(costs.lowest()).lowest()
            lemma.counts[row] = used + 3
            return True
    for number in here.pairs:
        pair = game.lines[number] & ~attacker
        for gain in pair & here.gains:
            lemma.effort[0] -= 1
            if lemma.effort[0] < 0:
                return False
            cost = pair.remove(gain)
            lemma.cells[row, used] = gain
            lemma.cells[row, used + 1] = cost.lowest()
            if threaten(game, lemma, attacker.add(gain), defender | cost, row, used + 2):
                return True
    return False
