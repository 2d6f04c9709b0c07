"""The proof of a claim, written layer by layer in the order that the format prescribes.

    layer --> the player to move:    a move or a lemma for each position, to the stream; `moved` --.
          '-> the opponent to move:  `answered` ---------------------------------------------------+--> parts --> next layer

If plays need not end, a position that was in an earlier layer is left out of the next one. Only some blocks of a layer and
the search's table are in memory. The layers, the parts of the next one and the stream are files in a folder. A checkpoint
names them with their digests, and contains the table of the search.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import Any, Final, NoReturn

import numpy as np

from zermelo.certificates.boards import FlatWalk
from zermelo.certificates.files import PIECE, Claim, NotProved
from zermelo.certificates.module_walk import ModuleWalk
from zermelo.certificates.strategy import Strategist
from zermelo.certificates.table_strategy import TableStrategist
from zermelo.core.errors import BadCheckpoint
from zermelo.search.parts.counters import BudgetSpent
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Arrays
from zermelo.work.run_folder import RunFolder
from zermelo.work.runs import Rows, Run, few, firsts, merged, without

FACTS: Final = ("ply", "row", "positions", "layers", "has_own")

BLOCK: Final = 1 << 16
"""How many positions of a layer are processed at a time."""


class Stopped(Exception):
    """The work was stopped, and saved. The argument is the reason, if there was one (`Certification.stopped`)."""


class Proof:
    """The proof of a claim while it is written; `file` is its checkpoint, in the folder of all its files."""

    def __init__(
        self,
        walk: FlatWalk | ModuleWalk,
        claim: Claim,
        strategist: Strategist | TableStrategist,
        file: CheckpointFile,
        *,
        every: float,
        visits_once: bool = False,
    ) -> None:
        """`every`: seconds between two checkpoints. `visits_once`: whether a position of an earlier layer is left out of the
        later ones. Raises BadCheckpoint.
        """
        self.walk = walk
        self.claim = claim
        self.strategist = strategist
        self.visits_once = visits_once
        self.every = every
        self.files = RunFolder(file.path.parent, file)
        self.stream = self.files.folder / "stream"
        self.hasher = hashlib.sha256()
        """The SHA-256 of the stream written so far."""
        self.stopping = False
        self.ply = 0
        """The number of plies from the start to the layer."""
        self.row = 0
        """The first row of the layer that has not been processed."""
        self.parts: list[Run] = []
        """The sorted files that make up the next layer."""
        self.visited: list[Run] = []
        """With `visits_once`, the positions of all earlier layers, in sorted files."""
        self.positions = 0
        """The number of positions so far in which the player is to move."""
        self.layers = 0
        """The number of layers so far with such a position."""
        self.has_own = False
        """Whether the processed part of the layer has such a position."""
        if file.kept is None:
            self.stream.write_bytes(b"")
            self.layer = self._written("layer-0", iter([walk.start()]))
        else:
            self._resume(file.kept.facts, file.kept.arrays)

    @property
    def progress(self) -> str:
        return f"{self.claim}: ply {self.ply}, {self.positions:,} positions"

    def stop(self) -> None:
        """Make `write` stop soon. Any thread may call this."""
        self.stopping = True
        self.strategist.stop()

    def write(self) -> None:
        """Write the rest of the stream. Raises NotProved, Stopped."""
        while self.layer.rows:
            for rows in self.layer.blocks(self.row, BLOCK):
                self._process(rows)
            done = [*self.parts, *self._visit()]
            self.layer = self._written(f"layer-{self.ply + 1}", self._merged())
            self.layers += self.has_own
            self.ply, self.row, self.parts, self.has_own = self.ply + 1, 0, [], False
            self.files.spend(done)

    def _process(self, rows: Rows) -> None:
        """Add the chosen moves of these rows of the layer to the stream, and write the children to a part."""
        own = self.walk.own(rows)
        try:
            choices = self.strategist.choices(self.walk.states(rows[own]), self.ply)
        except BudgetSpent:
            self._stop_here()
        plays = [*self.walk.moved(rows[own], choices), *self.walk.answered(rows[~own])]
        ongoing = [play.ongoing for play in plays if len(play.ongoing)]
        self._check(set[int]().union(*(play.ends for play in plays)), is_over=not ongoing)
        if ongoing and self.ply + 1 != self.claim.within:
            part = self.walk.reduced(np.concatenate(ongoing))
            self.parts.append(self._written(f"layer-{self.ply + 1}-part-{len(self.parts)}", iter([part])))
        encoded = self.walk.encoded(rows[own], choices)
        with self.stream.open("ab") as file:
            file.write(encoded)
        self.hasher.update(encoded)
        self.row += len(rows)
        self.positions += int(own.sum())
        self.has_own |= bool(own.any())
        if self.stopping:
            self._stop_here()
        if self.files.age > self.every:
            self._save()

    def _check(self, ends: set[int], *, is_over: bool) -> None:
        """Raises NotProved if the claim fails after the last moves; `is_over`: whether all positions after them are over."""
        late = not is_over and self.claim.at_least > 0 and self.ply + 1 == self.claim.within
        if late or any(value < self.claim.at_least for value in ends):
            raise NotProved(f"The strategy that the search found does not prove that {self.claim}.")

    def _visit(self) -> list[Run]:
        """Keep the layer if its positions must not come again. Returns the files that are no longer needed."""
        if not self.visits_once:
            return [self.layer]
        self.visited.append(self.layer)
        name = f"layer-{self.ply}-visited"
        return few(self.visited, self.walk.key, lambda number, rows: self._written(f"{name}-{number}", rows))

    def _merged(self) -> Iterator[Rows]:
        """The positions of all parts, in order, each once, without those that have been visited."""
        if not self.parts:
            return iter(())
        reached = (rows[firsts(rows, self.walk.key)] for rows in merged(self.parts, self.walk.key))
        return without(reached, self.visited, self.walk.key) if self.visited else reached

    # --- files ------------------------------------------------------------------------------------------------------------
    def _written(self, name: str, blocks: Iterator[Rows]) -> Run:
        return self.files.written(name, self.walk.columns, blocks)

    def _stop_here(self) -> NoReturn:
        self._save()
        raise Stopped

    def _save(self) -> None:
        with self.stream.open("ab") as file:
            os.fsync(file.fileno())
            length = file.tell()
        facts = {name: getattr(self, name) for name in FACTS}
        runs = [run.fact() for run in (self.layer, *self.parts)]
        visited = [run.fact() for run in self.visited]
        stream = [length, self.hasher.hexdigest()]
        facts |= {"runs": runs, "visited": visited, "stream": stream}
        self.files.save(lambda: (facts, self.strategist.arrays()))

    def _resume(self, facts: dict[str, Any], arrays: Arrays) -> None:
        """Resume from a checkpoint. Raises BadCheckpoint."""
        try:
            for name in FACTS:
                setattr(self, name, facts[name])
            self.layer, *self.parts = (Run(self.files.folder, *run) for run in facts["runs"])
            self.visited = [Run(self.files.folder, *run) for run in facts["visited"]]
            self.strategist.restore(arrays)
            length, digest = facts["stream"]
            with self.stream.open("rb+") as file:
                file.truncate(length)
                while piece := file.read(PIECE):
                    self.hasher.update(piece)
        except (KeyError, TypeError, ValueError, IndexError, OSError):
            raise BadCheckpoint(f"{str(self.files.folder)!r} does not contain this proof; delete it.") from None
        if self.hasher.hexdigest() != digest:
            raise BadCheckpoint(f"{str(self.stream)!r} is damaged; delete the folder.")
        self.files.resume([self.layer, *self.parts, *self.visited])
