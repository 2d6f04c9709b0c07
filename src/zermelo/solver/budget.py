"""The budget of a search: how many nodes it may still visit, how it is stopped, and when native code takes over.

A search compares its count of nodes with a limit at every node. To stop it, from any thread, the limit is set below the
count. When the search has returned, `check` tells its caller whether the stop is final. Only this module writes to the
limit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

from zermelo.search.parts.counters import NODE_LIMIT, NODES, UNLIMITED, BudgetSpent
from zermelo.search.parts.search import Search

AT_ONCE: Final = -1
"""A limit that every search has already reached."""


class MemorySpent(BudgetSpent):
    """There is not enough memory for a larger tree."""


class Interpreting(NamedTuple):
    """What a solver may spend on interpreted searches before it begins to compile.

    Most small positions are solved within it, in less time than compiling takes. Other searches go on meanwhile. Native code
    starts again at the root, so results do not depend on it.
    """

    nodes: int = 20_000
    seconds: float = 0.5

    @property
    def spent(self) -> bool:
        return self.nodes <= 0 or self.seconds <= 0

    def within(self, seconds: float | None) -> Interpreting:
        """For a search with a time limit: at most a tenth of it, as native code makes much more of the time."""
        return self if seconds is None else Interpreting(self.nodes, min(self.seconds, seconds / 10))

    def sooner(self) -> Interpreting:
        """For a search whose native code takes a second to make instead of five."""
        return Interpreting(self.nodes, min(self.seconds, 0.15))

    def less(self, nodes: int, seconds: float) -> Interpreting:
        return Interpreting(self.nodes - nodes, self.seconds - seconds)


class Budget:
    """The budget of one search, which may be run several times."""

    def __init__(self, search: Search) -> None:
        self.stopped = False
        """Whether the search has been stopped for good."""
        self.gave_way = False
        """Whether the search has ended so that native code can take over."""
        self._searches: tuple[Search, ...] = (search,)
        """The search and, while several threads work on it, the other threads' searches."""
        self._end = UNLIMITED
        """The count of nodes at which the budget is spent."""
        self._gives_way = False
        self._error: Exception | None = None

    @property
    def visited(self) -> int:
        """The nodes that the search has counted; while several threads work on it, those of the first thread."""
        return int(self._searches[0].counters[NODES])

    def allow(self, nodes: int) -> None:
        self._end = self.visited + nodes

    def resume(self, until: int = UNLIMITED) -> None:
        """Let the search run, at most to this count of nodes. Has no effect if it has been stopped."""
        self._limit(min(self._end, until))
        if self.stopped or self._gives_way or self._error is not None:
            self.pause()

    def pause(self) -> None:
        """Make the search return soon; it may be resumed. Any thread may call this."""
        self._limit(AT_ONCE)

    def stop(self) -> None:
        """Make the search end soon, for good. Any thread may call this."""
        self.stopped = True
        self.pause()

    def give_way(self) -> None:
        """Make the search end soon, so that native code can take over. Any thread may call this."""
        self._gives_way = True
        self.pause()

    def fail(self, error: Exception) -> None:
        """Make the search end soon; `check` then raises this error. Any thread may call this."""
        self._error = error
        self.pause()

    def check(self) -> None:
        """Call this after a search has returned. Raises the error of `fail`, or BudgetSpent if the search must end;
        otherwise it was only paused.
        """
        if self._error is not None:
            raise self._error from None
        if self.stopped or self.visited >= self._end:
            raise BudgetSpent
        if self._gives_way:
            self.gave_way = True
            raise BudgetSpent

    @contextlib.contextmanager
    def shared_with(self, others: Sequence[Search]) -> Generator[None]:
        """A context in which other searches work on the same position, and whatever stops one of them stops all."""
        alone = self._searches
        self._searches = (*alone, *others)
        try:
            yield
        finally:
            self._searches = alone

    def _limit(self, nodes: int) -> None:
        for search in self._searches:
            search.control[NODE_LIMIT] = nodes
