"""The same question asked twice: a method that gives two answers depends on more than its arguments.

So what a game keeps where nobody can look, in a closure, in a global variable or in a file, shows nevertheless.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from zermelo.core.errors import DoesNotReturn
from zermelo.core.game import Game
from zermelo.core.wording import shown

KEPT: Final = 64
"""Questions to one method that are asked again."""

ANYWHERE: Final = ("terminal", "to_move")
ON_THE_WAY: Final = (
    *("actions", "chance", "key", "canonical_symmetry", "evaluate", "forced", "relevant", "deciding", "plies"),
    "grundy_value",
)
OF_A_MOVE: Final = ("legal", "apply", "weight", "priority", "noisy")
OF_A_SYMMETRY: Final = ("symmetric", "symmetric_key")
"""Methods that are asked about a state, a state that is not terminal, one with a move, one with a symmetry."""


def _whole(answer: Any) -> bool:
    return isinstance(answer, int)


def _hashable(answer: Any) -> bool:
    try:
        hash(answer)
    except TypeError:
        return False
    return True


def _whole_ones(answer: Any) -> bool:
    return isinstance(answer, tuple) and all(map(_whole, cast("tuple[Any, ...]", answer)))


def is_yes_or_no(answer: Any) -> bool:
    """Anything with a truth but what was hardly meant as one: any text but the empty one is true, "no" as well."""
    return not isinstance(answer, str | list)


YES_OR_NO: Final = ("terminal", "chance", "legal", "noisy")
"""Methods that give True or False."""

KINDS: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    **dict.fromkeys(YES_OR_NO, ("True or False", is_yes_or_no)),
    **dict.fromkeys(
        ("to_move", "weight", "evaluate", "priority", "forced", "canonical_symmetry", "reward", "grundy_value"),
        ("a whole number", _whole),
    ),
    **dict.fromkeys(("actions", "relevant", "deciding"), ("whole numbers, one after the other", _whole_ones)),
    **dict.fromkeys(("apply", "key", "symmetric", "symmetric_key"), ("something that can be hashed", _hashable)),
    **dict.fromkeys(("bounds", "plies", "rewards"), ("a tuple of whole numbers", _whole_ones)),
}
"""What an answer must be, where a search could fail for one that is something else."""


class Question(NamedTuple):
    """A call of one of the game's methods."""

    method: str
    arguments: tuple[Any, ...]

    def answer(self, game: Game[Any]) -> Any:
        """What the game says; of an exception, which one."""
        try:
            found = getattr(game, self.method)(*self.arguments)
            return tuple[Any, ...](islice(found, game.action_count + 1)) if hasattr(found, "__next__") else found
        except DoesNotReturn:
            raise
        except (Exception, SystemExit) as error:
            return type(error)

    def __str__(self) -> str:
        return f"{self.method}({', '.join(map(_quoted, self.arguments))})"


class TwoAnswers(NamedTuple):
    """A question that got two answers, and the play to where it was asked."""

    path: tuple[int, ...]
    question: Question
    first: Any
    second: Any

    @property
    def state(self) -> Any:
        """Where it was asked."""
        return self.question.arguments[0]

    @property
    def found(self) -> str:
        """One sentence."""
        first, second = _quoted(self.first), _quoted(self.second)
        told = f"{first} and then {second}" if first != second else "two answers that are not equal"
        return f"{self.question.method}, asked twice about the same, gave {told}."


def questions(game: Game[Any], state: Any, *, over: bool, action: int = 0) -> Iterator[Question]:
    """What is asked about a state, and about a move there, of the methods that the game has of its own."""
    yield from (Question(name, (state,)) for name in ANYWHERE if _has(game, name))
    if over:
        yield Question("rewards" if game.players > 2 else "reward", (state,))
        return
    yield from (Question(name, (state,)) for name in ON_THE_WAY if name == "actions" or _has(game, name))
    yield from (Question(name, (state, action)) for name in OF_A_MOVE if _has(game, name))
    if _has(game, "bounds"):
        yield Question("bounds", (state, *game.reward_range))
    if game.symmetry_count > 1:
        last = game.symmetry_count - 1
        yield from (Question(name, (state, last)) for name in OF_A_SYMMETRY if _has(game, name))


def _has(game: Game[Any], name: str) -> bool:
    return getattr(type(game), name) is not getattr(Game, name)


class Asked:
    """Questions that were asked, with their answers: up to KEPT for each method."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._kept: list[tuple[tuple[int, ...], Question, Any]] = []
        self._counts = Counter[str]()

    def ask(self, state: Any, path: Sequence[int], *, over: bool, action: int = 0) -> None:
        """All questions about a state, which `path` led to."""
        for question in questions(self._game, state, over=over, action=action):
            self._counts[question.method] += 1
            if self._counts[question.method] <= KEPT:
                self._kept.append(((*path,), question, question.answer(self._game)))

    def odd(self, methods: Container[str]) -> tuple[tuple[int, ...], str] | None:
        """The first answer, of one of these methods, of another kind than it must be: the play to where it was given, and
        what is wrong.
        """
        for path, question, answer in self._kept:
            if question.method not in methods:
                continue
            what, fits = KINDS.get(question.method, ("", lambda _: True))
            if not fits(answer) and not isinstance(answer, type):
                return path, f"{question.method} gives {_quoted(answer)} and must give {what}"
        return None

    def again(self, seconds: float = math.inf) -> TwoAnswers | None:
        """The first question that has another answer now, of those that can be asked in this time; the last asked first, as
        games end in rewards.
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
    """Whether two answers are equal, as far as that can be told."""
    if one is other:
        return True
    if type(one) is type(other) is tuple:
        one, other = cast("tuple[Any, ...]", one), cast("tuple[Any, ...]", other)
        return len(one) == len(other) and all(map(is_same, one, other))
    if type(one) is type(other) and type(one).__eq__ is object.__eq__:
        return True  # each is equal to itself alone
    try:
        return bool(one == other) or bool(one != one and other != other)  # nan is no number, and never equals itself
    except Exception:
        return True


def _quoted(value: Any) -> str:
    """A value as it is told; of an exception, that it was raised."""
    if isinstance(value, type):
        return f"an exception, {value.__name__}"
    try:
        return shown(value)
    except Exception:
        return type(value).__name__
