"""The kernel that calls one method of a game, interpreted or compiled from the same source.

    ask_two(game, answer, state, question, first, second, _)   writes the result to `answer.words`

It returns the number of words. `question` is the number of the method in SEARCHED. `first` and `second` are its arguments
besides the state: an action, a symmetry, a window. Kernels have seven parameters; the last is not used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from zermelo.core.arrays import zeros
from zermelo.core.component import Component
from zermelo.core.game import Game
from zermelo.core.words import pack
from zermelo.native.machine import Machine

State = TypeVar("State")

# as in SEARCHED; constants, because compiled code has no strings
TERMINAL, TO_MOVE, ACTIONS, LEGAL, APPLY, CHANCE, WEIGHT = range(7)
KEY, SYMMETRIC_KEY, SYMMETRIC, SYMMETRIC_ACTION, CANONICAL_SYMMETRY = range(7, 12)
EVALUATE, NOISY, PRIORITY, FORCED, RELEVANT, DECIDING, PLIES, BOUNDS, REWARD = range(12, 21)


class GameAnswer(Component):
    """The words of an answer."""

    def __init__(self, size: int) -> None:
        self.words = zeros(size)


class Asker:
    """Calls the methods of a game by a kernel, interpreted or compiled. Raises NotCompilable."""

    def __init__(self, kernel: Callable[..., int], game: Game[Any], size: int, *, compiled: bool) -> None:
        self._answer = GameAnswer(size)
        self._machine = Machine(kernel, game, self._answer, compiled=compiled)

    def ask(self, state: Any, question: int, first: int, second: int) -> list[int]:
        count = self._machine.run(state, question, first, second, 0)
        return self._answer.words[:count].tolist()


def _ask(game: Game[State], answer: GameAnswer, state: State, question: int, first: int, second: int) -> int:
    """Any question except the one about the reward."""
    if question < KEY:
        return _ask_rules(game, answer, state, question, first)
    if question < EVALUATE:
        return _ask_symmetry(game, answer, state, question, first, second)
    return _ask_knowledge(game, answer, state, question, first, second)


def ask_two(game: Game[State], answer: GameAnswer, state: State, question: int, first: int, second: int, _: int) -> int:
    """Any question to a game of at most two players."""
    return (
        _write(answer, game.reward(state)) if question == REWARD else _ask(game, answer, state, question, first, second)
    )


def ask_all(game: Game[State], answer: GameAnswer, state: State, question: int, first: int, second: int, _: int) -> int:
    """Any question to a game of more than two players."""
    if question == REWARD:
        return _write_all(answer, pack(game.rewards(state)))
    return _ask(game, answer, state, question, first, second)


def _ask_rules(game: Game[State], answer: GameAnswer, state: State, question: int, action: int) -> int:
    if question == TERMINAL:
        return _write(answer, 1 if game.terminal(state) else 0)
    if question == TO_MOVE:
        return _write(answer, game.to_move(state))
    if question == ACTIONS:
        return _write_actions(answer, game.actions(state))
    if question == LEGAL:
        return _write(answer, 1 if game.legal(state, action) else 0)
    if question == APPLY:
        return _write_all(answer, pack(game.apply(state, action)))
    if question == CHANCE:
        return _write(answer, 1 if game.chance(state) else 0)
    return _write(answer, game.weight(state, action))


def _ask_symmetry(game: Game[State], answer: GameAnswer, state: State, question: int, first: int, second: int) -> int:
    if question == KEY:
        return _write_all(answer, pack(game.key(state)))
    if question == SYMMETRIC_KEY:
        return _write_all(answer, pack(game.symmetric_key(state, game.key(state), first)))
    if question == SYMMETRIC:
        return _write_all(answer, pack(game.symmetric(state, first)))
    if question == SYMMETRIC_ACTION:
        return _write(answer, game.symmetric_action(first, second))
    return _write(answer, game.canonical_symmetry(state, game.key(state)))


def _ask_knowledge(game: Game[State], answer: GameAnswer, state: State, question: int, first: int, second: int) -> int:
    if question == EVALUATE:
        return _write(answer, game.evaluate(state))
    if question == NOISY:
        return _write(answer, 1 if game.noisy(state, first) else 0)
    if question == PRIORITY:
        return _write(answer, game.priority(state, first))
    if question == FORCED:
        return _write(answer, game.forced(state))
    if question == RELEVANT:
        return _write_actions(answer, game.relevant(state))
    if question == DECIDING:
        return _write_actions(answer, game.deciding(state))
    if question == PLIES:
        return _write_all(answer, game.plies(state))
    return _write_all(answer, game.bounds(state, first, second))


def _write(answer: GameAnswer, word: int) -> int:
    answer.words[0] = word
    return 1


def _write_all(answer: GameAnswer, words: Any) -> int:
    place = 0
    for word in words:
        if place < len(answer.words):
            answer.words[place] = word
        place += 1
    return place


def _write_actions(answer: GameAnswer, actions: Any) -> int:
    count = 0
    for action in actions:
        if count < len(answer.words):
            answer.words[count] = action
        count += 1
    return count
