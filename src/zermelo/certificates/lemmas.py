"""Lemmas end a branch of a proof before play is over. They are found here and checked by the checkers.

*Pairs*: every line without a stone of the player contains a pair of empty cells, and all pairs are disjoint, so the opponent
never completes a line. *Threats*: the player wins by stones that each threaten to complete a line, so the opponent never has
a choice. docs/explanation/certificates.md has the proofs of both.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

import numpy as np

from zermelo.core.bits import Bits
from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.games.in_a_row.threats import prospects

LemmaKind = Literal["pairs", "threats"]

MOST_CELLS: Final = 254
"""A stream gives the number of cells in one byte, and the number of cells in pairs is even."""

PAIRING_EFFORT: Final = 20_000
"""How many pairs the search for a pairing may try in one position."""
THREATS_EFFORT: Final = 2_000
"""How many positions the search for threats may visit from one."""

STOP_EFFORT: Final = 200_000
"""How many lines the search for pairs may look at, about, for each first move."""

MOST_FIRST: Final = 8
"""How many first moves of the defender are tried."""

Pair = tuple[int, int]


class Lemma(Component):
    """The kind of lemma that may be used, and for each position, in a row of its own, the cells for which it holds."""

    def __init__(self, kind: LemmaKind | None, rows: int) -> None:
        """`kind`: None if no lemma may be used. `rows`: the number of positions."""
        self.pairs = kind == "pairs"
        self.threats = kind == "threats"
        self.cells = np.zeros((rows if kind else 1, MOST_CELLS), np.int64)
        """The bits of the cells: one pair after another; or the moves of the threats in order, the player's first."""
        self.counts = np.zeros(rows if kind else 1, np.int64)
        self.effort = np.zeros(1, np.int64)
        """How much the running search for a lemma may still try."""


def lemma_holds(game: Any, lemma: Lemma, state: Any, row: int) -> bool:
    """Whether a lemma was found that proves the claim for the player to move; its cells are written to the row."""
    if lemma.pairs:
        own, other = game.stones_in_turn(state)
        lemma.effort[0] = PAIRING_EFFORT
        return is_paired(game, lemma, own, other, row)
    if lemma.threats:
        own, other = game.stones_in_turn(state)
        lemma.effort[0] = THREATS_EFFORT
        return threaten(game, lemma, own, other, row, 0)
    return False


def is_paired(game: Any, lemma: Lemma, own: Any, other: Any, row: int) -> bool:
    """Whether disjoint pairs of empty cells were found in every line without a stone of the player to move."""
    return meet(game, lemma, game.lines_without(own), game.board & ~(own | other), row, 0)


def meet(game: Any, lemma: Lemma, alive: Any, free: Any, row: int, used: int) -> bool:
    """Whether disjoint pairs of free cells were found for all lines in `alive`; `used` cells of the row are taken.

    The line with the fewest free cells comes first, and of its pairs the one that the most lines contain.
    """
    if not alive:
        lemma.counts[row] = used
        return True
    fewest, hardest = game.cell_count + 1, NONE
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
    """The two of the cells that the most lines in `alive` contain."""
    most, first, second = -1, NONE, NONE
    for one in cells:
        for other in cells:
            met = (game.through[one] & game.through[other] & alive).count()
            if one < other and met > most:
                most, first, second = met, one, other
    return first, second


def threaten(game: Any, lemma: Lemma, attacker: Any, defender: Any, row: int, used: int) -> bool:
    """Whether threats were found by which the attacker, the player to move, wins.

    The search is that of `games.in_a_row.threats`; here the moves are written to the row, in order.
    """
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
    for pair in game.gaps(attacker, game.board & ~(attacker | defender)):
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


class Stop(NamedTuple):
    """How the defender keeps the attacker from completing a line, in bits of cells.

    The defender answers a stone on one cell of a pair with a stone on the other. Every line that the attacker could still
    complete contains a pair. Without pairs, no such line is left.
    """

    first: int
    """The cell that the defender takes before that; NONE if it needs none."""
    pairs: tuple[Pair, ...]


def find_stop(game: Any, attacker: Bits, defender: Bits, attacks: bool) -> Stop | None:
    """A stop that was found and checked; None proves nothing. The attacker is to move if `attacks`, else the defender."""
    for first in (NONE, *(() if attacks else heaviest_cells(game, attacker, defender))):
        found = find_pairs(game, attacker, defender if first == NONE else defender.add(first))
        if found is not None and stops_all_lines(game, attacker, defender, Stop(first, found)):
            return Stop(first, found)
    return None


def find_pairs(game: Any, attacker: Bits, defender: Bits) -> tuple[Pair, ...] | None:
    lemma = Lemma("pairs", 1)
    lemma.effort[0] = STOP_EFFORT // max(game.line_count, 1)
    if not is_paired(game, lemma, defender, attacker, 0):
        return None
    cells = [int(cell) for cell in lemma.cells[0, : lemma.counts[0]]]
    return tuple(zip(cells[::2], cells[1::2], strict=True))


def heaviest_cells(game: Any, attacker: Bits, defender: Bits) -> list[int]:
    """The empty cells that are worth most to the attacker, the best first: a line weighs more the fewer cells it lacks."""
    free = game.board & ~(attacker | defender)
    weights = dict.fromkeys(free, 0)
    for line in game.lines:
        if not line & defender:
            for cell in line & free:
                weights[cell] += 1 << (line & attacker).count()
    return sorted(weights, key=lambda cell: -weights[cell])[:MOST_FIRST]


def stops_all_lines(game: Any, attacker: Bits, defender: Bits, stop: Stop) -> bool:
    """Whether a stop is what it claims, checked line by line: its cells are empty and differ, and every line that the
    attacker could still complete contains a pair.
    """
    taken = [cell for pair in stop.pairs for cell in pair] + [stop.first] * (stop.first != NONE)
    empty = all(cell in game.board and cell not in attacker | defender for cell in taken)
    lines = [set(line) for line in game.lines if line]
    left = [line for line in lines if stop.first not in line and not line & set(defender)]
    contained = all(any(line.issuperset(pair) for pair in stop.pairs) for line in left)
    return empty and len(set(taken)) == len(taken) and contained
