"""Alpha-beta in a fixed order of moves and without a table, which knows only what a setting names.

A *setting* is a tuple of names: pieces of a game's knowledge, ways to learn the order of moves, `range` (no reward is below
the worst or above the best), and `instant win`, the part of `forced` that completes a line.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Final, cast

from experiments.measuring import whole
from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.core.knowledge import KNOWLEDGE
from zermelo.games.in_a_row.connect import connect
from zermelo.games.in_a_row.linegame import Board, LineGame
from zermelo.games.in_a_row.lines import Placed
from zermelo.games.in_a_row.mnk import mnk
from zermelo.solver.options import ORDERING, Piece
from zermelo.solver.solver import Solver

Setting = tuple[str, ...]


def instant_win(game: LineGame, state: Board) -> int:
    """An action that completes a line, NONE if there is none."""
    if game.misere:
        return NONE
    cells = game.completions(state.me, state.you) & game.reach(state)
    return game.action_at(cells.lowest()) if cells else NONE


class InstantMnk(mnk):
    """The game with immediate wins as its only forced moves."""

    def forced(self, state: Board) -> int:
        """An immediate win."""
        return instant_win(self, state)


class InstantConnect(connect):
    """The game with immediate wins as its only forced moves."""

    def forced(self, state: Board) -> int:
        """An immediate win."""
        return instant_win(self, state)


class InstantLines(Placed):
    """The game with immediate wins as its only forced moves."""

    def forced(self, state: Board) -> int:
        """An immediate win."""
        return instant_win(self, state)


INSTANT: Final[dict[type[Any], type[Any]]] = {mnk: InstantMnk, connect: InstantConnect, Placed: InstantLines}


def searched(game: Game[Any], positions: Sequence[Any], setting: Setting, interpreted: bool) -> list[tuple[Any, int]]:
    """The value and the nodes of each position. Raises KeyboardInterrupt."""
    solver = solver_of(game, setting, compiled=False if interpreted else None)
    results = [whole(solver.solve(position)) for position in positions]
    return [(result.value, result.counters["nodes"]) for result in results]


def solver_of(game: Game[Any], setting: Setting, *, compiled: bool | None) -> Solver[Any]:
    """Alpha-beta without a table, which knows only what the setting names."""
    if "instant win" in setting:
        fields = dataclasses.fields(cast("Any", game))
        game = INSTANT[type(game)](**{field.name: getattr(game, field.name) for field in fields})
    known = {*setting, *(("forced",) if "instant win" in setting else ())}
    reduced = game.without(*(piece for piece in KNOWLEDGE if piece not in known))
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
