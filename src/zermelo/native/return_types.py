"""Checking the types that a compiled game's methods return: integers, states of one shape, and so on.

Numba would silently turn a float into an integer where one is required, and would not stop inferring types for states that
change their shape. So the return type of each method is checked, and is either refused or converted to the required type.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numba.core import types

from zermelo.core.bits import Bits
from zermelo.native.arithmetic import is_integer
from zermelo.native.bits import BitsType, CellsType
from zermelo.native.family import Family
from zermelo.native.refusal import refusal, shown

INTEGERS: Final = (
    "reward",
    "to_move",
    "weight",
    "symmetric_action",
    "canonical_symmetry",
    "evaluate",
    "priority",
    "forced",
)
ACTIONS: Final = ("actions", "relevant", "deciding")
KEYS: Final = ("key", "symmetric_key")
TRUTHS: Final = ("legal", "terminal", "chance", "invariant", "noisy")
STATES: Final = ("initial", "apply", "symmetric", "passed")


def state_type(state: Any, family: Family | None) -> Any:
    """The Numba type of a state or key that can be packed. Every integer is a signed 64-bit one, whatever its value."""
    if isinstance(state, Bits):
        return BitsType(family.width(state) if family else state.width)
    if isinstance(state, bool):
        return types.boolean
    if isinstance(state, int):
        return types.int64
    return types.BaseTuple.from_types([state_type(part, family) for part in state], type(state))


def word_count(kind: Any) -> int | None:
    """The number of words of a packed state of this Numba type; None if it cannot be packed."""
    if isinstance(kind, BitsType):
        return kind.words
    if isinstance(kind, types.BaseTuple):
        counts = [word_count(part) for part in kind.types]
        return None if None in counts else sum(counts)  # pyright: ignore[reportArgumentType, reportCallIssue]
    return 1 if is_integer(kind) and types.unliteral(kind) != types.uint64 else None


class ReturnTypes(NamedTuple):
    """The types that the methods of one game must return, given those of its initial state and of that state's key."""

    state: Any
    key: Any

    def converted(self, method: str, returned: Any, location: Any) -> Any:
        """The type to which the result of `method`, of type `returned`, is converted. Raises a refusal."""
        wanted, instead = self._wanted(method)
        if wanted is not None and _fits(returned, wanted):
            return wanted
        if wanted is None and self._is_allowed(method, returned):
            return returned
        if method in ACTIONS:
            raise refusal(f"{method} must yield ints, or return a range, tuple or list of ints", location)
        raise refusal(f"{method} returns {shown(returned)}{instead}", location)

    def _wanted(self, method: str) -> tuple[Any, str]:
        """The type that a method must return, None if several are possible, and the end of the message for another type."""
        if method in STATES:
            return self.state, f", but the initial state is {shown(self.state)}"
        if method in INTEGERS:
            return types.int64, " instead of int"
        if method == "bounds":
            return types.UniTuple(types.int64, 2), " instead of (int, int)"
        if method == "plies":
            return types.UniTuple(types.int64, 3), " instead of (int, int, int)"
        if method in TRUTHS:
            return None, " instead of bool"
        if method in KEYS:
            return None, f", but the key of the initial state is {shown(self.key)}"
        return None, ""

    def _is_allowed(self, method: str, returned: Any) -> bool:
        if method in TRUTHS:
            return isinstance(returned, types.Boolean | types.Integer | BitsType)
        if method in KEYS:
            return word_count(returned) == word_count(self.key)
        return method not in ACTIONS or _yields_integers(returned)


def _fits(given: Any, wanted: Any) -> bool:
    """Whether `convert` preserves every value: tuples of the same class part by part, any integer or bool as an int64."""
    if isinstance(wanted, types.BaseTuple):
        return (
            isinstance(given, types.BaseTuple)
            and _class_of(given) is _class_of(wanted)
            and given.count == wanted.count
            and all(map(_fits, given.types, wanted.types))
        )
    return types.unliteral(given) == wanted or (wanted == types.int64 and is_integer(given) and word_count(given) == 1)


def _class_of(kind: Any) -> type:
    return getattr(kind, "instance_class", tuple)


def _yields_integers(returned: Any) -> bool:
    if not isinstance(returned, types.IterableType) or type(returned) in (types.UniTupleIter, CellsType):
        return False
    return isinstance(returned.iterator_type.yield_type, types.Integer)


def convert(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """Emit code that converts `value` from the type `given` to the type `wanted`, which it fits."""
    if given == wanted or not isinstance(wanted, types.BaseTuple):
        return context.cast(builder, value, given, wanted)
    parts = [
        convert(context, builder, builder.extract_value(value, i), *kinds)
        for i, kinds in enumerate(zip(given.types, wanted.types, strict=True))
    ]
    return context.make_tuple(builder, wanted, parts)
