"""Parallel search: what the threads of one search share, besides the transposition table.

Each thread runs the whole search, with its own move order and counters. Near the root the threads separate: a move that
another thread is searching is put off until the others have been tried (ABDADA, Weill 1996; the moves being searched
are in a small array, as in Kerrigan 2017). When a thread returns from a move there, it checks in the table whether
another thread has meanwhile finished its node, or one above it. If so, it skips the remaining moves.

    here     | ply 0 | ply 1 | ... |   one row per thread: the hash of the position it is searching below that ply, or 0
    windows  | alpha | beta | depth |  one row per ply of this thread's path, beside the key of the node there
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, Final

from zermelo.core.arrays import Array, filled, of, zeros
from zermelo.core.component import Component, cold
from zermelo.core.words import hash_words, put

PLIES: Final = 64
"""Moves are shared only at plies below this one."""

OVERTAKEN: Final = 0
"""The ply of a node on the path that another thread has finished; PLIES if there is none."""
DATA: Final = 1
SCORE: Final = 2
"""The table entry of that node."""

NO_DEPTH: Final = -1
"""The depth of a node that is not in the table, because its move is forced."""


class LoneWorker(Component):
    """Stands in for a worker in a search by a single thread."""

    def __init__(self, width: int) -> None:
        """`width`: the number of words in a key, which determines the type of `key`."""
        self.no_key = (0,) * width

    def shares(self, ply: int) -> bool:
        return False

    def enter(self, ply: int, key: Any, known: bool, depth: int, alpha: int, beta: int) -> None:
        """Does nothing."""

    def key(self, ply: int) -> Any:
        return self.no_key

    def question(self, ply: int) -> tuple[int, int, int]:
        """Always NO_DEPTH: no window or depth is stored."""
        return 0, 0, NO_DEPTH

    def is_taken(self, key: Any) -> bool:
        return False

    def announce(self, ply: int, key: Any) -> None:
        """Does nothing."""

    def leave(self, ply: int) -> None:
        """Does nothing."""

    def overtake(self, ply: int, data: int, score: int) -> None:
        """Does nothing."""

    def is_overtaken(self, ply: int) -> bool:
        return False

    def overtaken_entry(self, ply: int) -> tuple[bool, int, int]:
        """Always False: there is no other thread."""
        return False, 0, 0


class SearchWorker(Component):
    """One thread of a parallel search."""

    runtime = ("number", "horizon")

    def __init__(self, width: int, here: Array | None = None, number: int = 0, horizon: int = -1) -> None:
        """`width`: the number of words in a key. `here` is shared by all threads; without it the thread is alone."""
        self.here = zeros(1, PLIES) if here is None else here
        self.number = number
        """This thread's row of `here`."""
        self.horizon = horizon
        """The last ply whose moves are shared; -1 if there is none."""
        self.own = of([PLIES, 0, 0])
        """Cells OVERTAKEN, DATA, SCORE."""
        self.keys = zeros(PLIES, width)
        self.no_key = (0,) * width
        self.windows = filled(NO_DEPTH, PLIES, 3)
        self.entered = zeros(PLIES)
        """How many nodes have been searched at each ply."""

    def shares(self, ply: int) -> bool:
        return ply <= self.horizon

    def enter(self, ply: int, key: Any, known: bool, depth: int, alpha: int, beta: int) -> None:
        """Record a node that this thread is about to search; `known`: whether it may be in the table."""
        if ply >= PLIES:
            return
        self.entered[ply] += 1
        if self.shares(ply):
            self.ask(ply, key, depth if known else NO_DEPTH, alpha, beta)

    @cold
    def ask(self, ply: int, key: Any, depth: int, alpha: int, beta: int) -> None:
        """Store the question that the node at this ply asks."""
        put(self.keys, ply, key)
        self.windows[ply, 0] = alpha
        self.windows[ply, 1] = beta
        self.windows[ply, 2] = depth

    def key(self, ply: int) -> Any:
        """The key of the node at a ply of the path."""
        key = self.no_key
        for place in range(len(self.no_key)):
            key = key[1:] + (int(self.keys[ply, place]),)
        return key

    def question(self, ply: int) -> tuple[int, int, int]:
        """The window and depth (alpha, beta, depth) of the node at a ply of the path."""
        return int(self.windows[ply, 0]), int(self.windows[ply, 1]), int(self.windows[ply, 2])

    def is_taken(self, key: Any) -> bool:
        """Whether another thread is searching the position with this key."""
        mark = hash_words(key)
        for thread in range(len(self.here)):
            if thread != self.number:
                for ply in range(self.horizon + 1):
                    if self.here[thread, ply] == mark:
                        return True
        return False

    def announce(self, ply: int, key: Any) -> None:
        """Announce that this thread searches the position with this key, a child of the node at this ply."""
        self.here[self.number, ply] = hash_words(key)

    def leave(self, ply: int) -> None:
        """Withdraw the announcement for this ply, because its node is finished."""
        if self.shares(ply):
            self.here[self.number, ply] = 0

    def overtake(self, ply: int, data: int, score: int) -> None:
        """Record that another thread has finished the node at this ply, with its table entry."""
        self.own[OVERTAKEN] = ply
        self.own[DATA] = data
        self.own[SCORE] = score

    def is_overtaken(self, ply: int) -> bool:
        """Whether the node at this ply, or one above it, is known to be finished by another thread."""
        return bool(self.own[OVERTAKEN] <= ply)

    def overtaken_entry(self, ply: int) -> tuple[bool, int, int]:
        """Whether the finished node is the one at this ply, and its table entry. If so, the search continues from there."""
        if self.own[OVERTAKEN] < ply:
            return False, 0, 0
        self.own[OVERTAKEN] = PLIES
        return True, int(self.own[DATA]), int(self.own[SCORE])


def shared_plies(entered: Iterable[int], grain: int) -> int:
    """The last ply such that at most one node in `grain` lies at this ply or nearer the root; -1 if there is none.

    `entered`: how many nodes there are at each ply.
    """
    nearer = list(itertools.accumulate(entered))
    return sum(count * grain <= nearer[-1] for count in nearer) - 1 if nearer[-1] else -1
