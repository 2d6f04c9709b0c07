"""Wins by threats alone, in games of lines without gravity (threat-space search).

A *threat* is an empty cell that would complete a line. Take a line with two empty cells and otherwise only stones of the
attacker. If the attacker takes one of these cells (the *gain*), the other one (the *cost*) becomes a threat: the defender
must take it at once. A gain with two costs wins, and so does a sequence of gains that ends with one (Allis, van den Herik
and Huntjens 1996).

    . X X . . .    k = 4, the attacker (X) to move
    . . O . X .    the gain right of the two stones has two costs: the sequence is one gain long
"""

from __future__ import annotations

from typing import Final, NamedTuple

from zermelo.core.bits import Bits
from zermelo.games.in_a_row.hypergraph import Hypergraph

EFFORT: Final = 1000
"""How many positions a search for a sequence may visit."""


class Prospects(NamedTuple):
    """The cells from which an attacker who is to move can win or threaten."""

    wins: Bits
    """The cells that complete a line of the attacker."""
    gains: Bits
    """The cells that make a threat, and stop the defender's threat if there is one."""
    crossings: Bits
    """The gains that are on at least two lines in which they make a threat."""


def prospects(game: Hypergraph, attacker: Bits, defender: Bits) -> Prospects:
    """The prospects of an attacker who is to move. There are no gains if the defender has two threats to stop."""
    free = game.board & ~(attacker | defender)
    wins, once, twice = game.lacking(attacker, free)
    if game.both_complete:
        met = game.completions(defender, attacker)
        if met.count() > 1:
            once = met ^ met
        elif met:
            once = once & met
    return Prospects(wins, once, twice & once)


def sequence(game: Hypergraph, attacker: Bits, defender: Bits, effort: int) -> tuple[Bits, Bits, int]:
    """The gains and the costs of a win by threats of the attacker, who is to move, and the effort that is left.

    There are no gains if no win is found. The sequence is a win because the defender never has a choice: whenever the
    defender is to move, the attacker has a threat, and the defender has none, because the last gain stopped it. The search
    is depth first and visits at most `effort` positions after this one.
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
    for pair in game.gaps(attacker, game.board & ~(attacker | defender)):  # a gain and its cost
        for gain in pair & here.gains:
            if effort == 0:
                return nothing, nothing, 0
            cost = pair.remove(gain)
            gains, costs, effort = sequence(game, attacker.add(gain), defender | cost, effort - 1)
            if gains:
                return gains.add(gain), costs | cost, effort
    return nothing, nothing, effort


def averting(game: Hypergraph, mover: Bits, other: Bits, effort: int) -> Bits:
    """Cells such that a stone on any other cell is proved to lose by threats of the other player; at least one cell.

    `mover` is to move, and cannot complete a line. Suppose that after a pass the other player has a winning sequence of
    threats. A stone that is not on a cell of the sequence, and never helps to make a threat, does not change that: every
    reply in the sequence is as forced as before. To make a threat, the mover needs a line without stones of the other
    player in which all cells but one hold stones of the mover, among them the new stone and the costs played; so the new
    stone helps only in a line that lacks at most two of the mover's stones and costs. Zones by null moves: Thomsen 2000, Wu
    and Lin 2010. All free cells are returned if there is no sequence.
    """
    free = game.board & ~(mover | other)
    gains, costs, _ = sequence(game, other, mover, effort)
    cells, own = gains | costs, mover | costs
    if not game.both_complete:
        return cells if gains else free
    if not gains or game.completions(mover, other):
        return free
    return cells | game.nearly(own, game.board & ~(other | own))
