"""Sets and dictionaries in memory, and the hashes of what they hold: the same in compiled code and here.

    table:  | used | room | slots | keys | values | hashes | places | finger |

A dictionary has keys, values and hashes in arrays in the order of insertion, with room for so many. `places` has, for each
of 2**n slots, the number of the key that lies there, or -1; a key is looked for from the slot of its hash on, one slot after
another.

A set does what CPython's sets do (Objects/setobject.c), so that its members come in the same order: keys, hashes and places
are arrays of 2**n slots. A place is EMPTY, HELD, or LEFT by a member that was removed; `room` counts the slots that are not
empty. The hashes of integers, and of tuples of them, are CPython's. Others are our own: strings, say, have other hashes in
each run of Python, so no program depends on the order of a set of strings.
"""

from __future__ import annotations

import enum
import random
import sys
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from zermelo.compiler.types import parts_of
from zermelo.core.bits import Bits

TABLE: Final = "{i64, i64, i64, ptr, ptr, ptr, ptr, i64}"

LEAST_SLOTS: Final = 8
MASK: Final = (1 << 64) - 1
FACTOR: Final = 0x9E3779B97F4A7C15
START: Final = 0x2545F4914F6CDD1D

MODULUS: Final = (1 << 61) - 1
PRIME_1: Final = 11400714785074694791
PRIME_2: Final = 14029467366897019727
PRIME_5: Final = 2870177450012600261
"""The constants of CPython's hashes of integers and of tuples (xxHash, Collet 2014)."""

EMPTY, HELD, LEFT = range(3)
LINEAR_PROBES: Final = 9

ATTEMPTS: Final = 200


class Table(NamedTuple):
    """The arrays of a constant set or dictionary."""

    keys: list[Any]
    hashes: list[int]
    places: list[int]


def signed(number: int) -> int:
    number &= MASK
    return number - (1 << 64) if number >> 63 else number


def mixed(number: int, more: int) -> int:
    """One number that depends on both, of 64 bits, signed."""
    value = ((number ^ more) & MASK) * FACTOR & MASK
    return signed(value ^ value >> 29)


def hash_of(value: Any) -> int:
    """The hash of a constant. Values that are equal have equal hashes."""
    if value is None:
        return mixed(START, 0)
    if isinstance(value, enum.Enum):
        return mixed(0, list(type(value)).index(value)) if not isinstance(value, int | str) else hash_of(value.value)
    if isinstance(value, int):
        return hash(int(value))
    if isinstance(value, Bits):
        result = START
        for low in range(0, value.width, 64):
            result = mixed(result, value.value >> low & MASK)
        return result
    if isinstance(value, str):
        result = START
        for character in value:
            result = mixed(result, ord(character))
        return result
    if isinstance(value, frozenset):  # in whatever order its members are
        return mixed(START, sum(map(hash_of, value)))  # pyright: ignore[reportUnknownArgumentType]

    return hash_of_parts([hash_of(part) for part in parts_of(value)])


def hash_of_parts(hashes: list[int]) -> int:
    """The hash of a tuple, given those of its items."""
    total = PRIME_5
    for each in hashes:
        total = (total + each * PRIME_2) & MASK
        total = (total << 31 | total >> 33) & MASK
        total = total * PRIME_1 & MASK
    total = (total + (len(hashes) ^ PRIME_5 ^ 3527539)) & MASK
    return 1546275796 if total == MASK else signed(total)


def dict_table(values: Collection[Any]) -> Table:
    keys = list(values)
    hashes = [hash_of(key) for key in keys]
    slots = LEAST_SLOTS
    while slots < 2 * len(keys):
        slots *= 2
    places = [-1] * slots
    for number, each in enumerate(hashes):
        slot = each & (slots - 1)
        while places[slot] >= 0:
            slot = (slot + 1) & (slots - 1)
        places[slot] = number
    return Table(keys, hashes, places)


def set_table(values: Collection[Any]) -> Table:
    """The slots of a set, in which the members come in the order in which they come in Python's."""
    members = list(values)
    empty: set[Any] = set()
    slots = (sys.getsizeof(values) - sys.getsizeof(empty)) // 16 if isinstance(values, set | frozenset) else 0
    slots = max(slots, LEAST_SLOTS)
    while 5 * len(members) >= 3 * (slots - 1) and slots <= len(members):
        slots *= 2
    order, rng = list(members), random.Random(0)
    table = _slots_of(order, slots)
    for _ in range(ATTEMPTS - 1):  # who came first shows only where hashes collide
        if [key for key, place in zip(table.keys, table.places, strict=True) if place == HELD] == members:
            break
        rng.shuffle(order)
        table = _slots_of(order, slots)
    return table


def _slots_of(members: list[Any], slots: int) -> Table:
    like = members[0] if members else None
    table = Table([like] * slots, [0] * slots, [EMPTY] * slots)
    for member in members:
        hashed = hash_of(member)
        slot = _free_slot(table.places, hashed)
        table.keys[slot], table.hashes[slot], table.places[slot] = member, hashed, HELD
    return table


def _free_slot(places: list[int], hashed: int) -> int:
    mask, perturb = len(places) - 1, hashed & MASK
    start = perturb & mask
    while True:
        last = start + LINEAR_PROBES if start + LINEAR_PROBES <= mask else start
        for slot in range(start, last + 1):
            if places[slot] == EMPTY:
                return slot
        perturb >>= 5
        start = (start * 5 + 1 + perturb) & mask
