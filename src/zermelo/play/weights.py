"""The answers of agents: the number of an action, a weight for each of several actions, or an array of probabilities.

answer of a function --> weights_from: checked --> {action: weight}, all weights positive
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from zermelo.core.arrays import HAS_NUMPY
from zermelo.core.errors import BadMove
from zermelo.core.game import Game
from zermelo.core.reward_scale import whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

Weight = int | Fraction | float
"""How likely an action is, in proportion to the other weights. Integers and Fractions give exact means, floats do not."""


class _BadWeight(Exception):
    """An answer that cannot be used: `found` says what it is, `right` what would be right."""

    def __init__(self, found: str, right: str) -> None:
        self.found, self.right = found, right


def weights_from(game: Game[Any], state: Any, answer: object, name: str) -> dict[int, Weight]:
    """The positive weights in an answer of the function `name` for a state: all the weight for a single action. If one of
    them is a float, all are floats with the sum 1.

    Raises BadMove for an action that is not legal, and for anything that is not a policy.
    """
    try:
        if not is_action(answer):
            return _scaled(_positive(game, state, _given(game, answer)))
        if not _is_legal(game, state, answer):
            raise _BadWeight(quoted(answer), "it must return the number of a legal action")
        return {int(answer): 1}
    except _BadWeight as wrong:
        where = game.position_text(state)
        raise BadMove(f"{name} returned {wrong.found} in {where!r}; {wrong.right}.") from None


def is_action(answer: object) -> TypeGuard[Integral]:
    """Whether an answer is an integer, also one of NumPy. A bool is none."""
    return not isinstance(answer, bool) and isinstance(answer, Integral)


def quoted(answer: object) -> str:
    """The answer of a function as text, at most 80 characters, even if it cannot be printed."""
    try:
        return (repr(answer) if isinstance(answer, str) else str(answer))[:80]
    except Exception:
        return f"a {type(answer).__name__} that cannot be printed"


def mean(values: Iterable[Weight], weights: Iterable[Weight]) -> Weight:
    """The weighted mean, exact unless a value or a weight is a float."""
    pairs = [(value, weight) for value, weight in zip(values, weights, strict=True)]
    total: Weight = sum((weight * value for value, weight in pairs), Fraction(0))
    found = total / sum(weight for _, weight in pairs)
    return whole(found) if isinstance(found, Fraction) else found


def _is_legal(game: Game[Any], state: Any, action: Integral) -> bool:
    number = int(action)
    return 0 <= number < game.action_count and game.legal(state, number)


def _given(game: Game[Any], answer: object) -> Iterable[tuple[object, object]]:
    """Actions with their weights, as they were given. Raises _BadWeight."""
    if isinstance(answer, Mapping):
        return answer.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    if not HAS_NUMPY and type(answer) in (list, tuple):
        return enumerate(cast("Sequence[object]", answer))
    array = _array(answer) if HAS_NUMPY else None
    if array is None:
        raise _BadWeight(quoted(answer), "it must return the number of a legal action, or a weight for each action")
    if array.shape != (game.action_count,):
        right = f"it must hold a weight for each of the {game.action_count} actions"
        raise _BadWeight(f"an array of the shape {array.shape}", right)
    return enumerate(cast("list[object]", array.tolist()))


def _array(answer: object) -> NDArray[Any] | None:
    """The answer as an array; None if it is not made of items, or is text."""
    if isinstance(answer, str | bytes) or not hasattr(answer, "__len__"):
        return None
    import numpy as np

    try:
        array = np.asarray(answer)
    except Exception:  # of another length in each row, or of a type with rules of its own
        return None
    return array if array.ndim else None


def _positive(game: Game[Any], state: Any, given: Iterable[tuple[object, object]]) -> dict[int, Weight]:
    """The weights that are positive. Raises _BadWeight."""
    weights: dict[int, Weight] = {}
    for action, weight in given:
        number = _number(weight)
        if number is None:
            found = f"the weight {quoted(weight)} for {quoted(action)}"
            raise _BadWeight(found, "a weight must be a number of 0 or more")
        if number == 0:
            continue
        if not is_action(action):
            raise _BadWeight(f"a weight for {quoted(action)}", "actions are integers")
        if not _is_legal(game, state, action):
            raise _BadWeight(f"a positive weight for {quoted(action)}", "that is not the number of a legal action")
        weights[int(action)] = number
    if not weights:
        raise _BadWeight("no positive weight", "at least one legal action must have one")
    return weights


def _number(weight: object) -> Weight | None:
    """The weight as a number of Python; None if it is not a finite number of 0 or more."""
    number = Fraction(weight) if isinstance(weight, Rational) else float(weight) if isinstance(weight, Real) else -1
    if number < 0 or (isinstance(number, float) and not math.isfinite(number)):
        return None
    return int(number) if isinstance(weight, Integral) else number


def _scaled(weights: dict[int, Weight]) -> dict[int, Weight]:
    """The weights, floats scaled to the sum 1. Raises _BadWeight if they are too large for floats."""
    if not any(isinstance(weight, float) for weight in weights.values()):
        return weights
    try:
        total = math.fsum(weights.values())
    except OverflowError:
        raise _BadWeight("weights with a sum that is too large for a float", "probabilities are small enough") from None
    return {action: float(weight) / total for action, weight in weights.items()}
