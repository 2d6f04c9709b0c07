"""The search tree in memory, for best-first searches: one row for each node, with the children side by side.

    row:    first child | children | action | sign | four numbers that belong to the algorithm

States are not stored: they are computed again on the way down from the root. `sign` is -1 if the other player moves in the
parent, 1 if the same player does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zermelo.core.arrays import filled, memory, of, zeros
from zermelo.core.component import Component

FIRST: Final = 0
COUNT: Final = 1
ACTION: Final = 2
SIGN: Final = 3
OWN: Final = 4
"""The first of four columns that belong to the algorithm."""
COLUMNS: Final = OWN + 4

GROWTH: Final = 2
FIRST_ROWS: Final = 1 << 12

ROOT: Final = 0

QUESTION: Final = 0
"""The only cell of `asked`."""

NOTHING: Final = -(1 << 62)
"""The search of the root has not begun."""


class TreeFull(Exception):
    """There is no row left for another node. `grown` makes a larger tree."""


class StoredTree(Component):
    """A search tree with room for `rows` nodes; row 0 is the root."""

    def __init__(self, memory: int, rows: int | None = None) -> None:
        """The tree may grow as long as the old and the larger one together fit in `memory` bytes."""
        self.nodes = zeros(FIRST_ROWS if rows is None else rows, COLUMNS)
        self.used = filled(1, 1)
        self.memory = of([memory])
        self.asked = filled(NOTHING, 1)
        """The question that the search of the root began with, so that a search that is started again can resume it."""

    @property
    def bytes(self) -> int:
        return self.nodes.nbytes

    def grown(self, stopped: Callable[[], bool]) -> StoredTree | None:
        """A larger tree with the same nodes; None if stopped, or if there is no memory for one."""
        rows = GROWTH * len(self.nodes)
        if stopped() or 8 * COLUMNS * (rows + len(self.nodes)) > int(self.memory[0]):
            return None
        larger = StoredTree(int(self.memory[0]), rows)
        memory(larger.nodes)[: self.nodes.nbytes] = memory(self.nodes)
        larger.used[0] = self.used[0]
        larger.asked[QUESTION] = self.asked[QUESTION]
        return larger

    def clear(self) -> None:
        """Remove all nodes but the root, which becomes a leaf again."""
        self.used[0] = 1
        self.asked[QUESTION] = NOTHING
        for column in range(COLUMNS):
            self.nodes[ROOT, column] = 0

    def is_leaf(self, node: int) -> bool:
        return bool(self.nodes[node, COUNT] == 0)

    def children(self, node: int) -> range:
        first = int(self.nodes[node, FIRST])
        return range(first, first + int(self.nodes[node, COUNT]))

    def add(self, parent: int, action: int, sign: int) -> int:
        """Add a child to a node that is being expanded, with all its numbers 0. Returns its row.

        Raises TreeFull; the node is then a leaf again.
        """
        row = int(self.used[0])
        if row == len(self.nodes):
            self.used[0] = row - self.nodes[parent, COUNT]
            self.nodes[parent, COUNT] = 0
            raise TreeFull
        if self.nodes[parent, COUNT] == 0:
            self.nodes[parent, FIRST] = row
        self.nodes[parent, COUNT] += 1
        self.used[0] = row + 1
        for column in range(COLUMNS):
            self.nodes[row, column] = 0
        self.nodes[row, ACTION] = action
        self.nodes[row, SIGN] = sign
        return row
