"""Observers of a search: none, or a trace of its events. Which of the two is fixed when the search is compiled."""

from __future__ import annotations

from typing import Final

from zermelo.core.arrays import memory, over, zeros
from zermelo.core.component import Component

ENTER: Final = 0
"""A node is entered: alpha, beta."""
LEAVE: Final = 1
"""A node is left: reason (see REASONS), value, best action."""
CUT: Final = 2
"""The remaining moves of a node are cut off: action that caused the cutoff, value, beta."""

PLAY: Final = 3
"""A move is tried at a node: action."""

RETURN: Final = 4
"""A node of the tree is visited again: the action that leads to it from its parent, meaningless at the root."""

PLAYOUT: Final = 5
"""A random play from a node to its end: number of plies, reward of the player to move at the node."""

SEARCHED: Final = 0
TERMINAL: Final = 1
HORIZON: Final = 2
TABLE_HIT: Final = 3
PROVEN_BOUND: Final = 4
UNDECIDED: Final = 5
"""Left undecided, by a search that returns to its nodes; the value means nothing."""

REASONS: Final = ("searched", "terminal", "horizon", "table", "bound", "undecided")

FIELDS: Final = 5
"""An event is a row (event, ply, a, b, c); the comment of each event above lists what a to c are."""


class NoObserver(Component):
    """Records nothing and costs nothing."""

    def note(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        """Ignore an event."""


class Trace(Component):
    """Records the first `capacity` events of a search, in order; `count[0]` counts all events."""

    def __init__(self, capacity: int) -> None:
        self.events = zeros(capacity, FIELDS)
        self.count = zeros(1)

    def note(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        """Record an event, if there is room."""
        place = int(self.count[0])
        self.count[0] = place + 1
        if place < len(self.events):
            self.events[place, 0] = event
            self.events[place, 1] = ply
            self.events[place, 2] = a
            self.events[place, 3] = b
            self.events[place, 4] = c

    def recorded(self) -> list[list[int]]:
        """The events that were recorded, each a row. For Python alone."""
        count = min(int(self.count[0]), len(self.events))
        return over(memory(self.events)[: 8 * FIELDS * count], (count, FIELDS)).tolist() if count else []

    def complete(self) -> bool:
        """Whether all events were recorded."""
        return int(self.count[0]) <= len(self.events)
