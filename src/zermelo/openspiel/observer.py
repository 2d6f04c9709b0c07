"""Observations for OpenSpiel: a position as a tensor, for learning, and as text.

The tensor has two parts. "player" has a one for the player to move. "state" has the numbers of the state, one after the
other: a `Bits` is a 0 or a 1 for each cell, an int or a bool is one number, a tuple is the numbers of its parts. Numbers are
32-bit floats, so integers beyond 2**24 are rounded: a board belongs in a `Bits`, where nothing is lost.

If the states of a game have no fixed shape, or contain anything else, such as strings, the tensor has "history" instead of
"state": a row for each ply of the play so far, with a one for the action.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, Final, Protocol, cast

import numpy as np

from zermelo.core.bits import Bits
from zermelo.core.errors import BadGame
from zermelo.core.fingerprint import is_own
from zermelo.core.game import Game
from zermelo.core.random_play import random_play
from zermelo.core.shape import has_shape, shape
from zermelo.openspiel.position import PositionForSpiel

PLAYS: Final = 16
PLIES: Final = 500
"""The random plays that show whether all states have the same shape, and the plies in all of them."""


class State(Protocol):
    """A state of OpenSpiel for one of zermelo's games."""

    position: PositionForSpiel


class Observer:
    """What OpenSpiel calls a PyObserver. All players see the same, as nothing is hidden."""

    def __init__(self, game: Game[Any], *, has_numbers: bool) -> None:
        """`has_numbers`: whether the tensor has the numbers of the state (see `has_fixed_shape`) or the actions."""
        self._game, self._has_numbers = game, has_numbers
        size = len(numbers(game.initial())) if has_numbers else game.max_length * game.action_count
        self.tensor = np.zeros(game.players + size, np.float32)
        """All numbers. The arrays in `dict` are views of it."""
        self._player, self._rest = self.tensor[: game.players], self.tensor[game.players :]
        self.dict = {"player": self._player}
        if has_numbers:
            self.dict["state"] = self._rest
        else:
            self.dict["history"] = self._rest.reshape(game.max_length, game.action_count)

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor. The player to move is marked at chance nodes and at the end, too, if the game says who it is."""
        position = state.position
        self._player.fill(0)
        self._player[position.mover] = 1
        if self._has_numbers:
            self._fill(position)
        else:
            self._rest.fill(0)
            for ply, action in enumerate(position.actions()):
                self._rest[ply * self._game.action_count + action] = 1

    def _fill(self, position: PositionForSpiel) -> None:
        """Raises BadGame if there are more or fewer numbers than in the initial state."""
        found = numbers(position.state)
        if len(found) != len(self._rest):
            raise BadGame(
                f"{self._game}: most states consist of {len(self._rest)} numbers, but one of {len(found)}, so there is no "
                f"tensor for it. Give the tuples in all states the same length."
            )
        self._rest[:] = found

    def string_from(self, state: State, player: int) -> str:
        return state.position.text()


def numbers(state: Any) -> list[int]:
    """The numbers of a state that is made of `Bits`, integers, bools and tuples of these."""
    if isinstance(state, Bits):
        return [*map(int, reversed(f"{state.value:0{state.width}b}"))]
    if isinstance(state, tuple):
        return [number for part in cast("tuple[Any, ...]", state) for number in numbers(part)]
    return [int(state)]


def has_fixed_shape(game: Game[Any]) -> bool:
    """Whether the initial state is made of numbers, and all states in some random plays are made alike.

    In zermelo's own games they are.
    """
    initial = game.initial()
    if not has_shape(initial) or is_own(game):
        return has_shape(initial)
    return all(_made_of(state) == _made_of(initial) for state in _random_states(game))


def _made_of(state: Any) -> str:
    """The types of the parts of a state, or "" if there are others than numbers; a bool is a number."""
    return shape(state).replace("bool", "int") if has_shape(state) else ""


def _random_states(game: Game[Any]) -> Iterator[Any]:
    rng = random.Random(str(game))
    plays = (random_play(game, game.initial(), rng) for _ in range(PLAYS))
    return (ply.after for ply in islice(chain.from_iterable(plays), PLIES))
