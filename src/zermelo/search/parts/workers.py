"""The workers of one search: what its threads tell each other, apart from what they find in the table that they share.

Each thread runs the whole search, with an order of moves and counters of its own. Near the root they part ways: a move
that another thread is trying just now is put off until the others have been tried (ABDADA, Weill 1996; who is where is
written down in a small array, after Kerrigan 2017). And when a thread is back from a move there, it looks in the table
whether another has settled its node meanwhile, or one above it: then the rest is not its business any more.

    here     | ply 0 | ply 1 | ... |   a row for each thread: the hash of the position it has gone to from that ply, or 0
    windows  | alpha | beta | depth |  a row for each ply of this thread's path, beside the key of the node there
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zermelo.core.component import Component
from zermelo.core.words import hash_words, put

PLIES: Final = 64
"""No ply from this one on is shared."""

NUMBER: Final = 0
"""Which row of `here` is this thread's."""
HORIZON: Final = 1
"""The last ply whose moves are shared, -1 if none is."""
OVERTAKEN: Final = 2
"""The ply of a node on the path that another thread has settled; PLIES if none is known."""
DATA: Final = 3
SCORE: Final = 4
"""What the table says of that node."""

NO_DEPTH: Final = -1
"""Of a node that the table does not know: its move is forced."""


class LoneWorker(Component):
    """A search that nobody else works on."""

    def __init__(self, width: int) -> None:
        """`width`: words of a key, which the type of `key` depends on."""
        self.no_key = (0,) * width

    def shares(self, ply: int) -> bool:
        """Whether the moves of this ply are shared."""
        return False

    def enter(self, ply: int, key: Any, known: bool, depth: int, alpha: int, beta: int) -> None:
        """Nobody needs to know."""

    def key(self, ply: int) -> Any:
        """No key is kept of a node on the path."""
        return self.no_key

    def question(self, ply: int) -> tuple[int, int, int]:
        """What is kept of its window and depth."""
        return 0, 0, NO_DEPTH

    def is_taken(self, key: Any) -> bool:
        """Whether another thread has gone there."""
        return False

    def go(self, ply: int, key: Any) -> None:
        """Nobody needs to know."""

    def leave(self, ply: int) -> None:
        """Nobody needs to know."""

    def overtake(self, ply: int, data: int, score: int) -> None:
        """Nobody does."""

    def is_overtaken(self, ply: int) -> bool:
        """Whether another thread has settled the node at this ply, or one above it."""
        return False

    def found(self, ply: int) -> tuple[bool, int, int]:
        """Whether it was the node at this ply, and what the table says of it."""
        return False, 0, 0


class SearchWorker(Component):
    """One thread's part in it."""

    def __init__(self, width: int, here: NDArray[np.int64] | None = None, number: int = 0, horizon: int = -1) -> None:
        """`width`: words of a key. Without an array `here` that it shares with others, a thread is alone."""
        self.here = np.zeros((1, PLIES), np.int64) if here is None else here
        self.own = np.array([number, horizon, PLIES, 0, 0], np.int64)
        self.keys = np.zeros((PLIES, width), np.int64)
        self.no_key = (0,) * width
        self.windows = np.full((PLIES, 3), NO_DEPTH, np.int64)
        self.entered = np.zeros(PLIES, np.int64)
        """How many nodes have been searched at each ply."""

    def shares(self, ply: int) -> bool:
        """Whether the moves of this ply are shared."""
        return bool(ply <= self.own[HORIZON])

    def enter(self, ply: int, key: Any, known: bool, depth: int, alpha: int, beta: int) -> None:
        """This thread is about to search a node; `known`: whether the table may know it."""
        if ply >= PLIES:
            return
        self.entered[ply] += 1
        if self.shares(ply):
            put(self.keys, ply, key)
            self.windows[ply, 0] = alpha
            self.windows[ply, 1] = beta
            self.windows[ply, 2] = depth if known else NO_DEPTH

    def key(self, ply: int) -> Any:
        """The key of the node at a ply of the path."""
        key = self.no_key
        for place in range(len(self.no_key)):
            key = key[1:] + (int(self.keys[ply, place]),)
        return key

    def question(self, ply: int) -> tuple[int, int, int]:
        """The window and the depth of the node at a ply of the path."""
        return int(self.windows[ply, 0]), int(self.windows[ply, 1]), int(self.windows[ply, 2])

    def is_taken(self, key: Any) -> bool:
        """Whether another thread has gone to the position with this key."""
        mark = hash_words(key)
        for thread in range(len(self.here)):
            if thread != self.own[NUMBER]:
                for ply in range(self.own[HORIZON] + 1):
                    if self.here[thread, ply] == mark:
                        return True
        return False

    def go(self, ply: int, key: Any) -> None:
        """This thread goes from this ply to the position with this key."""
        self.here[self.own[NUMBER], ply] = hash_words(key)

    def leave(self, ply: int) -> None:
        """This thread has finished the node at this ply."""
        if self.shares(ply):
            self.here[self.own[NUMBER], ply] = 0

    def overtake(self, ply: int, data: int, score: int) -> None:
        """Another thread has settled the node at this ply, the table says."""
        self.own[OVERTAKEN] = ply
        self.own[DATA] = data
        self.own[SCORE] = score

    def is_overtaken(self, ply: int) -> bool:
        """Whether the node at this ply, or one above it, is known to be settled."""
        return bool(self.own[OVERTAKEN] <= ply)

    def found(self, ply: int) -> tuple[bool, int, int]:
        """Whether it was the node at this ply, and what the table says of it; then the search goes on from there."""
        if self.own[OVERTAKEN] < ply:
            return False, 0, 0
        self.own[OVERTAKEN] = PLIES
        return True, int(self.own[DATA]), int(self.own[SCORE])


def shared_plies(entered: NDArray[np.int64], grain: int) -> int:
    """The last ply such that the nodes down to it are at most one in `grain` of all, -1 if there is none."""
    return int(np.count_nonzero(np.cumsum(entered) * grain <= entered.sum())) - 1 if entered.any() else -1
