"""How far a running search is, seen from another thread, without stopping it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.stakes import Reward
from zermelo.search.parts.moves import SortedOrder
from zermelo.search.parts.search import Search
from zermelo.search.parts.table import USED, TranspositionTable
from zermelo.solver.findings import Findings
from zermelo.solver.line import chance_moves
from zermelo.solver.plan import Plan
from zermelo.solver.root import root_of, truncated

State = TypeVar("State")

MOST_MOVES: Final = 12
"""Of the path that is shown."""


class Progress(NamedTuple):
    """How far a running search is."""

    phase: str
    """"compiling" or "searching"."""
    seconds: float
    nodes: int
    depth: int | None
    """Of the iteration that is running; None for a search to the end of the game."""
    lower: Reward
    upper: Reward
    """Bounds on the value proved so far."""
    path: tuple[str, ...] = ()
    """The moves that are being tried, from the root on: those of the last plies may be a moment old."""
    load: float | None = None
    """How full the table is; None without one."""
    written: float | None = None
    """Seconds since the last checkpoint was written; None if none was."""


def proved_so_far(search: Search, found: Findings) -> tuple[Reward, Reward]:
    """The bounds found, with what the running iteration has proved by now if no depth limit has had a part in anything yet.

    `found` was looked at before: when the iteration that it names is over, the count has gone on, or nothing was cut off.
    """
    root = root_of(search)
    if truncated(search) != found.began:  # asked last: it does not go back
        return found.lower, found.upper
    lowest, highest = root.lowest(search.scoring), root.highest(search.scoring)
    return (
        found.lower if lowest is None else max(lowest, found.lower),
        found.upper if highest is None else min(highest, found.upper),
    )


def path_of(plan: Plan[State], search: Search, state: State, depth: int) -> tuple[str, ...]:
    """The moves that are being tried, as far as they can be seen without stopping the search."""
    game, moves = plan.searched_game, search.order
    path: list[str] = []
    if not isinstance(moves, SortedOrder) or "scores" not in plan.algorithm.memory:
        return ()
    for ply in range(min(MOST_MOVES, depth)):
        if game.terminal(state) or chance_moves(plan, state):
            break
        forced = game.forced(state)
        action = moves.trying(ply) if forced == NONE else forced
        if action not in game.actions(state):
            break
        path.append(plan.game.action_name(action))
        state = game.apply(state, action)
    return tuple(path)


def load_of(search: Search) -> float | None:
    """How full the table is; None without one of rows."""
    table: Any = search.table
    return int(table.fill[USED]) / len(table.rows) if isinstance(table, TranspositionTable) else None
