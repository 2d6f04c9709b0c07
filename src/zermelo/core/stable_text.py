"""Values as text that is the same in every process: sets in a fixed order, integers of any length."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import sys
from collections.abc import Generator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, cast

MOST_DIGITS: Final = 30
"""Numbers of more digits are rounded for people."""

LONGEST: Final = 1 << 13
"""Integers of more bits are written in hexadecimal by `stable_repr`: Python refuses to print much longer ones in decimal."""


def count_text(number: int) -> str:
    """A number as text for people: 1,234,567, or about 1.23e4567."""
    if abs(number) < 10**MOST_DIGITS:
        return f"{number:,}"
    return f"about {Decimal(number):.2e}".replace("e+", "e")


@contextlib.contextmanager
def any_digits() -> Generator[None]:
    """A context in which Python prints and reads integers of any length, without its usual limit."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


SCHEMA: Final = 1
"""The version of the fields in all results: dictionaries, JSON, and responses of the API."""


def plain(value: Any) -> Any:
    """A value as plain data for JSON: fractions as text, "11/36", tuples as lists, dataclasses and named tuples as
    dictionaries.
    """
    if isinstance(value, Fraction):
        return str(value)
    if dataclasses.is_dataclass(value):
        return plain_fields(value, *(field.name for field in dataclasses.fields(value)))
    if not isinstance(value, tuple):
        return value
    items = cast("tuple[Any, ...]", value)
    names: tuple[str, ...] = getattr(items, "_fields", ())
    return plain_fields(items, *names) if names else [plain(item) for item in items]


def plain_fields(thing: object, *names: str) -> dict[str, Any]:
    """The attributes with these names as plain data for JSON."""
    return {name: plain(getattr(thing, name)) for name in names}


def json_text(data: Any) -> str:
    """Plain data as indented JSON, with integers of any length."""
    with any_digits():
        return json.dumps(data, indent=2)


def stable_repr(value: Any) -> str:
    """As `repr`, but the same in every process and for integers of any length.

    The members of sets are sorted by their texts, and integers that Python refuses to print are written in hexadecimal.
    """
    kind = cast("type[Any]", type(value))
    if kind is int and value.bit_length() > LONGEST:
        return hex(value)
    if not _is_unstable(value):
        return repr(value)
    if issubclass(kind, frozenset | set):
        members = f"{{{', '.join(sorted(map(stable_repr, value)))}}}"
        return members if kind is set else f"{kind.__name__}({members})"
    parts = [stable_repr(part) for part in value]
    fields: tuple[str, ...] = getattr(value, "_fields", ())
    if fields:
        return f"{kind.__name__}({', '.join(map('='.join, zip(fields, parts, strict=True)))})"
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _is_unstable(value: Any) -> bool:
    """Whether `repr` may differ in another process, or raise."""
    if isinstance(value, frozenset | set | tuple):
        members = cast("frozenset[Any]", value)
        return (len(members) > 1 and not isinstance(value, tuple)) or any(map(_is_unstable, members))
    return type(value) is int and value.bit_length() > LONGEST


def stable_text(value: Any) -> str:
    """As `str`; as `stable_repr` for types without a `__str__` of their own."""
    return stable_repr(value) if type(value).__str__ is object.__str__ else str(value)
