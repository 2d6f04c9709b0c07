"""Tuples, strings, lists, sets and dictionaries: lengths, items, slices, membership, comparison and hashes.

What needs a loop is written in Python, in `library`, and compiled with the rest.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Final

from zermelo.compiler.arithmetic import MIRRORED, Arithmetic, is_container, is_simple
from zermelo.compiler.blocks import Unreached
from zermelo.compiler.hashing import (
    EMPTY,
    FACTOR,
    LEAST_SLOTS,
    MODULUS,
    PRIME_1,
    PRIME_2,
    PRIME_5,
    START,
    TABLE,
    hash_of,
    signed,
)
from zermelo.compiler.module import LIST
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    BitsType,
    DictType,
    EnumType,
    HostType,
    ListType,
    Mixed,
    ObjectType,
    SequenceType,
    SetType,
    Site,
    TupleType,
    Type,
    UnionType,
    Value,
    is_plain_tuple,
    item_of,
    join,
    known,
    parts_of,
    tuple_of,
    type_of,
)

USED, ROOM, SLOTS, KEYS, VALUES, HASHES, PLACES, FINGER = range(8)
"""The parts of a table: see `hashing`."""


class Containers(Arithmetic):
    """Adds the operations of what has items."""

    # --- lengths ------------------------------------------------------------------------------------------------------
    def length(self, value: Value) -> Value:
        """The number of items of a value that is no union."""
        kind = value.type
        if isinstance(kind, TupleType) and kind.is_tuple:
            return known(len(kind.items))
        if isinstance(kind, SequenceType) or kind is STR:
            return Value(INT, self.part(value, 0))
        if isinstance(kind, ListType | SetType | DictType):
            return Value(INT, self.make(f"load i64, ptr {value.text}"))
        if kind is RANGE:
            return self.call_library("range_length", *self.range_parts(value))
        raise self.never(TypeError, f"object of type {kind} has no len()")

    def range_parts(self, value: Value) -> list[Value]:
        """The start, stop and step of a range."""
        if value.is_known:
            return [known(value.known.start), known(value.known.stop), known(value.known.step)]
        return [Value(INT, self.part(value, place)) for place in range(3)]

    def truth_of_object(self, value: Value) -> Value:
        if is_container(value.type):
            length = self.length(value)
            if length.is_known:
                return known(length.known != 0)
            return Value(BOOL, self.make(f"icmp ne i64 {length.text}, 0"))
        return known(True)

    # --- tuples -------------------------------------------------------------------------------------------------------
    def tuple(self, values: Sequence[Value], cls: type | None = None) -> Value:
        """A tuple, or an object of a class whose fields these are."""
        if cls is None and all(value.is_known for value in values):
            return known(tuple(value.known for value in values))
        parts = [self.data(value) for value in values]
        types = tuple(part.type for part in parts)
        try:
            kind = tuple_of(types, cls) if self.checked else TupleType(types, cls)  # kernels have rows of many words
        except Mixed as error:
            raise self.refusal(str(error)) from None
        if isinstance(kind, SequenceType):
            return self.sequence_of(parts, kind)
        return Value(kind, self.struct(kind.llvm, *[(part.type.llvm, part.text) for part in parts]))

    def parts(self, value: Value) -> list[Value]:
        """The items of a tuple of known length, or the fields of an object that is held as one."""
        if value.is_known:
            return [known(item) for item in parts_of(value.known)]
        assert isinstance(value.type, TupleType)
        return [Value(item, self.part(value, place)) for place, item in enumerate(value.type.items)]

    def as_sequence(self, value: Value) -> Value:
        """A tuple of any kind, a list or a string's codes as a length and an address. A list is not copied."""
        if value.is_known and isinstance(value.known, tuple | list):
            value = self.data(value)
        kind = value.type
        if isinstance(kind, TupleType):
            return self.spilled(value)
        if isinstance(kind, ListType):
            count, start = self.list_parts(value)
            return self.sequence(SequenceType(kind.item), count, start)
        if kind is STR:
            return Value(SequenceType(INT), value.text)
        if isinstance(kind, SetType):
            if kind.item is NEVER:
                return self.sequence(SequenceType(NEVER), "0", "null")
            return self.call_library("members", value)
        if isinstance(kind, DictType):
            return self.sequence(SequenceType(kind.key), self.table_part(value, USED), self.table_part(value, KEYS))
        assert isinstance(kind, SequenceType), kind
        return value

    def spilled(self, value: Value) -> Value:
        """A tuple of known length as a sequence on the stack, which lives as long as the function."""
        assert isinstance(value.type, TupleType)
        try:
            item = item_of(value.type)
        except Mixed as error:
            raise self.refusal(str(error)) from None
        if item is NEVER:
            return self.sequence(SequenceType(item), "0", "null")
        count = len(value.type.items)
        place = self.alloca(f"[{count} x {item.llvm}]")
        for number, part in enumerate(self.parts(value)):
            self.put(self.convert(part, item), place, str(number))
        return self.sequence(SequenceType(item), str(count), place)

    # --- items --------------------------------------------------------------------------------------------------------
    def index(self, index: Value, count: str, what: str = "tuple") -> str:
        """A place in a sequence of this length, counted from its beginning. Its program raises IndexError."""
        if index.is_known and isinstance(index.known, int) and count.isdigit():
            place = index.known + (int(count) if index.known < 0 else 0)
            if not 0 <= place < int(count):
                raise self.never(IndexError, f"{what} index out of range")
            return str(place)
        number = self.integer(index)
        if not (number.isdigit()):
            low = self.make(f"icmp slt i64 {number}, 0")
            number = self.make(f"select i1 {low}, i64 {self.make(f'add i64 {number}, {count}')}, i64 {number}")
        self.fail_if(self.make(f"icmp uge i64 {number}, {count}"), IndexError, f"{what} index out of range")
        return number

    def item(self, value: Value, index: Value) -> Value:
        """`value[index]`, for a value that is no union. Raises Unreached."""
        kind = value.type
        if value.is_known:
            if index.is_known and value.is_constant(tuple, str, range, list, dict):
                if value.is_constant(list, dict):
                    return known_item(self, value, index)
                found = self.fold(constant_item, value, index)
                assert found is not None
                return found
            value = self.data(value)
            kind = value.type
        if isinstance(kind, TupleType) and kind.is_tuple:
            if index.is_known and isinstance(index.known, int):
                place = index.known + (len(kind.items) if index.known < 0 else 0)
                if not 0 <= place < len(kind.items):
                    raise self.never(IndexError, "tuple index out of range")
                return Value(kind.items[place], self.part(value, place))
            value = self.spilled(value)
            kind = value.type
        if isinstance(kind, SequenceType):
            return self._at(kind.item, self.part(value, 1), self.index(index, self.part(value, 0)))
        if isinstance(kind, ListType):
            count, start = self.list_parts(value)
            return self._at(kind.item, start, self.index(index, count, "list"))
        if kind is STR:
            place = self.index(index, self.part(value, 0), "string")
            return self.sequence(STR, "1", self.address(INT, self.part(value, 1), place))
        if isinstance(kind, DictType):
            return self._looked_up(value, index)
        if kind is RANGE:
            return self.call_library("range_item", *self.range_parts(value), index)
        raise self.never(TypeError, f"{kind} object is not subscriptable")

    def _at(self, kind: Type, start: str, place: str) -> Value:
        if kind is NEVER:
            raise Unreached
        return self.at(kind, start, place)

    def _looked_up(self, table: Value, key: Value) -> Value:
        assert isinstance(table.type, DictType)
        place = self.find(table, key)
        self.fail_if(self.make(f"icmp slt i64 {place}, 0"), KeyError, "a key that is not there")
        return self._at(table.type.value, self.table_part(table, VALUES), place)

    def slice(self, value: Value, start: Value, stop: Value, step: Value) -> Value:
        """`value[start:stop:step]`, for a value that is no union."""
        bounds = start, stop, step
        if value.is_constant(tuple, str, range) and all(bound.is_known for bound in bounds):
            found = self.fold(_constant_slice, value, *bounds)
            assert found is not None
            return found
        kind = value.type
        if isinstance(kind, TupleType) and kind.is_tuple and all(bound.is_known for bound in bounds):
            places = range(len(kind.items))[slice(*(bound.known for bound in bounds))]
            parts = self.parts(value)
            return self.tuple([parts[place] for place in places])
        if value.is_known:
            value = self.data(value)
            kind = value.type
        if kind is RANGE:
            return self._slice_of_range(value, bounds)
        if not (is_plain_tuple(kind) or isinstance(kind, ListType | TupleType) or kind is STR):
            raise self.never(TypeError, f"{kind} cannot be sliced")
        row = self.as_sequence(value) if not isinstance(kind, ListType) else value
        if all(bound.is_known and bound.known is None for bound in bounds) and not isinstance(kind, ListType):
            return value
        if step.is_known and step.known in (None, 1) and not isinstance(kind, ListType):
            return self._part_of(row, kind, start, stop)
        row = self.as_sequence(row)
        result = self.call_library("stepped", row, *[self.convert_none(bound) for bound in bounds])
        if isinstance(kind, ListType):
            return self.list_of(result)
        return Value(STR, result.text) if kind is STR else result

    def _slice_of_range(self, value: Value, bounds: tuple[Value, ...]) -> Value:
        start, _, step = self.range_parts(value)
        given = [self.convert_none(bound) for bound in bounds]
        first, last, by = self.range_parts(self.call_library("places", self.length(value), *given))
        times = [self.binary(ast.Mult, part, step) for part in (first, last, by)]
        begin, end = self.binary(ast.Add, start, times[0]), self.binary(ast.Add, start, times[1])
        return Value(RANGE, self.struct(RANGE.llvm, *[("i64", self.integer(part)) for part in (begin, end, times[2])]))

    def convert_none(self, bound: Value) -> Value:
        return self.data(bound) if not bound.is_known else bound

    def _part_of(self, row: Value, kind: Type, start: Value, stop: Value) -> Value:
        """A slice of a sequence, which shares its memory: nobody changes it. On the stack, it is copied first."""
        assert isinstance(row.type, SequenceType)
        if isinstance(kind, TupleType):
            row = self.convert(self.tuple_again(row, kind), SequenceType(row.type.item))
            assert isinstance(row.type, SequenceType)
        count = self.part(row, 0)
        first = self._bound(start, count, "0")
        last = self._bound(stop, count, count)
        length = self.make(f"sub i64 {last}, {first}")
        empty = self.make(f"icmp slt i64 {length}, 0")
        length = self.make(f"select i1 {empty}, i64 0, i64 {length}")
        item = row.type.item
        start_text = self.part(row, 1)
        place = start_text if item is NEVER else self.address(item, start_text, first)
        return self.sequence(STR if kind is STR else row.type, length, place)

    def tuple_again(self, row: Value, kind: TupleType) -> Value:
        """The tuple whose items lie in a sequence on the stack."""
        assert isinstance(row.type, SequenceType)
        start = self.part(row, 1)
        return self.tuple([self.at(row.type.item, start, str(place)) for place in range(len(kind.items))])

    def _bound(self, bound: Value, count: str, default: str) -> str:
        if bound.is_known and bound.known is None:
            return default
        if isinstance(bound.type, UnionType):
            found = self.each_member(bound, lambda member: Value(INT, self._bound(member, count, default)))
            assert found is not None
            return found.text
        if bound.type is NONE:
            return default
        number = self.integer(bound)
        low = self.make(f"icmp slt i64 {number}, 0")
        shifted = self.make(f"select i1 {low}, i64 {self.make(f'add i64 {number}, {count}')}, i64 {number}")
        above = self.make(f"call i64 @llvm.smax.i64(i64 {shifted}, i64 0)")
        return self.make(f"call i64 @llvm.smin.i64(i64 {above}, i64 {count})")

    # --- lists --------------------------------------------------------------------------------------------------------
    def site_type(self, node: Any, kind: Any) -> Any:
        """The type of a list, set or dictionary made at this place of the source, given what goes into it first."""
        known_type = self.instance.learnt.sites.get((node, self.path))
        if isinstance(known_type, SetType) and isinstance(kind, SetType):
            known_type = SetType(known_type.item, kind.frozen)
        wide = kind if known_type is None else self.joined(kind, known_type)
        if known_type is not None and wide != known_type:
            self.instance.learnt.sites[node, self.path] = wide
        site = Site(self.instance, node, self.path)
        if isinstance(wide, ListType):
            return ListType(wide.item, site)
        if isinstance(wide, SetType):
            return SetType(wide.item, wide.frozen, site)
        assert isinstance(wide, DictType)
        return DictType(wide.key, wide.value, site)

    def new_list(self, kind: ListType, count: str, room: str | None = None) -> Value:
        """A list whose items are still to be written."""
        place = self.memory_of(LIST)
        start = "null" if count == "0" and room is None else self.memory(kind.item, room or count)
        self.emit(
            f"store {LIST} {self.struct(LIST, ('i64', count), ('i64', room or count), ('ptr', start))}, ptr {place}"
        )
        return Value(kind, place)

    def memory_of(self, form: str) -> str:
        self.allocates = True
        return self.make(
            f"call ptr @allocate(ptr %rt, i64 1, i64 ptrtoint (ptr getelementptr ({form}, ptr null, i64 1) to i64))"
        )

    def list_parts(self, value: Value) -> tuple[str, str]:
        """The length and the address of the items."""
        place = self.make(f"getelementptr inbounds {LIST}, ptr {value.text}, i64 0, i32 2")
        return self.make(f"load i64, ptr {value.text}"), self.make(f"load ptr, ptr {place}")

    def list_of(self, row: Value, node: Any = None) -> Value:
        """A new list of the items of a sequence."""
        assert isinstance(row.type, SequenceType)
        kind = self.site_type(node, ListType(row.type.item)) if node is not None else ListType(row.type.item)
        row = self.convert(row, SequenceType(kind.item))
        count, start = self.part(row, 0), self.part(row, 1)
        if kind.item is NEVER:
            return self.new_list(kind, "0")
        made = self.new_list(kind, count)
        self.copy(kind.item, start, self.list_parts(made)[1], count)
        return made

    def copy(self, kind: Type, source: str, target: str, count: str) -> None:
        size = self.make(f"mul i64 {count}, {self.size(kind)}")
        self.emit(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {size}, i1 false)")

    def writable(self, value: Value) -> Value:
        """A list, set or dictionary that may be changed. Raises NotCompiled for a constant of class or module."""
        if value.is_known or getattr(value.type, "constant", False):
            raise self.refusal("a list, set or dictionary of the class or the module is changed; copy it first")
        return value

    def item_fits(self, holder: Value, item: Value, part: str = "item") -> Value:
        """A value as a list, set or dictionary holds it, which is made wider if it must be. Raises Restart."""
        kind: Any = holder.type
        held = getattr(kind, part)
        wide = self.joined(held, item.type)
        if wide != held:
            wide = self.joined(held, self.data(item).type)
        if wide != held:
            if isinstance(kind, ListType):
                self.widen(kind, ListType(wide))
            elif isinstance(kind, SetType):
                self.widen(kind, SetType(wide, kind.frozen))
            else:
                self.widen(kind, DictType(wide, kind.value) if part == "key" else DictType(kind.key, wide))
        return self.convert(item, held)

    def append(self, holder: Value, item: Value) -> None:
        holder = self.writable(holder)
        kind = holder.type
        assert isinstance(kind, ListType)
        item = self.item_fits(holder, item)
        count = self.make(f"load i64, ptr {holder.text}")
        room_place = self.make(f"getelementptr inbounds {LIST}, ptr {holder.text}, i64 0, i32 1")
        items_place = self.make(f"getelementptr inbounds {LIST}, ptr {holder.text}, i64 0, i32 2")
        room = self.make(f"load i64, ptr {room_place}")
        full, grown = self.label(), self.label()
        self.fork(self.make(f"icmp eq i64 {count}, {room}"), full, grown)
        self.begin(full)
        more = self.make(f"add i64 {self.make(f'mul i64 {room}, 2')}, 8")
        start = self.memory(kind.item, more)
        self.copy(kind.item, self.make(f"load ptr, ptr {items_place}"), start, count)
        self.emit(f"store ptr {start}, ptr {items_place}")
        self.emit(f"store i64 {more}, ptr {room_place}")
        self.goto(grown)
        self.begin(grown)
        self.put(item, self.make(f"load ptr, ptr {items_place}"), count)
        self.emit(f"store i64 {self.make(f'add i64 {count}, 1')}, ptr {holder.text}")

    def set_item(self, holder: Value, index: Value, item: Value) -> None:
        """`holder[index] = item`, for a holder that is no union."""
        kind = holder.type
        if isinstance(kind, DictType):
            self.add(holder, index, item)
            return
        if not (isinstance(kind, ListType) or (holder.is_known and isinstance(holder.known, list | dict))):
            raise self.never(TypeError, f"{kind} object does not support item assignment")
        holder = self.writable(holder)
        item = self.item_fits(holder, item)
        count, start = self.list_parts(holder)
        self.put(item, start, self.index(index, count, "list assignment"))

    # --- sets and dictionaries ----------------------------------------------------------------------------------------
    def new_table(self, kind: Type) -> Value:
        """An empty set or dictionary."""
        place = self.memory_of(TABLE)
        is_set = isinstance(kind, SetType)
        slots, size = str(LEAST_SLOTS), 8 * LEAST_SLOTS
        places = self.memory(INT, slots)
        self.emit(f"call void @llvm.memset.p0.i64(ptr {places}, i8 {EMPTY if is_set else -1}, i64 {size}, i1 false)")
        keys, hashes = (
            (self.memory(kind.item, slots), self.memory(INT, slots)) if isinstance(kind, SetType) else ("null", "null")
        )
        parts = [("i64", "0"), ("i64", "0"), ("i64", slots), ("ptr", keys), ("ptr", "null"), ("ptr", hashes)]
        parts += [("ptr", places), ("i64", "0")]
        self.emit(f"store {TABLE} {self.struct(TABLE, *parts)}, ptr {place}")
        return Value(kind, place)

    def table_place(self, table: Value, part: int) -> str:
        return self.make(f"getelementptr inbounds {TABLE}, ptr {table.text}, i64 0, i32 {part}")

    def table_part(self, table: Value, part: int) -> str:
        return self.make(f"load {'ptr' if KEYS <= part <= PLACES else 'i64'}, ptr {self.table_place(table, part)}")

    def find(self, table: Value, key: Value) -> str:
        """The number of a key in a set or dictionary, or -1."""
        kind = table.type
        assert isinstance(kind, SetType | DictType)
        held = kind.item if isinstance(kind, SetType) else kind.key
        if held is NEVER:
            return "-1"
        key = self.data(key)
        if key.type != held:
            try:
                wide = join(held, key.type)
            except Mixed:
                return "-1"
            if wide == held:
                key = self.convert(key, held)
        return self.integer(
            self.call_library("find_member" if isinstance(kind, SetType) else "find", table, key, self.hash(key))
        )

    def add(self, table: Value, key: Value, value: Value | None = None) -> None:
        """Add a key, with a value unless this is a set; a key that is there keeps its place."""
        table = self.writable(table)
        if value is None:
            key = self.item_fits(table, key)
            self.call_library("add_member", table, key, self.hash(key))
            return
        key, value = self.item_fits(table, key, "key"), self.item_fits(table, value, "value")
        place = self.call_library("add_key", table, key, self.hash(key))
        self.put(value, self.table_part(table, VALUES), place.text)

    def grow(self, table: Value) -> None:
        """Make room for more keys of a dictionary."""
        kind = table.type
        assert isinstance(kind, DictType)
        used, room = self.table_part(table, USED), self.table_part(table, ROOM)
        more = self.make(f"add i64 {self.make(f'mul i64 {room}, 2')}, 8")
        columns: list[tuple[int, Type]] = [(KEYS, kind.key), (HASHES, INT), (VALUES, kind.value)]
        for part, item in columns:
            start = self.memory(item, more)
            self.copy(item, self.table_part(table, part), start, used)
            self.emit(f"store ptr {start}, ptr {self.table_place(table, part)}")
        self.emit(f"store i64 {more}, ptr {self.table_place(table, ROOM)}")

    def more_slots(self, table: Value, count: str) -> None:
        """So many slots, and for a set as much room for members; all is still to be written."""
        columns: list[tuple[int, Type]] = [(PLACES, INT)]
        if isinstance(table.type, SetType):
            columns += [(KEYS, table.type.item), (HASHES, INT)]
        for part, item in columns:
            self.emit(f"store ptr {self.memory(item, count)}, ptr {self.table_place(table, part)}")
        self.emit(f"store i64 {count}, ptr {self.table_place(table, SLOTS)}")

    # --- hashes -------------------------------------------------------------------------------------------------------
    def mixed(self, number: str, more: str) -> str:
        """As `hashing.mixed`."""
        value = self.make(f"mul i64 {self.make(f'xor i64 {number}, {more}')}, {FACTOR - (1 << 64)}")
        return self.make(f"xor i64 {value}, {self.make(f'lshr i64 {value}, 29')}")

    def hash(self, value: Value) -> Value:
        """The hash of a key. Raises Unreached for what has none."""
        found = self.each_member(self.data(value), lambda member: Value(INT, self._hash(member)))
        assert found is not None
        return found

    def _hash(self, value: Value) -> str:
        kind = value.type
        self.check_hashable(value)
        if kind is NONE:
            return self.mixed(str(START), "0")
        if kind in (INT, BOOL):
            return self._hash_of_integer(self.integer(value))
        if isinstance(kind, EnumType):
            is_plain = issubclass(kind.cls, int | str)
            return self.hash(self.member_value(value)).text if is_plain else self.mixed("0", value.text)
        if isinstance(kind, BitsType):
            return self._hash_of_board(value)
        if isinstance(kind, TupleType):
            total = str(signed(PRIME_5))
            for part in self.parts(value):
                total = self.tuple_hash_item(total, self.hash(part).text)
            return self.tuple_hash_end(total, str(len(kind.items)))
        if kind is STR:
            return self.call_library("hash_codes", self.as_sequence(value)).text
        if isinstance(kind, SequenceType):
            if kind.item is NEVER:
                return str(hash_of(()))
            return self.call_library("hash_items", value).text
        if isinstance(kind, SetType) and kind.frozen:
            return self.call_library("hash_set", value).text
        raise self.never(TypeError, f"unhashable type: {kind}")

    def _hash_of_board(self, board: Value) -> str:
        form, result = board.type.llvm, str(START)
        for low in range(0, int(form[1:]), 64):
            moved = self.make(f"lshr {form} {board.text}, {low}")
            result = self.mixed(result, self.resized(moved, form, "i64"))
        return result

    def _hash_of_integer(self, number: str) -> str:
        """CPython's hash of an integer."""
        small = self.make(f"icmp ult i64 {number}, {MODULUS}")
        after, near, far = self.join(), self.label(), self.label()
        self.fork(small, near, far)
        before = dict(self.env)
        self.begin(near)
        self.arrive(after, Value(INT, number))
        self.begin(far)
        self.env = before
        self.arrive(after, self.call_library("hash_large", Value(INT, number)))
        found = self.meet(after)
        assert found is not None
        return found.text

    def tuple_hash_item(self, total: str, hashed: str) -> str:
        total = self.make(f"add i64 {total}, {self.make(f'mul i64 {hashed}, {signed(PRIME_2)}')}")
        turned = self.make(f"or i64 {self.make(f'shl i64 {total}, 31')}, {self.make(f'lshr i64 {total}, 33')}")
        return self.make(f"mul i64 {turned}, {signed(PRIME_1)}")

    def tuple_hash_end(self, total: str, length: str) -> str:
        total = self.make(f"add i64 {total}, {self.make(f'xor i64 {length}, {signed(PRIME_5 ^ 3527539)}')}")
        return self.make(f"select i1 {self.make(f'icmp eq i64 {total}, -1')}, i64 1546275796, i64 {total}")

    def check_hashable(self, value: Value) -> None:
        """Refuse values of classes that say for themselves which are equal."""

    # --- operators ----------------------------------------------------------------------------------------------------
    def other_operation(self, name: str, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        if name == "+":
            if is_plain_like(one) and is_plain_like(other):
                return self._concatenated(left, right)
            if one is STR and other is STR:
                return Value(STR, self._end_to_end(left, right).text)
            if isinstance(one, ListType) and isinstance(other, ListType):
                return self.list_of(self._end_to_end(left, right), (self.node, "+"))
        if name == "*":
            if is_repeatable(one) and (other in (INT, BOOL)):
                return self._repeated(left, right)
            if is_repeatable(other) and (one in (INT, BOOL)):
                return self._repeated(right, left)
        if isinstance(one, SetType) and isinstance(other, SetType) and name in ("|", "&", "-", "^"):
            return self._of_sets(name, left, right)
        if isinstance(one, DictType) and isinstance(other, DictType) and name == "|":
            made = self.new_table(self.site_type((self.node, "|"), self.joined(one, other)))
            self.call_library("add_all", made, left)
            self.call_library("add_all", made, right)
            return made
        return super().other_operation(name, left, right)

    node: Any = None
    """The expression that is being read."""

    def _concatenated(self, left: Value, right: Value) -> Value:
        if isinstance(left.type, TupleType) and isinstance(right.type, TupleType):
            return self.tuple([*self.parts(left), *self.parts(right)])
        return self._end_to_end(left, right)

    def _end_to_end(self, left: Value, right: Value) -> Value:
        """A new sequence of the items of one and then of the other."""
        one, other = self.as_sequence(left), self.as_sequence(right)
        kind = self.joined(one.type, other.type)
        assert isinstance(kind, SequenceType)
        if kind.item is NEVER:
            return one
        one, other = self.convert(one, kind), self.convert(other, kind)
        first, second = self.part(one, 0), self.part(other, 0)
        both = self.make(f"add i64 {first}, {second}")
        start = self.memory(kind.item, both)
        self.copy(kind.item, self.part(one, 1), start, first)
        self.copy(kind.item, self.part(other, 1), self.address(kind.item, start, first), second)
        return self.sequence(kind, both, start)

    def _repeated(self, value: Value, times: Value) -> Value:
        kind = value.type
        if isinstance(kind, TupleType) and times.is_known and len(kind.items) * max(0, times.known) <= 64:
            return self.tuple(self.parts(value) * max(0, times.known))
        row = self.as_sequence(value)
        result = self.call_library("repeated", row, Value(INT, self.integer(times)))
        if isinstance(kind, ListType):
            return self.list_of(result, (self.node, "*"))
        return Value(STR, result.text) if kind is STR else result

    def _of_sets(self, name: str, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        assert isinstance(one, SetType)
        assert isinstance(other, SetType)
        item = self.joined(one.item, other.item) if name in ("|", "^") else one.item
        made = self.new_table(self.site_type((self.node, name), SetType(item, one.frozen)))
        if isinstance(made.type, SetType) and made.type.item is NEVER:
            return made
        functions = {"|": "union", "&": "intersection", "-": "difference", "^": "symmetric_difference"}
        self.call_library(functions[name], self.thawed(made), left, right)
        return made

    def thawed(self, table: Value) -> Value:
        """A frozenset that is being made, as a set."""
        assert isinstance(table.type, SetType)
        return Value(SetType(table.type.item, False, table.type.site), table.text)

    # --- comparison ---------------------------------------------------------------------------------------------------
    def compare(self, name: str, left: Value, right: Value) -> Value:
        """`left name right`, where name is ==, !=, <, <=, > or >=: a constant if it is known. Raises Unreached."""
        if left.is_known and right.is_known and name in ("==", "!="):

            def is_so(one: Any, other: Any) -> bool:
                return (one == other) is (name == "==")

            found = self.fold(is_so, left, right)
            assert found is not None
            return found
        if left.is_constant(int, str, tuple) and right.is_known and not _has_objects(left.known):
            found = self.fold(_ORDER[name], left, right)
            assert found is not None
            return found
        if not (self.has_form(left) and self.has_form(right)):
            return self.compare_statics(name, left, right)
        left, right = self.data(left), self.data(right)
        found = self.each_member(
            left, lambda one: self.each_member(right, lambda other: self._as_bool(self._compare(name, one, other)))
        )
        assert found is not None
        return found

    def _as_bool(self, value: Value) -> Value:
        return self.data(value)

    def has_form(self, value: Value) -> bool:
        if value.is_known:
            return type_of(value.known) is not None
        return bool(value.type.llvm)

    def compare_statics(self, name: str, left: Value, right: Value) -> Value:
        """Whether two functions or classes are the same."""
        if name not in ("==", "!="):
            for side in (left, right):
                if side.is_known and isinstance(side.known, int):
                    self.data(side)  # it says that it is too large
            raise self.refusal(f"{left.type} and {right.type} cannot be compared")
        return known((left.type == right.type) is (name == "=="))

    def _compare(self, name: str, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        numbers = (INT, BOOL, FLOAT)
        if isinstance(one, EnumType) and one == other and name in ("==", "!=") and not issubclass(one.cls, int | str):
            return self.compared_numbers(name, Value(INT, left.text), Value(INT, right.text))
        left, right = self.plain_enum(left), self.plain_enum(right)
        one, other = left.type, right.type
        if one in numbers and other in numbers:
            return self.compared_numbers(name, left, right)
        if one is NONE and other is NONE and name in ("==", "!="):
            return known(name == "==")
        if isinstance(one, BitsType) and isinstance(other, BitsType):
            return self.compared_boards(name, left, right)
        if isinstance(one, TupleType) and isinstance(other, TupleType) and self._both_tuples(one, other):
            return self._compared_tuples(name, left, right)
        if (
            (is_row(one) and is_row(other))
            or (one is STR and other is STR)
            or (isinstance(one, ListType) and isinstance(other, ListType))
        ):
            return self._compared_rows(name, self.as_sequence(left), self.as_sequence(right))
        if isinstance(one, SetType) and isinstance(other, SetType):
            return self._compared_sets(name, left, right)
        if isinstance(one, DictType) and isinstance(other, DictType) and name in ("==", "!="):
            same = self.call_library("same_dicts", left, right)
            return same if name == "==" else self.negated(same)
        return self.compare_objects(name, left, right)

    def compare_objects(self, name: str, left: Value, right: Value) -> Value:
        """A comparison of values of types that have nothing in common, or of objects."""
        if name in ("==", "!="):
            if isinstance(left.type, ObjectType) and left.type == right.type and _compares_fields(left.type.cls):
                return self._compared_fields(name, left, right)
            if isinstance(left.type, ObjectType | HostType) and left.type == right.type:
                same = self.make(f"icmp eq ptr {left.text}, {right.text}")
                return Value(BOOL, same) if name == "==" else self.negated(Value(BOOL, same))
            return known(name == "!=")
        if is_simple(left.type) and is_simple(right.type):
            raise self.never(TypeError, f"{name} not supported between {left.type} and {right.type}")
        raise self.refusal(f"{name} of {left.type} and {right.type}")

    def _compared_fields(self, name: str, left: Value, right: Value) -> Value:
        """Whether two objects of a dataclass are equal."""
        assert isinstance(left.type, ObjectType)
        fields = [field.name for field in dataclasses.fields(left.type.cls) if field.compare]  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        one, other = (self.tuple([self.load_field(value, field) for field in fields]) for value in (left, right))
        return self.compare(name, one, other)

    def load_field(self, value: Value, name: str) -> Value:
        """The value of an attribute of an object."""
        raise NotImplementedError

    def _both_tuples(self, one: TupleType, other: TupleType) -> bool:
        """Whether they are compared part by part: tuples of any class, dataclasses of one."""
        return (one.is_tuple and other.is_tuple) or one.cls is other.cls

    def _compared_tuples(self, name: str, left: Value, right: Value) -> Value:
        one, other = left.type, right.type
        assert isinstance(one, TupleType)
        assert isinstance(other, TupleType)
        if not one.is_tuple and name not in ("==", "!=") and not one.cls.__dataclass_params__.order:  # type: ignore[union-attr]
            return self.compare_objects(name, left, right)
        pairs = list(zip(self.parts(left), self.parts(right), strict=False))
        if name in ("==", "!="):
            if len(one.items) != len(other.items):
                return known(name == "!=")
            same = known(True)
            for a, b in pairs:
                same = self.both(same, self.compare("==", a, b))
            return same if name == "==" else self.negated(same)
        after = self.join()
        for a, b in pairs:
            same = self.compare("==", a, b)
            if same.is_known and same.known:
                continue
            if not same.is_known:
                go_on, differ = self.label(), self.label()
                self.fork(same.text, go_on, differ)
                self.begin(differ)
                before = dict(self.env)
                with self.maybe_unreached():
                    self.arrive(after, self.data(self.compare(name, a, b)))
                self.begin(go_on)
                self.env = before
                continue
            self.arrive(after, self.data(self.compare(name, a, b)))
            break
        else:
            self.arrive(after, self.data(known(_ORDER[name](len(one.items), len(other.items)))))
        found = self.meet(after)
        assert found is not None
        return found

    def both(self, one: Value, other: Value) -> Value:
        """Whether both of two truth values are true."""
        if one.is_known:
            return other if one.known else one
        if other.is_known:
            return one if other.known else other
        return Value(BOOL, self.make(f"and i1 {one.text}, {other.text}"))

    def _compared_rows(self, name: str, left: Value, right: Value) -> Value:
        assert isinstance(left.type, SequenceType)
        assert isinstance(right.type, SequenceType)
        if NEVER in (left.type.item, right.type.item):
            count, other = Value(INT, self.part(left, 0)), Value(INT, self.part(right, 0))
            return self.compared_numbers(name, count, other)
        if name in ("==", "!="):
            same = self.call_library("same_items", left, right)
            return same if name == "==" else self.negated(same)
        if name in (">", ">="):
            left, right, name = right, left, MIRRORED[name]
        return self.call_library("less" if name == "<" else "less_or_same", left, right)

    def _compared_sets(self, name: str, left: Value, right: Value) -> Value:
        if name in (">", ">="):
            left, right, name = right, left, MIRRORED[name]
        if name in ("<", "<="):
            return self.call_library("is_part" if name == "<=" else "is_smaller_part", left, right)
        same = self.call_library("same_sets", left, right)
        return same if name == "==" else self.negated(same)

    def same(self, left: Value, right: Value) -> Value:
        """`left is right`, for values of which one is None, a constant without form, a bool, a member or an object."""
        for value, other in ((left, right), (right, left)):
            if other.is_known and other.known is None:
                return (
                    self.is_member(value, lambda kind: kind is NONE)
                    if not value.is_known
                    else known(value.known is None)
                )
        if left.is_known and right.is_known:
            return known(left.known is right.known)
        if not (self.has_form(left) and self.has_form(right)):
            return known(left.type == right.type)
        left, right = self.data(left), self.data(right)
        found = self.each_member(
            left, lambda one: self.each_member(right, lambda other: self.data(self._same(one, other)))
        )
        assert found is not None
        return found

    def _same(self, left: Value, right: Value) -> Value:
        kinds = (BOOL, NONE)
        if left.type != right.type:
            return known(False)
        if left.type in kinds or isinstance(left.type, EnumType):
            if left.type is NONE:
                return known(True)
            return Value(BOOL, self.make(f"icmp eq {left.type.llvm} {left.text}, {right.text}"))
        if left.type.llvm == "ptr":
            return Value(BOOL, self.make(f"icmp eq ptr {left.text}, {right.text}"))
        raise self.refusal(f"`is` compares values of type {left.type}; write ==")

    # --- membership ---------------------------------------------------------------------------------------------------
    def contains(self, holder: Value, item: Value) -> Value:
        """`item in holder`, for a holder that is no union."""
        if item.is_known and holder.is_constant(tuple, str, frozenset, set, dict, range, list):
            found = self.fold(_is_constant_in, holder, item)
            assert found is not None
            return found
        if holder.is_known and not isinstance(holder.known, range):
            holder = self.data(holder)
        kind = holder.type
        if isinstance(kind, TupleType) and kind.is_tuple:
            return self._in_tuple(holder, item)
        if isinstance(kind, SetType | DictType):
            return Value(BOOL, self.make(f"icmp sge i64 {self.find(holder, item)}, 0"))
        if isinstance(kind, SequenceType | ListType):
            if kind.item is NEVER:
                return known(False)
            return self.call_library("holds", self.as_sequence(holder), item)
        if kind is STR:
            return self.call_library("has_part", self.as_sequence(holder), self.as_sequence(self.data(item)))
        if isinstance(kind, BitsType):
            return self.contains_cell(holder, item)
        if kind is RANGE or holder.is_known:
            return self.call_library("in_range", *self.range_parts(holder), item)
        raise self.never(TypeError, f"argument of type {kind} is not iterable")

    def _in_tuple(self, holder: Value, item: Value) -> Value:
        found: Value = known(False)
        for part in self.parts(holder):
            same = self.compare("==", part, item)
            found = self.negated(self.both(self.negated(found), self.negated(same)))
        return found


def _compares_fields(cls: Any) -> bool:
    """Whether a class is a dataclass whose objects are equal if their fields are."""
    return dataclasses.is_dataclass(cls) and "<string>" in getattr(
        getattr(cls.__eq__, "__code__", None), "co_filename", ""
    )


def known_item(blocks: Containers, value: Value, index: Value) -> Value:
    """An item of a constant list or dictionary."""
    held, place = value.known, index.known
    try:
        return known(held[place])
    except Exception as error:
        raise blocks.never(type(error), *error.args) from None


def constant_item(held: Any, place: Any) -> Any:
    return held[place]


def _constant_slice(held: Any, *bounds: Any) -> Any:
    return held[slice(*bounds)]


def _is_constant_in(held: Any, item: Any) -> bool:
    return item in held


def is_row(kind: Type) -> bool:
    return isinstance(kind, SequenceType | TupleType) and not (isinstance(kind, TupleType) and not kind.is_tuple)


def is_plain_like(kind: Type) -> bool:
    """Whether this is a tuple of any class."""
    return is_row(kind)


def is_repeatable(kind: Type) -> bool:
    return is_row(kind) or isinstance(kind, ListType) or kind is STR


def _has_objects(value: Any) -> bool:
    return isinstance(value, tuple) and any(not isinstance(part, int | str | tuple) for part in value)  # pyright: ignore[reportUnknownVariableType]


_ORDER: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}
