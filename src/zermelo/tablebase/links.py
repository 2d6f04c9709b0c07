"""The links of a game's positions: from each position to those from which it is reached, for retrograde analysis.

    positions, in the order of their codes --> link --> pairs (child, parent), in a file for each bucket --> sorted: parents

No method of the game leads backward: every position is expanded once more, and the pairs are sorted by child. A bucket has
the pairs of so many neighbouring children that they fit in memory. A *place* is the number of a position, in the order of
the codes.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BadCheckpoint, BrokenContract
from zermelo.core.game import Game
from zermelo.core.symmetry import least_image
from zermelo.core.words import state_at
from zermelo.search.parts.sign import sign_of
from zermelo.tablebase.endless import best_stored, stored
from zermelo.tablebase.entries import Entries
from zermelo.work.runs import Growing, Run

State = TypeVar("State")

Places = NDArray[np.int64]

AT_ONCE: Final = 1 << 18
"""How many pairs the kernel finds before they are taken away."""

MOST_POSITIONS: Final = 1 << 31
"""A child and a parent fit in one word."""

PARENT: Final = 32
"""The parent takes this many bits of a pair, the child the bits above them."""

SHARE: Final = 4
"""The pairs of a bucket take about this fraction of the memory, 1 / SHARE."""

LINKS: Final = "links"
PARENTS: Final = "parents"
"""The names of the files, without the number of the bucket."""

PIECE: Final = 1 << 24
"""Bytes read at a time."""

Kept = tuple[int, list[tuple[Any, ...]]]
"""What a checkpoint has of the files: the bits of a bucket, and each run of links."""

UNSETTLED: Final = -1
"""The distance of a position that is not settled."""


class Known(NamedTuple):
    """What retrograde analysis knows of each position, by its place."""

    rewards: NDArray[Any]
    """For each settled position, what the player to move gets, as `endless` defines it."""
    distances: NDArray[np.int32]
    """For each settled position, the plies to the end; UNSETTLED for the others."""
    left: NDArray[Any]
    """For each position, how many of its successors are not settled."""

    @staticmethod
    def nothing(game: Game[Any], positions: int) -> Known:
        """Nothing is settled, and no successor is counted."""
        best = best_stored(game)
        return Known(
            np.zeros(positions, np.min_scalar_type(-best - 1)),
            np.full(positions, UNSETTLED, np.int32),
            np.zeros(positions, np.min_scalar_type(game.action_count)),
        )


class Links(Component):
    """The data of the kernel `link`: positions to expand, and the pairs found."""

    def __init__(self, entries: Entries, known: Known, actions: int, best: int) -> None:
        """`actions`: the most that a position has. `best`: the best reward of the game."""
        self.entries = entries
        """The codes of all positions, sorted; `scores` is not used."""
        self.best = best
        self.rewards, self.distances, self.left = known
        """The kernel settles the positions in which the game is over, and counts the successors of the others."""
        self.until = np.zeros(1, np.int64)
        """The place after the last position to expand."""
        self.pairs = np.zeros(AT_ONCE + actions, np.int64)
        """For each pair, the place of the child; and the parent: twice its place, and 1 more if the same player moves."""
        self.count = np.zeros(1, np.int64)
        """The number of pairs."""
        self.stop = np.zeros(1, np.int64)
        """If not 0, the kernel stops before the next position."""


def link(game: Game[State], work: Links, initial: State, start: int, alpha: int, beta: int, guess: int) -> int:
    """Find the pairs of the positions from the place `start` on, until there is no more room; returns the next place.

    The last three arguments are not used.
    """
    entries = work.entries
    for place in range(start, int(work.until[0])):
        if work.stop[0] != 0 or work.count[0] >= AT_ONCE:
            return place
        entries.read(place)
        state = state_at(initial, entries.coding.words, 0)
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
            there = entries.place(least_image(game, child))
            if there == NONE or moves == game.action_count:
                raise BrokenContract("a position has other successors than before")
            same = 1 if sign_of(game, state, child) > 0 else 0
            work.pairs[work.count[0]] = (there << PARENT) | (2 * place + same)
            work.count[0] += 1
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
        work.left[place] = moves
    return int(work.until[0])


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
            self.remove()
        nothing = hashlib.sha256().hexdigest()
        names = [f"{LINKS}-{number}" for number in range(self.buckets)]
        runs = [Run(folder, *run) for run in kept[1]] if kept else [Run(folder, name, 0, 1, nothing) for name in names]
        self.files = [Growing(run) for run in runs if kept is None or not self._is_sorted(run.name)]
        self._resumed = kept is not None

    def bytes(self, links: int) -> int:
        """How many bytes on disk this many pairs take, and the parents of a bucket as it is sorted."""
        return 8 * links + (4 * links + 8 * self.positions) // self.buckets

    def add(self, pairs: Places) -> None:
        """Append sorted pairs. Raises OSError."""
        starts = np.searchsorted(pairs, np.arange(self.buckets) << (self.bits + PARENT)).tolist()
        for number, (begin, end) in enumerate(itertools.pairwise([*starts, len(pairs)])):
            if begin < end:
                self.files[number].add(pairs[begin:end, np.newaxis])

    def kept(self) -> Kept:
        """What a checkpoint needs; the files are synced to disk. Raises OSError."""
        return self.bits, [tuple(file.run()[1:]) for file in self.files]

    def sort(self, number: int) -> None:
        """Turn the pairs of a bucket into its parents, unless that has been done. Raises OSError."""
        path, pairs_path = self._path(PARENTS, number), self._path(LINKS, number)
        if not path.exists():
            pairs = np.fromfile(pairs_path, np.int64)
            pairs.sort()
            first = number << self.bits
            starts = np.searchsorted(pairs, np.arange(first, first + self._children(number) + 1) << PARENT)
            parts = starts.astype(np.int64), (pairs & ((1 << PARENT) - 1)).astype(np.uint32)
            hasher, unfinished = hashlib.sha256(), path.with_suffix(".unfinished")
            with unfinished.open("wb") as file:
                for part in parts:
                    hasher.update(part.data)
                    file.write(part.data)
                file.write(hasher.digest())
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        pairs_path.unlink(missing_ok=True)

    def parents(self, number: int) -> tuple[Places, NDArray[Any]]:
        """The parents of a bucket, on disk: where those of each child start, and all parents.

        Raises BadCheckpoint, OSError.
        """
        path, children = self._path(PARENTS, number), self._children(number)
        if self._resumed:
            self._check(path)
        starts = np.memmap(path, np.int64, "r", shape=(children + 1,))
        count = int(starts[-1])
        if count == 0:
            return starts, np.zeros(0, np.uint32)
        return starts, np.memmap(path, np.uint32, "r", 8 * (children + 1), (count,))

    def remove(self) -> None:
        """Delete the files."""
        for name in (LINKS, PARENTS):
            for path in self.folder.glob(f"{name}-*"):
                path.unlink()

    def _check(self, path: Path) -> None:
        """Raises BadCheckpoint unless a file of parents is as it was written."""
        hasher, size = hashlib.sha256(), path.stat().st_size - hashlib.sha256().digest_size
        with path.open("rb") as file:
            for start in range(0, size, PIECE):
                hasher.update(file.read(min(PIECE, size - start)))
            if file.read() != hasher.digest():
                raise BadCheckpoint(f"{str(path)!r} is damaged; delete the folder, or name another.")

    def _is_sorted(self, name: str) -> bool:
        """Whether the parents of the bucket with this file of links have been written."""
        return (self.folder / name.replace(LINKS, PARENTS)).exists()

    def _children(self, number: int) -> int:
        """The number of positions in a bucket."""
        first = number << self.bits
        return min(self.positions, first + (1 << self.bits)) - first

    def _path(self, name: str, number: int) -> Path:
        return self.folder / f"{name}-{number}"
