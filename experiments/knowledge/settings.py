"""Alpha-beta in a fixed order of moves and without a table, which knows only what a setting names.

A *setting* is a tuple of names: pieces of a game's knowledge, ways to learn the order of moves, `range` (no reward is below
the worst or above the best), and `instant win`, the part of `forced` that completes a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.altered import altered
from experiments.measuring import whole
from zermelo import NONE, Game, Solver
from zermelo.solver.options import ORDERING, PIECES, Piece

Setting = tuple[str, ...]


def instant_win(self: Game[Any], state: Any) -> int:
    """The first action that wins at once, NONE if there is none: a game with it for `forced` has no other forced moves."""
    for action in self.actions(state):
        child = self.apply(state, action)
        if self.terminal(child) and self.reward(child) < 0:
            return action
    return NONE


def searched(game: Game[Any], positions: Sequence[Any], setting: Setting, interpreted: bool) -> list[tuple[Any, int]]:
    """The value and the nodes of each position. Raises KeyboardInterrupt."""
    solver = solver_of(game, setting, compiled=False if interpreted else None)
    results = [whole(solver.solve(position)) for position in positions]
    return [(result.value, result.counters["nodes"]) for result in results]


def solver_of(game: Game[Any], setting: Setting, *, compiled: bool | None) -> Solver[Any]:
    """Alpha-beta without a table, which knows only what the setting names."""
    if "instant win" in setting:
        game = altered(game, f"Instant{type(game).__name__}", forced=instant_win)
    known = {*setting, *(("forced",) if "instant win" in setting else ())}
    reduced = game.without(*(piece for piece in PIECES if piece not in (*ORDERING, *known)))
    left_out: list[Piece] = [piece for piece in ORDERING if piece not in known]
    if "range" not in known:
        left_out.append("bounds")
    return Solver(
        reduced,
        algorithm="alpha-beta",
        table=False,
        etc=False,
        without=tuple(left_out),
        threads=1,
        line=False,
        compiled=compiled,
    )
