"""What the functions of `library` do with memory. The compiler knows these functions; they cannot be called from Python."""

from __future__ import annotations

from typing import Any


def _native(*_arguments: Any) -> Any:
    raise NotImplementedError("only compiled code can do this")


def mixed(number: int, more: int) -> int:
    """As `hashing.mixed`."""
    return _native(number, more)


def hash_of(value: Any) -> int:
    return _native(value)


def codes(text: Any) -> Any:
    """The codes of the characters of a string, as a tuple."""
    return _native(text)


def text(row: Any) -> Any:
    """The string of these codes, a tuple."""
    return _native(row)


def as_tuple(items: Any) -> Any:
    """The items of a list as a tuple in the same memory: the list must not be changed from now on."""
    return _native(items)


def cut(items: Any, length: int) -> None:
    """Make a list shorter."""
    _native(items, length)


def slots(table: Any) -> int:
    return _native(table)


def room(table: Any) -> int:
    return _native(table)


def key_at(table: Any, number: int) -> Any:
    return _native(table, number)


def value_at(table: Any, number: int) -> Any:
    return _native(table, number)


def hash_at(table: Any, number: int) -> int:
    return _native(table, number)


def place_at(table: Any, slot: int) -> int:
    return _native(table, slot)


def set_place(table: Any, slot: int, number: int) -> None:
    _native(table, slot, number)


def set_key(table: Any, number: int, key: Any, hashed: int) -> None:
    _native(table, number, key, hashed)


def shift_down(table: Any, number: int) -> None:
    """Move all keys, values and hashes after this number one place down."""
    _native(table, number)


def set_used(table: Any, count: int) -> None:
    _native(table, count)


def set_room(table: Any, count: int) -> None:
    _native(table, count)


def finger(table: Any) -> int:
    return _native(table)


def set_finger(table: Any, slot: int) -> None:
    _native(table, slot)


def grow(table: Any) -> None:
    """Make room for more keys of a dictionary."""
    _native(table)


def more_slots(table: Any, count: int) -> None:
    """New slots, whose contents are to be written; of a set also new room for keys."""
    _native(table, count)


def wrapping_sum(one: int, other: int) -> int:
    """The sum modulo 2**64."""
    return _native(one, other)


def tuple_hash_start() -> int:
    """The first of three steps in which `hashing.hash_of_parts` hashes the items of a tuple."""
    return _native()


def tuple_hash_item(total: int, hashed: int) -> int:
    return _native(total, hashed)


def tuple_hash_end(total: int, length: int) -> int:
    return _native(total, length)
