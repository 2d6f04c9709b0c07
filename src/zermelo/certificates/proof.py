"""One claim's proof, layer by layer: positions in the order of the format, a move or a lemma for each, and what follows.

    layer (a run) --> own positions:     Strategist: choices --> stream; moved -.
                  '-> the other's:       answered ------------------------------+--> parts --> merged --> the next layer

Nothing but some blocks of a layer and the search's table is in memory. All else lies in a folder: the layer, the parts, the
stream, and a checkpoint that names them with their digests, and holds what the search has learnt.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from zermelo.certificates.files import PIECE, Claim, NotProved
from zermelo.certificates.strategy import Choices, Strategist
from zermelo.core.errors import BadCheckpoint
from zermelo.search.parts.counters import BudgetSpent
from zermelo.work.checkpoint import CheckpointFile
from zermelo.work.checkpoint_format import Arrays
from zermelo.work.runs import Rows, Run, firsts, merged, written

FACTS: Final = ("ply", "row", "positions", "layers", "has_own")
"""Where a proof is."""

BLOCK: Final = 1 << 16
"""Positions that are gone on with at a time."""


class ProofPlay(NamedTuple):
    """What some moves come to."""

    going: Rows
    """Positions in which play goes on."""
    ends: set[int]
    """What the player whose proof it is gets where it does not."""


class Walk(Protocol):
    """A game as the checkers see it, from the side of the player whose proof it is. A row is a position."""

    key: int
    """How many columns of a row, the first ones, tell positions apart and put them in order."""
    columns: int

    def start(self) -> Rows:
        """The first layer."""
        ...

    def reduced(self, rows: Rows) -> Rows:
        """The positions that stand for these, in order, each once."""
        ...

    def own(self, rows: Rows) -> NDArray[np.bool_]:
        """Where the player is to move."""
        ...

    def states(self, rows: Rows) -> NDArray[np.int64]:
        """The game's states, in words."""
        ...

    def told(self, rows: Rows, choices: Choices) -> bytes:
        """What the stream says of positions in which the player is to move."""
        ...

    def moved(self, rows: Rows, choices: Choices) -> Iterator[ProofPlay]:
        """What the moves that were chosen there come to."""
        ...

    def answered(self, rows: Rows) -> Iterator[ProofPlay]:
        """What all moves of the other player come to."""
        ...


class Stopped(Exception):
    """The work was stopped, and is kept. If somebody asked for that, the argument says why (`Certification.stopped`)."""


class Proof:
    """The proof of a claim, on its way to a stream; `file` is its checkpoint, in the folder of all its files."""

    def __init__(self, walk: Walk, claim: Claim, strategist: Strategist, file: CheckpointFile, *, every: float) -> None:
        """`every`: seconds between two checkpoints. Raises BadCheckpoint."""
        self.walk = walk
        self.claim = claim
        self.strategist = strategist
        self.file = file
        self.every = every
        self.folder = file.path.parent
        self.stream = self.folder / "stream"
        self.hasher = hashlib.sha256()
        """Of the stream, as far as it has been written."""
        self.stopping = False
        self.ply = 0
        """Of the layer, from the start."""
        self.row = 0
        """The next one of the layer to be gone on with."""
        self.parts: list[Run] = []
        """Of the next layer."""
        self.positions = 0
        """In which the player is to move."""
        self.layers = 0
        """With such positions."""
        self.has_own = False
        """Whether the layer is one of them, as far as it has been gone through."""
        self.named: set[str] = set()
        """The files that the last checkpoint names."""
        self.done: list[Run] = []
        """Those of them that are no longer needed."""
        self.saved = time.monotonic()
        if file.kept is None:
            self.stream.write_bytes(b"")
            self.layer = self._written("layer-0", iter([walk.start()]))
        else:
            self._resume(file.kept.facts, file.kept.arrays)

    @property
    def progress(self) -> str:
        """How far it is."""
        return f"{self.claim}: ply {self.ply}, {self.positions:,} positions"

    def stop(self) -> None:
        """Have `write` stop soon. Any thread may call this."""
        self.stopping = True
        self.strategist.stop()

    def write(self) -> None:
        """Write the stream, from where it is on. Raises NotProved, Stopped."""
        while self.layer.rows:
            for rows in self.layer.blocks(self.row, BLOCK):
                self._go_on(rows)
            done = (self.layer, *self.parts)
            self.layer = self._written(f"layer-{self.ply + 1}", self._merged())
            self.layers += self.has_own
            self.ply, self.row, self.parts, self.has_own = self.ply + 1, 0, [], False
            for run in done:
                self._let_go(run)

    def _go_on(self, rows: Rows) -> None:
        """Put what follows these rows of the layer into a part, and what is chosen in them into the stream."""
        own = self.walk.own(rows)
        try:
            choices = self.strategist.choices(self.walk.states(rows[own]), self.ply)
        except BudgetSpent:
            self._stop_here()
        plays = [*self.walk.moved(rows[own], choices), *self.walk.answered(rows[~own])]
        going = [play.going for play in plays if len(play.going)]
        self._check(set[int]().union(*(play.ends for play in plays)), goes_on=bool(going))
        if going and self.ply + 1 != self.claim.within:
            part = self.walk.reduced(np.concatenate(going))
            self.parts.append(self._written(f"layer-{self.ply + 1}-part-{len(self.parts)}", iter([part])))
        told = self.walk.told(rows[own], choices)
        with self.stream.open("ab") as file:
            file.write(told)
        self.hasher.update(told)
        self.row += len(rows)
        self.positions += int(own.sum())
        self.has_own |= bool(own.any())
        if self.stopping:
            self._stop_here()
        if time.monotonic() - self.saved > self.every:
            self._save()

    def _check(self, ends: set[int], *, goes_on: bool) -> None:
        """Whether plays that come to this keep the claim. Raises NotProved."""
        late = goes_on and self.claim.at_least > 0 and self.ply + 1 == self.claim.within
        if late or any(value < self.claim.at_least for value in ends):
            raise NotProved(f"The search gave a strategy by which {self.claim}, and it fails.")

    def _merged(self) -> Iterator[Rows]:
        """The positions of all parts, each once."""
        if self.parts:
            for rows in merged(self.parts, self.walk.key):
                yield rows[firsts(rows, self.walk.key)]

    # --- files ------------------------------------------------------------------------------------------------------------
    def _written(self, name: str, blocks: Iterator[Rows]) -> Run:
        return written(self.folder, name, self.walk.columns, blocks, lasting=True)

    def _let_go(self, run: Run) -> None:
        """Delete a file, or have it deleted once no checkpoint names it."""
        if run.name in self.named:
            self.done.append(run)
        else:
            run.remove()

    def _stop_here(self) -> NoReturn:
        self._save()
        raise Stopped

    def _save(self) -> None:
        """Write a checkpoint."""
        with self.stream.open("ab") as file:
            os.fsync(file.fileno())
            length = file.tell()
        facts = {name: getattr(self, name) for name in FACTS}
        runs = [list(run[1:]) for run in (self.layer, *self.parts)]
        stream = [length, self.hasher.hexdigest()]
        self.file.save({**facts, "runs": runs, "stream": stream}, self.strategist.learnt())
        self.named = {run.name for run in (self.layer, *self.parts)}
        for run in self.done:
            run.remove()
        self.done = []
        self.saved = time.monotonic()

    def _resume(self, facts: dict[str, Any], arrays: Arrays) -> None:
        """Go on from a checkpoint. Raises BadCheckpoint."""
        try:
            for name in FACTS:
                setattr(self, name, facts[name])
            self.layer, *self.parts = (Run(self.folder, *run) for run in facts["runs"])
            self.strategist.learn(arrays)
            length, digest = facts["stream"]
            with self.stream.open("rb+") as file:
                file.truncate(length)
                while piece := file.read(PIECE):
                    self.hasher.update(piece)
        except (KeyError, TypeError, ValueError, IndexError, OSError):
            raise BadCheckpoint(f"{str(self.folder)!r} does not hold this proof; delete it.") from None
        if self.hasher.hexdigest() != digest:
            raise BadCheckpoint(f"{str(self.stream)!r} is damaged; delete the folder.")
        self.named = {run.name for run in (self.layer, *self.parts)}
        for run in (self.layer, *self.parts):
            run.check()
        for path in self.folder.glob("layer-*"):
            if path.name not in self.named:
                path.unlink()
