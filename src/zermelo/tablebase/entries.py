"""The entries of a table: a score for each position, found by its code, in kernels and in Python.

In a dense table the code of a position is the place of its entry. Otherwise the codes are sorted, and found by binary
search. A position is stored as the least of its symmetric images. `scoring.Distance` defines what a score means: value and
distance.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.search.parts.entry import MAX_VALUE
from zermelo.search.parts.scoring import Distance
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.endless import best_stored

Scores = NDArray[np.signedinteger[Any]]


def type_of(scoring: Distance) -> np.dtype[Any]:
    """The smallest integer type for the scores. Its least value is not a score and means that there is no position."""
    return np.dtype(
        next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if scoring.highest <= np.iinfo(kind).max)
    )


def scoring_of(game: Game[Any], longest: int) -> Distance:
    """The meaning of scores; no distance is greater than `longest`. Raises NotSupported if they are too large."""
    scoring = Distance(1, best_stored(game), longest)
    if scoring.highest > MAX_VALUE:
        raise NotSupported(f"{game} has rewards too large for a table with distances.")
    return scoring


def is_dense(coding: Coding, positions: int, kind: np.dtype[Any]) -> bool:
    """Whether a score for each possible code takes no more space than the codes and scores of the positions."""
    return coding.size * kind.itemsize <= positions * (8 * coding.columns + kind.itemsize)


class Entries(Component):
    """The scores of a table and, unless it is dense, their codes."""

    def __init__(self, coding: Coding, codes: NDArray[np.int64] | None, scores: Scores) -> None:
        """`codes`: sorted rows of codes; None for a dense table."""
        self.coding = coding
        self.dense = codes is None
        self.codes = np.zeros((0, coding.columns), np.int64) if codes is None else codes
        self.scores = scores
        self.absent = int(np.iinfo(scores.dtype).min)

    def place(self, words: Any) -> int:
        """The place of the entry of these words, or NONE. In a dense table the entry there may be absent."""
        if not self.coding.encode(words):
            return NONE
        return int(self.coding.code[0]) if self.dense else self.binary_search()

    def binary_search(self) -> int:
        """The place of the coding's row of codes, or NONE if it is not there."""
        low, high = 0, len(self.codes)
        while low < high:
            middle = (low + high) >> 1
            if self.is_below(middle):
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.codes) and self.holds(low) else NONE

    def is_below(self, place: int) -> bool:
        """Whether the codes at this place come before those of the coding."""
        for column in range(self.coding.columns):
            code = self.codes[place, column]
            if code != self.coding.code[column]:
                return bool(code < self.coding.code[column])
        return False

    def holds(self, place: int) -> bool:
        """Whether the codes at this place are those of the coding."""
        for column in range(self.coding.columns):
            if self.codes[place, column] != self.coding.code[column]:
                return False
        return True

    def score(self, words: Any) -> int:
        """The score of the position with these words; `absent` if there is none."""
        place = self.place(words)
        return self.absent if place == NONE else int(self.scores[place])

    def read(self, place: int) -> None:
        """Decode the entry at this place: its words are then in `coding.words`."""
        for column in range(self.coding.columns):
            self.coding.code[column] = place if self.dense else self.codes[place, column]
        self.coding.decode()
