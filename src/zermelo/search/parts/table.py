"""The transposition table.

    row:     | word 0 of the key | ... | last word of the key | data |
    data:    one word, laid out in entry.py

A *wide* table has one more word in each row, for a value that needs 64 bits; the value in the data is then 0.

A row holds the *whole* key of a position, canonical among its symmetries, so a hit is never wrong. The hash of the key only
selects the rows. Rows come in pairs: the first keeps the deepest search, the second the latest; a probe looks in both.

Several threads may share the rows of a table that is not wide, without locks. A row may then be read half written, or
hold words of two writers. Therefore rows are *sealed*: value and action are XORed with the hash of the key, and the
words of the key with a number mixed from the resulting data. Words from different writes do not match, and a row whose
words do not match is not a hit. (Hyatt and Mann 2002 XOR the key with the data alone; then the words of two positions with
equal data match.)

`depth` and `complete` say for which searches an entry is valid: those to its own depth and, if it is complete, those to any
greater depth. So a search to a depth returns the same with and without a table. A search to the end of the game uses
complete entries of any depth.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Self, TypeVar

from zermelo.core.arrays import HAS_NUMPY, Array, as_numpy, of, zeros
from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import MixedStates
from zermelo.core.game import Game
from zermelo.core.shape import is_alike, why_not_packed
from zermelo.core.wording import shown
from zermelo.core.words import hash_words, mix, pack, prefetch, read_once, unpack
from zermelo.search.parts.entry import ABSENT, action_of, bound_type_of, cover, depth_of, to_data, value_of

State = TypeVar("State")


USED: Final = 0
"""The cell of `fill` that counts the rows in use."""
WRITTEN: Final = 1
"""The cell of `fill` that counts how often a row has been written."""
GROW_AT: Final = 2
"""The cell of `fill` with the count, of WRITTEN or in a wide table of USED, at which the table grows."""
LISTED: Final = 3
"""The cell of `fill` that counts the rows in `filled`."""

PATIENCE: Final = 8
"""How often, for each of its rows, a table is written before it grows. A smaller table loses more entries, but more of it is
in the processor's cache, which makes up for that. A proof-number search, whose table is wide, comes back to its positions
too often to lose them: there the table grows when half of its rows are in use.
"""

FIRST_ROWS: Final = 1 << 14
GROWTH: Final = 4
"""The factor by which a table grows. A smaller one means more copying and more restarts, a larger one wasted memory."""
ROWS_AT_ONCE: Final = 1 << 16
CACHED: Final = 1 << 22
"""The most bytes of a table that are likely to be in a processor's own cache."""

NEVER: Final = 1 << 62

REMEMBERED: Final = 1 << 14
"""The most keys whose least image a table in interpreted code remembers."""

NOTHING: Final = (ABSENT, 0)
"""The data and score of a key that is not in a table."""


class TableNode(NamedTuple):
    """A position that is being searched: its key, its table entry, and its forced move."""

    key: Any
    hashed: int
    """The hash of the key."""
    symmetry: int
    """The symmetry that maps the position to the one whose key this is."""
    data: int
    score: int
    """The score in the table entry; its bound type is in the data."""
    hint: int
    """The best move in the table entry, or NONE."""
    forced: int
    truncated: int
    """The TRUNCATED counter when the node was entered."""


def canonical(game: Game[State], state: State) -> tuple[Any, int]:
    """The key of `state` under its canonical symmetry, or, if none is given, the least key of its images; and the
    symmetry.
    """
    key = game.key(state)
    chosen = game.canonical_symmetry(state, key)
    if chosen != NONE:
        return pack(game.symmetric_key(state, key, chosen)), chosen
    least, chosen = pack(key), 0
    for symmetry in range(1, game.symmetry_count):
        image = pack(game.symmetric_key(state, key, symmetry))
        if image < least:
            least, chosen = image, symmetry
    return least, chosen


class NoTable(Component):
    """Stands in for a table in searches without one: it stores nothing."""

    remembers: Final = False
    bytes: Final = 0

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        return (), 0

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position that is to be searched."""
        return TableNode((), 0, 0, ABSENT, 0, NONE, game.forced(state), truncated)

    def may_hold(self, game: Game[State], state: State) -> bool:
        return False

    def probe(self, key: Any) -> tuple[int, int]:
        return ABSENT, 0

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, bound: int, action: int
    ) -> None:
        """Does nothing."""

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        return action

    def is_large(self) -> bool:
        """Always False: nothing can be prefetched."""
        return False

    def prefetch(self, key: Any) -> None:
        """Does nothing."""

    def put(self, key: Any, score: int, data: int) -> None:
        """Does nothing."""

    def clear(self) -> None:
        """Does nothing."""


class TableCrowded(Exception):
    """It is time for a larger table, and there is memory for one. `grown` makes it."""


def _first_rows(limit: int) -> int:
    """The number of rows to begin with: few, at least FIRST_ROWS if they fit, and `limit` divided by a power of GROWTH."""
    rows = limit
    while rows >= GROWTH * FIRST_ROWS:
        rows //= GROWTH
    return rows


class TranspositionTable(Component):
    """A table of `rows` rows, a power of two, for keys of `width` words. It grows to at most `memory` bytes."""

    remembers: Final = True

    def __init__(self, width: int, memory: int, rows: int | None = None, *, wide: bool = False) -> None:
        """An empty table of `rows` rows, by default few. Raises ValueError if not even one pair of rows fits."""
        self.width = width
        self.no_key = (0,) * width
        """Used in place of the key of a position that is not looked up."""
        self.wide = wide
        self.last = width + 1 if wide else width
        self.gauge = USED if wide else WRITTEN
        """The cell of `fill` that is compared with GROW_AT."""
        row = 8 * (self.last + 1)
        if memory < 2 * row:
            raise ValueError(f"one pair of rows takes {2 * row} bytes")
        limit = max(
            2, 1 << ((memory // row * GROWTH // (GROWTH + 1)).bit_length() - 1)
        )  # while it grows there are two tables
        rows = min(rows or _first_rows(limit), limit)
        self.rows = zeros(rows, self.last + 1)
        enough = rows // 2 if wide else PATIENCE * rows
        self.fill = of([0, 0, enough if GROWTH * rows <= limit else NEVER, 0])
        """Cells USED, WRITTEN, GROW_AT, LISTED."""
        self.filled = zeros(rows // 2 if rows < GROWTH * FIRST_ROWS else 0)
        """The rows of a small table that are in use, in the order in which they were filled, as long as there is room."""
        self.memory = of([memory])

    def grown(self, stopped: Callable[[], bool]) -> TranspositionTable | None:
        """A larger table with the same entries; None if stopped."""
        larger = TranspositionTable(self.width, int(self.memory[0]), GROWTH * len(self.rows), wide=self.wide)
        for start in range(0, len(self.rows), ROWS_AT_ONCE):
            if stopped():
                return None
            add = larger._add if HAS_NUMPY else larger._add_one_by_one
            larger.fill[USED] += add(self.rows, range(start, min(start + ROWS_AT_ONCE, len(self.rows))))
        return larger

    def shared(self, threads: int) -> TranspositionTable:
        """A view of the same rows for one of several threads. Each counts its own writes, and may make an equal part of
        those that are left before the table grows.
        """
        part = copy.copy(self)
        part.fill = of([0, 0, max(0, self.fill[GROW_AT] - self.fill[self.gauge]) // threads, len(self.filled)])
        return part

    def is_listed(self) -> bool:
        """Whether all rows in use are listed, so that `clear` takes a moment."""
        return len(self.filled) > 0 and bool(self.fill[USED] == self.fill[LISTED])

    def clear_if_listed(self) -> bool:
        """Remove all entries if they are listed, so that it takes a moment; returns whether they are. For Python alone."""
        if not self.is_listed():
            return False
        self.clear()
        return True

    def clear(self) -> None:
        if self.is_listed():
            for place in range(self.fill[USED]):
                self.rows[self.filled[place], self.last] = ABSENT
        else:
            for row in range(len(self.rows)):
                self.rows[row, self.last] = ABSENT
        self.fill[USED] = self.fill[WRITTEN] = self.fill[LISTED] = 0

    def _add(self, smaller: Array, numbers: range) -> int:
        """Insert rows of a smaller table, pairs of them; returns how many are in use. Only rows of the same pair can have
        the same place: the second is put after the first then.
        """
        from zermelo.core.word_arrays import hash_rows, mix_all

        rows = as_numpy(smaller)[numbers.start : numbers.stop]
        used = rows[:, self.last] != ABSENT
        places = hash_rows(rows[:, : self.width] ^ mix_all(rows[:, self.last])[:, None]) & (len(self.rows) - 2)
        places[1::2] += (places[1::2] == places[::2]) & used[::2]
        as_numpy(self.rows)[places[used]] = rows[used]
        return int(used.sum())

    def _add_one_by_one(self, smaller: Array, numbers: range) -> int:
        """The same without NumPy, where it is not installed."""
        used = 0
        for number in numbers:
            sealed = int(smaller[number, self.last])
            if sealed != ABSENT:
                used += 1
                seal = mix(sealed)
                key = tuple(smaller[number, column] ^ seal for column in range(self.width))
                place = hash_words(key) & (len(self.rows) - 2)
                place += self.rows[place, self.last] != ABSENT
                for column in range(self.last + 1):
                    self.rows[place, column] = smaller[number, column]
        return used

    def interpreted(self) -> Self:
        """The same memory for interpreted code."""
        clone = super().interpreted()
        clone.__class__ = InterpretedTable  # pyright: ignore[reportAttributeAccessIssue]
        clone.__dict__.update(unread=bool(self.fill[USED]), known={}, packed={}, held={}, changed=set(), least={})
        return clone

    @property
    def bytes(self) -> int:
        return self.rows.nbytes

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """The key of a position in the table, and the symmetry that leads to it."""
        return canonical(game, state)

    def may_hold(self, game: Game[State], state: State) -> bool:
        """Whether a state may be in the table. One in which the game is over is not, and need not have a key."""
        return not game.terminal(state)

    def hash_of(self, key: Any) -> int:
        return hash_words(key)

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position that is to be searched, with its entry. Positions with a forced move are not looked up."""
        forced = game.forced(state)
        if forced != NONE:
            return TableNode(self.no_key, 0, 0, ABSENT, 0, NONE, forced, truncated)
        key, symmetry = self.key_of(game, state)
        hashed = self.hash_of(key)
        data, score = self.find(key, hashed)
        hint = self.hint(game, symmetry, action_of(data))
        return TableNode(key, hashed, symmetry, data, score, hint, NONE, truncated)

    def is_large(self) -> bool:
        """Whether it is larger than a processor's own cache, so that rows should be fetched before they are needed."""
        return 8 * len(self.rows) * (self.last + 1) > CACHED

    def prefetch(self, key: Any) -> None:
        """Start fetching the rows of `key`, which will soon be probed, into the cache."""
        row = hash_words(key) & (len(self.rows) - 2)
        prefetch(self.rows, row, 0)
        prefetch(self.rows, row + 1, self.last)

    def probe(self, key: Any) -> tuple[int, int]:
        """The data stored for `key`, or ABSENT, and the score."""
        return self.find(key, self.hash_of(key))

    def find(self, key: Any, hashed: int) -> tuple[int, int]:
        """As `probe`, given the hash of the key."""
        row = hashed & (len(self.rows) - 2)
        for candidate in range(row, row + 2):
            sealed = read_once(self.rows, candidate, self.last)
            if bound_type_of(sealed) and self.holds(candidate, sealed, key):
                data = sealed ^ cover(hashed)
                return data, int(self.rows[candidate, self.width]) if self.wide else value_of(data)
        return ABSENT, 0

    def holds(self, row: int, sealed: int, key: Any) -> bool:
        """Whether a row with this sealed data is an entry of `key`."""
        seal = mix(sealed)
        for place, word in enumerate(key):
            if self.rows[row, place] ^ seal != word:
                return False
        return True

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        """The action of the position that corresponds to a stored action of its canonical image; NONE if there is none."""
        if action == NONE or symmetry == 0:
            return action
        for own in range(game.action_count):
            if game.symmetric_action(own, symmetry) == action:
                return own
        return NONE

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, bound: int, action: int
    ) -> None:
        """Store the result of a search, unless the move was forced. Raises TableCrowded, after it has been stored."""
        if node.forced != NONE:
            return
        if action != NONE:
            action = game.symmetric_action(action, node.symmetry)
        self.insert(node.key, node.hashed, score, to_data(0 if self.wide else score, depth, complete, bound, action))

    def put(self, key: Any, score: int, data: int) -> None:
        """Store an entry: in the second row of its pair if the first holds a deeper search of another position, else in the
        first. Raises TableCrowded, after it has been stored.
        """
        self.insert(key, self.hash_of(key), score, data)

    def insert(self, key: Any, hashed: int, score: int, data: int) -> None:
        """As `put`, given the hash of the key."""
        first = hashed & (len(self.rows) - 2)
        there = read_once(self.rows, first, self.last)
        keep = depth_of(there) > depth_of(data) and not self.holds(first, there, key)
        self.write(first + 1 if keep else first, key, hashed, score, data)

    def write(self, row: int, key: Any, hashed: int, score: int, data: int) -> None:
        """Overwrite a row with an entry of the key with this hash. Raises TableCrowded, after it has been written."""
        if bound_type_of(self.rows[row, self.last]) == 0:
            self.count_used(row)
        self.seal(row, key, hashed, score, data)
        self.count_written()

    def count_used(self, row: int) -> None:
        self.fill[USED] += 1
        if self.fill[LISTED] < len(self.filled):
            self.filled[self.fill[LISTED]] = row
            self.fill[LISTED] += 1

    def seal(self, row: int, key: Any, hashed: int, score: int, data: int) -> None:
        """Put an entry of the key with this hash into a row."""
        sealed = data ^ cover(hashed)
        seal = mix(sealed)
        for place, word in enumerate(key):
            self.rows[row, place] = word ^ seal
        if self.wide:
            self.rows[row, self.width] = score
        self.rows[row, self.last] = sealed

    def count_written(self) -> None:
        """Count an entry that has been written. Raises TableCrowded."""
        self.fill[WRITTEN] += 1
        if self.fill[self.gauge] > self.fill[GROW_AT]:
            raise TableCrowded


class InterpretedTable(TranspositionTable):
    """A table in interpreted code. It keeps the keys as they are, since making words of them takes longer than most rules.

    Entries have the rows that they would have in native code, so both visit the same nodes; `write_back` writes the rows. It
    refuses keys of different shapes: two of them could have the same words.
    """

    like: Any = None
    """The key of the initial state, in a tuple, once it is known. All keys must be of its shape, as in compiled code. In a
    game with symmetries, whose keys in the table are words, an empty tuple.
    """
    what: str = "key"
    """What an error calls a key."""

    unread: bool
    """Whether the rows still hold entries that are not in the dictionaries."""
    known: dict[Any, tuple[int, int]]
    """The data and score of each key, as `find` returns them."""
    packed: dict[Any, tuple[tuple[int, ...], int]]
    """The words of each key, and their hash."""
    held: dict[int, tuple[Any, int, int]]
    """The key, data and score in each row that is in use."""
    changed: set[int]
    """The rows that are still to be written."""
    least: dict[Any, tuple[Any, int]]
    """What `canonical` returned for states that are their own keys, at most REMEMBERED."""

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """The key of a position and the symmetry that leads to it. Raises MixedKeys."""
        key = game.key(state)
        if self.like is None:
            self.like = (game.key(game.initial()),) if game.symmetry_count == 1 else ()
            self.what = "state" if key is state else "key"
        if game.symmetry_count == 1:
            return (key,), 0
        found = self.least.get(key) if key is state else None  # else the images may depend on more than the key
        if found is None:
            self.check_alike(key, game.key(game.initial()))
            found = canonical(game, state)
            if len(self.least) >= REMEMBERED:
                self.least.clear()
            if key is state:
                self.least[key] = found
        return found

    def check_alike(self, key: Any, first: Any) -> None:
        """Raises MixedKeys if a key has another shape than the first one."""
        if not is_alike(key, first):
            unlike = f"its {self.what} {shown(key)} has another shape than the first one, {shown(first)}"
            raise MixedKeys(why_not_packed(self.what, key) or unlike)

    def may_hold(self, game: Game[State], state: State) -> bool:
        """As in the base class. It looks a state up first if that is its own key: most rules take longer."""
        if game.symmetry_count == 1 and type(game).key is Game.key and not self.unread:  # pyright: ignore[reportUnknownMemberType]
            return (state,) in self.known
        return not game.terminal(state)

    def hash_of(self, key: Any) -> int:
        """Not used: most keys that are looked up are not in the table, and need no hash."""
        return 0

    def find(self, key: Any, hashed: int) -> tuple[int, int]:
        """As in the base class. Raises MixedKeys."""
        if self.unread:
            words = pack(key)
            return super().find(words, hash_words(words))
        found = self.known.get(key)
        if found is None and self.like:
            self.check_alike(key[0], self.like[0])
        return found or NOTHING

    def insert(self, key: Any, hashed: int, score: int, data: int) -> None:
        if self.unread:
            self.read(key)
        if key not in self.packed:
            words = pack(key)
            self.packed[key] = words, hash_words(words)
        first = self.packed[key][1] & (len(self.rows) - 2)
        there = self.held.get(first)
        keep = there is not None and depth_of(there[1]) > depth_of(data) and there[0] != key
        row = first + 1 if keep else first
        if row not in self.held:
            self.count_used(row)
        elif self.held[row][0] != key:
            self.lose(self.held[row][0], row)
        self.held[row] = key, data, score
        self.known[key] = data, score
        self.changed.add(row)
        self.count_written()

    def lose(self, key: Any, row: int) -> None:
        """Forget the entry of a key in this row, unless the other row of the pair holds the key as well."""
        other = self.held.get(row ^ 1)
        if other is not None and other[0] == key:
            self.known[key] = other[1:]
        else:
            del self.known[key], self.packed[key]

    def read(self, like: Any) -> None:
        """Read the rows, whose keys have the shape of this one."""
        for row in reversed(range(len(self.rows))):  # what the first row of a pair holds is found first
            sealed = self.rows[row, self.last]
            if bound_type_of(sealed):
                words = tuple(self.rows[row, place] ^ mix(sealed) for place in range(self.width))
                key, hashed = unpack(list(words), like), hash_words(words)
                data = sealed ^ cover(hashed)
                score = self.rows[row, self.width] if self.wide else value_of(data)
                self.held[row], self.known[key], self.packed[key] = (key, data, score), (data, score), (words, hashed)
        self.unread = False

    def write_back(self) -> None:
        for row in self.changed:
            key, data, score = self.held[row]
            self.seal(row, *self.packed[key], score, data)
        self.changed.clear()

    def is_large(self) -> bool:
        """Always False: nothing can be prefetched."""
        return False

    def prefetch(self, key: Any) -> None:
        """Does nothing."""


class MixedKeys(MixedStates):
    """A key has another shape than that of the initial state. Only an ObjectTable can hold both."""


class ObjectTable(Component):
    """A table for interpreted games whose keys are any hashable objects: a dictionary of at most `memory` bytes."""

    remembers: Final = True
    BYTES_PER_ENTRY: Final = 400
    """A generous estimate for the key, its parts, the dictionary slot and the data."""

    def __init__(self, memory: int) -> None:
        self._limit = max(1, memory // self.BYTES_PER_ENTRY)
        self._entries: dict[Any, tuple[int, int]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        clone = super().__deepcopy__(memo)
        clone._entries = self._entries.copy()
        return clone

    @property
    def bytes(self) -> int:
        return len(self._entries) * self.BYTES_PER_ENTRY

    def key_of(self, game: Game[State], state: State) -> tuple[Any, int]:
        """The key of a position in the table; symmetries are not used."""
        return (game.key(state),), 0

    def open(self, game: Game[State], state: State, truncated: int) -> TableNode:
        """The node of a position that is to be searched, with its entry."""
        forced = game.forced(state)
        key, _ = self.key_of(game, state)
        data, score = (ABSENT, 0) if forced != NONE else self.probe(key)
        return TableNode(key, 0, 0, data, score, action_of(data), forced, truncated)

    def may_hold(self, game: Game[State], state: State) -> bool:
        """Whether a state may be in the table. One in which the game is over is not, and need not have a key."""
        return not game.terminal(state)

    def hint(self, game: Game[State], symmetry: int, action: int) -> int:
        return action

    def clear(self) -> None:
        self._entries.clear()

    def is_large(self) -> bool:
        """Always False: nothing can be prefetched."""
        return False

    def prefetch(self, key: Any) -> None:
        """Does nothing."""

    def probe(self, key: Any) -> tuple[int, int]:
        """The data stored for `key`, or ABSENT, and the score."""
        return self._entries.get(key, (ABSENT, 0))

    def store(
        self, game: Game[State], node: TableNode, score: int, depth: int, complete: bool, bound: int, action: int
    ) -> None:
        """Store the result of a search, unless the move was forced."""
        if node.forced == NONE:
            self.put(node.key, score, to_data(0, depth, complete, bound, action))

    def put(self, key: Any, score: int, data: int) -> None:
        if key in self._entries or len(self._entries) < self._limit:
            self._entries[key] = data, score
