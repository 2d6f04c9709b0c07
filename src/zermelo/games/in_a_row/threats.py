"""Wins by threats alone, in games of lines in which a stone may go on any empty cell.

A *threat* is an empty cell that would complete a line. Of a line with two empty cells and else the attacker's stones alone,
the attacker takes one cell, the *gain*; that threatens the other, the *cost*, where the defender must put his stone at once.
A gain with two costs wins, and so does a sequence of gains that comes to one (Allis, van den Herik and Huntjens 1996).

    . X X . . .    k = 4, the attacker (X) to move
    . . O . X .    any gain in the first row has two costs: the sequence is one gain long
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.grid import Grid

EFFORT: Final = 1000
"""How many positions a search for a sequence may look at."""


class Prospects(NamedTuple):
    """What an attacker who is to move may do by threats."""

    wins: Bits
    """Cells that complete a line of his."""
    gains: Bits
    """Cells that make a threat, and meet those of the defender."""
    crossings: Bits
    """Those of them that are on two such lines at least."""
    pairs: Bits
    """The lines, by number, in which they do."""


def prospects(game: Grid, attacker: Bits, defender: Bits) -> Prospects:
    """Of an attacker who is to move; a defender with two threats cannot be met."""
    free = game.board & ~(attacker | defender)
    wins = met = once = twice = free ^ free
    pairs = game.no_lines
    for number in range(game.line_count):
        line = game.lines[number]
        left = line & free
        if not line & defender:
            count = left.count()
            if count == 1:
                wins = wins | left
            elif count == 2:
                pairs = pairs.add(number)
                twice = twice | (once & left)
                once = once | left
        elif game.both_complete and not line & attacker and left.count() == 1:
            met = met | left
    if met.count() > 1:
        once = met ^ met
    elif met:
        once = once & met
    return Prospects(wins, once, twice & once, pairs)


def sequence(game: Grid, attacker: Bits, defender: Bits, effort: int) -> tuple[Bits, Bits, int]:
    """The gains and costs of a win by threats of the attacker, who is to move: no gains if none is found.

    It is a win because the defender never has a choice: when he is to move he has no threat of his own, as the gain before
    has met it, and the attacker has one. Looks at `effort` positions after this one at most, depth first, and tells how many
    of them are left.
    """
    nothing = attacker ^ attacker
    here = prospects(game, attacker, defender)
    if here.wins:
        return nothing.add(here.wins.lowest()), nothing, effort
    for gain in here.crossings:
        costs = game.completions(attacker.add(gain), defender)
        if costs.count() > 1:
            return nothing.add(gain), costs, effort
    if not here.gains:
        return nothing, nothing, effort
    for number in here.pairs:
        pair = game.lines[number] & ~attacker
        for gain in pair & here.gains:
            if effort == 0:
                return nothing, nothing, 0
            cost = pair.remove(gain)
            gains, costs, effort = sequence(game, attacker.add(gain), defender | cost, effort - 1)
            if gains:
                return gains.add(gain), costs | cost, effort
    return nothing, nothing, effort


def averting(game: Grid, mover: Bits, other: Bits, effort: int) -> Bits:
    """Cells such that a stone on any other one loses, as far as threats of the other player's show it; never none.

    `mover` is to move, and cannot complete a line. If he could pass, and the other then had a sequence, then so has the
    other after a stone that neither lies on a cell of it nor ever helps to a threat: every reply in it is as forced as
    before. A threat takes a line without stones of the other's in which all but one cell are the mover's own or costs, that
    stone included: so it helps only in a line that lacks two of them at most. Zones by null moves: Thomsen 2000, Wu and
    Lin 2010.
    """
    free = game.board & ~(mover | other)
    gains, costs, _ = sequence(game, other, mover, effort)
    cells, own = gains | costs, mover | costs
    if not game.both_complete:
        return cells if gains else free
    if not gains or game.completions(mover, other):
        return free
    for line in game.lines:
        if not line & other and (line & ~own).count() <= 2:
            cells = cells | (line & ~own)
    return cells
