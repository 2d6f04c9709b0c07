"""The transposition table: what is known of positions already searched.

    row:     | word 0 of the key | ... | last word of the key | data |
    data:    one word, drawn in entry.py

A *wide* table has one word more in each row, for a value that needs 64 bits; that part of the data is then 0.

A position is known by its key, canonical among its symmetries, and the row holds the *whole* key: a hit is never a
guess. The hash only says where to look. Rows come in pairs: the first keeps what was searched deepest, the second what
came last; a position is looked for in both.

Several threads may share the rows of a table that is not wide, without locks: then a row may be read while it is half
written, or hold words of two writers. So rows are *sealed*: value and action are covered by the hash of the key, and the
words of the key by a hash of the data that are so covered. Words of different writings do not fit together, and a row
that does not fit is none (after Hyatt and Mann 2002, who cover the key by the data alone: there, words of two positions
with equal data do fit together).

Of the parts of the data, `depth` and `complete` say which searches an entry serves: those to its own depth; a complete one
those to any greater depth, too, so that a search to a depth returns with a table just what it returns without. A search to
the end of the game takes complete entries of any depth.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.shape import is_alike
from zermelo.core.words import hash_rows, hash_words, pack, prefetch, read_once
from zermelo.search.parts.entry import ABSENT, DEPTH_BITS, action_of, cover, depth_of, kind_of, to_data, value_of

State = TypeVar("State")


USED: Final = 0
"""The cell of `fill` that counts the rows in use."""
GROW_AT: Final = 1
"""The cell of `fill` that says at how many rows in use to grow."""

FIRST_ROWS: Final = 1 << 14
GROWTH: Final = 16
"""Times as many rows: fewer steps cost more copying and searches begun again, more steps a table larger than is of use."""
ROWS_AT_ONCE: Final = 1 << 16
NEVER: Final = 1 << 62


class TableNode(NamedTuple):
    """A position while it is searched: how the table knows it, what the table knows, and its only move if forced."""

    key: Any
    symmetry: int
    data: int
    score: int
    """What the table knows of its score; what that says of the true one is in the data."""
    hint: int
    forced: int
    truncated: int
    """How many truncated values had been used when the node was entered."""


def canonical(game: Game[State], state: State) -> tuple[Any, int]:
    """The key of `state` through its canonical symmetry, or the least key of its images; and which symmetry that is."""
    chosen = game.canonical_symmetry(state)
    if chosen != NONE:
        return pack(game.symmetric_key(state, chosen)), chosen
    least, chosen = pack(game.key(state)), 0
    for symmetry in range(1, game.symmetry_count):
        image = pack(game.symmetric_key(state, symmetry))
        if image < least:
            least, chosen = image, symmetry
    return least, chosen


class NoTable(Component):
    """Nothing is remembered."""

    remembers: Final = False
    bytes: Final = 0

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """What nothing is kept under."""
        return (), 0

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position to be searched."""
        return TableNode((), 0, ABSENT, 0, NONE, game.forced(state), truncated)

    def probe(self, key: Any) -> tuple[int, int]:
        """Nothing is known."""
        return ABSENT, 0

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, kind: int, action: int
    ) -> None:
        """Forget it at once."""

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        """The action of this orientation that corresponds to a stored one."""
        return action

    def prefetch(self, key: Any) -> None:
        """There is nothing to fetch."""

    def put(self, key: Any, score: int, data: int) -> None:
        """Forget it at once."""


class TableCrowded(Exception):
    """Half the rows are in use and there is memory for more: `grown` is the table to go on with."""


def _first_rows(limit: int) -> int:
    """Few, FIRST_ROWS at least if there is room, and such that the table can grow to just `limit` rows."""
    rows = limit
    while rows >= GROWTH * FIRST_ROWS:
        rows //= GROWTH
    return rows


class TranspositionTable(Component):
    """`rows` rows (a power of two) for keys of `width` words; at most as many as fit in `memory` bytes."""

    remembers: Final = True

    def __init__(self, width: int, memory: int, rows: int | None = None, *, wide: bool = False) -> None:
        """An empty table of `rows` rows, by default few. Raises ValueError when not even one pair of rows fits."""
        self.width = width
        self.no_key = (0,) * width
        """In place of the key of a position that is not looked for."""
        self.wide = wide
        self.last = width + 1 if wide else width
        row = 8 * (self.last + 1)
        if memory < 2 * row:
            raise ValueError(f"one pair of rows takes {2 * row} bytes")
        limit = max(
            2, 1 << ((memory // row * GROWTH // (GROWTH + 1)).bit_length() - 1)
        )  # growing, there are two tables
        rows = min(rows or _first_rows(limit), limit)
        self.rows = np.zeros((rows, self.last + 1), np.int64)
        may_grow = GROWTH * rows <= limit
        self.fill = np.array([0, rows // 2 if may_grow else NEVER], np.int64)
        """Rows in use; rows in use at which to grow."""
        self.memory = np.array([memory], np.int64)

    def grown(self, stopped: Callable[[], bool]) -> TranspositionTable | None:
        """A larger table with the same entries, but for a few that no longer find a place; None if stopped."""
        larger = TranspositionTable(self.width, int(self.memory[0]), GROWTH * len(self.rows), wide=self.wide)
        for start in range(0, len(self.rows), ROWS_AT_ONCE):
            if stopped():
                return None
            rows = self.rows[start : start + ROWS_AT_ONCE]
            larger._add(rows[rows[:, self.last] != ABSENT])
        larger.fill[USED] = np.count_nonzero(larger.rows[:, self.last])
        return larger

    def shared(self, threads: int) -> TranspositionTable:
        """The same rows for one of several threads, which together have the room that is left; what it fills it counts."""
        part = copy.copy(self)
        part.fill = np.array([0, max(0, self.fill[GROW_AT] - self.fill[USED]) // threads], np.int64)
        return part

    def _add(self, rows: NDArray[np.int64]) -> None:
        """Put rows where they belong: what was searched deepest first in its pair, what is in its way second."""
        rows = rows[np.argsort(rows[:, self.last] & DEPTH_BITS, kind="stable")]
        keys = rows[:, : self.width] ^ hash_rows(np.ascontiguousarray(rows[:, self.last :]))[:, None]
        first = hash_rows(keys) & (len(self.rows) - 2)
        deeper = (self.rows[first, self.last] & DEPTH_BITS) <= (rows[:, self.last] & DEPTH_BITS)
        self.rows[first[deeper]] = rows[deeper]  # where several go, the last one stays
        second = (self.rows[first] != rows).any(axis=1)
        self.rows[first[second] + 1] = rows[second]

    def interpreted(self) -> Self:
        """The same memory for interpreted code."""
        twin = super().interpreted()
        twin.__class__ = InterpretedTable  # pyright: ignore[reportAttributeAccessIssue]
        return twin

    @property
    def bytes(self) -> int:
        """The size of the table."""
        return self.rows.nbytes

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """The words that a position is kept under, and the symmetry that they are seen through."""
        return canonical(game, state)

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position to be searched, with what the table knows of it. A forced move needs no table."""
        forced = game.forced(state)
        if forced != NONE:
            return TableNode(self.no_key, 0, ABSENT, 0, NONE, forced, truncated)
        key, symmetry = self.key_of(game, state)
        data, score = self.probe(key)
        return TableNode(key, symmetry, data, score, self.hint(game, symmetry, action_of(data)), NONE, truncated)

    def prefetch(self, key: Any) -> None:
        """Have the rows of `key` fetched from memory, to be probed soon."""
        row = hash_words(key) & (len(self.rows) - 2)
        prefetch(self.rows, row)
        prefetch(self.rows, row + 1)

    def probe(self, key: Any) -> tuple[int, int]:
        """The data stored for `key`, or ABSENT, and the score."""
        hashed = hash_words(key)
        row = hashed & (len(self.rows) - 2)
        for candidate in range(row, row + 2):
            sealed = read_once(self.rows, candidate, self.last)
            if kind_of(sealed) and self.holds(candidate, sealed, key):
                data = sealed ^ cover(hashed)
                return data, int(self.rows[candidate, self.width]) if self.wide else value_of(data)
        return ABSENT, 0

    def holds(self, row: int, sealed: int, key: Any) -> bool:
        """Whether a row with these sealed data is one of `key`."""
        seal = hash_words((sealed,))
        for place, word in enumerate(key):
            if self.rows[row, place] ^ seal != word:
                return False
        return True

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        """The action of this orientation that corresponds to a stored, canonical one."""
        if action == NONE or symmetry == 0:
            return action
        for own in range(game.action_count):
            if game.symmetric_action(own, symmetry) == action:
                return own
        return NONE

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, kind: int, action: int
    ) -> None:
        """Remember what was found, unless the move was forced."""
        if node.forced != NONE:
            return
        if action != NONE:
            action = game.symmetric_action(action, node.symmetry)
        self.put(node.key, score, to_data(0 if self.wide else score, depth, complete, kind, action))

    def put(self, key: Any, score: int, data: int) -> None:
        """Write a row, over the second of its pair where the first keeps a deeper search of another position. Raises
        TableCrowded, after that.
        """
        first = hash_words(key) & (len(self.rows) - 2)
        there = read_once(self.rows, first, self.last)
        keep = depth_of(there) > depth_of(data) and not self.holds(first, there, key)
        self.write(first + 1 if keep else first, key, score, data)

    def write(self, row: int, key: Any, score: int, data: int) -> None:
        """Put a position into this row, in place of what is there. Raises TableCrowded, after that."""
        if kind_of(self.rows[row, self.last]) == 0:
            self.fill[USED] += 1
        sealed = data ^ cover(hash_words(key))
        seal = hash_words((sealed,))
        for place, word in enumerate(key):
            self.rows[row, place] = word ^ seal
        if self.wide:
            self.rows[row, self.width] = score
        self.rows[row, self.last] = sealed
        if self.fill[USED] > self.fill[GROW_AT]:
            raise TableCrowded


class InterpretedTable(TranspositionTable):
    """A table as interpreted code sees it: keys may be of any shape there, and the words of two shapes may be the same."""

    like: Any = None
    """The key of the initial state, in a tuple, once it is known: compiled keys are all of its shape."""

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """As the table's. Raises MixedKeys."""
        if self.like is None:
            self.like = (game.key(game.initial()),)
        if not is_alike(game.key(state), self.like[0]):
            raise MixedKeys("its keys are not all of the same shape")
        return canonical(game, state)


class MixedKeys(BrokenContract):
    """A key that has not the shape of the initial state's: only a table of objects can hold both."""


class ObjectTable(Component):
    """A table for interpreted games whose keys are any hashable objects: a dictionary, full after `limit` entries."""

    remembers: Final = True
    BYTES_PER_ENTRY: Final = 400
    """A generous estimate: key, tuple parts, dictionary slot, data."""

    def __init__(self, memory: int) -> None:
        self._limit = max(1, memory // self.BYTES_PER_ENTRY)
        self._entries: dict[Any, tuple[int, int]] = {}

    @property
    def bytes(self) -> int:
        """The size of the table, estimated."""
        return len(self._entries) * self.BYTES_PER_ENTRY

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """What a position is kept under; no symmetry is looked through."""
        return (game.key(state),), 0

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position to be searched, with what the table knows of it."""
        forced = game.forced(state)
        key, _ = self.key_of(game, state)
        data, score = (ABSENT, 0) if forced != NONE else self.probe(key)
        return TableNode(key, 0, data, score, action_of(data), forced, truncated)

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        """The action of this orientation that corresponds to a stored one."""
        return action

    def prefetch(self, key: Any) -> None:
        """There is nothing to fetch."""

    def probe(self, key: Any) -> tuple[int, int]:
        """The data stored for `key`, or ABSENT, and the score."""
        return self._entries.get(key, (ABSENT, 0))

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, kind: int, action: int
    ) -> None:
        """Remember what was found, unless the move was forced."""
        if node.forced == NONE:
            self.put(node.key, score, to_data(0, depth, complete, kind, action))

    def put(self, key: Any, score: int, data: int) -> None:
        """Remember an entry, if there is room."""
        if key in self._entries or len(self._entries) < self._limit:
            self._entries[key] = data, score
