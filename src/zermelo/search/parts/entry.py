"""The data word of a table entry: a value, what it says of the true score, and what it is good for.

    data:    | value, 32 bits signed | depth, 13 bits | complete, 1 bit | kind, 2 bits | action + 1, 16 bits |

`depth` is how many plies were to be searched below the position. `complete` says that no line below it was cut short by that
limit: then the value is the game's own.
"""

from __future__ import annotations

from typing import Final

from zermelo.core.constants import MAX_DEPTH

LOWER: Final = 1

UPPER: Final = 2

EXACT: Final = 3

DEPTH_BITS: Final = MAX_DEPTH << 19

MAX_VALUE: Final = (1 << 31) - 1

ABSENT: Final = 0
"""The data of a position that is not in the table."""


def value_of(data: int) -> int:
    """The value in a row's data."""
    return data >> 32


def depth_of(data: int) -> int:
    """The depth in a row's data."""
    return (data >> 19) & MAX_DEPTH


def is_complete(data: int) -> bool:
    """Whether the value in a row's data serves every depth."""
    return (data >> 18) & 1 == 1


def kind_of(data: int) -> int:
    """LOWER, UPPER or EXACT; 0 for an empty row."""
    return (data >> 16) & 3


def action_of(data: int) -> int:
    """The action in a row's data, or NONE."""
    return (data & 0xFFFF) - 1


def to_data(value: int, depth: int, complete: bool, kind: int, action: int) -> int:
    """The data of a row."""
    return (value << 32) | (depth << 19) | ((1 if complete else 0) << 18) | (kind << 16) | (action + 1)


def cover(hashed: int) -> int:
    """What seals the value and the action in a row's data, for a key with this hash; the other bits are 0."""
    return ((hashed >> 32) << 32) | ((hashed >> 16) & 0xFFFF)
