"""Codes of states in a table: as many words as fit are packed into one code of 62 bits, by the range of each word."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component

MOST: Final = 1 << 62
"""The most codes in a column."""


class Coding(Component):
    """Converts the words of a state to a row of codes, and back. Rows of codes sort in the same order as the words.

    A code in a column is a number in mixed radix: its digits are the words of that column, the first one the most
    significant. A word with too many values to be a digit has a column to itself, where its code is the word.
    """

    def __init__(self, low: Sequence[int], high: Sequence[int]) -> None:
        """`low`, `high`: the least and the greatest value of each word."""
        self.low = np.array(low, np.int64)
        self.high = np.array(high, np.int64)
        self.base = self.low.copy()
        """For each word, the value whose digit is 0."""
        self.count = np.ones(len(low), np.int64)
        """For each digit, the number of its values."""
        self.column = np.zeros(len(low), np.int64)
        self.leads = np.ones(len(low), np.int64)
        """1 for the first word of a column."""
        size = 1
        for place, (least, most) in enumerate(zip(low, high, strict=True)):
            count = most - least + 1
            if place > 0 and size * count <= MOST:
                self.leads[place] = 0
                self.column[place] = self.column[place - 1]
                size *= count
            else:
                self.column[place] = self.column[place - 1] + 1 if place > 0 else 0
                size = count
            if count <= MOST:
                self.count[place] = count
            else:
                self.base[place] = 0
        self.columns = 1 + int(self.column[-1])
        self.code = np.zeros(self.columns, np.int64)
        """The row of codes that was encoded last, or is to be decoded."""
        self.words = np.zeros((1, len(low)), np.int64)
        """The words that were decoded last."""

    @property
    def size(self) -> int:
        return math.prod(int(most) - int(least) + 1 for least, most in zip(self.low, self.high, strict=True))

    def encode(self, words: Any) -> bool:
        """Put the codes of these words into `code`. Returns False if a word is out of range."""
        for place, word in enumerate(words):
            if word < self.low[place] or word > self.high[place]:
                return False
            digit = word - self.base[place]
            column = self.column[place]
            if self.leads[place] != 0:
                self.code[column] = digit
            else:
                self.code[column] = self.code[column] * self.count[place] + digit
        return True

    def decode(self) -> None:
        """Put the words of the codes in `code` into `words`. Overwrites `code`."""
        for place in range(len(self.low) - 1, -1, -1):
            column = self.column[place]
            if self.leads[place] != 0:
                digit = self.code[column]
            else:
                digit = self.code[column] % self.count[place]
                self.code[column] = self.code[column] // self.count[place]
            self.words[0, place] = self.base[place] + digit

    def encoded(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The codes of rows of words, all of which must be in range."""
        codes = np.zeros((len(rows), self.columns), np.int64)
        for place in range(len(self.low)):
            column = codes[:, self.column[place]]
            column *= self.count[place] if self.leads[place] == 0 else 0
            column += rows[:, place] - self.base[place]
        return codes
