"""Checks for integers in arguments. A bool does not count as one."""

from __future__ import annotations

from typing import Any, TypeGuard

from zermelo.core.errors import BadOption
from zermelo.core.wording import shown


def is_int(value: Any) -> TypeGuard[int]:
    """Whether `value` is an integer."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_within(value: Any, least: int, most: int | None = None) -> TypeGuard[int]:
    """Whether `value` is an integer of at least `least`, and of at most `most` if that is given."""
    return is_int(value) and least <= value and (most is None or value <= most)


def check_at_least(name: str, value: Any, least: int) -> None:
    """Raises BadOption unless the option `name` has an integer of at least `least` as its value."""
    if not is_within(value, least):
        raise BadOption(f"{name} = {shown(value)} is not an integer of {least} or more.")
