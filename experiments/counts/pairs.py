"""The counts of a game from the counts of pairs of sets of stones, whatever its lines are.

X and O place stones in turn on N cells; the first to complete a line wins. Let S be the stones of one player, a of them,
and T those of the other, b of them. Everything follows from two counts:

    live(a, b)   pairs S, T of which neither has a line
    won(a, b)    pairs that S has just won

A stone goes to any empty cell, and then either S has a line or it has none, so

    endings(a, b) = (N - a - b + 1) live(a - 1, b) - a live(a, b)

is the number of triples of S, T and a last stone in S that completed the first line of S. The other stones may have come in
any order, so each triple is the end of (a - 1)! b! games. The same S, T counts once for each stone that may have been the
last, which is any stone in all lines of S. How many there are depends on the lines, and so does `won`. After a number of
plies, the player who moved last has a = ceil(ply / 2) stones, and the other b = floor(ply / 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import factorial

Pairs = Callable[[int, int], int]
"""A number of pairs of sets of a and b stones."""


def endings(cells: int, live: Pairs, a: int, b: int) -> int:
    """The number of pairs with a stone of the first set that completed its first line; the second set has no line."""
    return (cells - a - b + 1) * live(a - 1, b) - a * live(a, b) if a else 0


@dataclass(frozen=True)
class Counts:
    """The counts of a game from those of the pairs without a line, and of the pairs that have just been won."""

    cells: int
    live: Pairs
    won: Pairs | None = None

    @cached_property
    def nodes(self) -> list[int]:
        """The nodes of the game tree by ply: each line of play that has not ended continues with every empty cell."""
        return [1, *(self._open(ply) * (self.cells - ply) for ply in range(self.cells))]

    @cached_property
    def games_won(self) -> list[int]:
        """The complete games by ply, won by the player who made the ply's move."""
        return [nodes - self._open(ply) for ply, nodes in enumerate(self.nodes)]

    @property
    def drawn(self) -> int:
        """The complete games without a line."""
        return self._open(self.cells)

    @cached_property
    def positions(self) -> list[int]:
        """The positions that play can reach, by ply. Raises ValueError if those that are won were not counted."""
        if self.won is None:
            raise ValueError("The positions that are won were not counted.")
        plies = [((ply + 1) // 2, ply // 2) for ply in range(self.cells + 1)]
        return [self.live(a, b) + self.won(a, b) for a, b in plies]

    def _open(self, ply: int) -> int:
        """The ways to play so many plies without a line."""
        a, b = (ply + 1) // 2, ply // 2
        return self.live(a, b) * factorial(a) * factorial(b)
