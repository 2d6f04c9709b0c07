"""Replacement policies: what a full table keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from zermelo.core.words import read_once
from zermelo.search.parts.entry import depth_of
from zermelo.search.parts.table import TranspositionTable


class Latest(TranspositionTable):
    """A table whose pairs of rows keep the two results that came last."""

    def insert(self, key: Any, hashed: int, score: int, data: int) -> None:
        """Write the first row of the pair; if it held another position, that one moves to the second."""
        first = hashed & (len(self.rows) - 2)
        if not self.holds(first, read_once(self.rows, first, self.last), key):
            for place in range(self.last + 1):
                self.rows[first + 1, place] = self.rows[first, place]
        self.write(first, key, hashed, score, data)


class Deepest(TranspositionTable):
    """A table whose pairs of rows keep the two results that were searched deepest."""

    def insert(self, key: Any, hashed: int, score: int, data: int) -> None:
        """Write the row of this position if there is one, else the shallower row, unless both were searched deeper."""
        first = hashed & (len(self.rows) - 2)
        one, other = read_once(self.rows, first, self.last), read_once(self.rows, first + 1, self.last)
        if self.holds(first, one, key):
            self.write(first, key, hashed, score, data)
        elif self.holds(first + 1, other, key):
            self.write(first + 1, key, hashed, score, data)
        elif min(depth_of(one), depth_of(other)) <= depth_of(data):
            self.write(first if depth_of(one) <= depth_of(other) else first + 1, key, hashed, score, data)


BOTH: Final = "deepest and latest"
POLICIES: Final[Mapping[str, type[TranspositionTable]]] = {
    BOTH: TranspositionTable,
    "latest": Latest,
    "deepest": Deepest,
}
"""The kinds of table by what a pair of rows keeps; the first is zermelo's own."""
