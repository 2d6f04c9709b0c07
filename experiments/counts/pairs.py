"""What counts of pairs of stones say of a game, whatever its lines are.

X and O place stones in turn on N cells; whoever has a whole line first has won. Let S be the stones of one player, a of
them, and T those of the other, b of them. All is made of two counts:

    live(a, b)   pairs S, T of which neither has a line
    won(a, b)    pairs that S has just won

A stone goes to any empty cell, and then S has a line or it has none, so

    endings(a, b) = (N - a - b + 1) live(a - 1, b) - a live(a, b)

is the number of S, T and a last stone in S that completed S's first line. Any order of the other stones is a way to play:
(a - 1)! b! games for each. The same S, T counts once for each stone that may have been the last: a cell of all lines of
S. How many these are depends on the lines, and so `won` does. The mover has a = ceil(ply / 2) stones then, the other
b = floor(ply / 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import factorial

Pairs = Callable[[int, int], int]
"""How many pairs of a and b stones are so and so."""


def endings(cells: int, live: Pairs, a: int, b: int) -> int:
    """Pairs and a stone of the first set that completed its first line; the second set has none."""
    return (cells - a - b + 1) * live(a - 1, b) - a * live(a, b) if a else 0


@dataclass(frozen=True)
class Counts:
    """What two counts of pairs say of a game: of those without a line, and of those that were just won."""

    cells: int
    live: Pairs
    won: Pairs | None = None

    @cached_property
    def nodes(self) -> list[int]:
        """Of the game tree, by ply: each line of play that has not ended goes on to every empty cell."""
        return [1, *(self._open(ply) * (self.cells - ply) for ply in range(self.cells))]

    @cached_property
    def games_won(self) -> list[int]:
        """Complete games that the ply's mover has won, by ply."""
        return [nodes - self._open(ply) for ply, nodes in enumerate(self.nodes)]

    @property
    def drawn(self) -> int:
        """Complete games without a line."""
        return self._open(self.cells)

    @cached_property
    def positions(self) -> list[int]:
        """That play can come to, by ply. Raises ValueError where it is not known which are won."""
        if self.won is None:
            raise ValueError("The positions that are won were not counted.")
        plies = [((ply + 1) // 2, ply // 2) for ply in range(self.cells + 1)]
        return [self.live(a, b) + self.won(a, b) for a, b in plies]

    def _open(self, ply: int) -> int:
        """Ways to play so far without a line."""
        a, b = (ply + 1) // 2, ply // 2
        return self.live(a, b) * factorial(a) * factorial(b)
