"""How far a search may go on, and requests that it stop: nothing else writes to the limit on its nodes.

A search compares its nodes with its limit at every node. To stop it, from whatever thread, the limit is put below that;
whoever runs it then sees here whether it was for good.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from typing import Final

from zermelo.search.parts.counters import NODE_LIMIT, NODES, UNLIMITED, BudgetSpent
from zermelo.search.parts.search import Search

AT_ONCE: Final = -1
"""A limit that every search has reached."""


class MemorySpent(BudgetSpent):
    """There is no memory for a larger tree."""


class Budget:
    """The budget of one search, for one piece of work after another."""

    def __init__(self, search: Search) -> None:
        """Without limits, as yet."""
        self.stopped = False
        """Whether it is to stop for good."""
        self._searches: tuple[Search, ...] = (search,)
        """The search, and while several threads work on it those of the others."""
        self._end = UNLIMITED
        """The count of nodes at which the budget is spent."""
        self._error: Exception | None = None

    @property
    def visited(self) -> int:
        """The nodes that the search has counted; while several threads work on it, those of the first."""
        return int(self._searches[0].counters[NODES])

    def allow(self, nodes: int) -> None:
        """Let so many nodes be visited from now on."""
        self._end = self.visited + nodes

    def go_on(self, until: int = UNLIMITED) -> None:
        """Let the search run, to a count of nodes at most; not if it is to end, be it since a moment ago."""
        self._limit(min(self._end, until))
        if self.stopped or self._error is not None:
            self.pause()

    def pause(self) -> None:
        """Have the search come back soon; it may be run again. Any thread may call this."""
        self._limit(AT_ONCE)

    def stop(self) -> None:
        """Have the search end soon, for good. Any thread may call this."""
        self.stopped = True
        self.pause()

    def fail(self, error: Exception) -> None:
        """Have the search end soon, with an error that was seen from outside. Any thread may call this."""
        self._error = error
        self.pause()

    def check(self) -> None:
        """Of a search that came back: raises BudgetSpent if it is to end, or the error; else it was paused."""
        if self._error is not None:
            raise self._error from None
        if self.stopped or self.visited >= self._end:
            raise BudgetSpent

    @contextlib.contextmanager
    def shared_with(self, others: Sequence[Search]) -> Generator[None]:
        """While other searches work on the same: what stops one stops all."""
        alone = self._searches
        self._searches = (*alone, *others)
        try:
            yield
        finally:
            self._searches = alone

    def _limit(self, nodes: int) -> None:
        for search in self._searches:
            search.control[NODE_LIMIT] = nodes
