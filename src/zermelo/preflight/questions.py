"""Call methods of a game twice with the same arguments: if the answers differ, the method depends on something else.

This finds state that a game keeps where it cannot be seen: in a closure, a global variable or a file. A question is a call
of a method.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from zermelo.core.contract import METHODS, SEARCHED
from zermelo.core.errors import RAISED, DoesNotReturn
from zermelo.core.game import Game, inherits
from zermelo.core.shape import unpackable
from zermelo.core.wording import shown

KEPT: Final = 64
"""At most this many calls of each method are repeated."""

CALLED: Final = (*(name for name in SEARCHED if name != "reward"), "grundy_value")
"""The methods that are called in a state that is not terminal."""


class Question(NamedTuple):
    """A call of one of the game's methods."""

    method: str
    arguments: tuple[Any, ...]

    def answer(self, game: Game[Any]) -> Any:
        """What the method returns, or the class of the exception that it raises."""
        try:
            answer = getattr(game, self.method)(*self.arguments)
            return tuple[Any, ...](islice(answer, game.action_count + 1)) if hasattr(answer, "__next__") else answer
        except DoesNotReturn:
            raise
        except RAISED as error:
            return type(error)

    def fault(self, answer: Any) -> str:
        """What is wrong with the kind of an answer, as the end of a sentence; "" if nothing is."""
        wanted, fits = METHODS[self.method].kind
        if self.method == "symmetric" and unpackable(answer) and not unpackable(self.arguments[0]):
            return f"symmetric returns {_quoted(answer)}, but must return a state of the same kind as its argument"
        if isinstance(answer, type) or fits(answer):  # the class of an exception is no answer
            return ""
        return f"{self.method} returns {_quoted(answer)}, but must return {wanted}"


class TwoAnswers(NamedTuple):
    """A question with two different answers, and the play to the position where it was asked."""

    path: tuple[int, ...]
    question: Question
    first: Any
    second: Any

    @property
    def state(self) -> Any:
        return self.question.arguments[0]

    @property
    def found(self) -> str:
        first, second = _quoted(self.first), _quoted(self.second)
        answers = f"{first} and then {second}" if first != second else "two values that are not equal"
        return f"{self.question.method}, called twice with the same arguments, returned {answers}."


def questions(game: Game[Any], state: Any, *, over: bool, action: int = 0) -> Iterator[Question]:
    """The calls, with a state and a move there, of the methods that the game's class defines itself."""
    low, high = game.reward_range
    given = {"state": state, "action": action, "symmetry": game.symmetry_count - 1, "alpha": low, "beta": high}
    end = "rewards" if game.players > 2 else "reward"
    symmetric = game.symmetry_count > 1 and not over
    given["key"] = Question("key", (state,)).answer(game) if symmetric else None
    for name in ("terminal", "to_move", end) if over else CALLED:
        always = name == end if over else name == "actions"
        if (symmetric or "symmetr" not in name) and (always or not inherits(game, name)):
            yield Question(name, tuple(given[argument] for argument in METHODS[name].arguments))


class AnswerLog:
    """Questions that were asked, with the answers; up to KEPT for each method."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._kept: list[tuple[tuple[int, ...], Question, Any]] = []
        self._counts = Counter[str]()

    def record(self, state: Any, path: Sequence[int], *, over: bool, action: int = 0) -> None:
        """Ask all questions about a state, to which `path` leads, and keep the answers."""
        for question in questions(self._game, state, over=over, action=action):
            self._counts[question.method] += 1
            if self._counts[question.method] <= KEPT:
                self._kept.append(((*path,), question, question.answer(self._game)))

    def odd(self, methods: Container[str]) -> tuple[tuple[int, ...], str] | None:
        """The first answer of one of these methods of the wrong type: the play to the position, and what is wrong."""
        for path, question, answer in self._kept:
            fault = question.fault(answer) if question.method in methods else ""
            if fault:
                return path, fault
        return None

    def again(self, seconds: float = math.inf) -> TwoAnswers | None:
        """The first question found whose answer has changed; None if there is none, or none is found in time.

        The last questions are asked first, because a play ends with the question about the reward.
        """
        ends = time.monotonic() + seconds
        for path, question, first in reversed(self._kept):
            second = question.answer(self._game)
            if not is_same(first, second):
                return TwoAnswers(path, question, first, second)
            if time.monotonic() > ends:
                break
        return None


def is_same(one: Any, other: Any) -> bool:
    """Whether two answers are equal, or cannot be compared."""
    if one is other:
        return True
    if type(one) is type(other) is tuple:
        one, other = cast("tuple[Any, ...]", one), cast("tuple[Any, ...]", other)
        return len(one) == len(other) and all(map(is_same, one, other))
    if type(one) is type(other) and type(one).__eq__ is object.__eq__:
        return True  # without __eq__, an object is equal to itself alone
    try:
        return bool(one == other) or bool(one != one and other != other)  # nan is not equal to itself
    except Exception:
        return True


def _quoted(value: Any) -> str:
    """A value as text; for the class of an exception, words that say it was raised."""
    return f"an exception, {value.__name__}" if isinstance(value, type) else shown(value)
