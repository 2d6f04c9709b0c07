"""What a game's methods must return when compiled: integers where the contract says so, states of one shape, and so on.

Numba would turn a float that is returned for an integer into one without a word, and follow states that change their
shape forever. So the type of what a method returns is looked at, and refused or made the one that is promised.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from numba.core import types

from zermelo.core.bits import Bits
from zermelo.native.arithmetic import is_integer
from zermelo.native.bits import BitsType, CellsType
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


def state_type(state: Any) -> Any:
    """The Numba type of a state or key that can be packed; an integer is a signed 64-bit one whatever its value."""
    if isinstance(state, Bits):
        return BitsType(state.width)
    if isinstance(state, bool):
        return types.boolean
    if isinstance(state, int):
        return types.int64
    return types.BaseTuple.from_types([state_type(part) for part in state], type(state))


def word_count(kind: Any) -> int | None:
    """How many words a state of this Numba type is packed into; None if it cannot be."""
    if isinstance(kind, BitsType):
        return kind.words
    if isinstance(kind, types.BaseTuple):
        counts = [word_count(part) for part in kind.types]
        return None if None in counts else sum(counts)  # pyright: ignore[reportArgumentType, reportCallIssue]
    return 1 if is_integer(kind) and types.unliteral(kind) != types.uint64 else None


class Promise(NamedTuple):
    """What the methods of one game must return: the types of its initial state and of that state's key."""

    state: Any
    key: Any

    def kept(self, method: str, returned: Any, location: Any) -> Any:
        """The type that what `method` returns, of type `returned`, is made into. Raises a refusal."""
        wanted, instead = self._wanted(method)
        if wanted is not None and _fits(returned, wanted):
            return wanted
        if wanted is None and self._is_allowed(method, returned):
            return returned
        if method in ACTIONS:
            raise refusal(f"{method} must yield ints, or return a range, tuple or list of ints", location)
        raise refusal(f"{method} returns {shown(returned)} {instead}", location)

    def _wanted(self, method: str) -> tuple[Any, str]:
        """The one type there is for what a method returns, or None, and what to say when it is another."""
        if method in STATES:
            return self.state, f"where the initial state is {shown(self.state)}"
        if method in INTEGERS:
            return types.int64, "instead of int"
        if method == "bounds":
            return types.UniTuple(types.int64, 2), "instead of (int, int)"
        if method == "plies":
            return types.UniTuple(types.int64, 3), "instead of (int, int, int)"
        if method in TRUTHS:
            return None, "instead of bool"
        if method in KEYS:
            return None, f"where that of the initial state is {shown(self.key)}"
        return None, ""

    def _is_allowed(self, method: str, returned: Any) -> bool:
        if method in TRUTHS:
            return isinstance(returned, types.Boolean | types.Integer | BitsType)
        if method in KEYS:
            return word_count(returned) == word_count(self.key)
        return method not in ACTIONS or _yields_integers(returned)


def _fits(given: Any, wanted: Any) -> bool:
    """Whether `convert` keeps every value: tuples of one class part by part, any integer or bool as an int64."""
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
    """Native code for a `value` of type `given` as one of type `wanted`, which it fits."""
    if given == wanted or not isinstance(wanted, types.BaseTuple):
        return context.cast(builder, value, given, wanted)
    parts = [
        convert(context, builder, builder.extract_value(value, i), *kinds)
        for i, kinds in enumerate(zip(given.types, wanted.types, strict=True))
    ]
    return context.make_tuple(builder, wanted, parts)
