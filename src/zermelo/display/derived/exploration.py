"""Some positions of a game, found by playing it: the source of its derived board."""

from __future__ import annotations

import functools
import random
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from zermelo.core.errors import RAISED
from zermelo.core.game import Game, player_at
from zermelo.core.random_play import random_play
from zermelo.core.supervision import processor_time

T = TypeVar("T")

MOST_POSITIONS: Final = 400
MOST_QUESTIONS: Final = 10_000
"""The most positions that are looked at, and the most questions whether an action is legal."""

MOST_ACTIONS: Final = 4096
"""Games with more actions are not explored."""

MOST_MOVES: Final = 512
"""Nor are games with more legal moves in a position."""

PLAYS: Final = 6
"""How many random plays come first. They reach the late positions of a large game."""

LONGEST: Final = 200
"""The most plies of a random play."""

SECONDS: Final = 1.0
"""The time after which a very slow game is left alone, many times what others need: the other limits do not depend on the
machine.
"""


def derived_once(derive: Callable[[Game[Any]], T]) -> Callable[[Game[Any]], T | None]:
    """Make a function that remembers what it derives for a game, and returns None if that fails: the game may be anything,
    and raise anything.
    """

    @functools.lru_cache(maxsize=16)
    def remembered(game: Game[Any]) -> T | None:
        try:
            return derive(game)
        except RAISED:
            return None

    @functools.wraps(derive)
    def derived(game: Game[Any]) -> T | None:
        try:
            return remembered(game)
        except Exception:  # a game that cannot be hashed cannot be remembered either
            return remembered.__wrapped__(game)

    return derived


class Situation(NamedTuple):
    """A state, and the player to move in it."""

    state: Any
    mover: int


class WatchedMove(NamedTuple):
    """A legal move: the position before, the action, and the position after."""

    before: Situation
    action: int
    after: Situation


class Exploration(NamedTuple):
    """Legal moves of a game."""

    moves: list[WatchedMove]
    complete: bool
    """Whether these are all moves of all positions that can be reached."""


class NoBoard(Exception):
    """No board is recognised in the states of this game, or it is too large or too slow to be explored."""


def moves_from(game: Game[Any], position: Situation) -> list[WatchedMove]:
    """The legal moves in a position. Raises NoBoard if there are very many."""
    if game.terminal(position.state):
        return []
    actions = list(islice(game.actions(position.state), MOST_MOVES + 1))
    if len(actions) > MOST_MOVES:
        raise NoBoard
    return [_move(game, position, action, game.apply(position.state, action)) for action in actions]


def _move(game: Game[Any], position: Situation, action: int, state: Any) -> WatchedMove:
    return WatchedMove(position, action, Situation(state, player_at(game, state, position.mover + 1)))


def explore(game: Game[Any]) -> Exploration:
    """The moves of some random plays, which are the same in every process; then all moves in some of their positions, and in
    those nearest to the start. Raises NoBoard.
    """
    if not 0 < game.action_count <= MOST_ACTIONS:
        raise NoBoard
    most = min(MOST_POSITIONS, MOST_QUESTIONS // game.action_count + 1)
    first = game.initial()
    start = Situation(first, player_at(game, first, 0))
    rng, end = random.Random(0), _clock() + SECONDS
    known: dict[Situation, list[WatchedMove]] = {}

    def moves(position: Situation) -> list[WatchedMove]:
        if position not in known:
            _check_time(end)
            known[position] = moves_from(game, position)
        return known[position]

    played = [move for _ in range(PLAYS) for move in _random_play(game, start, rng, end)]
    for move in rng.sample(played, min(len(played), most // 2)):
        moves(move.before)
    waiting, met = deque([start]), {start}
    while waiting and len(known) < most:
        for move in moves(waiting.popleft()):
            if move.after not in met:
                met.add(move.after)
                waiting.append(move.after)
    return Exploration(played + [move for found in known.values() for move in found], not waiting)


def _random_play(game: Game[Any], position: Situation, rng: random.Random, end: float) -> list[WatchedMove]:
    """The moves of a random play. Raises NoBoard if it is not over at the time `end`."""
    moves: list[WatchedMove] = []
    for ply in islice(random_play(game, position.state, rng), LONGEST):
        _check_time(end)
        if len(ply.actions) > MOST_MOVES:
            raise NoBoard
        moves.append(_move(game, position, ply.action, ply.after))
        position = moves[-1].after
    return moves


def _check_time(end: float) -> None:
    if _clock() > end:
        raise NoBoard


def _clock() -> float:
    """Seconds of work; those of waiting count a third, since a busy machine must not decide whether a game has a board."""
    return (2 * processor_time() + time.monotonic()) / 3
