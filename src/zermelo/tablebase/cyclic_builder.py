"""Building a table of a game in which positions may recur, like any table but for two of the steps.

forward    each position is in one layer only                           discovery.py
backward   each position is linked to those before it                   links.py
           all are settled, from the ends backward                      retrograde.py
"""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from zermelo.core.errors import BadOption, NotSupported
from zermelo.core.supervision import processors
from zermelo.native.machine import Machine
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.discovery import Discoveries
from zermelo.tablebase.entries import SampledEntries
from zermelo.tablebase.layers import Layers
from zermelo.tablebase.links import MOST_POSITIONS, Kept, Known, LinkFiles, Links, Places, link
from zermelo.tablebase.retrograde import Reached, Retrograde, scores_of
from zermelo.tablebase.table_builder import TableBuilder

CHUNK: Final = 1 << 16
"""How many positions a thread links at a time."""


class CyclicTableBuilder(TableBuilder):
    """A table being built for a game in which positions may recur."""

    known: Known | None = None
    links: Kept | None = None
    """What a checkpoint has of the files of links."""
    reached: Reached | None = None
    """How far positions are settled; None while they are being linked."""

    def _layers(self) -> Layers:
        given = self.game, self.state, self.folder, self.file, self.limits
        self.discoveries = Discoveries(*given, symmetric=True, keep=True)
        return self.discoveries

    def _score(self, coding: Coding) -> None:
        """Score all positions. Raises Halted, BadOption, NotSupported, OSError."""
        spent, self.layers.kept = self.layers.kept, []
        if spent:
            self._save()
            for run in spent:  # only now: the checkpoint before this one named them
                run.remove()
        files = LinkFiles(self.folder, self.codes.rows, self.discoveries.links, self.limits.memory, self.links)
        if self.known is None:
            self.known = self._nothing_known(files)
        if self.reached is None:
            self._link(coding, files, self.known)
        self._settle(files, self.known)
        # a move that is not best may lead to a later end than any best one, by a ply
        self.scoring = self._scoring(max(int(self.known.distances.max()), 0) + 1)
        scores = scores_of(self.known, self.scoring.unit, self.kind)
        if self._is_dense(coding):
            self.scores = self._no_scores(coding)
            self.scores[self._codes()[:, 0]] = scores
        else:
            self.scores = scores
        files.remove()

    def _nothing_known(self, files: LinkFiles) -> Known:
        """Nothing is known of any position. Raises BadOption if there is too little memory or disk, NotSupported."""
        count = self.codes.rows
        if count > MOST_POSITIONS:
            raise NotSupported(
                f"{self.game} has {count:,} positions; with cycles, at most {MOST_POSITIONS:,} are supported."
            )
        known = Known.nothing(self.game, 0)
        needed = count * sum(array.itemsize for array in known)
        if needed > self.limits.memory:
            raise self.limits.too_little(f"the positions of {self.game}", needed)
        needed, free = files.bytes(self.discoveries.links), shutil.disk_usage(self.folder).free
        if needed > free:
            raise BadOption(
                f"The links between the positions of {self.game} take {needed:,} bytes, but only {free:,} are free in "
                f"{str(self.folder)!r}; make room, or copy the folder to a larger disk and resume there."
            )
        return Known.nothing(self.game, count)

    # --- links --------------------------------------------------------------------------------------------------------
    def _link(self, coding: Coding, files: LinkFiles, known: Known) -> None:
        """Link all positions, continuing from `row`. Raises Halted, OSError."""
        first = self._linker(coding, known)
        machine = Machine(link, self.game, first, compiled=self.limits.compiled)
        self.machine = machine
        workers = [(machine, first)]
        if machine.compiled:
            others = [self._linker(coding, known) for _ in range(processors() - 1)]
            workers += [(machine.twin(self.game, other), other) for other in others]
        with ThreadPoolExecutor(len(workers)) as pool:
            while self.row < self.codes.rows:
                starts = range(self.row, self.codes.rows, CHUNK)[: len(workers)]
                for parts, reached in list(pool.map(self._pairs, workers, starts)):
                    for pairs in parts:
                        files.add(pairs)
                    self.row = reached
                    if self.layers.halted:  # the others would leave a gap if this thread has not finished its chunk
                        break
                if self._is_due() or self.row == self.codes.rows:
                    self.links = files.kept()
                    self._save()
            list(pool.map(files.sort, range(files.buckets)))

    def _linker(self, coding: Coding, known: Known) -> Links:
        """The data for one thread. The coding is its own, as it is written to."""
        own = Coding(coding.low.tolist(), coding.high.tolist())
        entries = SampledEntries(own, self._codes(), np.zeros(0, np.int8))
        work = Links(entries, known, self.game.action_count, self.game.reward_range[1])
        work.stop = self.layers.expansion.stop
        return work

    def _pairs(self, worker: tuple[Machine, Links], start: int) -> tuple[list[Places], int]:
        """The pairs of the positions of a chunk, in sorted parts, and the place up to which they are found."""
        machine, work = worker
        parts: list[Places] = []
        work.until[0] = min(start + CHUNK, self.codes.rows)
        while start < work.until[0] and not work.stop[0]:
            work.count[0] = 0
            start = machine.run(self.layers.initial, start, 0, 0, 0)
            parts.append(np.sort(work.pairs[: work.count[0]]))
        return parts, start

    # --- settling -----------------------------------------------------------------------------------------------------
    def _settle(self, files: LinkFiles, known: Known) -> None:
        """Settle all positions that a player can bring to an end. Raises Halted, OSError."""
        analysis = Retrograde(known, files, self.reached)
        for _ in analysis.settle():
            self.reached = analysis.reached
            if self._is_due():
                self._save()

    # --- progress and checkpoints -------------------------------------------------------------------------------------
    def described(self) -> str:
        """The progress of the work, in one line."""
        if not self.gathered or self.layers.layer.rows:
            return super().described()
        count = self.codes.rows
        if self.reached is None:
            return f"linking: {self.row:,} of {count:,} positions"
        return f"backward: reward {self.reached.reward}, {self.reached.distance} plies before the end"

    def _facts(self) -> dict[str, Any]:
        return {"links": self.links, "reached": self.reached}

    def _arrays(self) -> dict[str, Any]:
        return {} if self.known is None else self.known._asdict()

    def _resume_scores(self, facts: dict[str, Any], arrays: dict[str, Any]) -> None:
        self.links = facts["links"]
        self.reached = None if facts["reached"] is None else Reached(*facts["reached"])
        if Known._fields[0] in arrays:
            self.known = Known(*(arrays.pop(name) for name in Known._fields))
