"""The values of positions in shards: retrograde analysis in steps that several processes share, and tables from it.

    shards of all layers --> order --> codes of a shard --> link --> its children, in files --> turn --> parents of each
    ends of play --> settle, once for each distance --> parents that this decides, in files --> settle --> ...
    codes and values of all shards --> join --> codes and scores of the table

As in retrograde.py, positions are settled backward from the ends, those of greater rewards first, and those of one reward
in the order of their distances. A position is named by its shard and its place in the order of the shard's codes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.errors import BrokenContract
from zermelo.core.words import SIGN, hash_words
from zermelo.native.machine import Machine
from zermelo.search.parts.scoring import Distance
from zermelo.tablebase.coding import Coding
from zermelo.tablebase.endless import best_stored
from zermelo.tablebase.entries import Entries, is_dense, type_of
from zermelo.tablebase.links import AT_ONCE, RetrogradeValues, link
from zermelo.tablebase.manifest import CODES, SCORES
from zermelo.tablebase.retrograde import scores_of
from zermelo.tablebase.shards import OWNER, WORD, Grouped, Part, Shards
from zermelo.work.runs import BLOCK, Rows, Run, in_one_order

PLACE: Final = 40
"""The number of low bits that hold the place of a position; the bits above them hold its shard."""

SAME: Final = 1
"""The lowest bit of a link: whether the same player moves in the parent and in the child. Above it is the parent."""

SHARE: Final = 4
"""Links take this fraction of the memory, 1 / SHARE; the rest is for copies of them while they are sorted."""

UNKNOWN: Final = "a position has other successors than before"


class Linked(NamedTuple):
    """What linking a shard gives."""

    known: Run
    files: list[Grouped]
    """The children, each with its parent."""
    rewards: list[int]
    """The rewards with which play ends there, without their signs, and without 0."""


class Turned(NamedTuple):
    """The parents of the positions of a shard."""

    starts: Run
    """For each position, where its parents start in `parents`; and where the last ones end."""
    parents: Run


class Level(NamedTuple):
    """Positions that are settled in one step: those with a distance, and a reward for one of the players."""

    turn: int
    """The number of the step."""
    reward: int
    distance: int


class Settled(NamedTuple):
    """What settling the positions of a shard with one distance gives."""

    known: Run
    files: list[Grouped]
    """The parents for which that counts, and whether they win by it."""
    settled: int
    """How many positions were settled."""


class ShardLinks(Component):
    """The data of the kernel `links.link`, which looks no child up, but notes its shard and its codes."""

    def __init__(self, entries: Entries, known: RetrogradeValues, shards: int, best: int) -> None:
        self.entries = entries
        """The codes of the shard's positions; `scores` is not used."""
        self.rewards, self.distances, self.left = known
        self.best = best
        self.shards = np.array([shards])
        self.until = np.zeros(1, np.int64)
        """The place after the last position to expand."""
        self.found = np.zeros((AT_ONCE, entries.coding.columns + 2), np.int64)
        """For each child: its codes, its parent, and its shard."""
        self.count = np.zeros(1, np.int64)
        self.stop = np.zeros(1, np.int64)

    def add(self, child: Any, parent: int) -> bool:
        """Note a child with these words. Returns False if no position has such words."""
        coding, row = self.entries.coding, int(self.count[0])
        if not coding.encode(child):
            return False
        for column in range(coding.columns):
            self.found[row, column] = coding.code[column]
        self.found[row, coding.columns] = parent
        self.found[row, coding.columns + 1] = (hash_words(child) >> OWNER) % self.shards[0]
        self.count[0] = row + 1
        return True

    def look_up(self) -> bool:
        return True

    def group(self) -> None:
        """The children are grouped later."""


class ShardValues:
    """The values of positions in shards. All steps raise OSError."""

    def __init__(self, shards: Shards, low: Sequence[int], high: Sequence[int]) -> None:
        """`low`, `high`: the least and the greatest value of each word, in all positions."""
        self._shards = shards
        self._coding = Coding(low, high)
        self._machine: Machine | None = None

    # --- links --------------------------------------------------------------------------------------------------------
    def order(self, layers: Sequence[Run], shard: int) -> Run:
        """The codes of all positions of a shard, in order. `layers`: its positions, each in one of these."""
        shards, parts = self._shards, [Part(run, 0, run.rows) for run in layers]
        blocks = shards.in_rounds(parts, shards.sorted, f"codes-{shard}")
        return shards.written(f"codes-{shard}", self._coding.columns, map(self._coding.encoded, blocks))

    def link(self, codes: Run, shard: int) -> Linked:
        """Find the children of the positions of a shard, and where play ends. Raises ShapeMismatch."""
        game, shards = self._shards.game, self._shards
        known, columns = RetrogradeValues.nothing(game, codes.rows), self._coding.columns
        entries = Entries(self._coding, codes.mapped(), np.zeros(0, np.int8))
        work = ShardLinks(entries, known, shards.count, game.reward_range[1])
        if self._machine is None:
            self._machine = Machine(link, game, work, compiled=shards.limits.compiled)
        self._machine.bind(game, work)
        most = max(shards.limits.memory // SHARE // work.found[0].nbytes, AT_ONCE)
        work.until[0] = codes.rows
        files: list[Grouped] = []
        found: list[Rows] = []

        def spill() -> None:
            rows = ((each[:, : columns + 1], each[:, columns + 1]) for each in found)
            files.append(shards.grouped(f"links-{shard}-{len(files)}", columns + 1, rows))
            found.clear()

        place = 0
        while place < codes.rows:
            work.count[0] = 0
            place = self._machine.run(shards.initial, place)
            found.append(work.found[: int(work.count[0])].copy())
            if sum(map(len, found)) + AT_ONCE > most:
                spill()
        if found:
            spill()
        rewards = np.unique(np.abs(known.rewards[known.distances == 0].astype(np.int64)))
        return Linked(self._kept(known, shard, 0), files, rewards[rewards > 0].tolist())

    def turn(self, codes: Run, parts: Sequence[tuple[Part, int]], shard: int) -> Turned:
        """The parents of each position of a shard. `parts`: links to it, each with the shard of the parents."""
        shards, links = self._shards, sum(part.end - part.start for part, _ in parts)
        known, degrees = _comparable(codes.mapped()), np.zeros(codes.rows, np.int64)
        for places, _ in self._found(known, parts):
            np.add.at(degrees, places, 1)
        starts = np.concatenate([[0], np.cumsum(degrees)])
        # as many places at a time as have links that fit in memory
        at_once = max(shards.limits.memory // (SHARE * 2 * WORD), 1)
        cuts: list[int] = np.searchsorted(starts, np.arange(0, links, at_once)).tolist()

        def sorted_parents() -> Iterator[Rows]:
            for low, high in itertools.pairwise([*dict.fromkeys(cuts), codes.rows]):
                found = list[Rows]()
                for places, parents in self._found(known, parts):
                    inside = (places >= low) & (places < high)
                    found.append(np.stack([places[inside], parents[inside]]))
                places, parents = np.concatenate(found, axis=1)
                yield parents[np.argsort(places, kind="stable")][:, np.newaxis]

        return Turned(
            shards.written(f"starts-{shard}", 1, iter([starts[:, np.newaxis]])),
            shards.written(f"parents-{shard}", 1, sorted_parents() if links else iter(())),
        )

    def _found(self, known: NDArray[Any], parts: Sequence[tuple[Part, int]]) -> Iterator[tuple[Rows, Rows]]:
        columns = self._coding.columns
        for part, source in parts:
            for rows in part.blocks():
                wanted = _comparable(rows[:, :columns])
                places = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
                if not (known[places] == wanted).all():
                    raise BrokenContract(UNKNOWN)
                yield places, rows[:, columns] + (source << (PLACE + SAME))

    # --- settling -----------------------------------------------------------------------------------------------------
    def settle(self, kept: Run, turned: Turned, parts: Sequence[Part], shard: int, level: Level) -> Settled:
        """Settle the positions of a shard at a level; those with distance 0 are settled already. `parts`: what follows for
        them from positions that were settled before.
        """
        turn, reward, distance = level
        starts, parents = turned.starts.mapped()[:, 0], turned.parents.mapped()[:, 0]
        known = self._known(kept, len(starts) - 1)
        if distance == 0:
            here = np.flatnonzero((known.distances == 0) & (np.abs(known.rewards.astype(np.int64)) == reward))
        else:
            known = RetrogradeValues(*(array.copy() for array in known))
            given = np.concatenate([rows[:, 0] for part in parts for rows in part.blocks()])
            here = _decided(known, given, reward, distance)
            kept = self._kept(known, shard, turn)
        files = list[Grouped]()
        most = max(self._shards.limits.memory // (SHARE * 4 * WORD), 1)
        for some in np.split(here, _cuts(starts[here + 1] - starts[here], most)):
            # the player to move wins either here or in the parent; if the same one moves in both, then in both
            loses = np.repeat(known.rewards[some] < 0, starts[some + 1] - starts[some])
            follows = _links_to(some, starts, parents) ^ loses
            if len(follows):
                rows = (follows & ((1 << (PLACE + SAME)) - 1))[:, np.newaxis]
                files.append(self._shards.grouped(f"settled-{turn}-{shard}", 1, [(rows, follows >> (PLACE + SAME))]))
        return Settled(kept, files, len(here))

    def _kept(self, known: RetrogradeValues, shard: int, turn: int) -> Run:
        """Write what is known of the positions of a shard."""
        rest = bytes(-sum(array.nbytes for array in known) % WORD)  # so that the file consists of whole words
        return self._shards.file(f"known-{shard}-{turn}", 1, (*(array.data for array in known), rest))

    def _known(self, kept: Run, positions: int) -> RetrogradeValues:
        """What `_kept` has written of the first `positions` positions, on disk."""
        words = np.memmap(kept.path, np.uint8, "r") if kept.rows else np.zeros(0, np.uint8)
        arrays, start = list[NDArray[Any]](), 0
        for each in RetrogradeValues.nothing(self._shards.game, 0):
            end = start + positions * each.itemsize
            arrays.append(np.frombuffer(words[start:end].data, each.dtype))
            start = end
        return RetrogradeValues(*arrays)

    # --- the table ----------------------------------------------------------------------------------------------------
    def join(self, shards: Sequence[tuple[Run, Run]], longest: int) -> dict[str, Run]:
        """Write the codes and the scores of the table; returns the files by their names in the table. `shards`: the codes of
        each, and what is known of them. No distance is greater than `longest`.
        """
        scoring = Distance(1, best_stored(self._shards.game), longest)
        kind, positions, columns = type_of(scoring), sum(codes.rows for codes, _ in shards), self._coding.columns

        def blocks() -> Iterator[Rows]:
            return in_one_order([self._scored(codes, kept, scoring, kind) for codes, kept in shards], columns)

        if is_dense(self._coding, positions, kind):
            scores = _dense(((rows[:, 0], rows[:, 1].astype(kind)) for rows in blocks()), self._coding.size, kind)
            return {SCORES: self._shards.file("joined-scores", 1, (each.data for each in scores))}
        return {
            SCORES: self._shards.file("joined-scores", 1, (rows[:, columns].astype(kind).data for rows in blocks())),
            CODES: self._shards.written("joined-codes", columns, (rows[:, :columns] for rows in blocks())),
        }

    def _scored(self, codes: Run, kept: Run, scoring: Distance, kind: np.dtype[Any]) -> Iterator[Rows]:
        known, first = self._known(kept, codes.rows), 0
        for rows in codes.blocks():
            here = RetrogradeValues(*(array[first : first + len(rows)] for array in known))
            scores = scores_of(here, scoring.unit, kind).astype(np.int64)
            yield np.concatenate([rows, scores[:, np.newaxis]], axis=1)
            first += len(rows)


def _decided(known: RetrogradeValues, follows: Rows, reward: int, distance: int) -> Rows:
    """Settle the positions that are decided, and return their places. `follows`: twice the place of a position with one
    more settled successor, and 1 more if its player wins by that move.
    """
    places, wins = follows >> SAME, (follows & 1).astype(np.bool_)
    open_ = known.left[places] > 0
    won = np.unique(places[open_ & wins])
    known.left[won] = 0
    lost, times = np.unique(places[open_ & ~wins], return_counts=True)
    lost, times = lost[known.left[lost] > 0], times[known.left[lost] > 0]
    known.left[lost] -= times.astype(known.left.dtype)
    lost = lost[known.left[lost] == 0]
    known.rewards[won], known.rewards[lost] = reward, -reward
    here = np.sort(np.concatenate([won, lost]))
    known.distances[here] = distance
    return here


def _cuts(degrees: Rows, most: int) -> Rows:
    """Where to cut positions so that each part has about `most` links, given the number of links of each."""
    links = np.cumsum(degrees)
    total = int(links[-1]) if len(links) else 0
    return np.unique(np.searchsorted(links, np.arange(most, total, most)))


def _links_to(here: Rows, starts: Rows, parents: Rows) -> Rows:
    degrees = starts[here + 1] - starts[here]
    offsets = np.cumsum(degrees) - degrees
    return parents[np.arange(degrees.sum()) + np.repeat(starts[here] - offsets, degrees)]


def _dense(
    pieces: Iterable[tuple[Rows, NDArray[Any]]], entries: int, kind: np.dtype[Any]
) -> Iterator[NDArray[np.signedinteger[Any]]]:
    """The scores of a dense table, in pieces, from the codes in order, and their scores."""
    following, absent = 0, np.iinfo(kind).min
    end_of_table = np.array([entries]), np.zeros(1, kind)
    for codes, scores in itertools.chain(pieces, [end_of_table]):
        last = int(codes[-1]) + 1
        for start in range(following, min(last, entries), BLOCK):
            end = min(start + BLOCK, last, entries)
            piece = np.full(end - start, absent, kind)
            inside = slice(*np.searchsorted(codes, [start, end]))
            piece[codes[inside] - start] = scores[inside]
            yield piece
        following = last


def _comparable(codes: Rows) -> NDArray[Any]:
    """Rows of codes as single values that compare as the rows do."""
    if codes.shape[1] == 1:
        return codes[:, 0]
    unsigned = np.ascontiguousarray(codes).view(np.uint64) ^ np.uint64(SIGN)
    return unsigned.astype(">u8").view(np.dtype((np.void, 8 * codes.shape[1])))[:, 0]
