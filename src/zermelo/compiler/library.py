"""What Python's own types and functions do, in Python, for the compiler to compile.

Functions with parameters called `items` take anything that can be iterated: their calls are put in the place of the call.
"""

# pyright: basic
# (they are compiled for the types of each call)

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.compiler.hashing import START
from zermelo.compiler.primitives import (
    as_tuple,
    codes,
    cut,
    finger,
    grow,
    hash_at,
    hash_of,
    key_at,
    mixed,
    more_slots,
    place_at,
    room,
    set_finger,
    set_key,
    set_place,
    set_room,
    set_used,
    shift_down,
    slots,
    text,
    tuple_hash_end,
    tuple_hash_item,
    tuple_hash_start,
    value_at,
    wrapping_sum,
)
from zermelo.core.errors import MixedStates


# --- numbers ------------------------------------------------------------------------------------------------------------
def power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError("an integer to a negative power is no integer")
    result = 1
    while True:
        if exponent & 1:
            result *= base
        exponent >>= 1
        if exponent == 0:
            return result
        base *= base


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    if exponent < 0:
        raise ValueError("an inverse is not computed")
    if modulus == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    result, base = 1 % modulus, base % modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        exponent >>= 1
        base = base * base % modulus
    return result


def rounded(number: int, digits: int) -> int:
    """`round(number, digits)`."""
    if digits >= 0:
        return number
    if digits < -19:
        return 0
    unit = power(10, -digits)
    rest = number % unit
    low = number - rest
    if 2 * rest > unit or (2 * rest == unit and low // unit % 2 == 1):
        return low + unit
    return low


def gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return abs(a)


def isqrt(n: int) -> int:
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    low, high = 0, 3037000500
    while high - low > 1:
        middle = (low + high) // 2
        if middle <= n // middle:
            low = middle
        else:
            high = middle
    return low


def digits(number: int) -> str:
    """`str(number)`."""
    if number == 0:
        return "0"
    found = []
    rest = number if number < 0 else -number
    while rest != 0:
        last = rest % -10
        found.append(48 - last)
        rest = (rest - last) // 10
    if number < 0:
        found.append(45)
    found.reverse()
    return text(as_tuple(found))


def padded(word: str, width: int, fill: int, left: bool) -> str:
    missing = width - len(word)
    if missing <= 0:
        return word
    row = (fill,) * missing
    return text(row + codes(word)) if left else text(codes(word) + row)


def number_of(word: str) -> int:
    """`int(word)`."""
    row = codes(strip(word, " \t\n\r"))
    start = 1 if len(row) > 0 and (row[0] == 45 or row[0] == 43) else 0
    if len(row) == start:
        raise ValueError("invalid literal for int()")
    result = 0
    for place in range(start, len(row)):
        if row[place] == 95 and start < place < len(row) - 1 and row[place - 1] != 95:
            continue
        if not 48 <= row[place] <= 57:
            raise ValueError("invalid literal for int()")
        digit = row[place] - 48
        result = 10 * result - digit if row[0] == 45 else 10 * result + digit
    return result


# --- ranges -------------------------------------------------------------------------------------------------------------
def range_length(start: int, stop: int, step: int) -> int:
    if step > 0:
        return (stop - start + step - 1) // step if start < stop else 0
    return (start - stop - step - 1) // -step if start > stop else 0


def range_item(start: int, stop: int, step: int, index: int) -> int:
    length = range_length(start, stop, step)
    place = index + length if index < 0 else index
    if not 0 <= place < length:
        raise IndexError("range object index out of range")
    return start + place * step


def in_range(start: int, stop: int, step: int, item: int) -> bool:
    inside = start <= item < stop if step > 0 else stop < item <= start
    return inside and (item - start) % step == 0


# --- rows: tuples, lists, the codes of strings --------------------------------------------------------------------------
def same_items(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for place in range(len(one)):
        if one[place] != other[place]:
            return False
    return True


def less(one: Any, other: Any) -> bool:
    for place in range(min(len(one), len(other))):
        if one[place] != other[place]:
            return one[place] < other[place]
    return len(one) < len(other)


def less_or_same(one: Any, other: Any) -> bool:
    for place in range(min(len(one), len(other))):
        if one[place] != other[place]:
            return one[place] < other[place]
    return len(one) <= len(other)


def holds(row: Any, item: Any) -> bool:
    for place in range(len(row)):
        if row[place] == item:
            return True
    return False


def repeated(row: Any, times: int) -> Any:
    result = []
    for _ in range(times):
        for place in range(len(row)):
            result.append(row[place])
    return as_tuple(result)


def stepped(row: Any, start: Any, stop: Any, step: Any) -> Any:
    result = []
    for place in places(len(row), start, stop, step):
        result.append(row[place])
    return as_tuple(result)


def places(length: int, start: Any, stop: Any, step: Any) -> range:
    """The places that a slice selects."""
    by = 1 if step is None else step
    if by == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (0, length) if by > 0 else (-1, length - 1)
    first = (low if by > 0 else high) if start is None else within(start, length, low, high)
    last = (high if by > 0 else low) if stop is None else within(stop, length, low, high)
    return range(first, last, by)


def within(bound: int, length: int, low: int, high: int) -> int:
    place = bound + length if bound < 0 else bound
    return max(low, min(high, place))


def index_of(row: Any, item: Any, start: int = 0, stop: int = 1 << 62) -> int:
    first = max(0, start + len(row)) if start < 0 else start
    last = stop + len(row) if stop < 0 else min(stop, len(row))
    for place in range(first, last):
        if row[place] == item:
            return place
    raise ValueError("it is not there")


def count_of(row: Any, item: Any) -> int:
    count = 0
    for place in range(len(row)):
        if row[place] == item:
            count += 1
    return count


# --- lists --------------------------------------------------------------------------------------------------------------
def extend(items: Any, held: Any) -> None:
    for item in items:
        held.append(item)


def insert(held: Any, index: int, item: Any) -> None:
    place = max(0, index + len(held)) if index < 0 else min(index, len(held))
    held.append(item)
    for later in range(len(held) - 1, place, -1):
        held[later] = held[later - 1]
    held[place] = item


def pop(held: Any, index: int = -1) -> Any:
    if len(held) == 0:
        raise IndexError("pop from empty list")
    place = index + len(held) if index < 0 else index
    if not 0 <= place < len(held):
        raise IndexError("pop index out of range")
    item = held[place]
    for later in range(place, len(held) - 1):
        held[later] = held[later + 1]
    cut(held, len(held) - 1)
    return item


def remove(held: Any, item: Any) -> None:
    pop(held, index_of(held, item))


def delete(held: Any, index: int) -> None:
    place = index + len(held) if index < 0 else index
    if not 0 <= place < len(held):
        raise IndexError("list assignment index out of range")
    pop(held, place)


def delete_slice(held: Any, start: Any, stop: Any, step: Any) -> None:
    chosen = places(len(held), start, stop, step)
    kept = 0
    for place in range(len(held)):
        if place not in chosen:
            held[kept] = held[place]
            kept += 1
    cut(held, kept)


def set_slice(held: Any, start: Any, stop: Any, row: Any) -> None:
    """`held[start:stop] = row`."""
    chosen = places(len(held), start, stop, None)
    first, last = chosen.start, max(chosen.start, chosen.stop)
    after = []
    for place in range(last, len(held)):
        after.append(held[place])
    cut(held, first)
    for place in range(len(row)):
        held.append(row[place])
    for item in after:
        held.append(item)


def set_steps(held: Any, start: Any, stop: Any, step: Any, row: Any) -> None:
    """`held[start:stop:step] = row`."""
    chosen = places(len(held), start, stop, step)
    if len(chosen) != len(row):
        raise ValueError("attempt to assign a sequence of another size to an extended slice")
    for number in range(len(row)):
        held[chosen[number]] = row[number]


def reverse(held: Any) -> None:
    for place in range(len(held) // 2):
        held[place], held[len(held) - 1 - place] = held[len(held) - 1 - place], held[place]


def clear(held: Any) -> None:
    cut(held, 0)


def sort(held: Any, key: Any = None, reverse: bool = False) -> None:
    """Stable, by insertion: what games sort is short."""
    if key is None:
        for place in range(1, len(held)):
            item, at = held[place], place
            while at > 0 and (held[at - 1] < item if reverse else item < held[at - 1]):
                held[at] = held[at - 1]
                at -= 1
            held[at] = item
    else:
        keys = [key(item) for item in held]
        for place in range(1, len(held)):
            item, own, at = held[place], keys[place], place
            while at > 0 and (keys[at - 1] < own if reverse else own < keys[at - 1]):
                held[at], keys[at] = held[at - 1], keys[at - 1]
                at -= 1
            held[at], keys[at] = item, own


# --- strings ------------------------------------------------------------------------------------------------------------
def begins_at(row: Any, part: Any, start: int) -> bool:
    for place in range(len(part)):
        if row[start + place] != part[place]:
            return False
    return True


def place_of(row: Any, part: Any, start: int) -> int:
    for place in range(start, len(row) - len(part) + 1):
        if begins_at(row, part, place):
            return place
    return -1


def has_part(row: Any, part: Any) -> bool:
    return place_of(row, part, 0) >= 0


def find_text(word: str, part: str, start: int = 0) -> int:
    return place_of(codes(word), codes(part), max(0, start + len(word)) if start < 0 else start)


def rfind_text(word: str, part: str) -> int:
    for place in range(len(word) - len(part), -1, -1):
        if begins_at(codes(word), codes(part), place):
            return place
    return -1


def index_text(word: str, part: str, start: int = 0) -> int:
    place = find_text(word, part, start)
    if place < 0:
        raise ValueError("substring not found")
    return place


def count_text(word: str, part: str) -> int:
    row, piece = codes(word), codes(part)
    if len(piece) == 0:
        return len(row) + 1
    count = at = 0
    while True:
        at = place_of(row, piece, at)
        if at < 0:
            return count
        count += 1
        at += len(piece)


def replace_text(word: str, old: str, new: str, most: int = -1) -> str:
    row, part, other = codes(word), codes(old), codes(new)
    result = []
    at = count = 0
    while at < len(row):
        if count != most and at + len(part) <= len(row) and begins_at(row, part, at):
            for place in range(len(other)):
                result.append(other[place])
            count += 1
            if len(part) == 0:
                result.append(row[at])
            at += max(1, len(part))
        else:
            result.append(row[at])
            at += 1
    if len(part) == 0 and count != most:
        for place in range(len(other)):
            result.append(other[place])
    return text(as_tuple(result))


def starts_with(word: str, part: Any) -> bool:
    if not isinstance(part, str):
        return any([starts_with(word, each) for each in part])
    return len(part) <= len(word) and begins_at(codes(word), codes(part), 0)


def ends_with(word: str, part: Any) -> bool:
    if not isinstance(part, str):
        return any([ends_with(word, each) for each in part])
    return len(part) <= len(word) and begins_at(codes(word), codes(part), len(word) - len(part))


def is_space(code: int) -> bool:
    return 9 <= code <= 13 or 28 <= code <= 32 or code == 133 or code == 160


def strip(word: str, characters: Any = None) -> str:
    return lstrip(rstrip(word, characters), characters)


def is_stripped(code: int, characters: Any) -> bool:
    return is_space(code) if characters is None else holds(codes(characters), code)


def lstrip(word: str, characters: Any = None) -> str:
    start = 0
    while start < len(word) and is_stripped(codes(word)[start], characters):
        start += 1
    return word[start:]


def rstrip(word: str, characters: Any = None) -> str:
    stop = len(word)
    while stop > 0 and is_stripped(codes(word)[stop - 1], characters):
        stop -= 1
    return word[:stop]


def split(word: str, separator: Any = None, most: int = -1) -> Any:
    parts = []
    if separator is None:
        at = 0
        while True:
            while at < len(word) and is_space(codes(word)[at]):
                at += 1
            if at == len(word):
                return parts
            if len(parts) == most:
                parts.append(rstrip(word[at:]))
                return parts
            start = at
            while at < len(word) and not is_space(codes(word)[at]):
                at += 1
            parts.append(word[start:at])
    if len(separator) == 0:
        raise ValueError("empty separator")
    start = 0
    while len(parts) != most:
        at = place_of(codes(word), codes(separator), start)
        if at < 0:
            break
        parts.append(word[start:at])
        start = at + len(separator)
    parts.append(word[start:])
    return parts


def join(items: Any, separator: str) -> str:
    row, result, is_first = codes(separator), [], True
    for item in items:
        if not is_first:
            for place in range(len(row)):
                result.append(row[place])
        is_first = False
        part = codes(item)
        for place in range(len(part)):
            result.append(part[place])
    return text(as_tuple(result))


def ascii_only(code: int) -> int:
    if code > 127:
        raise MixedStates("a text has characters beyond ASCII")
    return code


def upper(word: str) -> str:
    return text(as_tuple([code - 32 if 97 <= ascii_only(code) <= 122 else code for code in codes(word)]))


def lower(word: str) -> str:
    return text(as_tuple([code + 32 if 65 <= ascii_only(code) <= 90 else code for code in codes(word)]))


def swapcase(word: str) -> str:
    return text(
        as_tuple(
            [
                code - 32 if 97 <= ascii_only(code) <= 122 else code + 32 if 65 <= code <= 90 else code
                for code in codes(word)
            ]
        )
    )


def is_digit(word: str) -> bool:
    for code in codes(word):
        if not 48 <= ascii_only(code) <= 57:
            return False
    return len(word) > 0


def is_alpha(word: str) -> bool:
    for code in codes(word):
        if not (65 <= ascii_only(code) <= 90 or 97 <= code <= 122):
            return False
    return len(word) > 0


def is_upper(word: str) -> bool:
    some = False
    for code in codes(word):
        if 97 <= ascii_only(code) <= 122:
            return False
        some = some or 65 <= code <= 90
    return some


def is_lower(word: str) -> bool:
    some = False
    for code in codes(word):
        if 65 <= ascii_only(code) <= 90:
            return False
        some = some or 97 <= code <= 122
    return some


# --- dictionaries -------------------------------------------------------------------------------------------------------
def find(table: Any, key: Any, hashed: int) -> int:
    """The number of a key, or -1."""
    slot = hashed & slots(table) - 1
    while True:
        place = place_at(table, slot)
        if place < 0:
            return -1
        if hash_at(table, place) == hashed and key_at(table, place) == key:
            return place
        slot = slot + 1 & slots(table) - 1


def add_key(table: Any, key: Any, hashed: int) -> int:
    """Add a key if it is not there; its number."""
    place = find(table, key, hashed)
    if place >= 0:
        return place
    place = len(table)
    if place == room(table):
        grow(table)
    if 2 * (place + 1) > slots(table):
        more_slots(table, 2 * slots(table))
        fill_slots(table)
    set_key(table, place, key, hashed)
    set_used(table, place + 1)
    take_slot(table, place)
    return place


def take_slot(table: Any, number: int) -> None:
    slot = hash_at(table, number) & slots(table) - 1
    while place_at(table, slot) >= 0:
        slot = slot + 1 & slots(table) - 1
    set_place(table, slot, number)


def fill_slots(table: Any) -> None:
    for slot in range(slots(table)):
        set_place(table, slot, -1)
    for number in range(len(table)):
        take_slot(table, number)


def remove_at(table: Any, number: int) -> None:
    shift_down(table, number)
    set_used(table, len(table) - 1)
    fill_slots(table)


def remove_key(table: Any, key: Any) -> None:
    number = find(table, key, hash_of(key))
    if number < 0:
        raise KeyError("it is not there")
    remove_at(table, number)


def clear_table(table: Any) -> None:
    set_used(table, 0)
    fill_slots(table)


def get(table: Any, key: Any, default: Any = None) -> Any:
    number = find(table, key, hash_of(key))
    return default if number < 0 else value_at(table, number)


def set_default(table: Any, key: Any, default: Any) -> Any:
    if key not in table:
        table[key] = default
    return table[key]


def pop_key(table: Any, key: Any) -> Any:
    number = find(table, key, hash_of(key))
    if number < 0:
        raise KeyError("it is not there")
    value = value_at(table, number)
    remove_at(table, number)
    return value


def pop_key_or(table: Any, key: Any, default: Any) -> Any:
    number = find(table, key, hash_of(key))
    if number < 0:
        return default
    value = value_at(table, number)
    remove_at(table, number)
    return value


def pop_item(table: Any) -> Any:
    if len(table) == 0:
        raise KeyError("popitem(): dictionary is empty")
    number = len(table) - 1
    item = key_at(table, number), value_at(table, number)
    remove_at(table, number)
    return item


def add_all(table: Any, other: Any) -> None:
    """`table.update(other)`."""
    for number in range(len(other)):
        table[key_at(other, number)] = value_at(other, number)


def same_dicts(one: Any, other: Any) -> bool:
    if len(one) != len(other):
        return False
    for number in range(len(one)):
        key = key_at(one, number)
        if key not in other or other[key] != value_at(one, number):
            return False
    return True


# --- sets: as in CPython, see `hashing` ---------------------------------------------------------------------------------
def find_member(table: Any, key: Any, hashed: int) -> int:
    """The slot of a member, or -1."""
    mask, perturb = slots(table) - 1, hashed
    start = hashed & mask
    while True:
        last = start + 9 if start + 9 <= mask else start
        for slot in range(start, last + 1):
            place = place_at(table, slot)
            if place == 0:
                return -1
            if place == 1 and hash_at(table, slot) == hashed and key_at(table, slot) == key:
                return slot
        perturb = perturb >> 5 & 0x7FFFFFFFFFFFFFF
        start = start * 5 + 1 + perturb & mask


def free_slot(table: Any, hashed: int) -> int:
    """The slot for a key that is not in a set."""
    mask, perturb = slots(table) - 1, hashed
    start = hashed & mask
    while True:
        last = start + 9 if start + 9 <= mask else start
        for slot in range(start, last + 1):
            if place_at(table, slot) == 0:
                return slot
        perturb = perturb >> 5 & 0x7FFFFFFFFFFFFFF
        start = start * 5 + 1 + perturb & mask


def put_member(table: Any, key: Any, hashed: int) -> None:
    slot = free_slot(table, hashed)
    set_key(table, slot, key, hashed)
    set_place(table, slot, 1)


def add_member(table: Any, key: Any, hashed: int) -> None:
    if find_member(table, key, hashed) >= 0:
        return
    put_member(table, key, hashed)
    set_room(table, room(table) + 1)
    set_used(table, len(table) + 1)
    if room(table) * 5 >= (slots(table) - 1) * 3:
        resize(table, len(table) * 2 if len(table) > 50000 else len(table) * 4)


def resize(table: Any, least: int) -> None:
    """Move the members to more slots than `least`, in the order in which they come."""
    size = 8
    while size <= least:
        size *= 2
    keys, hashes = [], []
    for slot in range(slots(table)):
        if place_at(table, slot) == 1:
            keys.append(key_at(table, slot))
            hashes.append(hash_at(table, slot))
    more_slots(table, size)
    for slot in range(size):
        set_place(table, slot, 0)
    for number in range(len(keys)):
        put_member(table, keys[number], hashes[number])
    set_room(table, len(keys))


def leave_slot(table: Any, slot: int) -> None:
    set_place(table, slot, 2)
    set_used(table, len(table) - 1)


def discard(table: Any, key: Any) -> None:
    slot = find_member(table, key, hash_of(key))
    if slot >= 0:
        leave_slot(table, slot)


def remove_member(table: Any, key: Any) -> None:
    slot = find_member(table, key, hash_of(key))
    if slot < 0:
        raise KeyError("it is not there")
    leave_slot(table, slot)


def pop_member(table: Any) -> Any:
    if len(table) == 0:
        raise KeyError("pop from an empty set")
    slot = finger(table) & slots(table) - 1
    while place_at(table, slot) != 1:
        slot = slot + 1 & slots(table) - 1
    leave_slot(table, slot)
    set_finger(table, slot + 1)
    return key_at(table, slot)


def clear_set(table: Any) -> None:
    more_slots(table, 8)
    for slot in range(8):
        set_place(table, slot, 0)
    set_used(table, 0)
    set_room(table, 0)


def merge(table: Any, other: Any) -> None:
    """`table |= other`."""
    if len(other) == 0:
        return
    if (room(table) + len(other)) * 5 >= (slots(table) - 1) * 3:
        resize(table, (len(table) + len(other)) * 2)
    if room(table) == 0:
        same = slots(table) == slots(other) and room(other) == len(other)
        for slot in range(slots(other)):
            if place_at(other, slot) == 1:
                if same:
                    set_key(table, slot, key_at(other, slot), hash_at(other, slot))
                    set_place(table, slot, 1)
                else:
                    put_member(table, key_at(other, slot), hash_at(other, slot))
        set_room(table, len(other))
        set_used(table, len(other))
        return
    for slot in range(slots(other)):
        if place_at(other, slot) == 1:
            add_member(table, key_at(other, slot), hash_at(other, slot))


def union(made: Any, one: Any, other: Any) -> None:
    merge(made, one)
    merge(made, other)


def intersection(made: Any, one: Any, other: Any) -> None:
    if len(other) > len(one):
        add_common(made, one, other)
    else:
        add_common(made, other, one)


def add_common(made: Any, walked: Any, other: Any) -> None:
    for slot in range(slots(walked)):
        if place_at(walked, slot) == 1 and key_at(walked, slot) in other:
            add_member(made, key_at(walked, slot), hash_at(walked, slot))


def difference(made: Any, one: Any, other: Any) -> None:
    if len(one) >> 2 > len(other):
        merge(made, one)
        discard_members(made, other)
        return
    for slot in range(slots(one)):
        if place_at(one, slot) == 1 and key_at(one, slot) not in other:
            add_member(made, key_at(one, slot), hash_at(one, slot))


def discard_members(table: Any, other: Any) -> None:
    """`table -= other`."""
    for slot in range(slots(other)):
        if place_at(other, slot) == 1:
            table.discard(key_at(other, slot))
    lose_left(table)


def lose_left(table: Any) -> None:
    """Move to new slots if more than a quarter of them were left."""
    if room(table) - len(table) > (slots(table) - 1) // 4:
        resize(table, len(table) * 2 if len(table) > 50000 else len(table) * 4)


def symmetric_difference(made: Any, one: Any, other: Any) -> None:
    merge(made, other)
    turn_members(made, one)


def turn_members(table: Any, other: Any) -> None:
    """`table ^= other`."""
    for slot in range(slots(other)):
        if place_at(other, slot) == 1:
            if key_at(other, slot) in table:
                table.discard(key_at(other, slot))
            else:
                table.add(key_at(other, slot))


def take_over(table: Any, other: Any) -> None:
    """The members of another set, in its slots, in place of those of this one."""
    more_slots(table, slots(other))
    for slot in range(slots(other)):
        set_place(table, slot, place_at(other, slot))
        if place_at(other, slot) == 1:
            set_key(table, slot, key_at(other, slot), hash_at(other, slot))
    set_used(table, len(other))
    set_room(table, room(other))


def is_part(one: Any, other: Any) -> bool:
    for slot in range(slots(one)):
        if place_at(one, slot) == 1 and key_at(one, slot) not in other:
            return False
    return True


def is_smaller_part(one: Any, other: Any) -> bool:
    return len(one) < len(other) and is_part(one, other)


def same_sets(one: Any, other: Any) -> bool:
    return len(one) == len(other) and is_part(one, other)


def is_disjoint(items: Any, table: Any) -> bool:
    for item in items:
        if item in table:
            return False
    return True


def hash_set(table: Any) -> int:
    total = 0
    for slot in range(slots(table)):
        if place_at(table, slot) == 1:
            total = wrapping_sum(total, hash_at(table, slot))
    return mixed(START, total)


def members(table: Any) -> Any:
    """The members of a set as a tuple, in their order."""
    found = []
    for slot in range(slots(table)):
        if place_at(table, slot) == 1:
            found.append(key_at(table, slot))
    return as_tuple(found)


def discard_items(items: Any, table: Any) -> None:
    for item in items:
        table.discard(item)
    lose_left(table)


def hash_items(row: Any) -> int:
    total = tuple_hash_start()
    for place in range(len(row)):
        total = tuple_hash_item(total, hash_of(row[place]))
    return tuple_hash_end(total, len(row))


def hash_codes(row: Any) -> int:
    result = START
    for place in range(len(row)):
        result = mixed(result, row[place])
    return result


def hash_large(number: int) -> int:
    """CPython's hash of an integer that is not 0, 1, 2, ..., 2**61 - 2."""
    if number < 0:
        rest = (
            -(-(number + 1) % 0x1FFFFFFFFFFFFFFF) - 1
            if number < -0x7FFFFFFFFFFFFFFF
            else -(-number % 0x1FFFFFFFFFFFFFFF)
        )
        rest = rest if rest > -0x1FFFFFFFFFFFFFFF else 0
        return -2 if rest == -1 else rest
    return number % 0x1FFFFFFFFFFFFFFF


# --- functions of iterables ---------------------------------------------------------------------------------------------
def any_of(items: Any) -> bool:
    for item in items:
        if item:
            return True
    return False


def all_of(items: Any) -> bool:
    for item in items:
        if not item:
            return False
    return True


def sum_of(items: Any, start: Any = 0) -> Any:
    total = start
    for item in items:
        total = total + item
    return total


def product_of(items: Any, start: Any = 1) -> Any:
    total = start
    for item in items:
        total = total * item
    return total


def reduced(items: Any, function: Any, start: Any) -> Any:
    result = start
    for item in items:
        result = function(result, item)
    return result


def reduced_from_first(items: Any, function: Any) -> Any:
    result, is_first = None, True
    for item in items:
        if is_first:
            result, is_first = item, False
        else:
            result = function(result, item)
    if is_first:
        raise TypeError("reduce() of empty iterable with no initial value")
    return result


def extreme(items: Any, key: Any, is_better: Any, name: str) -> Any:
    """`min(items, key=key)` or `max(...)`, by name; `is_better` compares as it does."""
    is_first = True
    for item in items:
        own = item if key is None else key(item)
        if is_first or is_better(own, best_own):
            best, best_own, is_first = item, own, False
    if is_first:
        raise ValueError(f"{name}() iterable argument is empty")
    return best


def extreme_or(items: Any, key: Any, is_better: Any, default: Any) -> Any:
    """The same with a default."""
    is_first = True
    for item in items:
        own = item if key is None else key(item)
        if is_first or is_better(own, best_own):
            best, best_own, is_first = item, own, False
    return default if is_first else best


def first_of(items: Any) -> Any:
    for item in items:
        return item
    raise StopIteration


def first_of_or(items: Any, default: Any) -> Any:
    for item in items:
        return item
    return default


def enumerated(items: Any, start: int = 0) -> Iterator[Any]:
    number = start
    for item in items:
        yield number, item
        number += 1


def zipped(items: Any, row: Any) -> Iterator[Any]:
    place = 0
    for item in items:
        if place >= len(row):
            return
        yield item, row[place]
        place += 1


def zipped_strictly(items: Any, row: Any) -> Iterator[Any]:
    place = 0
    for item in items:
        if place >= len(row):
            raise ValueError("zip() argument 2 is shorter than argument 1")
        yield item, row[place]
        place += 1
    if place < len(row):
        raise ValueError("zip() argument 2 is longer than argument 1")


def zipped_with(items: Any, second: Any, third: Any) -> Iterator[Any]:
    place = 0
    for item in items:
        if place >= len(second) or place >= len(third):
            return
        yield item, second[place], third[place]
        place += 1


def transposed(rows: Any) -> Iterator[Any]:
    """`zip(*rows)`."""
    if len(rows) == 0:
        return
    for place in range(min([len(row) for row in rows])):
        yield tuple([row[place] for row in rows])


def reversed_row(row: Any) -> Iterator[Any]:
    for place in range(len(row) - 1, -1, -1):
        yield row[place]


def mapped(function: Any, items: Any) -> Iterator[Any]:
    for item in items:
        yield function(item)


def mapped_two(function: Any, items: Any, row: Any) -> Iterator[Any]:
    place = 0
    for item in items:
        if place >= len(row):
            return
        yield function(item, row[place])
        place += 1


def star_mapped(function: Any, items: Any) -> Iterator[Any]:
    for item in items:
        yield function(*item)


def filtered(function: Any, items: Any) -> Iterator[Any]:
    for item in items:
        if item if function is None else function(item):
            yield item


def filtered_out(function: Any, items: Any) -> Iterator[Any]:
    for item in items:
        if not (item if function is None else function(item)):
            yield item


def taken_while(function: Any, items: Any) -> Iterator[Any]:
    for item in items:
        if not function(item):
            return
        yield item


def sliced(items: Any, start: int, stop: int, step: int) -> Iterator[Any]:
    number = 0
    if stop <= start:
        return
    for item in items:
        if number >= start and (number - start) % step == 0:
            yield item
        number += 1
        if number >= stop:
            return


def each_item(items: Any) -> Iterator[Any]:
    """`iter`."""
    for item in items:
        yield item


def all_items(items: Any) -> Iterator[Any]:
    """`itertools.chain.from_iterable`."""
    for inner in items:
        for item in inner:
            yield item


def in_pairs(items: Any) -> Iterator[Any]:
    is_first = True
    for item in items:
        if not is_first:
            yield before, item
        before, is_first = item, False


def accumulated(items: Any, function: Any) -> Iterator[Any]:
    is_first = True
    for item in items:
        if is_first:
            total, is_first = item, False
        else:
            total = total + item if function is None else function(total, item)
        yield total


def product_two(items: Any, row: Any) -> Iterator[Any]:
    for item in items:
        for place in range(len(row)):
            yield item, row[place]


def product_three(items: Any, second: Any, third: Any) -> Iterator[Any]:
    for item in items:
        for place in range(len(second)):
            for at in range(len(third)):
                yield item, second[place], third[at]


def product_repeat(row: Any, times: int) -> Iterator[Any]:
    """`itertools.product(row, repeat=times)`."""
    if len(row) == 0 and times > 0:
        return
    places = [0 for _ in range(times)]
    while True:
        yield tuple([row[place] for place in places])
        at = times - 1
        while at >= 0 and places[at] == len(row) - 1:
            places[at] = 0
            at -= 1
        if at < 0:
            return
        places[at] += 1


def combined(row: Any, size: int) -> Iterator[Any]:
    """`itertools.combinations`."""
    if size < 0:
        raise ValueError("r must be non-negative")
    if size > len(row):
        return
    places = [place for place in range(size)]
    while True:
        yield tuple([row[place] for place in places])
        at = size - 1
        while at >= 0 and places[at] == at + len(row) - size:
            at -= 1
        if at < 0:
            return
        places[at] += 1
        for later in range(at + 1, size):
            places[later] = places[later - 1] + 1


def combined_two(row: Any) -> Iterator[Any]:
    """`itertools.combinations(row, 2)`."""
    for place in range(len(row)):
        for later in range(place + 1, len(row)):
            yield row[place], row[later]


def permuted(row: Any, size: int) -> Iterator[Any]:
    """`itertools.permutations`."""
    count = len(row)
    if size > count:
        return
    order = [place for place in range(count)]
    cycles = [count - place for place in range(size)]
    yield tuple([row[order[place]] for place in range(size)])
    at = size - 1
    while at >= 0:
        cycles[at] -= 1
        if cycles[at] == 0:
            first = order[at]
            for later in range(at, count - 1):
                order[later] = order[later + 1]
            order[count - 1] = first
            cycles[at] = count - at
            at -= 1
        else:
            other = count - cycles[at]
            order[at], order[other] = order[other], order[at]
            yield tuple([row[order[place]] for place in range(size)])
            at = size - 1
