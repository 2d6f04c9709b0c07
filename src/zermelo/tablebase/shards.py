"""Positions in shards, so that several processes can count them: each position belongs to one shard, by its hash.

    rows of a shard --> expand --> children, those of each shard together, in files --> gather --> rows of a shard, next ply

Every step reads files that are complete and makes new ones with names of their own. So a step that was not finished can
be done again, by any process that sees the same folder; what a late process still writes is in no one's way.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.core.encoded import OwnStates
from zermelo.core.errors import NotSupported
from zermelo.core.game import Game
from zermelo.core.replacement import replacing
from zermelo.core.shape import is_alike, why_not_packed
from zermelo.core.word_arrays import hash_rows
from zermelo.core.words import hash_words, least_image, pack
from zermelo.native.machine import Machine
from zermelo.tablebase.expansion import Expansion, added_up, expand, limbs_for, parts_of, sum_of
from zermelo.tablebase.layers import LEAST_SLOTS, slots_within
from zermelo.tablebase.limits import Limits
from zermelo.work.runs import Rows, Run, firsts, in_one_order, piece_of, without

OWNER: Final = 31
"""The bits of a hash from this one on name the shard; those below choose slots of hash tables."""

LIKELY: Final = 8
"""The most new children that a position has in most games. If it has more, the set is written sooner."""

MOST_OPEN: Final = 64
"""The most files that are merged at a time: systems limit the number of open files."""

WORD: Final = 8


class Part(NamedTuple):
    """Some of the rows of a run: those of one shard."""

    run: Run
    start: int
    end: int

    def blocks(self, size: int | None = None) -> Iterator[Rows]:
        return self.run._replace(rows=self.end).blocks(self.start, size)


class Grouped(NamedTuple):
    """A run in which the rows of each shard are together."""

    run: Run
    ends: list[int]
    """Where the rows of each shard end."""

    def part(self, shard: int) -> Part:
        return Part(self.run, self.ends[shard - 1] if shard else 0, self.ends[shard])


class Expanded(NamedTuple):
    """What expanding a shard gives."""

    files: list[Grouped]
    """The children."""
    ended: list[list[int]]
    """For each result: in how many positions play ended with it, and the parts of the number of plays to them."""


class Gathered(NamedTuple):
    """A shard of a layer."""

    run: Run
    plays: list[int]
    """The parts of the number of plays to its positions, which is 0 if they are not counted."""
    low: list[int]
    """The least value of each word; `high` has the greatest."""
    high: list[int]


class Shards:
    """The positions of a game, in shards, in a folder."""

    def __init__(self, game: Game[Any], folder: Path, count: int, limits: Limits, *, symmetric: bool) -> None:
        """`count`: the number of shards. Raises BadOption, NotCompilable, and NotSupported for a game whose states are not
        rows of a fixed number of words.
        """
        why_not = why_not_packed("state", game.initial())
        if why_not:
            raise NotSupported(f"{not_in_shards(game)}: {why_not}.")
        self.folder = folder
        self.count = count
        self.limits = limits
        self.symmetric = symmetric and game.symmetry_count > 1
        self.initial = game.initial()
        self.words = len(pack(self.initial))
        self._slots(game, 1, 1)  # is there enough memory?
        self.machine = Machine(expand, game, self._expansion(1, LEAST_SLOTS), compiled=limits.compiled)
        self.game = game if self.machine.compiled else OwnStates(game)

    def _slots(self, game: Game[Any], limbs: int, wanted: int) -> int:
        return slots_within(self.limits, game, self.words + limbs + self.symmetric, wanted)

    def _expansion(self, limbs: int, slots: int) -> Expansion:
        return Expansion(self.words, limbs, slots, symmetric=self.symmetric)

    def shard_of(self, words: Sequence[int]) -> int:
        return (hash_words(tuple(words)) >> OWNER) % self.count

    def first(self, state: Any) -> tuple[int, ...]:
        """The words that stand for a state. Raises NotSupported."""
        if not is_alike(state, self.initial):
            raise NotSupported(f"{not_in_shards(self.game)}: this one does not have the shape of the initial one.")
        return tuple(least_image(self.game, state) if self.symmetric else pack(state))

    # --- files --------------------------------------------------------------------------------------------------------
    def written(self, name: str, columns: int, blocks: Iterable[Rows]) -> Run:
        """A file of rows; `name` is how its name begins. Raises OSError."""
        return self.file(name, columns, (np.ascontiguousarray(block).data for block in blocks if block.size))

    def file(self, name: str, columns: int, pieces: Iterable[Any]) -> Run:
        """Write pieces of memory to a file, which has its name once it is complete and on disk. Raises OSError."""
        name = f"{name}-{uuid.uuid4().hex}"
        hasher, size = hashlib.sha256(), 0
        with replacing(self.folder / name) as file:
            for piece in pieces:
                hasher.update(piece)
                size += file.write(piece)
        return Run(self.folder, name, size // (WORD * columns), columns, hasher.hexdigest())

    def grouped(self, name: str, columns: int, blocks: Iterable[tuple[Rows, Rows]]) -> Grouped:
        """Write rows, in blocks with the shard of each row, so that those of a shard are together, in the same order."""
        pairs = list(blocks)
        rows = np.concatenate([np.zeros((0, columns), np.int64), *(rows for rows, _ in pairs)])
        owners = np.concatenate([np.zeros(0, np.int64), *(owners for _, owners in pairs)])
        ends = np.cumsum(np.bincount(owners, minlength=self.count)).tolist()
        return Grouped(self.written(name, columns, iter([rows[np.argsort(owners, kind="stable")]])), ends)

    def owners(self, rows: Rows) -> Rows:
        return (hash_rows(np.ascontiguousarray(rows)) >> OWNER) % self.count

    # --- steps --------------------------------------------------------------------------------------------------------
    def expand(self, run: Run, ply: int, shard: int, limbs: int) -> Expanded:
        """Find the children of the positions in `run`, a shard of a layer. `limbs`: the parts that a number of plays needs
        in the next layer; 0: they are not counted. Raises ShapeMismatch, OSError.
        """
        columns, counts, limbs = self.words + limbs, limbs > 0, max(limbs, 1)
        expansion = self._expansion(limbs, self._slots(self.game, limbs, 2 * LIKELY * run.rows))
        files: list[Grouped] = []

        def spill() -> None:
            blocks = ((rows[:, :columns], self.owners(rows[:, : self.words])) for rows in expansion.contents())
            files.append(self.grouped(f"children-{ply}-{shard}-{len(files)}", columns, blocks))
            expansion.empty()

        first = 0
        for rows in run.blocks():
            counted = rows if counts else np.pad(rows, ((0, 0), (0, 1)), constant_values=1)
            expansion.load(counted, ply, first)
            self.machine.bind(self.game, expansion)
            done = 0
            while done < len(rows):
                done = self.machine.run(self.initial, done)
                if done < len(rows):
                    spill()
            first += len(rows)
        if expansion.fill[0]:
            spill()
        return Expanded(files, expansion.ended.tolist())

    def gather(self, parts: Sequence[Part], earlier: Sequence[Run], ply: int, shard: int, *, plays: bool) -> Gathered:
        """Make a shard of a layer: the rows of all parts, each position once, without those in `earlier` layers. Raises
        OSError.
        """
        blocks = self.in_rounds(parts, lambda some: self._together(some, plays=plays), f"children-{ply}-{shard}")
        if earlier:
            blocks = without(blocks, earlier, self.words)
        seen = _Seen(self.words)
        run = self.written(f"layer-{ply}-{shard}", parts[0].run.columns, seen.noting(blocks))
        return Gathered(run, parts_of(seen.plays, limbs_for(seen.plays)), seen.low.tolist(), seen.high.tolist())

    def in_rounds(
        self, parts: Sequence[Part], merge: Callable[[Sequence[Part]], Iterator[Rows]], name: str
    ) -> Iterator[Rows]:
        """`merge(parts)`; if there are too many parts, some are merged in a file before, whose name begins like this."""
        left, made = list(parts), list[Run]()
        while len(left) > MOST_OPEN:
            made.append(self.written(f"{name}-merged", parts[0].run.columns, merge(left[:MOST_OPEN])))
            left = [*left[MOST_OPEN:], Part(made[-1], 0, made[-1].rows)]
        yield from merge(left)
        for run in made:
            run.remove()

    def _together(self, parts: Sequence[Part], *, plays: bool) -> Iterator[Rows]:
        blocks, words = self.sorted(parts), self.words
        return added_up(blocks, words) if plays else (rows[firsts(rows, words)] for rows in blocks)

    def sorted(self, parts: Sequence[Part]) -> Iterator[Rows]:
        """The rows of all parts in one order."""
        return in_one_order([part.blocks(piece_of(len(parts))) for part in parts], self.words)


class _Seen:
    """What is noted of rows while they are written: ranges of words, and the number of plays."""

    def __init__(self, words: int) -> None:
        self.words = words
        self.low = np.full(words, np.iinfo(np.int64).max)
        self.high = np.full(words, np.iinfo(np.int64).min)
        self.plays = 0

    def noting(self, blocks: Iterable[Rows]) -> Iterator[Rows]:
        for rows in blocks:
            if len(rows):
                self.low = np.minimum(self.low, rows[:, : self.words].min(axis=0))
                self.high = np.maximum(self.high, rows[:, : self.words].max(axis=0))
                if rows.shape[1] > self.words:
                    self.plays += sum_of(np.pad(rows[:, self.words :], ((0, 0), (0, 1))))
            yield rows


def not_in_shards(game: Game[Any]) -> str:
    """How a message begins that says why positions cannot be in shards."""
    return f"A cluster can count and tabulate only positions with a fixed number of integers, unlike those of {game}"


def not_a_row(game: Game[Any]) -> NotSupported:
    """The exception for a game in which a state of another shape turned up."""
    return NotSupported(f"{not_in_shards(game)}: some have other shapes than the initial one.")
