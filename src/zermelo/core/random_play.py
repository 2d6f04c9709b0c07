"""A random play of a game, ply by ply."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from zermelo.core.game import Game

State = TypeVar("State")


class PlayedMove(NamedTuple, Generic[State]):
    """A move of a play."""

    state: State
    actions: list[int]
    """The legal actions there, in a random order if the play is lasting."""
    action: int
    after: State


def random_play(
    game: Game[State],
    state: State,
    rng: random.Random,
    *,
    lasting: bool = False,
    actions: Callable[[State], Iterable[int]] | None = None,
) -> Iterator[PlayedMove[Any]]:
    """A random play from `state`, in which every action is equally likely; `lasting`: it avoids the end while it can.

    It stops at the end of the game, in a state without actions, and after max_length plies, as in a game with cycles.
    `actions` is called instead of the game's method.
    """
    for _ in range(game.max_length):
        if game.terminal(state):
            return
        legal = [*islice((actions or game.actions)(state), game.action_count + 1)]
        if not legal:
            return
        if lasting:
            rng.shuffle(legal)
        action = legal[0] if lasting else rng.choice(legal)
        after = game.apply(state, action)
        for other in legal[1:] if lasting and game.terminal(after) else ():
            child = game.apply(state, other)
            if not game.terminal(child):
                action, after = other, child
                break
        yield PlayedMove(state, legal, action, after)
        state = after
