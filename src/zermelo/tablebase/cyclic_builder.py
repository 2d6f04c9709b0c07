"""Building a table of a game in which positions may recur, like any table but for two of the steps.

forward    each position is in one layer only                           discovery.py
backward   each position is linked to those before it                   links.py
           all are settled, from the ends backward                      retrograde.py
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.core.component import Component
from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.supervision import processors
from zermelo.native.machine import Machine
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.discovery import Discoveries
from zermelo.tablebase.entries import Entries
from zermelo.tablebase.index import Index, Slots, enter_codes, slot_bytes, slots_for
from zermelo.tablebase.layers import Layers
from zermelo.tablebase.links import (
    MOST_POSITIONS,
    Kept,
    LinkFiles,
    Links,
    Places,
    RetrogradeValues,
    Sorting,
    link,
    sort_links,
)
from zermelo.tablebase.retrograde import Retrograde, RetrogradeProgress, Settling, settle
from zermelo.tablebase.table_builder import TableBuilder

CHUNK: Final = 1 << 16
"""How many positions a thread links at a time."""

CODES_AT_ONCE: Final = 1 << 20
"""How many codes a thread enters in the index at a time."""

SORTERS: Final = 2
"""How many threads sort links, for each processor: while some wait for the disk, others work."""

MOST_PARTS: Final = 8
"""In how many parts positions may be linked; each of them expands all positions."""

Work = TypeVar("Work", bound=Component)


class CyclicTableBuilder(TableBuilder):
    """A table being built for a game in which positions may recur."""

    known: RetrogradeValues | None = None
    files: LinkFiles
    links: Kept | None = None
    reached: RetrogradeProgress | None = None
    """How far positions are settled; None while they are being linked."""
    part = parts = 0
    """Children are linked to their parents in `parts`, for each of which the index fits in memory; `part` is at work."""

    def _layers(self) -> Layers:
        self.discoveries = Discoveries(self.game, self.start.state, self.where, symmetric=True, keep=True)
        return self.discoveries

    def _score(self, coding: Coding) -> None:
        """Score all positions. Raises Halted, BadOption, NotSupported, OSError."""
        if self.layers.kept:
            self.layers.files.spend(self.layers.kept)
            self.layers.kept = []
            self._save()
        self.discoveries.forget()
        memory = self.limits.memory // (SORTERS * processors())
        self.files = LinkFiles(self.folder, self.codes.rows, self.discoveries.links, memory, self.links)
        known = self.known = self.known or self._nothing_known()
        if self.reached is None:
            while self.part < self.parts:
                self._link(coding, known)
                self.part, self.row = self.part + 1, 0
            self._sort()
            self._save_links()
        self._settle(known)
        self._take_scores(coding, known)

    def _nothing_known(self) -> RetrogradeValues:
        """Nothing is known of any position. Raises BadOption if there is too little memory or disk, NotSupported."""
        count = self.codes.rows
        if count > MOST_POSITIONS:
            raise NotSupported(
                f"{self.game} has {count:,} positions; with cycles, at most {MOST_POSITIONS:,} are supported."
            )
        known = count * sum(array.itemsize for array in RetrogradeValues.nothing(self.game, 0))
        slot = slot_bytes(self.codes.columns)
        index = [known + slots_for(count, parts) * slot for parts in range(1, MOST_PARTS + 1)]
        if index[-1] > self.limits.memory:
            raise self.limits.too_little(f"the positions of {self.game}", index[-1])
        self.parts = 1 + sum(needed > self.limits.memory for needed in index)
        needed = self.files.bytes(self.discoveries.links, SORTERS * processors())
        free = shutil.disk_usage(self.folder).free
        if needed > free:
            raise BadOption(
                f"The links between the positions of {self.game} take {needed:,} bytes, but only {free:,} are free in "
                f"{str(self.folder)!r}; make room, or copy the folder to a larger disk and resume there."
            )
        return RetrogradeValues.nothing(self.game, count)

    # --- links --------------------------------------------------------------------------------------------------------
    def _link(self, coding: Coding, known: RetrogradeValues) -> None:
        """Link the children in the part at work to their parents, continuing from `row`. Raises Halted, OSError."""
        codes = self._codes()
        slots = self._indexed(codes)
        workers = self._threads(link, lambda: self._linker(codes, coding, Index(slots, codes.shape[1]), known))
        with ThreadPoolExecutor(len(workers)) as pool:

            def begun(row: int) -> list[Future[tuple[list[tuple[Places, Places]], int]]]:
                starts = range(row, len(codes), CHUNK)
                return [pool.submit(self._pairs, *given) for given in zip(workers, starts, strict=False)]

            running = begun(self.row)
            while running:
                parts: list[tuple[Places, Places]] = []
                for future in running:
                    found, self.row = future.result()
                    parts += found
                    if self.layers.halted:  # the others would leave a gap if this thread has not finished its chunk
                        break
                due = self._is_due()
                running = [] if due else begun(self.row)  # meanwhile, what was found is written
                for pairs, ends in parts:
                    self.files.add(pairs, ends)
                if due:
                    self._save_links()
                    running = begun(self.row)

    def _save_links(self) -> None:
        """Write a checkpoint while positions are being linked. Raises OSError; and Halted if the work was asked to stop."""
        self.links = self.files.kept()
        self._save()

    def _indexed(self, codes: Places) -> Slots:
        """The index to the codes of the part at work. Raises Halted, OSError."""
        slots = Slots(len(codes), codes.shape[1], self.parts, self.part)

        def enter(worker: tuple[Machine, Index], start: int) -> None:
            machine, work = worker
            work.stop = self.layers.expansion.stop
            work.first[0], work.entered = start, codes[start : start + CODES_AT_ONCE]
            machine.bind(self.game, work)
            machine.run(self.layers.initial, 0)

        workers = self._threads(enter_codes, lambda: Index(slots, codes.shape[1]))
        with ThreadPoolExecutor(len(workers)) as pool:
            for start in range(0, len(codes), CODES_AT_ONCE * len(workers)):
                list(pool.map(enter, workers, range(start, len(codes), CODES_AT_ONCE)[: len(workers)]))
                if self.layers.halted:
                    self._save_links()
        return slots

    def _threads(self, kernel: Any, data: Callable[[], Work], each: int = 1) -> list[tuple[Machine, Work]]:
        """A kernel and its data for each thread, with `each` threads for each processor."""
        first = data()
        machine = Machine(kernel, self.game, first, compiled=self.limits.compiled)
        others = [data() for _ in range(each * processors() - 1)] if machine.compiled else []
        return [(machine, first), *((machine.clone(self.game, other), other) for other in others)]

    def _linker(self, codes: Places, coding: Coding, index: Index, known: RetrogradeValues) -> Links:
        """The data for one thread. The coding is its own, as it is written to."""
        own = Coding(coding.low.tolist(), coding.high.tolist())
        entries = Entries(own, codes, np.zeros(0, np.int8))
        work = Links(entries, index, known, self.files, self.game.reward_range[1])
        work.stop = self.layers.expansion.stop
        return work

    def _pairs(self, worker: tuple[Machine, Links], start: int) -> tuple[list[tuple[Places, Places]], int]:
        """The pairs of the positions of a chunk, some at a time, in groups, and where each group ends; and the place up to
        which they are found.
        """
        machine, work = worker
        parts: list[tuple[Places, Places]] = []
        work.until[0] = min(start + CHUNK, self.codes.rows)
        while start < work.until[0] and not work.stop[0]:
            work.count[0] = 0
            start = machine.run(self.layers.initial, start)
            parts.append((work.grouped[: int(work.count[0])].copy(), work.ends.copy()))
        return parts, start

    def _sort(self) -> None:

        def sort(worker: tuple[Machine, Sorting], number: int) -> None:
            machine, work = worker

            def run(first: int) -> None:
                machine.bind(self.game, work)
                machine.run(self.layers.initial, first)

            self.files.sort(number, work, run)

        workers = self._threads(sort_links, Sorting, each=SORTERS)
        with ThreadPoolExecutor(len(workers)) as pool:
            for first in range(0, self.files.buckets, len(workers)):
                list(pool.map(sort, workers, range(first, min(first + len(workers), self.files.buckets))))

    # --- settling -----------------------------------------------------------------------------------------------------
    def _settle(self, known: RetrogradeValues) -> None:
        workers = self._threads(settle, lambda: Settling(known))
        with ThreadPoolExecutor(len(workers)) as pool:
            analysis = Retrograde(self.game, workers, pool, self.files, known, self.reached)
            for _ in analysis.settle():
                self.reached = analysis.reached
                if self._is_due():
                    self._save()

    # --- progress and checkpoints -------------------------------------------------------------------------------------
    def described(self) -> str:
        if not self.gathered or self.layers.layer.rows:
            return super().described()
        count = self.codes.rows
        if self.reached is None:
            part = f", part {self.part + 1} of {self.parts}" if self.parts > 1 else ""
            return f"linking: {self.row:,} of {count:,} positions{part}"
        return f"backward: reward {self.reached.reward}, {self.reached.distance} plies before the end"

    def _facts(self) -> dict[str, Any]:
        return {"links": self.links, "part": [self.part, self.parts], "reached": self.reached}

    def _arrays(self) -> dict[str, Any]:
        return {} if self.known is None else self.known._asdict()

    def _resume_scores(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        self.links = facts["links"]
        self.part, self.parts = facts["part"]
        self.reached = None if facts["reached"] is None else RetrogradeProgress(*facts["reached"])
        if RetrogradeValues._fields[0] in arrays:
            self.known = RetrogradeValues(*(arrays.pop(name) for name in RetrogradeValues._fields))
