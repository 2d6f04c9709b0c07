"""The data word of a table entry: value, depth, bound type and best move.

    data:    | value, 32 bits signed | depth, 13 bits | complete, 1 bit | bound type, 2 bits | action + 1, 16 bits |

`depth` is the depth of the search in plies. `complete` says that the depth limit cut no line short: then the value does
not depend on the limit.
"""

from __future__ import annotations

from typing import Final

from zermelo.core.constants import MAX_DEPTH

LOWER: Final = 1

UPPER: Final = 2

EXACT: Final = 3

MAX_VALUE: Final = (1 << 31) - 1

ABSENT: Final = 0
"""The data of a position that is not in the table."""


def value_of(data: int) -> int:
    return data >> 32


def depth_of(data: int) -> int:
    return (data >> 19) & MAX_DEPTH


def is_complete(data: int) -> bool:
    """Whether the depth limit cut no line short."""
    return (data >> 18) & 1 == 1


def bound_type_of(data: int) -> int:
    """LOWER, UPPER or EXACT; 0 for an empty row."""
    return (data >> 16) & 3


def action_of(data: int) -> int:
    """The best action in the data of an entry, or NONE."""
    return (data & 0xFFFF) - 1


def to_data(value: int, depth: int, complete: bool, bound: int, action: int) -> int:
    """The data word with these fields; `bound` is LOWER, UPPER or EXACT."""
    return (value << 32) | (depth << 19) | ((1 if complete else 0) << 18) | (bound << 16) | (action + 1)


def cover(hashed: int) -> int:
    """The mask, made from the hash of the key, that seals value and action in a row by XOR; its other bits are 0."""
    return ((hashed >> 32) << 32) | ((hashed >> 16) & 0xFFFF)
