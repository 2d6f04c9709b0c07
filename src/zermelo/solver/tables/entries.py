"""The entries of a table as kernels and Python find them: a score for each position, where its code says.

Dense, the code of a position is the place of its entry; else the codes are sorted, and searched by halves. A position
stands for all its images, as the least of them. What a score says, value and distance, is told by `scoring.Distance`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.search.parts.scoring import Distance
from zermelo.solver.tables.coding import Coding

Scores = NDArray[np.signedinteger[Any]]


def type_of(scoring: Distance) -> np.dtype[Any]:
    """The smallest type of scores; its least value is free, and says that there is no position."""
    return np.dtype(
        next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if scoring.highest <= np.iinfo(kind).max)
    )


class Entries(Component):
    """Codes, if they are stored, and scores."""

    def __init__(self, coding: Coding, codes: NDArray[np.int64] | None, scores: Scores) -> None:
        """`codes`: rows of them in order; None for a dense table."""
        self.coding = coding
        self.dense = codes is None
        self.codes = np.zeros((0, coding.columns), np.int64) if codes is None else codes
        self.scores = scores
        self.absent = int(np.iinfo(scores.dtype).min)
        """The score of no position."""

    def place(self, words: Any) -> int:
        """Where the entry of these words is, NONE if there is none. Of a dense table, where it would be."""
        if not self.coding.encode(words):
            return NONE
        return int(self.coding.code[0]) if self.dense else self.found()

    def found(self) -> int:
        """The place of the coding's row of codes, NONE if it is not there."""
        low, high = 0, len(self.codes)
        while low < high:
            middle = (low + high) >> 1
            if self.is_below(middle):
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.codes) and self.holds(low) else NONE

    def is_below(self, place: int) -> bool:
        """Whether the codes there come before those of the coding."""
        for column in range(self.coding.columns):
            code = self.codes[place, column]
            if code != self.coding.code[column]:
                return code < self.coding.code[column]
        return False

    def holds(self, place: int) -> bool:
        """Whether the codes there are those of the coding."""
        for column in range(self.coding.columns):
            if self.codes[place, column] != self.coding.code[column]:
                return False
        return True

    def score(self, words: Any) -> int:
        """The score of the position of these words."""
        place = self.place(words)
        return self.absent if place == NONE else int(self.scores[place])

    def read(self, place: int) -> None:
        """Put the words of the entry there into those of the coding."""
        for column in range(self.coding.columns):
            self.coding.code[column] = place if self.dense else self.codes[place, column]
        self.coding.decode()
