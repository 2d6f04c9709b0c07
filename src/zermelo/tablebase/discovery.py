"""Discovering the positions of a game in which positions may recur, layer by layer, each position once.

    rows of a layer --> discover --> boxes of children, one for each owner --> collect --> the owner's set, the new ones last

Each thread expands rows, and owns a set. A position belongs in the set of one owner, whichever thread comes upon it. The
sets stay in memory from one layer to the next. When one is full, the new positions are written to a run, and all sets are
emptied: from then on, positions that they have forgotten are recognised by the layers on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.supervision import processors
from zermelo.core.word_arrays import hash_rows
from zermelo.core.words import AHEAD, hash_words, holds, least_image, pack, prefetch, put, state_at, words_at
from zermelo.native.machine import Machine
from zermelo.tablebase.expansion import outcome
from zermelo.tablebase.layers import LEAST_SLOTS, Halted, Layers
from zermelo.work.checkpoint import other_work
from zermelo.work.runs import BLOCK, Rows, Run, few, firsts, in_order, merged, without

State = TypeVar("State")

SHARE: Final = 2
"""The sets take this fraction of the memory, 1 / SHARE; the rest is for copies of new positions while they are sorted."""

MOST_SLOTS: Final = 1 << 32
"""The number of a slot has 32 bits."""

BOX: Final = 1 << 20
"""The most rows in a box."""

FIRST_SLOTS: Final = 1 << 14
"""The slots of a set at first: few, as the system has to clear all memory that is used."""

OWNER: Final = 57
"""The bits of a hash from this one on name the owner."""

LOW_BITS: Final = 31
"""The number of the lowest bits that name the slot."""

LOW: Final = (1 << LOW_BITS) - 1


class Discovery(Component):
    """The data of the kernel `discover`."""

    limbs = 0
    """Plays are not counted."""

    def __init__(self, words: int, owners: int, box: int, *, symmetric: bool) -> None:
        """`owners` is a power of two. `box`: how many rows a box has room for."""
        self.symmetric = symmetric
        self.rows = np.zeros((0, words), np.int64)
        self.until = np.zeros(1, np.int64)
        """The number of the row after the last one to expand."""
        self.boxes = np.zeros((owners * box, words), np.int64)
        """The children found: those of the first owner from row 0 on, those of the second from row `box` on."""
        self.counts = np.zeros(owners, np.int64)
        """How many children are in each box."""
        self.ended = np.zeros((3, 1), np.int64)
        """For each result, the number of positions in which play ended with it."""
        self.links = np.zeros(1, np.int64)
        """The number of actions in the positions that have been expanded."""
        self.ply = np.zeros(1, np.int64)
        self.stop = np.zeros(1, np.int64)

    def add(self, words: Any) -> None:
        owners = len(self.counts)
        owner = (hash_words(words) >> OWNER) & (owners - 1)
        put(self.boxes, len(self.boxes) // owners * owner + self.counts[owner], words)
        self.counts[owner] += 1

    def box(self, owner: int) -> Rows:
        first = len(self.boxes) // len(self.counts) * owner
        return self.boxes[first : first + int(self.counts[owner])]

    def begin(self) -> None:
        self.counts[:] = 0
        self.ended[:] = 0
        self.links[:] = 0


def discover(game: Game[State], work: Discovery, initial: State, start: int) -> int:
    """Put the children of the rows from `start` on into the boxes; returns the number of the next row."""
    for row in range(start, int(work.until[0])):
        if work.stop[0] != 0:
            return row
        state = state_at(initial, work.rows, row)
        if game.terminal(state):
            work.ended[outcome(game, state, int(work.ply[0])), 0] += 1
            continue
        moves = 0
        for action in game.actions(state):
            if moves == game.action_count:
                raise BrokenContract("a position has more actions than action_count")
            child = game.apply(state, action)
            work.add(least_image(game, child) if work.symmetric else pack(child))
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
        work.links[0] += moves
    return int(work.until[0])


class PositionSet(Component):
    """The data of the kernel `collect`: a hash set of positions, with linear probing."""

    def __init__(self, words: int, capacity: int) -> None:
        """`capacity` is the number of slots."""
        self.rows = np.zeros((0, words), np.int64)
        self.slots = np.zeros((capacity, words), np.int64)
        self.used = np.zeros((capacity, 1), np.int8)
        self.listed = np.zeros(capacity, np.uint32)
        """The slots in use, in the order in which they were filled."""
        self.fill = np.zeros(1, np.int64)
        self.written = np.zeros(1, np.int64)
        """How many of them hold positions that have been written to disk."""

    def has_room(self, rows: int) -> bool:
        """Whether the set would be at most three quarters full with `rows` further positions."""
        return bool(self.fill[0] + rows <= len(self.slots) * 3 // 4)

    def slot(self, words: Any) -> int:
        return (hash_words(words) & LOW) * len(self.slots) >> LOW_BITS

    def add(self, words: Any) -> None:
        """Add the position with these words, unless it is there."""
        slot = self.slot(words)
        while self.used[slot, 0] != 0:
            if holds(self.slots, slot, words):
                return
            slot = slot + 1 if slot + 1 < len(self.slots) else 0
        put(self.slots, slot, words)
        self.used[slot, 0] = 1
        self.listed[self.fill[0]] = slot
        self.fill[0] += 1

    def new(self) -> Rows:
        return self.slots[self.listed[int(self.written[0]) : int(self.fill[0])]]

    def empty(self) -> None:
        self.used[:] = 0
        self.fill[0] = self.written[0] = 0


def collect(game: Game[State], work: PositionSet, initial: State, start: int) -> int:
    """Add the rows from `start` on to the set."""
    rows = len(work.rows)
    for row in range(start, rows):
        if row + AHEAD < rows:
            slot = work.slot(words_at(work.rows, row + AHEAD))
            prefetch(work.slots, slot, 0)
            prefetch(work.used, slot, 0)
        work.add(words_at(work.rows, row))
    return rows


class Discoveries(Layers):
    """Layers, to be kept, in which each position is only in the first that reaches it. They are merged into a few runs."""

    kernel = staticmethod(discover)

    expansion: Any = None
    forgotten = False
    """Whether there are positions that are not in the sets."""

    def _prepare(self) -> None:
        threads = 1 << processors().bit_length() - 1 if self.machine.compiled else 1
        self.most, self.box = self._sizes(threads)
        """How many slots a set may have, and how many rows each box has room for."""
        self.chunk = self.box // self.game.action_count
        """How many rows a thread expands at a time."""
        self.sets = [PositionSet(self.words, min(self.most, FIRST_SLOTS)) for _ in range(threads)]
        collector = Machine(collect, self.game, self.sets[0], compiled=self.machine.compiled)
        self.workers = [self._discovery(threads) for _ in range(threads)]
        self.discoverers = [self.machine.clone(self.game, work) for work in self.workers]
        self.collectors = [collector.clone(self.game, owned) for owned in self.sets]
        self.pool = ThreadPoolExecutor(threads)
        self._remember()

    def forget(self) -> None:
        """Release the memory of the sets: no layer will follow."""
        self.pool.shutdown()
        self.sets, self.workers, self.discoverers, self.collectors = [], [], [], []

    @property
    def links(self) -> int:
        """The number of actions in all positions that have been expanded."""
        return int(self.expansion.links[0])

    def facts(self) -> dict[str, Any]:
        return super().facts() | {"links": self.links}

    def _resume(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        super()._resume(facts, arrays)
        try:
            self.expansion.links[0] = facts["links"]
        except (KeyError, TypeError, ValueError):
            raise other_work(self.files.folder) from None

    def _plays(self) -> None:
        """Plays may go on for ever, so they are not counted."""

    # --- within a layer -----------------------------------------------------------------------------------------------
    def _expansion(self, limbs: int, slots: int) -> Any:
        """The totals of all threads, which are in no box."""
        if self.expansion is None:
            self.expansion = self._discovery(0)
        self.expansion.ended[:] = 0
        return self.expansion

    def _discovery(self, owners: int) -> Discovery:
        """The data for a thread; for the totals, there are no owners."""
        work = Discovery(self.words, owners, self.box if owners else 0, symmetric=self.symmetric)
        if self.expansion is not None:
            work.stop = self.expansion.stop
        return work

    def _slots(self, limbs: int) -> int:
        return 0

    def _sizes(self, threads: int) -> tuple[int, int]:
        """The slots of each set, and the rows of each box: all boxes together fit in the sets. Raises BadOption."""
        slot, actions = 8 * self.words + 5, self.game.action_count
        least = max(LEAST_SLOTS, 2 * threads * actions)
        most = min(self.limits.memory // (SHARE * slot * threads), MOST_SLOTS)
        if most < least:
            raise self.limits.too_little(str(self.game), least * SHARE * slot * threads)
        return most, max(min(BOX, most * 3 // 4 // threads), actions)

    def _expand(self, rows: Rows) -> None:
        began, done = self.row, 0
        rows = np.ascontiguousarray(rows)
        while done < len(rows):
            starts = range(done, len(rows), self.chunk)[: len(self.workers)]
            found: list[Discovery] = []
            reached = self._each(partial(self._discover, rows, starts), len(starts))
            for work, end in zip(self.workers, reached, strict=False):
                found.append(work)
                done = end
                if self.halted:  # the others would leave a gap if this thread has not expanded all its rows
                    break
            self._take(found)
            self.row = began + done
            if self.halted or self._is_due():
                self._spill()
                self.save()
                if self.halted:
                    raise Halted

    def _each(self, work: Callable[[int], int], count: int) -> list[int]:
        """What `work(number)` returns for each of so many threads."""
        return list(map(work, range(count)) if count == 1 else self.pool.map(work, range(count)))

    def _discover(self, rows: Rows, starts: Sequence[int], number: int) -> int:
        work, start = self.workers[number], starts[number]
        work.begin()
        work.rows, work.ply[0] = rows, self.ply
        work.until[0] = min(start + self.chunk, len(rows))
        self.discoverers[number].bind(self.game, work)
        return self.discoverers[number].run(self.initial, start)

    def _take(self, found: list[Discovery]) -> None:
        """Add what is in the boxes of these threads to the totals and to the sets."""
        for work in found:
            self.expansion.ended += work.ended
            self.expansion.links += work.links
        boxes = [np.concatenate([work.box(owner) for work in found]) for owner in range(len(self.sets))]
        if not self._has_room(boxes):
            self._spill()
            self._empty()
            self._has_room(boxes)  # those that are not as large as they may be grow
        self._add_all(boxes)

    def _has_room(self, boxes: list[Rows]) -> bool:
        """Whether these positions fit in the sets of their owners, which grow if they may."""
        for number, box in enumerate(boxes):
            while not self.sets[number].has_room(len(box)):
                if len(self.sets[number].slots) == self.most:
                    return False
                self._grow(number)
        return True

    def _grow(self, number: int) -> None:
        old = self.sets[number]
        self.sets[number] = PositionSet(self.words, min(self.most, 8 * len(old.slots)))
        self._add(number, old.slots[old.listed[: int(old.fill[0])]])
        self.sets[number].written[:] = old.written

    def _remember(self) -> None:
        """Put all positions on disk into the sets, if they fit."""
        for run in (*self.kept, self.layer, *self.runs):
            for rows in run.blocks():
                owners = hash_rows(rows) >> OWNER & (len(self.sets) - 1)
                boxes = [rows[owners == number] for number in range(len(self.sets))]
                if not self._has_room(boxes):
                    self._empty()
                    return
                self._add_all(boxes)
        self._mark()

    def _add_all(self, boxes: list[Rows]) -> None:
        self._each(lambda number: self._add(number, boxes[number]), len(boxes))

    def _add(self, number: int, box: Rows) -> int:
        owned, collector = self.sets[number], self.collectors[number]
        owned.rows = box
        collector.bind(self.game, owned)
        return collector.run(self.initial, 0)

    def _spill(self) -> None:
        self.runs.append(self._written(f"layer-{self.ply + 1}-run-{len(self.runs)}", self._contents()))
        self._mark()

    def _empty(self) -> None:
        for owned in self.sets:
            owned.empty()
        self.forgotten = True

    def _contents(self) -> Iterator[Rows]:
        new = in_order(np.concatenate([owned.new() for owned in self.sets]))
        for start in range(0, len(new), BLOCK):
            yield new[start : start + BLOCK]

    def _mark(self) -> None:
        for owned in self.sets:
            owned.written[:] = owned.fill

    def _gathered(self) -> Run:
        if self.runs:
            self._spill()
            reached = (rows[firsts(rows, self.words)] for rows in merged(self.runs, self.words))
        else:
            reached = self._contents()
        if self.forgotten:
            reached = without(reached, [*self.kept, self.layer], self.words)
        following = self._written(f"layer-{self.ply + 1}", reached)
        self._mark()
        return following

    def _merged_away(self) -> list[Run]:
        return few(self.kept, self.words, lambda number, rows: self._written(f"layer-{self.ply}-kept-{number}", rows))
