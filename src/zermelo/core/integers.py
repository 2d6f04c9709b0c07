"""Checks for numbers, and for choices of yes, no or neither, in arguments. A bool does not count as a number."""

from __future__ import annotations

from typing import Any, Final, TypeGuard

from zermelo.core.errors import BadOption
from zermelo.core.wording import shown

MOST: Final = (1 << 62) - 1
"""The greatest integer that an option may have."""

MOST_SECONDS: Final = 1e9
"""About thirty years."""


def is_int(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def is_within(value: Any, least: int, most: int | None = None) -> TypeGuard[int]:
    """Whether `value` is an integer of at least `least`, and of at most `most` if that is given."""
    return is_int(value) and least <= value and (most is None or value <= most)


def check_at_least(name: str, value: Any, least: int) -> None:
    """Raises BadOption unless the option `name` has an integer of at least `least` as its value."""
    if not is_within(value, least):
        raise BadOption(f"{name} = {shown(value)} is not an integer of {least} or more.")


def check_count(name: str, value: Any, least: int) -> None:
    """As `check_at_least`; also raises BadOption for an integer above MOST."""
    check_at_least(name, value, least)
    if value > MOST:
        raise BadOption(f"{name} = {shown(value)} is too large.")


def check_seconds(seconds: Any, name: str = "seconds") -> None:
    """Raises BadOption unless this is a positive number, of seconds by default, of at most MOST_SECONDS."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and 0 < seconds <= MOST_SECONDS):
        raise BadOption(f"{name} = {shown(seconds)} is not a positive number of at most {MOST_SECONDS:.0e}.")


def check_bool(name: str, value: Any) -> None:
    """Raises BadOption unless the option `name` has the value True or False."""
    if not isinstance(value, bool):
        raise BadOption(f"{name} = {shown(value)} is neither True nor False.")


def check_choice(name: str, value: Any) -> None:
    """Raises BadOption unless the option `name` has the value True, False or None."""
    if not isinstance(value, bool | None):
        raise BadOption(f"{name} = {shown(value)} is neither True, False nor None.")
