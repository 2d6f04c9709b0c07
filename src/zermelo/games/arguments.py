"""The arguments of families of games: checks of numbers, and of those that are on or off."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import BadGame
from zermelo.core.integers import is_within
from zermelo.core.wording import shown


def flag(family: str, name: str, value: Any) -> bool:
    """The value of the flag `name`, as a bool.

    Raises BadGame for anything but 1, 0, True and False: in Python even the string "no" counts as true.
    """
    if isinstance(value, bool) or is_within(value, 0, 1):
        return bool(value)
    raise BadGame(f"{family}: {name} = {shown(value)} is neither 1 nor 0.")


def check_numbers(family: str, least: int, most: int, **given: Any) -> None:
    """Raise BadGame for an argument, given by its name, that is not an integer from `least` to `most`."""
    for name, value in given.items():
        if not is_within(value, least, most):
            raise BadGame(f"{family}: {name} = {shown(value)} is not an integer from {least} to {most}.")
