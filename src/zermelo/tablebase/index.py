"""An index to the codes of a table: a hash table, with the place of each code.

Codes are looked up in batches, and the slots of all codes of a batch are fetched from memory at the same time. A binary
search would wait for the memory many times for each code.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.core.words import AHEAD, compare_and_swap, mix, prefetch

State = TypeVar("State")

BATCH: Final = 64
"""How many codes are looked up together."""

HASH: Final = 31
"""The number of bits of a hash, the highest, that choose the slot."""

LOW: Final = (1 << HASH) - 1
"""The bits of a hash that choose the part."""

MARGIN: Final = 64
"""Slots more than a third, so that those of a part do not run out: codes are in the parts by chance."""


class Slots:
    """The slots of an index, which threads share. A code is in the slot that its hash chooses, or soon after it."""

    def __init__(self, codes: int, columns: int, parts: int, part: int) -> None:
        """`codes`: how many there are. They are divided into `parts` by their hashes; the index has those of `part`."""
        self.words = np.zeros(slots_for(codes, parts) * (columns + 1), np.int64)
        """For each slot a row of codes, and then its place and 1; or 0, if the slot is empty."""
        self.part = np.array([parts, part])


def slot_bytes(columns: int) -> int:
    return 8 * (columns + 1)


def slots_for(codes: int, parts: int) -> int:
    """The number of slots for one of `parts` parts of `codes` codes."""
    share = -(-codes // parts)
    return share + share // 3 + MARGIN


class Index(Component):
    """An index, and a batch of codes to look up."""

    def __init__(self, slots: Slots, columns: int) -> None:
        self.words, self.part = slots.words, slots.part
        self.columns = columns
        self.entered = np.zeros((0, columns), np.int64)
        self.first = np.zeros(1, np.int64)
        """The place of the first of them."""
        self.wanted = np.zeros((BATCH, columns), np.int64)
        """The codes to look up."""
        self.notes = np.zeros(BATCH, np.int64)
        """For each of them, a number that the caller has to remember."""
        self.slots = np.zeros(BATCH, np.int64)
        """For each of them, where the first slot begins in which it may be."""
        self.waiting = np.zeros(1, np.int64)
        """How many codes are to be looked up."""
        self.stop = np.zeros(1, np.int64)

    def hash(self, codes: Any, row: int) -> int:
        mixed = 0
        for column in range(self.columns):
            mixed = mix(mixed ^ int(codes[row, column]))
        return mix(mixed)  # mixed once, codes in some regular distances would crowd together

    def has(self, hashed: int) -> bool:
        return bool(self.part[0] == 1 or (hashed & LOW) % self.part[0] == self.part[1])

    def slot(self, hashed: int) -> int:
        """Where the first slot for codes with this hash begins."""
        return ((hashed >> (63 - HASH)) * (len(self.words) // (self.columns + 1)) >> HASH) * (self.columns + 1)

    def after(self, slot: int) -> int:
        following = slot + self.columns + 1
        return following if following < len(self.words) else 0

    def enter(self, row: int) -> None:
        """Enter the codes in this row, if they belong here. Other threads may enter others at the same time."""
        hashed = self.hash(self.entered, row)
        if self.has(hashed):
            slot = self.slot(hashed)
            while compare_and_swap(self.words, slot + self.columns, 0, self.first[0] + row + 1) != 0:
                slot = self.after(slot)
            for column in range(self.columns):
                self.words[slot + column] = self.entered[row, column]

    def want(self, codes: Any, note: int) -> bool:
        """Add this row of codes to the batch, if they belong here. Returns whether the batch is full."""
        row = int(self.waiting[0])
        for column in range(self.columns):
            self.wanted[row, column] = codes[column]
        hashed = self.hash(self.wanted, row)
        if not self.has(hashed):
            return False
        self.notes[row] = note
        self.slots[row] = self.slot(hashed)
        prefetch(self.words, self.slots[row], 0)
        self.waiting[0] = row + 1
        return row + 1 == BATCH

    def place(self, row: int) -> int:
        """The place of the codes in this row of the batch, or NONE if there are no such codes."""
        slot = int(self.slots[row])
        while self.words[slot + self.columns] != 0:
            if self.holds(slot, row):
                return int(self.words[slot + self.columns]) - 1
            slot = self.after(slot)
        return NONE

    def holds(self, slot: int, row: int) -> bool:
        for column in range(self.columns):
            if self.words[slot + column] != self.wanted[row, column]:
                return False
        return True


def enter_codes(game: Game[State], work: Index, initial: State, start: int) -> int:
    """Enter the codes from the row `start` on; returns the next row."""
    rows = len(work.entered)
    for row in range(start, rows):
        if work.stop[0] != 0:
            return row
        if row + AHEAD < rows:
            prefetch(work.words, work.slot(work.hash(work.entered, row + AHEAD)), 0)
        work.enter(row)
    return rows
