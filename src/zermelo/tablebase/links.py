"""The links of a game's positions: from each position to those from which it is reached, for retrograde analysis.

    positions, in the order of their codes --> link --> pairs (child, parent), in a file for each bucket
    the pairs of a bucket --> sort_links --> the parents of each child

No method of the game leads backward: every position is expanded once more, and the pairs are sorted by child. A bucket has
the pairs of a run of neighbouring children, as many as fit in memory. A *place* is the number of a position, in the order of
the codes.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BadCheckpoint, BrokenContract
from zermelo.core.game import Game
from zermelo.core.replacement import replacing
from zermelo.core.words import AHEAD, least_image, prefetch, state_at
from zermelo.search.parts.scoring import sign_of
from zermelo.tablebase.endless import best_stored, stored
from zermelo.tablebase.entries import Entries
from zermelo.tablebase.index import BATCH, Index
from zermelo.work.runs import Growing, Run

State = TypeVar("State")

Places = NDArray[np.int64]

AT_ONCE: Final = 1 << 18
"""How many pairs the kernel finds before they are taken away."""

MOST_POSITIONS: Final = 1 << 31
"""A child and a parent fit in one word."""

PARENT: Final = 32
"""The parent takes this many bits of a pair, the child the bits above them."""

LOW: Final = (1 << PARENT) - 1

SHARE: Final = 4
"""The pairs of a bucket take about this fraction of the memory, 1 / SHARE."""

LINKS: Final = "links"
PARENTS: Final = "parents"
"""The names of the files, without the number of the bucket."""

PIECE: Final = 1 << 24

MOST_OPEN: Final = 64
"""The most buckets that are open: systems limit the number of open files."""

Parents = tuple[Places, NDArray[Any]]

Kept = tuple[int, list[tuple[Any, ...]]]
"""What a checkpoint has of the files: the bits of a bucket, and each run of links."""

UNSETTLED: Final = -1
"""The distance of a position that is not settled."""


class RetrogradeValues(NamedTuple):
    """What retrograde analysis knows of each position, by its place."""

    rewards: NDArray[Any]
    """For each settled position, what the player to move gets, as `endless` defines it."""
    distances: NDArray[np.int32]
    """For each settled position, the plies to the end; UNSETTLED for the others."""
    left: NDArray[Any]
    """For each position, how many of its successors are not settled; 0 if it is settled itself."""

    @staticmethod
    def nothing(game: Game[Any], positions: int) -> RetrogradeValues:
        """Nothing is settled, and no successor is counted."""
        best = best_stored(game)
        return RetrogradeValues(
            np.zeros(positions, np.min_scalar_type(-best - 1)),
            np.full(positions, UNSETTLED, np.int32),
            np.zeros(positions, np.min_scalar_type(game.action_count)),
        )


class Links(Component):
    """The data of the kernel `link`: positions to expand, and the pairs found."""

    def __init__(self, entries: Entries, index: Index, known: RetrogradeValues, files: LinkFiles, best: int) -> None:
        """`index`: to the codes of the children to find. `best`: the best reward of the game."""
        self.entries = entries
        """The codes of all positions, sorted; `scores` is not used."""
        self.index = index
        self.best = best
        self.rewards, self.distances, self.left = known
        """The kernel settles the positions in which the game is over, and counts the successors of the others."""
        self.until = np.zeros(1, np.int64)
        """The place after the last position to expand."""
        self.pairs = np.zeros(AT_ONCE, np.int64)
        """For each pair, the place of the child; and the parent: twice its place, and 1 more if the same player moves."""
        self.count = np.zeros(1, np.int64)
        self.bits = np.array([PARENT + files.bits])
        """The bits of a pair from this one on are the number of its bucket."""
        self.grouped = np.zeros(AT_ONCE, np.int64)
        """The pairs, those of a bucket together."""
        self.ends = np.zeros(files.buckets, np.int64)
        """For each bucket, where its pairs end in `grouped`."""
        self.stop = np.zeros(1, np.int64)

    def add(self, child: Any, parent: int) -> bool:
        """Add the pair of a parent and a child with these words, now or later. Returns False if some child is unknown."""
        if not self.entries.coding.encode(child):
            return False
        return self.look_up() if self.index.want(self.entries.coding.code, parent) else True

    def look_up(self) -> bool:
        """Add the pairs that have not been added yet. Returns False if a child is unknown."""
        for row in range(self.index.waiting[0]):
            child = self.index.place(row)
            if child == NONE:
                return False
            self.pairs[self.count[0]] = (child << PARENT) | self.index.notes[row]
            self.count[0] += 1
        self.index.waiting[0] = 0
        return True

    def group(self) -> None:
        for bucket in range(len(self.ends)):
            self.ends[bucket] = 0
        for number in range(self.count[0]):
            self.ends[self.pairs[number] >> self.bits[0]] += 1
        begin = 0
        for bucket in range(len(self.ends)):
            size = int(self.ends[bucket])
            self.ends[bucket] = begin
            begin += size
        for number in range(self.count[0]):
            bucket = self.pairs[number] >> self.bits[0]
            self.grouped[self.ends[bucket]] = self.pairs[number]
            self.ends[bucket] += 1


def link(game: Game[State], work: Links, initial: State, start: int) -> int:
    """Find the pairs of the positions from the place `start` on, until there is no more room; returns the next place."""
    reached = int(work.until[0])
    for place in range(start, reached):
        if work.stop[0] != 0 or work.count[0] + BATCH + game.action_count > AT_ONCE:
            reached = place
            break
        work.entries.read(place)
        state = state_at(initial, work.entries.coding.words, 0)
        if game.terminal(state):
            reward = game.reward(state)
            if reward > work.best or reward < -work.best:
                raise BrokenContract("a reward lies outside reward_range")
            work.rewards[place] = stored(game, state, reward)
            work.distances[place] = 0
            continue
        moves = 0
        for action in game.actions(state):
            child = game.apply(state, action)
            same = 1 if sign_of(game, state, child) > 0 else 0
            if moves == game.action_count or not work.add(least_image(game, child), 2 * place + same):
                raise BrokenContract("a position has other successors than before")
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
        work.left[place] = moves
    if not work.look_up():
        raise BrokenContract("a position has other successors than before")
    work.group()
    return reached


class Sorting(Component):
    """The data of the kernel `sort_links`: the pairs of a bucket, and the parents of each child."""

    def __init__(self) -> None:
        self.pairs = np.zeros(0, np.int64)
        self.parents = np.zeros(0, np.uint32)
        self.starts = np.zeros(2, np.int64)
        """For each child, where its parents start; then where they end; and one item more."""


def sort_links(game: Game[State], work: Sorting, initial: State, start: int) -> int:
    """Sort the pairs of a bucket whose first child is at the place `start`, by counting those of each child; returns 0."""
    pairs, starts = work.pairs, work.starts
    for number in range(len(pairs)):
        if number + AHEAD < len(pairs):
            prefetch(starts, (pairs[number + AHEAD] >> PARENT) - start, 0)
        starts[(pairs[number] >> PARENT) - start + 2] += 1
    for child in range(2, len(starts)):
        starts[child] += starts[child - 1]
    # now starts[child + 1] is where the next parent of a child goes; in the end, it is where the next child's parents start
    for number in range(len(pairs)):
        if number + AHEAD < len(pairs):
            prefetch(starts, (pairs[number + AHEAD] >> PARENT) - start, 0)
        child = (pairs[number] >> PARENT) - start
        work.parents[starts[child + 1]] = pairs[number] & LOW
        starts[child + 1] += 1
    return 0


class LinkFiles:
    """The pairs in files, a file for each bucket of neighbouring children, and then the parents of each bucket, sorted."""

    def __init__(self, folder: Path, positions: int, links: int, memory: int, kept: Kept | None = None) -> None:
        """`links`: about how many pairs there will be. `kept`: what a checkpoint has of the files. Raises BadCheckpoint."""
        self.folder = folder
        self.positions = positions
        fits = max(memory // SHARE // 8 * positions // max(links, 1), 1)
        self.bits: int = min(fits.bit_length() - 1, PARENT) if kept is None else kept[0]
        """A bucket has 2 ** bits children."""
        self.buckets = -(-positions >> self.bits) or 1
        if kept is None:
            remove_links(folder)
        nothing = 0, 1, hashlib.sha256().hexdigest()
        runs = [(f"{LINKS}-{number}", *nothing) for number in range(self.buckets)] if kept is None else kept[1]
        numbers = [int(run[0].partition("-")[2]) for run in runs]
        self.files = {
            number: Growing(Run(folder, *run))
            for number, run in zip(numbers, runs, strict=True)
            if not self._path(PARENTS, number).exists()
        }
        """The pairs of each bucket whose parents have not been written."""
        self._resumed = kept is not None
        self._opened: dict[int, Parents] = {}

    def bytes(self, links: int, at_once: int) -> int:
        """How many bytes on disk this many pairs take, and the parents of the buckets that are sorted at once."""
        return 8 * links + (4 * links + 8 * self.positions) * min(at_once, self.buckets) // self.buckets

    def add(self, pairs: Places, ends: Places) -> None:
        """Append pairs that are grouped by buckets, but for those whose parents have been written; `ends`: where each group
        ends. Raises OSError.
        """
        for number, (begin, end) in enumerate(itertools.pairwise([0, *ends.tolist()])):
            if begin < end and number in self.files:
                self.files[number].add(pairs[begin:end, np.newaxis])

    def kept(self) -> Kept:
        """What a checkpoint needs; the files are synced to disk. Raises OSError."""
        return self.bits, [tuple(file.run()[1:]) for file in self.files.values()]

    def sort(self, number: int, work: Sorting, run: Callable[[int], object]) -> None:
        """Turn the pairs of a bucket into its parents, unless that has been done. Raises OSError.

        `run(first)` runs the kernel `sort_links`, with the data `work`, for the children from the place `first` on.
        """
        path, pairs_path = self._path(PARENTS, number), self._path(LINKS, number)
        if number in self.files:
            work.pairs = np.memmap(pairs_path, np.int64, "r") if pairs_path.stat().st_size else np.zeros(0, np.int64)
            work.parents = np.zeros(len(work.pairs), np.uint32)
            work.starts = np.zeros(self._children(number) + 2, np.int64)
            run(number << self.bits)
            parts = work.starts[:-1], work.parents
            hasher = hashlib.sha256()
            with replacing(path) as file:
                for part in parts:
                    hasher.update(part.data)
                    file.write(part.data)
                file.write(hasher.digest())
            del self.files[number]
        pairs_path.unlink(missing_ok=True)

    def check(self) -> None:
        """Raises BadCheckpoint unless the files of all parents are as they were written, if the work was resumed."""
        for number in range(self.buckets if self._resumed else 0):
            path, hasher = self._path(PARENTS, number), hashlib.sha256()
            with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                size = path.stat().st_size - hasher.digest_size
                for start in range(0, size, PIECE):
                    hasher.update(file.read(min(PIECE, size - start)))
                if file.read() == hasher.digest():
                    continue
            raise BadCheckpoint(f"{str(path)!r} is damaged; delete the folder, or name another.")

    def parents(self, number: int) -> Parents:
        """The parents of a bucket, on disk: where those of each child start, and all parents. Raises OSError."""
        if number not in self._opened:
            if len(self._opened) == MOST_OPEN:
                del self._opened[next(iter(self._opened))]
            self._opened[number] = self._open(number)
        return self._opened[number]

    def _open(self, number: int) -> Parents:
        path, children = self._path(PARENTS, number), self._children(number)
        starts = np.memmap(path, np.int64, "r", shape=(children + 1,))
        count = int(starts[-1])
        if count == 0:
            return starts, np.zeros(0, np.uint32)
        return starts, np.memmap(path, np.uint32, "r", 8 * (children + 1), (count,))

    def _children(self, number: int) -> int:
        first = number << self.bits
        return min(self.positions, first + (1 << self.bits)) - first

    def _path(self, name: str, number: int) -> Path:
        return self.folder / f"{name}-{number}"


def remove_links(folder: Path) -> None:
    for name in (LINKS, PARENTS):
        for path in folder.glob(f"{name}-*"):
            path.unlink()
