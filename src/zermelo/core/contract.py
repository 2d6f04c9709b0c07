"""The methods of the contract as a table: what each is called with, and what kind of answer it must give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction, signature
from numbers import Integral
from typing import Any, Final, NamedTuple, cast

from zermelo.core.game import Game, inherits

SEARCHED: Final = (
    *("terminal", "to_move", "actions", "legal", "apply", "chance", "weight"),
    *("key", "symmetric_key", "symmetric", "symmetric_action", "canonical_symmetry"),
    *("evaluate", "noisy", "priority", "forced", "relevant", "deciding", "plies", "bounds", "reward"),
)
"""The methods that searches of games of two players call."""

FAR: Final = 1 << 40
"""A number that smaller types of integers do not hold."""


def is_integer(answer: Any) -> bool:
    """Whether an answer counts as Python's integers do: those of NumPy do if they have 64 bits and a sign."""
    try:
        return isinstance(answer, int) or (
            isinstance(answer, Integral) and bool(-cast("int", answer) - FAR == -int(answer) - FAR)
        )
    except (OverflowError, RuntimeWarning):
        return False


def is_yes_or_no(answer: Any) -> bool:
    """Whether an answer may be meant as True or False, as Bits may. Texts, containers and methods may not: "no" is true."""
    return not (isinstance(answer, str | list | tuple | dict | set | frozenset) or callable(answer))


def is_hashable(answer: Any) -> bool:
    try:
        hash(answer)
    except TypeError:
        return False
    return True


def _are_integers(answer: Any) -> bool:
    return isinstance(answer, Iterable) and all(map(is_integer, cast("Iterable[Any]", answer)))


def _is_row(answer: Any) -> bool:
    return isinstance(answer, tuple) and _are_integers(answer)


def _is_row_of(length: int) -> Callable[[Any], bool]:
    return lambda answer: _is_row(answer) and len(cast("tuple[Any, ...]", answer)) == length


class Kind(NamedTuple):
    """A kind of answer: with another one, a search could fail."""

    name: str
    fits: Callable[[Any], bool]


YES_OR_NO: Final = Kind("True or False", is_yes_or_no)
INTEGER: Final = Kind("an integer", is_integer)
INTEGERS: Final = Kind("integers, one by one", _are_integers)
ROW: Final = Kind("a tuple of integers", _is_row)
PAIR: Final = Kind("a tuple of two integers", _is_row_of(2))
TRIPLE: Final = Kind("a tuple of three integers", _is_row_of(3))
VALUE: Final = Kind("a hashable value", is_hashable)
BY_TYPE: Final = {
    "bool": YES_OR_NO,
    "int": INTEGER,
    "Iterator[int]": INTEGERS,
    "State": VALUE,
    "Any": VALUE,
    "tuple[int, int]": PAIR,
    "tuple[int, int, int]": TRIPLE,
}
"""The kind of answer by its type in `Game`; any other type is a ROW."""


class Method(NamedTuple):
    """A method of the contract."""

    arguments: tuple[str, ...]
    """Their names, without self."""
    kind: Kind
    """What it must return, for methods that searches call."""


def _method(member: Any) -> Method:
    code = member.__code__
    return Method(code.co_varnames[1 : code.co_argcount], BY_TYPE.get(member.__annotations__["return"], ROW))


ONE_BY_ONE: Final = ("actions", "relevant", "deciding", "summands", "picture")
"""The methods that may be generators."""

METHODS: Final[dict[str, Method]] = {
    name: _method(member) for name, member in vars(Game).items() if callable(member) and not name.startswith("_")
}
"""The methods that a game defines or inherits. An attribute of the same name must not hide one."""


def wrong_methods(game: Game[Any]) -> Iterator[str]:
    """Sentences about the methods of `game` that are hidden, or cannot be called with the arguments of the contract."""
    for name in METHODS:
        member = getattr(game, name, None)
        if not callable(member):
            cure = "leave it out" if member is None else "rename the attribute"
            yield f"{name} is not a method, but the contract has a method of that name; {cure}."
        elif iscoroutinefunction(member) or isasyncgenfunction(member):
            yield f"{name} is an async method, which zermelo does not await: write it with def alone."
        elif isgeneratorfunction(member) and name not in ONE_BY_ONE:
            yield f"{name} has a yield in it, so it returns a generator: write return in place of yield."
    for name in METHODS:
        if not inherits(game, name):
            yield from _wrong_arguments(game, name)


def _wrong_arguments(game: Game[Any], name: str) -> Iterator[str]:
    method, wanted = getattr(game, name), [*signature(getattr(Game, name)).parameters][1:]
    try:
        found = signature(method)
    except (TypeError, ValueError):  # a function of an extension: it cannot be read
        return
    try:
        found.bind(*wanted)
        swapped = sorted(found.parameters) == sorted(wanted) and [*found.parameters] != wanted
    except TypeError:
        swapped = True
    if swapped:
        code = getattr(method, "__code__", None)
        place = f" ({code.co_filename}:{code.co_firstlineno})" if code else ""
        call = f"is called as {name}({', '.join(wanted)}){place}"
        if code and code.co_argcount == len(wanted) and code.co_varnames[0] != "self":
            yield f"{type(game).__name__}.{name} {call}: is self missing?"
        else:
            cure = "If it is a method of your own, and not that of the contract, rename it."
            yield f"{type(game).__name__}.{name} takes {found}, but {call}. {cure}"
