"""Proofs by weights and pairs that the other side can complete no line, in games of lines without gravity."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from zermelo.core.bits import Bits
from zermelo.core.constants import NONE
from zermelo.core.scratch import tally
from zermelo.games.in_a_row.hypergraph import Hypergraph

HOPELESS_DEFENCE: Final = 8
"""If the defender is to move, no pairs are tried if the total weight is at least this many quarters of the weight that can
be held without pairs: of a thousand positions as bad as that, pairs held none.
"""

HOPELESS_ATTACK: Final = 7
"""The same if the attacker is to move."""

PAIRED: Final = 1 << 40
"""The weight of a cell that is in a pair: so large that no second pair with it has a profit."""


class Weights(Hypergraph):
    """Cells and lines, and the weight of the lines which a side may still complete."""

    def danger(self, attacker: Bits, defender: Bits, attacks: bool) -> int:
        """The weight of the lines that `attacker` may still complete; if it is below 2**scale, the defender holds them all.

        A line without stones of the defender weighs 2**(scale - empty cells), so that a complete line weighs 2**scale. A
        defender who always takes the cell whose lines weigh most keeps the total below 2**scale, if it is below that when
        the defender is to move (Erdos and Selfridge 1973). If the attacker is to move, the lines through the heaviest cell
        are counted twice.

        First, cells may be put in pairs: the defender answers a stone on one cell with a stone on the other. Lines that
        contain a pair are stopped; in all other lines both cells are counted as the attacker's, as either of them may be.
        Any choice of pairs is valid; here, pairs are added one by one as long as they stop more weight than they add. If the
        weight is far too large, no pairs are tried.
        """
        total = self.total_weight(attacker, defender)
        if 4 * total >= (HOPELESS_ATTACK if attacks else HOPELESS_DEFENCE) << self.scale:
            return total
        least = self.paired_danger(attacker, defender, attacks, 13, 4)
        if least < 1 << self.scale or 4 * least >= 5 << self.scale:
            return least
        return min(least, self.paired_danger(attacker, defender, attacks, 10, 1))

    def weighed(self, empty: int) -> int:
        """The weight of a line with `empty` empty cells. It is at least 1, which is too much for a line with very many."""
        return 1 << max(self.scale - empty, 0)

    def total_weight(self, attacker: Bits, defender: Bits) -> int:
        """The total weight of the lines without stones of the defender."""
        total, free = 0, self.board & ~(attacker | defender)
        for line in self.lines:
            if not line & defender:
                total += self.weighed((line & free).count())
        return total

    def paired_danger(self, attacker: Bits, defender: Bits, attacks: bool, gain: int, price: int) -> int:
        """`danger` with the pairs that `best_pair` chooses for this gain and price, one after the other."""
        enough, free, alive = 1 << self.scale, self.board & ~(attacker | defender), self.lines_without(defender)
        weights, shared, listed = tally(self.board), tally(self.ones), tally(self.ones)
        total = count = 0
        for number in alive:
            cells = self.lines[number] & free
            total += self.weighed(cells.count())
            for pair in self.pairs_in(number, cells):
                if not shared[pair]:
                    listed[count] = pair
                    count += 1
            self.put_on(self.weighed(cells.count()), number, cells, weights, shared)
        least = 2 * enough
        while True:
            danger = total + (heaviest(weights, free) if attacks else 0)
            least = min(least, danger)
            pair = self.best_pair(weights, shared, listed, count, gain, price)
            if danger < enough or pair == NONE:
                return least
            one, other = self.ones[pair], self.others[pair]
            taken = (free ^ free).add(one).add(other)
            for number in (self.through[one] | self.through[other]) & alive:
                cells = self.lines[number] & free
                change = self.weighed(cells.count())
                if not taken & ~cells:
                    alive, change = alive.remove(number), -change
                elif not cells & ~taken:
                    return least
                total += change
                self.put_on(change, number, cells & ~taken, weights, shared)
            free = free & ~taken
            weights[one] = weights[other] = PAIRED

    def put_on(self, weight: int, number: int, cells: Bits, weights: list[int], shared: list[int]) -> None:
        """Add `weight` to each of these cells of a line in `weights`, and to each pair of them in `shared`."""
        for cell in cells:
            weights[cell] += weight
        for pair in self.pairs_in(number, cells):
            shared[pair] += weight

    def pairs_in(self, number: int, cells: Bits) -> Iterator[int]:
        """The numbers of the pairs of these cells of a line."""
        for place in range(self.first_pairs[number], self.first_pairs[number + 1]):
            pair = self.pairs_on[place]
            if self.ones[pair] in cells and self.others[pair] in cells:
                yield pair

    def best_pair(
        self, weights: list[int], shared: list[int], listed: list[int], count: int, gain: int, price: int
    ) -> int:
        """The number of the pair with the largest profit, of the first `count` that are listed: gain times the weight of the
        lines that contain both cells, less price times the sum of the weights of the two. NONE if no profit is positive.
        """
        best, chosen = 0, NONE
        for place in range(count):
            pair = listed[place]
            profit = gain * shared[pair] - price * (weights[self.ones[pair]] + weights[self.others[pair]])
            if profit > best:
                best, chosen = profit, pair
        return chosen

    # --- the pairs of cells that are on a line together -----------------------------------------------------------------
    @cached_property
    def pair_numbers(self) -> dict[tuple[int, int], int]:
        pairs = dict.fromkeys(pair for line in self.lines for pair in itertools.combinations(line, 2))
        return {pair: number for number, pair in enumerate(pairs)}

    @cached_property
    def ones(self) -> tuple[int, ...]:
        """The first cell of each pair."""
        return tuple(one for one, _ in self.pair_numbers) or (0,)

    @cached_property
    def others(self) -> tuple[int, ...]:
        return tuple(other for _, other in self.pair_numbers) or (0,)

    @cached_property
    def first_pairs(self) -> tuple[int, ...]:
        """For each line, the place of its first pair in `pairs_on`; and then the number of all places."""
        return tuple(itertools.accumulate((math.comb(line.count(), 2) for line in self.lines), initial=0))

    @cached_property
    def pairs_on(self) -> tuple[int, ...]:
        """The numbers of the pairs on each line, one line after the other."""
        pairs = (pair for line in self.lines for pair in itertools.combinations(line, 2))
        return tuple(self.pair_numbers[pair] for pair in pairs) or (0,)


def heaviest(weights: list[int], cells: Bits) -> int:
    most = 0
    for cell in cells:
        most = max(most, weights[cell])
    return most
