"""The links of a game's positions: from each position to those from which it is reached, for retrograde analysis.

    positions, in the order of their codes --> link --> pairs (child, parent), in buckets by child --> sorted --> parents

No method of the game leads backward: every position is expanded once more, and the pairs are sorted by child. A bucket has
the pairs of so many neighbouring positions that they fit in memory.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.constants import NONE
from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.symmetry import least_image
from zermelo.core.words import state_at
from zermelo.search.parts.sign import sign_of
from zermelo.solver.tables.entries import Entries

State = TypeVar("State")

Places = NDArray[np.int64]

AT_ONCE: Final = 1 << 18
"""How many pairs are written at a time."""

LINKS: Final = "links"
PARENTS: Final = "parents"
"""The names of the files."""

LIKELY: Final = 16
"""How many links to a position are expected."""

SHARE: Final = 4
"""A bucket takes this fraction of the memory, 1 / SHARE; the rest is for copies while it is sorted."""


class Links(Component):
    """The data of the kernel `link`: positions to expand, and the pairs found."""

    def __init__(self, entries: Entries, actions: int, best: int) -> None:
        """`actions`: the most that a position has. `best`: the best reward."""
        self.entries = entries
        """The codes of all positions, sorted; `scores` is not used."""
        self.best = best
        self.until = np.zeros(1, np.int64)
        """The place after the last position to expand."""
        self.children = np.zeros(AT_ONCE + actions, np.int64)
        """For each pair, the place of the child."""
        self.parents = np.zeros(AT_ONCE + actions, np.int64)
        """For each pair, twice the place of the parent, and 1 more if the same player moves in both."""
        self.pairs = np.zeros(1, np.int64)
        """The number of pairs."""
        self.ended = np.zeros((AT_ONCE, 2), np.int64)
        """The place and the reward of each position in which the game is over."""
        self.ends = np.zeros(1, np.int64)
        """The number of these."""
        self.stop = np.zeros(1, np.int64)
        """If not 0, the kernel stops before the next position."""

    def is_full(self) -> bool:
        """Whether the pairs, or the ends, are to be taken away before the next position."""
        return self.pairs[0] >= AT_ONCE or self.ends[0] >= AT_ONCE


def link(game: Game[State], work: Links, initial: State, start: int, alpha: int, beta: int, guess: int) -> int:
    """Find the pairs of the positions from the place `start` on, until there is no more room; returns the next place.

    The last three arguments are not used.
    """
    entries = work.entries
    for place in range(start, int(work.until[0])):
        if work.stop[0] != 0 or work.is_full():
            return place
        entries.read(place)
        state = state_at(initial, entries.coding.words, 0)
        if game.terminal(state):
            reward = game.reward(state)
            if reward > work.best or reward < -work.best:
                raise BrokenContract("a reward lies outside reward_range")
            work.ended[work.ends[0], 0] = place
            work.ended[work.ends[0], 1] = reward
            work.ends[0] += 1
            continue
        moves = 0
        for action in game.actions(state):
            child = game.apply(state, action)
            there = entries.place(least_image(game, child))
            if there == NONE:
                raise BrokenContract("a position has other successors than before")
            work.children[work.pairs[0]] = there
            work.parents[work.pairs[0]] = 2 * place + (1 if sign_of(game, state, child) > 0 else 0)
            work.pairs[0] += 1
            moves += 1
        if moves == 0:
            raise BrokenContract("a position that is not terminal has no legal action")
    return int(work.until[0])


class LinkFiles:
    """The pairs in files, a file for each bucket of neighbouring children; and then the sorted parents."""

    def __init__(self, folder: Path, positions: int, memory: int, sizes: Sequence[int] = ()) -> None:
        """`memory`: the bytes that the pairs of a bucket may take, unless its positions are reached from unusually many
        others. `sizes`: the pairs in each bucket so far; what is in the files beyond them is cut off. Raises OSError.
        """
        self.folder = folder
        self.positions = positions
        self.kind = np.dtype(np.uint32 if 2 * positions < 1 << 32 else np.int64)
        """The type of the numbers in the files."""
        self.bucket = max(1, memory // (LIKELY * 2 * self.kind.itemsize * SHARE))
        """The number of children in a bucket."""
        count = -(-positions // self.bucket)
        self.sizes = [*sizes] or [0] * count
        for number, size in enumerate(self.sizes):
            with self._path(number).open("ab") as file:
                file.truncate(2 * self.kind.itemsize * size)

    def add(self, children: Places, parents: Places) -> None:
        """Append pairs. Raises OSError."""
        buckets = children // self.bucket
        order = np.argsort(buckets, kind="stable")
        ends = np.searchsorted(buckets[order], np.arange(len(self.sizes) + 1))
        pairs = np.column_stack((children[order], parents[order])).astype(self.kind)
        for number in np.flatnonzero(np.diff(ends)).tolist():
            with self._path(number).open("ab") as file:
                file.write(pairs[ends[number] : ends[number + 1]].tobytes())
            self.sizes[number] += int(ends[number + 1] - ends[number])

    def sync(self) -> None:
        """Sync the files to disk. Raises OSError."""
        for number in range(len(self.sizes)):
            with self._path(number).open("ab") as file:
                os.fsync(file.fileno())

    def parents(self) -> tuple[Places, NDArray[Any]]:
        """The parents of all positions, in a file: where those of each position start, and the parents. Raises OSError."""
        starts = np.zeros(self.positions + 1, np.int64)
        with (self.folder / PARENTS).open("wb") as file:
            for number in range(len(self.sizes)):
                pairs = np.fromfile(self._path(number), self.kind).reshape(-1, 2)
                children = pairs[:, 0]
                first, last = number * self.bucket, min((number + 1) * self.bucket, self.positions)
                starts[first + 1 : last + 1] = np.bincount(
                    children - children.dtype.type(first), minlength=last - first
                )
                file.write(pairs[np.argsort(children, kind="stable"), 1].tobytes())
        np.cumsum(starts, out=starts)
        if starts[-1] == 0:
            return starts, np.zeros(0, self.kind)
        return starts, np.memmap(self.folder / PARENTS, self.kind, "r")

    def remove(self) -> None:
        """Delete the files."""
        for path in (*self.folder.glob(f"{LINKS}-*"), self.folder / PARENTS):
            path.unlink(missing_ok=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{LINKS}-{number}"
