"""Named tuples, and frozen dataclasses and enumerations with the equality that Python gives them: plain values."""

from __future__ import annotations

import dataclasses
import sys
from enum import Enum, Flag
from functools import cache, cached_property
from typing import Any, cast


@cache
def field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """The fields of a frozen dataclass whose objects are equal if all fields are; None for any other class."""
    if not dataclasses.is_dataclass(kind) or not cast("Any", kind).__dataclass_params__.frozen:
        return None
    names = tuple(field.name for field in dataclasses.fields(kind))
    like = dataclasses.make_dataclass("Like", names)
    return names if _code(kind.__eq__) == _code(like.__eq__) else None


def _code(function: Any) -> tuple[Any, ...]:
    """What identifies the code of a function; () for a built-in one."""
    code = getattr(function, "__code__", None)
    return () if code is None else (code.co_code, code.co_names, code.co_consts)


def holds_more(value: Any, names: tuple[str, ...]) -> bool:
    """Whether a dataclass's object has attributes that are no fields, other than results it remembers."""
    kind = cast("type[Any]", type(value))
    more: set[str] = {*getattr(value, "__dict__", ())} - {*names}
    return any(not isinstance(getattr(kind, name, None), cached_property) for name in more)


def rebuilt(kind: type[Any], names: tuple[str, ...], parts: list[Any]) -> Any:
    value = object.__new__(kind)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(value, name, part)
    return value


@cache
def is_plain_enum(kind: type[Any]) -> bool:
    """Whether a class is an enumeration whose members are equal to themselves alone."""
    return issubclass(kind, Enum) and kind.__eq__ is object.__eq__


def is_mixed_enum(value: Any) -> bool:
    """Whether a value is a member of an enumeration whose members are equal to the integers or strings that they are."""
    same = type(value).__eq__ in (int.__eq__, str.__eq__)
    return isinstance(value, Enum) and same and bool(value.value == value)


def number_of(member: Enum) -> int:
    """The number that identifies a member: of a Flag its value, else its place among the members."""
    return member.value if isinstance(member, Flag) else _numbers(type(member))[member]


@cache
def _numbers(kind: type[Enum]) -> dict[Enum, int]:
    return {member: number for number, member in enumerate(kind)}


def member_of(kind: type[Enum], number: int) -> Enum:
    """The member with this number. Raises ValueError."""
    members = [*kind]
    if issubclass(kind, Flag):
        return kind(number)
    if not 0 <= number < len(members):
        raise ValueError(f"{kind.__name__} has no member {number}")
    return members[number]


def is_named_tuple(kind: type[Any]) -> bool:
    has_names = hasattr(kind, "_fields") and hasattr(kind, "_make")
    return has_names and issubclass(kind, tuple)


def name_of(kind: type[Any] | tuple[str, str]) -> tuple[str, str]:
    return kind if isinstance(kind, tuple) else (kind.__module__, kind.__qualname__)


def class_named(module: str, name: str) -> type[Any] | None:
    """The class of this name, of a kind that states may hold, in a module that has been imported."""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        return None
    kind = cast("type[Any]", found)
    return kind if is_named_tuple(kind) or issubclass(kind, Enum) or field_names(kind) is not None else None
