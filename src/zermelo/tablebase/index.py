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
from zermelo.core.words import compare_and_swap, mix, prefetch

State = TypeVar("State")

BATCH: Final = 64
"""How many codes are looked up together."""

AHEAD: Final = 16
"""How many codes before it is entered, the slot of a code is fetched from memory."""

HASH: Final = 31
"""The bits of a hash that choose the slot."""

MARGIN: Final = 64
"""Slots more than a third, so that those of a part do not run out: codes are in the parts by chance."""


class Slots:
    """The slots of an index, which threads share. A code is in the slot that its hash chooses, or soon after it."""

    def __init__(self, codes: int, columns: int, parts: int, part: int) -> None:
        """`codes`: how many there are. The index has one of so many `parts` of them, chosen by their hashes."""
        self.codes = np.zeros((slots_for(codes, parts), columns), np.int64)
        self.numbers = np.zeros(len(self.codes), np.uint32)
        """The place of the code in each slot, and 1; 0 for an empty slot."""
        self.part = np.array([parts, part])

    @property
    def bytes(self) -> int:
        """The bytes of a slot."""
        return self.codes.itemsize * self.codes.shape[1] + self.numbers.itemsize


def slots_for(codes: int, parts: int) -> int:
    """The number of slots for one of the parts of so many codes."""
    share = -(-codes // parts)
    return share + share // 3 + MARGIN


class Index(Component):
    """An index, and a batch of codes to look up."""

    def __init__(self, slots: Slots) -> None:
        self.codes, self.numbers, self.part = slots.codes, slots.numbers, slots.part
        columns = slots.codes.shape[1]
        self.entered = np.zeros((0, columns), np.int64)
        """The codes to enter."""
        self.first = np.zeros(1, np.int64)
        """The place of the first of them."""
        self.wanted = np.zeros((BATCH, columns), np.int64)
        """The codes to look up."""
        self.notes = np.zeros(BATCH, np.int64)
        """For each of them, a number that the caller has to remember."""
        self.slots = np.zeros(BATCH, np.int64)
        """For each of them, the first slot where it may be."""
        self.waiting = np.zeros(1, np.int64)
        """How many codes are to be looked up."""

    def hash(self, codes: Any, row: int) -> int:
        """The hash of this row of codes."""
        mixed = 0
        for column in range(self.codes.shape[1]):
            mixed = mix(mixed ^ int(codes[row, column]))
        return mixed

    def has(self, hashed: int) -> bool:
        """Whether codes with this hash belong in the index."""
        return bool(self.part[0] == 1 or mix(hashed) % self.part[0] == self.part[1])

    def slot(self, hashed: int) -> int:
        """The first slot for codes with this hash."""
        return (hashed >> (63 - HASH)) * len(self.numbers) >> HASH

    def after(self, slot: int) -> int:
        """The slot after this one."""
        return slot + 1 if slot + 1 < len(self.numbers) else 0

    def fetch(self, slot: int) -> None:
        """Have a slot fetched from memory."""
        prefetch(self.numbers, slot, 0)
        prefetch(self.codes, slot, 0)

    def enter(self, row: int) -> None:
        """Enter the codes in this row, if they belong here. Other threads may enter others at the same time."""
        hashed = self.hash(self.entered, row)
        if self.has(hashed):
            slot = self.slot(hashed)
            while compare_and_swap(self.numbers, slot, 0, self.first[0] + row + 1) != 0:
                slot = self.after(slot)
            for column in range(self.codes.shape[1]):
                self.codes[slot, column] = self.entered[row, column]

    def want(self, codes: Any, note: int) -> bool:
        """Add this row of codes to the batch, if they belong here. Returns whether the batch is full."""
        row = int(self.waiting[0])
        for column in range(self.codes.shape[1]):
            self.wanted[row, column] = codes[column]
        hashed = self.hash(self.wanted, row)
        if not self.has(hashed):
            return False
        self.notes[row] = note
        self.slots[row] = self.slot(hashed)
        self.fetch(self.slots[row])
        self.waiting[0] = row + 1
        return row + 1 == BATCH

    def place(self, row: int) -> int:
        """The place of the codes in this row of the batch, or NONE if there are no such codes."""
        slot = int(self.slots[row])
        while self.numbers[slot] != 0:
            if self.holds(slot, row):
                return int(self.numbers[slot]) - 1
            slot = self.after(slot)
        return NONE

    def holds(self, slot: int, row: int) -> bool:
        """Whether the codes in this row of the batch are in this slot."""
        for column in range(self.codes.shape[1]):
            if self.codes[slot, column] != self.wanted[row, column]:
                return False
        return True


def enter_codes(game: Game[State], work: Index, initial: State, start: int, alpha: int, beta: int, guess: int) -> int:
    """Enter the codes from the row `start` on; returns the number of rows. The last three arguments are not used."""
    rows = len(work.entered)
    for row in range(start, rows):
        if row + AHEAD < rows:
            work.fetch(work.slot(work.hash(work.entered, row + AHEAD)))
        work.enter(row)
    return rows
