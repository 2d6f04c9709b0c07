"""Python's outcome of a call and the compiled code's: both results or both errors, which must be alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from zermelo.compiler.calling import compiled


class Outcome(NamedTuple):
    """What a call returns, or the class of the error that it raises."""

    result: Any
    error: type[Exception] | None = None


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    try:
        return Outcome(function(*arguments))
    except Exception as error:
        return Outcome(None, type(error))


def same_outcome(ours: Outcome, pythons: Outcome) -> bool:
    return ours.error is pythons.error and same(ours.result, pythons.result)


def same(ours: Any, pythons: Any) -> bool:
    """Whether two values are equal, and of the same classes throughout: 1 is not True, and a list is no tuple.

    Dictionaries must have the same order too. The order of a set shows only in a program that lists it.
    """
    if type(ours) is not type(pythons):
        return False
    if isinstance(pythons, (tuple, list)):
        return all_same([*ours], [*cast("Any", pythons)])
    if isinstance(pythons, dict):
        return all_same([*ours.items()], [*cast("Any", pythons).items()])
    if isinstance(pythons, (set, frozenset)):
        return ours == pythons and all(any(same(a, b) for b in cast("Any", pythons)) for a in ours)
    if dataclasses.is_dataclass(pythons):
        return all_same(fields_of(ours), fields_of(pythons))
    return bool(ours == pythons)


def all_same(ours: list[Any], pythons: list[Any]) -> bool:
    return len(ours) == len(pythons) and all(same(a, b) for a, b in zip(ours, pythons, strict=True))


def fields_of(value: Any) -> list[Any]:
    return [getattr(value, field.name) for field in dataclasses.fields(value)]


def kind(value: Any) -> Any:
    """The type of a value and of its parts: calls whose arguments have the same kinds share one compilation."""
    if isinstance(value, (tuple, list)):
        return type(cast("Any", value)), tuple(kind(part) for part in cast("Any", value))
    if isinstance(value, (set, frozenset)):
        return type(cast("Any", value)), frozenset(kind(part) for part in cast("Any", value))
    if isinstance(value, dict):
        return dict, frozenset((kind(key), kind(part)) for key, part in cast("dict[Any, Any]", value).items())
    if dataclasses.is_dataclass(value):
        return type(value), tuple(kind(part) for part in fields_of(value))
    return cast("Any", type(value))


class OnDemand:
    """Compiled code of a function, for the kinds of the arguments that it is called with."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.compilations: dict[Any, Callable[..., Any]] = {}

    def compile(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Raises NotCompiled."""
        kinds = kind(arguments)
        if kinds not in self.compilations:
            self.compilations[kinds] = compiled(self.function, *arguments)
        return self.compilations[kinds]

    def __call__(self, *arguments: Any) -> Any:
        return self.compile(arguments)(*arguments)
