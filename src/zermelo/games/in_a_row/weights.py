"""Proofs by weights and pairs that the other side can complete no line, in games of lines without gravity."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.scratch import pair_tally, tally
from zermelo.games.in_a_row.grid import Grid

HOPELESS: Final = 3
"""No pairs are tried if the total weight is at least this many times the weight that can be held without pairs."""


class Weights(Grid):
    """A grid that computes the weight of the lines which a side may still complete."""

    def danger(self, attacker: Bits, defender: Bits, attacks: bool) -> int:
        """The weight of the lines that `attacker` may still complete; if it is below 2**length, the defender holds them all.

        A line without stones of the defender weighs 2**(length - empty cells), so that a complete line weighs 2**length. A
        defender who always takes the cell whose lines weigh most keeps the total below 2**length, if it is below that when
        the defender is to move (Erdos and Selfridge 1973). If the attacker is to move, the lines through the heaviest cell
        are counted twice.

        First, cells may be put in pairs: the defender answers a stone on one cell with a stone on the other. Lines that
        contain a pair are stopped; in all other lines both cells are counted as the attacker's, as either of them may be.
        Any choice of pairs is valid; here, pairs are added one by one as long as they stop more weight than they add. If the
        weight is far too large, no pairs are tried.
        """
        total = self.total_weight(attacker, defender)
        if total >= HOPELESS << self.length:
            return total
        least = self.paired_danger(attacker, defender, attacks, 13, 4)
        if least < 1 << self.length or 4 * least >= 5 << self.length:
            return least
        return min(least, self.paired_danger(attacker, defender, attacks, 10, 1))

    def total_weight(self, attacker: Bits, defender: Bits) -> int:
        """The total weight of the lines without stones of the defender."""
        total, free = 0, self.board & ~(attacker | defender)
        for line in self.lines:
            if not line & defender:
                total += (1 << self.length) >> (line & free).count()
        return total

    def paired_danger(self, attacker: Bits, defender: Bits, attacks: bool, gain: int, price: int) -> int:
        """`danger` with the pairs that `best_pair` chooses for this gain and price."""
        enough, free, alive = 1 << self.length, self.board & ~(attacker | defender), self.no_lines
        weights, shared = tally(self.board), pair_tally(self.board)
        total = 0
        for number in range(self.line_count):
            if not self.lines[number] & defender:
                alive = alive.add(number)
                cells = self.lines[number] & free
                weight = enough >> cells.count()
                total += weight
                put_on(weight, cells, self.width, weights, shared)
        least = 2 * enough
        while True:
            danger = total + (heaviest(weights) if attacks else 0)
            least = min(least, danger)
            one, other = self.best_pair(free, weights, shared, alive, gain, price)
            if danger < enough or one < 0:
                return least
            pair = (free ^ free).add(one).add(other)
            for number in (self.through[one] | self.through[other]) & alive:
                cells = self.lines[number] & free
                change = enough >> cells.count()
                if not pair & ~cells:
                    alive, change = alive.remove(number), -change
                elif not cells & ~pair:
                    return least
                total += change
                put_on(change, cells & ~pair, self.width, weights, shared)
            free = free & ~pair
            weights[one] = weights[other] = 0

    def best_pair(
        self, free: Bits, weights: list[int], shared: list[int], alive: Bits, gain: int, price: int
    ) -> tuple[int, int]:
        """The two free cells on a live line with the largest profit: gain times the weight of the lines that contain both,
        less price times the sum of the weights of the two. -1, -1 if no profit is positive.
        """
        best, one, other = 0, NONE, NONE
        for number in alive:
            cells = self.lines[number] & free
            while cells:
                first = cells.lowest()
                cells = cells.remove(first)
                for second in cells:
                    met = shared[first * self.width + second]
                    profit = gain * met - price * (weights[first] + weights[second])
                    if profit > best:
                        best, one, other = profit, first, second
        return one, other

    @cached_property
    def through(self) -> tuple[Bits, ...]:
        """For each cell, the numbers of the lines through it."""
        return tuple(
            Bits.of(self.no_lines.width, *(number for number, line in enumerate(self.lines) if cell in line))
            for cell in range(self.width)
        )


def put_on(weight: int, cells: Bits, width: int, weights: list[int], shared: list[int]) -> None:
    """Add `weight` to each of the cells in `weights`, and to each pair of them in `shared`, on a board of this width."""
    while cells:
        first = cells.lowest()
        cells = cells.remove(first)
        weights[first] += weight
        for second in cells:
            shared[first * width + second] += weight


def heaviest(weights: list[int]) -> int:
    """The largest weight."""
    most = 0
    for weight in weights:
        most = max(most, weight)
    return most
