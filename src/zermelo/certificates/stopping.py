"""Pairs of cells that keep a player from completing a line, in games of lines without gravity."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo.certificates.lemmas import Lemma, meet
from zermelo.core.bits import Bits
from zermelo.core.constants import NONE

EFFORT: Final = 200_000
"""How many lines the search for pairs may look at, about, for each first move."""

MOST_FIRST: Final = 8
"""How many first moves of the defender are tried."""

Pair = tuple[int, int]


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
    """Disjoint pairs of empty cells, one in every line without a stone of the defender. None if they were not found."""
    lemma = Lemma("pairs", 1)
    lemma.effort[0] = EFFORT // max(game.line_count, 1)
    if not meet(game, lemma, game.lines_without(defender), game.board & ~(attacker | defender), 0, 0):
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
