"""What tests of native code share: a context to write in, kernels, and both ways to run them side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np

from zermelo import Game
from zermelo.core.component import Component
from zermelo.core.words import pack
from zermelo.native.machine import Machine

State = TypeVar("State")

ROOM: Final = 256
LOSS: Final = -(1 << 40)


class Notes(Component):
    """Words that a kernel has written down."""

    def __init__(self) -> None:
        self.words = np.zeros(ROOM, np.int64)

    def keep(self, words: tuple[int, ...]) -> int:
        """Write a packed value down; returns how many words that were."""
        place = 0
        for word in words:
            self.words[place] = word
            place += 1
        return place


def best_reward(game: Game[State], notes: Notes, state: State, depth: int, alpha: int, beta: int, guess: int) -> int:
    """What the player to move gets with best play: minimax by the book, with nothing but START."""
    if game.terminal(state):
        return game.reward(state)
    best = LOSS
    for action in game.actions(state):
        best = max(best, -best_reward(game, notes, game.apply(state, action), depth - 1, alpha, beta, guess))
    return best


def after(game: Game[State], notes: Notes, state: State, action: int, alpha: int, beta: int, guess: int) -> int:
    """Writes the state after `action` down."""
    return notes.keep(pack(game.apply(state, action)))


def situation(game: Game[State], notes: Notes, state: State, action: int, alpha: int, beta: int, guess: int) -> int:
    """Writes down whether play is over and the reward, or else how many actions are legal and whether `action` is."""
    if game.terminal(state):
        return notes.keep((1, game.reward(state)))
    count = 0
    for _ in game.actions(state):
        count += 1
    return notes.keep((0, count, 1 if game.legal(state, action) else 0))


class Both:
    """A kernel on a game, interpreted and compiled."""

    def __init__(self, kernel: Callable[..., int], game: Game[Any]) -> None:
        self.notes = [Notes(), Notes()]
        self.machines = [
            Machine(kernel, game, notes, compiled=compiled)
            for notes, compiled in zip(self.notes, (False, True), strict=True)
        ]

    def __call__(self, state: Any, *integers: int) -> tuple[Any, Any]:
        """What the interpreted and the compiled kernel return, with the words they wrote, or the error they raise."""
        given = (*integers, 0, 0, 0, 0)[:4]
        return self._outcome(0, state, given), self._outcome(1, state, given)

    def agreed(self, state: Any, *integers: int) -> Any:
        """What both of them say."""
        interpreted, compiled = self(state, *integers)
        assert interpreted == compiled
        return interpreted

    def _outcome(self, which: int, state: Any, given: tuple[int, ...]) -> Any:
        words = self.notes[which].words
        words[:] = 0
        try:
            returned = self.machines[which].run(state, *given)
        except (ArithmeticError, IndexError, ValueError, TypeError) as error:
            return type(error)
        return int(returned), tuple(words.tolist())
