"""Call methods of a game twice with the same arguments: if the answers differ, the method depends on something else.

This finds state that a game keeps where it cannot be seen: in a closure, a global variable or a file. A question is a call
of a method.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from numbers import Integral
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import DoesNotReturn
from zermelo.core.game import Game
from zermelo.core.shape import unpackable
from zermelo.core.wording import shown

KEPT: Final = 64
"""At most this many calls of each method are repeated."""

ANYWHERE: Final = ("terminal", "to_move")
ON_THE_WAY: Final = (
    *("actions", "chance", "key", "evaluate", "forced", "relevant", "deciding", "plies"),
    "grundy_value",
)
OF_A_MOVE: Final = ("legal", "apply", "weight", "priority", "noisy")
"""Methods called in every state; and in those that are not terminal: with the state alone, with a move. The methods about
symmetries take other arguments.
"""


def is_integral(answer: Any) -> bool:
    """Whether an answer is an integer of any type."""
    return isinstance(answer, Integral)


def is_integer(answer: Any) -> bool:
    """Whether an answer counts as Python's integers do: those of NumPy do if they have 64 bits and a sign."""
    try:
        return isinstance(answer, int) or (is_integral(answer) and bool(-answer - FAR == -int(answer) - FAR))
    except (OverflowError, RuntimeWarning):
        return False


FAR: Final = 1 << 40
"""A number that smaller types do not hold."""


def _hashable(answer: Any) -> bool:
    try:
        hash(answer)
    except TypeError:
        return False
    return True


def _integers(answer: Any) -> bool:
    return isinstance(answer, Iterable) and all(map(is_integer, cast("Iterable[Any]", answer)))


def _tuple_of_integers(answer: Any) -> bool:
    return isinstance(answer, tuple) and _integers(answer)


def is_yes_or_no(answer: Any) -> bool:
    """Whether an answer may be meant as True or False, as Bits may. Texts, containers and methods may not: "no" is true."""
    return not (isinstance(answer, str | list | tuple | dict | set | frozenset) or callable(answer))


YES_OR_NO: Final = ("terminal", "chance", "legal", "noisy")
"""Methods that return True or False."""

KINDS: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    **dict.fromkeys(YES_OR_NO, ("True or False", is_yes_or_no)),
    **dict.fromkeys(
        (
            "to_move",
            "weight",
            "evaluate",
            "priority",
            "forced",
            "canonical_symmetry",
            "symmetric_action",
            "reward",
            "grundy_value",
        ),
        ("an integer", is_integer),
    ),
    **dict.fromkeys(("actions", "relevant", "deciding"), ("integers, one by one", _integers)),
    **dict.fromkeys(("apply", "key", "symmetric", "symmetric_key"), ("a hashable value", _hashable)),
    **dict.fromkeys(("bounds", "plies", "rewards"), ("a tuple of integers", _tuple_of_integers)),
}
"""What each method must return, in words and as a test: with anything else a search could fail."""


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
        except (Exception, SystemExit) as error:
            return type(error)

    def __str__(self) -> str:
        return f"{self.method}({', '.join(map(_quoted, self.arguments))})"


class TwoAnswers(NamedTuple):
    """A question with two different answers, and the play to the position where it was asked."""

    path: tuple[int, ...]
    question: Question
    first: Any
    second: Any

    @property
    def state(self) -> Any:
        """The state in which it was asked."""
        return self.question.arguments[0]

    @property
    def found(self) -> str:
        """A sentence about the two answers."""
        first, second = _quoted(self.first), _quoted(self.second)
        answers = f"{first} and then {second}" if first != second else "two values that are not equal"
        return f"{self.question.method}, called twice with the same arguments, returned {answers}."


def questions(game: Game[Any], state: Any, *, over: bool, action: int = 0) -> Iterator[Question]:
    """The calls, with a state and a move there, of the methods that the game's class defines itself."""
    yield from (Question(name, (state,)) for name in ANYWHERE if _has(game, name))
    if over:
        yield Question("rewards" if game.players > 2 else "reward", (state,))
        return
    yield from (Question(name, (state,)) for name in ON_THE_WAY if name == "actions" or _has(game, name))
    yield from (Question(name, (state, action)) for name in OF_A_MOVE if _has(game, name))
    if _has(game, "bounds"):
        yield Question("bounds", (state, *game.reward_range))
    if game.symmetry_count > 1:
        yield from _about_symmetries(game, state, action, game.symmetry_count - 1)


def _about_symmetries(game: Game[Any], state: Any, action: int, symmetry: int) -> Iterator[Question]:
    if _has(game, "symmetric"):
        yield Question("symmetric", (state, symmetry))
    if _has(game, "symmetric_action"):
        yield Question("symmetric_action", (action, symmetry))
    key = Question("key", (state,)).answer(game)
    if _has(game, "symmetric_key"):
        yield Question("symmetric_key", (state, key, symmetry))
    if _has(game, "canonical_symmetry"):
        yield Question("canonical_symmetry", (state, key))


def _nothing(_answer: Any) -> bool:
    return False


def _has(game: Game[Any], name: str) -> bool:
    return getattr(type(game), name) is not getattr(Game, name)


class AnswerLog:
    """Questions that were asked, with the answers; up to KEPT for each method."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._kept: list[tuple[tuple[int, ...], Question, Any]] = []
        self._counts = Counter[str]()
        self.keys: dict[Any, tuple[Any, tuple[int, ...]]] = {}
        """The first state with each key, and the play to it."""

    def record(self, state: Any, path: Sequence[int], *, over: bool, action: int = 0) -> None:
        """Ask all questions about a state, to which `path` leads, and keep the answers."""
        for question in questions(self._game, state, over=over, action=action):
            self._counts[question.method] += 1
            if self._counts[question.method] <= KEPT:
                self._kept.append(((*path,), question, question.answer(self._game)))

    def odd(self, methods: Container[str]) -> tuple[tuple[int, ...], str] | None:
        """The first answer of one of these methods of the wrong type: the play to the position, and what is wrong."""
        for path, question, answer in self._kept:
            if question.method not in methods:
                continue
            what, fits = KINDS.get(question.method, ("", lambda _: True))
            if question.method == "symmetric" and unpackable(answer) and not unpackable(question.arguments[0]):
                what, fits = "a state of the same kind as its argument", _nothing
            if not fits(answer) and not isinstance(answer, type):
                return path, f"{question.method} returns {_quoted(answer)}, but must return {what}"
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
    if isinstance(value, type):
        return f"an exception, {value.__name__}"
    try:
        return shown(value)
    except Exception:
        return type(value).__name__
