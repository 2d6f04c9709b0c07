"""The progress of a running search, read from another thread without stopping the search."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.reward_scale import Reward
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, TranspositionTable
from zermelo.solver.findings import Findings, root_of, truncated
from zermelo.solver.plan import Plan

State = TypeVar("State")

MOST_MOVES: Final = 12
"""The most moves of the path that are shown."""


class Progress(NamedTuple):
    """The progress of a running search."""

    phase: str
    """"compiling", "searching", or "tabulating": making a table of all positions."""
    seconds: float
    nodes: int
    depth: int | None
    """The depth of the current iteration; None for a search to the end of the game."""
    lower: Reward
    upper: Reward
    """The bounds on the value that are proved so far."""
    path: tuple[str, ...] = ()
    """The moves that are being tried, from the root; those of the last plies may be slightly out of date."""
    load: float | None = None
    """How full the table is, from 0 to 1; None without a table."""
    written: float | None = None
    """Seconds since the last checkpoint was written; None if none was written."""
    note: str = ""
    """While tabulating: how far the work has come, in words."""

    def __str__(self) -> str:
        return self.line()

    def line(self, width: int = sys.maxsize) -> str:
        """All of it in one line: as many figures as fit the width, then as much of the path as fits."""
        if self.phase == "compiling":
            return f"preparing native code (once)  {clock(self.seconds)}"
        if self.phase == "tabulating":
            return f"all positions  {clock(self.seconds)}  {self.note}"[:width]
        rate = self.nodes / max(self.seconds, 1e-9)
        line = f"searching  {clock(self.seconds)}"[:width]
        parts = (
            f"value {self.lower} to {self.upper}",
            f"{self.nodes:,} nodes",
            f"{rate / 1e6:.1f} million/s" if rate >= 1e6 else f"{rate:,.0f}/s",
            "" if self.depth is None else f"depth {self.depth}",
            "" if self.load is None else f"table {self.load:.0%} full",
            "" if self.written is None else f"checkpoint {clock(self.written)} ago",
        )
        line = with_parts(line, parts, width)
        for number, move in enumerate(self.path):
            part = f" {move}" if number else f"  trying {move}"
            if len(line) + len(part) > width:
                break
            line += part
        return line


def with_parts(line: str, parts: Iterable[str], width: int) -> str:
    """The line followed by those parts for which there is room, two spaces apart; empty ones are left out."""
    for part in filter(None, parts):
        if len(line) + 2 + len(part) <= width:
            line += f"  {part}"
    return line


def clock(seconds: float) -> str:
    """A time as text: 12.3 s, 4:05, 3:14:15."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def proved_so_far(search: Search, found: Findings) -> tuple[Reward, Reward]:
    """The bounds proved so far: those found before, narrowed by the current iteration unless a depth limit affected it.

    `found` may be out of date. If the iteration that it describes is over, the count of truncated values differs, or no
    value was truncated; the bounds hold in both cases.
    """
    root = root_of(search)
    if truncated(search) != found.began:  # the count never decreases
        return found.lower, found.upper
    lowest, highest = root.lowest(search.scoring), root.highest(search.scoring)
    return (
        found.lower if lowest is None else max(lowest, found.lower),
        found.upper if highest is None else min(highest, found.upper),
    )


def path_of(plan: Plan[State], search: Search, state: State, depth: int) -> tuple[str, ...]:
    """The moves that are being tried, as far as they can be read without stopping the search."""
    game, moves = plan.searched_game, search.order
    path: list[str] = []
    if not isinstance(moves, SortedOrder) or "scores" not in plan.algorithm.memory:
        return ()
    for ply in range(min(MOST_MOVES, depth)):
        if game.terminal(state) or plan.chance_moves(state):
            break
        forced = game.forced(state)
        action = moves.trying(ply) if forced == NONE else forced
        if action not in game.actions(state):
            break
        path.append(plan.game.action_name(action))
        state = game.apply(state, action)
    return tuple(path)


def load_of(search: Search) -> float | None:
    """How full the table is, from 0 to 1; None without a table of rows."""
    table: Any = search.table
    return int(table.fill[USED]) / len(table.rows) if isinstance(table, TranspositionTable) else None
