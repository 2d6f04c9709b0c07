"""Expanding one layer of positions into the next: all children of its positions, each once, with the number of plays to it.

    rows of a layer --> expand --> slots: a hash set of rows with linear probing

A play to a child is a play to its parent and one more action. Up to symmetry, a child is represented by the least of its
images, and actions of one position that lead to the same child count as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game, player_at
from zermelo.core.words import hash_words, holds, least_image, pack, put, state_at
from zermelo.work.runs import BLOCK, Rows, firsts, order

State = TypeVar("State")

LIMB: Final = 62
"""How many bits each part (limb) of a number of plays has: the sum of two parts fits in a word."""
LIMB_MASK: Final = (1 << LIMB) - 1
HALF: Final = LIMB // 2
HALF_MASK: Final = (1 << HALF) - 1

WINS: Final = 0
DRAWS: Final = 1
LOSSES: Final = 2
"""The results for the first player, which number the rows of `Expansion.ended`."""


class Expansion(Component):
    """The data of the kernel `expand`. A number of plays is stored in `limbs` parts, the lowest first."""

    runtime = ("limbs",)

    def __init__(self, words: int, limbs: int, capacity: int, *, symmetric: bool) -> None:
        """`capacity` is the number of slots, a power of two."""
        self.limbs = limbs
        self.symmetric = symmetric
        self.rows = np.zeros((0, words), np.int64)
        self.plays = np.zeros((0, limbs), np.int64)
        self.slots = np.zeros((capacity, words), np.int64)
        self.counts = np.zeros((capacity, limbs), np.int64)
        """The number of plays to the state in each slot; a slot without plays is free."""
        self.parents = np.zeros(capacity if symmetric else 1, np.int64)
        """Up to symmetry: the number, from 1, of the row from which the state in a slot was last reached."""
        self.ended = np.zeros((3, 1 + limbs), np.int64)
        """For each result: the number of positions in which play ended with it, and of the plays to them."""
        self.fill = np.zeros(1, np.int64)
        self.ply = np.zeros(1, np.int64)
        self.first = np.zeros(1, np.int64)
        """The number, in its layer, of the first of the rows."""
        self.stop = np.zeros(1, np.int64)
        """If not 0, the kernel stops before the next row."""

    def load(self, rows: Rows, ply: int, first: int) -> None:
        """Take these rows, states with their plays, as those to expand; the first of them has this number in its layer."""
        words = self.slots.shape[1]
        self.rows = np.ascontiguousarray(rows[:, :words])
        self.plays = np.zeros((len(rows), self.limbs), np.int64)
        parts = rows[:, words : words + self.limbs]  # those above are 0: there are fewer plays than to the layer before
        self.plays[:, : parts.shape[1]] = parts
        self.ply[0], self.first[0] = ply, first

    def contents(self) -> Iterator[Rows]:
        used = np.flatnonzero(self.counts.max(axis=1) if self.limbs > 1 else self.counts[:, 0])
        used = used[order(self.slots[used])]
        for start in range(0, len(used), BLOCK):
            places = used[start : start + BLOCK]
            yield np.concatenate((self.slots[places], self.counts[places]), axis=1)

    def empty(self) -> None:
        self.counts[:] = 0
        self.fill[0] = 0

    def is_full(self, actions: int) -> bool:
        """Whether the set would be more than three quarters full if all `actions` of one more row led to new states."""
        return self.fill[0] + actions > len(self.slots) * 3 // 4

    def add(self, words: Any, row: int) -> None:
        """Add the plays to a row to those of its child, the state with these words."""
        slot = hash_words(words) & (len(self.slots) - 1)
        while self.is_taken(slot):
            if holds(self.slots, slot, words):
                break
            slot = (slot + 1) & (len(self.slots) - 1)
        else:
            self.fill[0] += 1
            put(self.slots, slot, words)
        if self.symmetric:
            number = self.first[0] + row + 1
            if self.parents[slot] == number:
                return
            self.parents[slot] = number
        accumulate(self.counts, slot, 0, self.plays, row, self.limbs)

    def is_taken(self, slot: int) -> bool:
        for limb in range(self.limbs):
            if self.counts[slot, limb] != 0:
                return True
        return False

    def end(self, outcome: int, row: int) -> None:
        """Count a row in which play has ended with this result, and the plays to it."""
        self.ended[outcome, 0] += 1
        accumulate(self.ended, outcome, 1, self.plays, row, self.limbs)


def accumulate(totals: Any, total: int, first: int, terms: Any, term: int, limbs: int) -> None:
    """Add the number in row `term` of `terms` to the one in row `total` of `totals`, which starts at the column `first`.

    Both have `limbs` parts.
    """
    carry = 0
    for limb in range(limbs):
        part = totals[total, first + limb] + terms[term, limb] + carry
        totals[total, first + limb] = part & LIMB_MASK
        carry = part >> LIMB


def expand(game: Game[State], expansion: Expansion, initial: State, start: int) -> int:
    """Expand the rows from `start` on until the set is full; returns how many rows are expanded."""
    for row in range(start, len(expansion.rows)):
        if expansion.stop[0] != 0 or expansion.is_full(game.action_count):
            return row
        state = state_at(initial, expansion.rows, row)
        if game.terminal(state):
            expansion.end(outcome(game, state, int(expansion.ply[0])), row)
            continue
        moves = 0
        for action in game.actions(state):
            child = game.apply(state, action)
            expansion.add(least_image(game, child) if expansion.symmetric else pack(child), row)
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
    return len(expansion.rows)


def outcome(game: Game[State], state: State, ply: int) -> int:
    """The result for the first player at the end of a play of `ply` plies; DRAWS in games of more than two players."""
    if game.players > 2:
        return DRAWS
    reward = game.reward(state) if player_at(game, state, ply) == 0 else -game.reward(state)
    return WINS if reward > 0 else LOSSES if reward < 0 else DRAWS


def parts_of(number: int, limbs: int) -> list[int]:
    """The parts of a number of plays, the lowest first."""
    return [number >> (LIMB * place) & LIMB_MASK for place in range(limbs)]


def least_slots(slots: int, actions: int) -> int:
    """The least power of two, from `slots` on, that leaves room for the children of a position with `actions` actions."""
    return 1 << (max(slots, 2 * actions) - 1).bit_length()


def limbs_for(plays: int) -> int:
    return plays.bit_length() // LIMB + 1


def number_of(parts: Iterable[int]) -> int:
    return sum(int(part) << (LIMB * place) for place, part in enumerate(parts))


def sum_of(parts: NDArray[np.int64]) -> int:
    return number_of(summed(parts, np.zeros(1, np.int64))[0]) if len(parts) else 0


def added_up(blocks: Iterable[Rows], words: int) -> Iterator[Rows]:
    """Sorted blocks of rows, no two of which have rows with equal words, with each state once: its plays are the sum."""
    for rows in blocks:
        new = firsts(rows, words)
        yield np.concatenate((rows[new, :words], summed(rows[:, words:], new)), axis=1)


def summed(parts: NDArray[np.int64], firsts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sum of the numbers in each group of rows; the groups begin at the rows `firsts`.

    The sums must fit in the same number of parts. Halves of parts are summed separately, so that no sum overflows its
    word.
    """
    low = np.add.reduceat(parts & HALF_MASK, firsts, axis=0)
    high = np.add.reduceat(parts >> HALF, firsts, axis=0)
    carry = np.zeros(len(firsts), np.int64)
    for place in range(parts.shape[1]):
        low[:, place] += carry
        high[:, place] += low[:, place] >> HALF
        carry = high[:, place] >> HALF
    return ((high & HALF_MASK) << HALF) | (low & HALF_MASK)
