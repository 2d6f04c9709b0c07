"""Games and components: objects that Python has made, whose methods are compiled.

Their attributes are constants of the program, but for arrays, integers that the class names in `runtime`, and other such
objects, which lie in a block of memory that Python fills (see `memory_layout`). The functions of `core.words`, which turn
states into words, are written here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.compiler.blocks import NOTHING, TOO_BIG
from zermelo.compiler.instances import Place
from zermelo.compiler.memory_layout import layout
from zermelo.compiler.scopes import Bound
from zermelo.compiler.statements import Statements
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    ArrayType,
    BitsType,
    EnumType,
    HostType,
    ListType,
    SequenceType,
    TupleType,
    Type,
    UnionType,
    Value,
    python_class,
    type_of,
)
from zermelo.core import scratch, words
from zermelo.core.arrays import is_array, kind_of
from zermelo.core.bits import Bits
from zermelo.core.errors import MixedStates
from zermelo.core.fingerprint import data_of, is_object
from zermelo.core.game import Game

INTEGERS: Final = frozenset(
    ("reward", "to_move", "weight", "symmetric_action", "canonical_symmetry", "evaluate", "priority", "forced")
)
TRUTHS: Final = frozenset(("legal", "terminal", "chance", "invariant", "noisy"))
STATES: Final = frozenset(("initial", "apply", "symmetric", "passed"))
COUNTS: Final = {"bounds": 2, "plies": 3}
"""Methods that return so many integers."""

FORMS: Final = {
    "int64": "i64", "uint64": "i64", "int32": "i32", "uint32": "i32", "int16": "i16", "uint16": "i16", "int8": "i8",
    "uint8": "i8", "bool": "i8", "float64": "double",
}  # fmt: skip
"""LLVM's types for the items of arrays."""


class Host:
    """An object that Python has made: what of it lies in its block, and what is constant."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj
        data = data_of(obj)
        self.block = data.block
        self.places = layout(data)
        self.constants = data.constants


def hosts_of(root: Any, name: str) -> dict[tuple[str, ...], Host]:
    """An object and all that are in it, by path."""
    found: dict[tuple[str, ...], Host] = {}

    def walk(obj: Any, path: tuple[str, ...]) -> None:
        found[path] = Host(obj)
        for attribute, value in found[path].block.items():
            if is_object(value):
                walk(value, (*path, attribute))

    walk(root, (name,))
    return found


def state_type(state: Any) -> Type:
    """The type of states or keys of the shape of this one, which can be packed."""
    cls = python_class(state)
    if tuple in cls.__mro__:
        return TupleType(tuple(map(state_type, state)), None if cls is tuple else cls)
    found = type_of(state)
    assert found is not None
    return found


class HostCode(Statements):
    """Reads attributes of games and components, calls their methods, and knows the functions of `core.words`."""

    # --- attributes ---------------------------------------------------------------------------------------------------
    def from_block(self, value: Value, host: Any, name: str) -> Value:
        kind = value.type
        assert isinstance(kind, HostType)
        held, first = host.block[name], host.places[name]

        def word(number: int, form: str = "i64") -> str:
            place = self.make(f"getelementptr inbounds i64, ptr {value.text}, i64 {first + number}")
            return self.make(f"load {form}, ptr {place}, !invariant.load !0")

        if is_object(held):
            path = (*kind.path, name)
            return Value(HostType(python_class(held), path), word(0, "ptr"))
        if is_array(held):
            item, dimensions = kind_of(held)
            if str(item) not in FORMS:
                raise self.refusal(f"an array of {item}")
            checked = isinstance(host.obj, Game) or host.obj.checks_indices
            array = ArrayType(str(item), dimensions, checked)
            parts = [("ptr", word(0, "ptr")), *(("i64", word(1 + axis)) for axis in range(dimensions))]
            return Value(array, self.struct(array.llvm, *parts))
        if isinstance(held, bool):
            return Value(BOOL, self.make(f"trunc i64 {word(0)} to i1"))
        return Value(INT, word(0))

    def array_attribute(self, value: Value, name: str) -> Value:
        kind = value.type
        assert isinstance(kind, ArrayType)
        if name == "shape":
            lengths = tuple(self.part(value, 1 + axis) for axis in range(kind.dimensions))
            shape = TupleType((INT,) * kind.dimensions)
            return Value(shape, self.struct(shape.llvm, *[("i64", length) for length in lengths]))
        return super().array_attribute(value, name)

    def length(self, value: Value) -> Value:
        if isinstance(value.type, ArrayType):
            return Value(INT, self.part(value, 1))
        return super().length(value)

    def _place_in_array(self, value: Value, index: Value) -> tuple[str, str]:
        """The address of an item of an array, and LLVM's type of it."""
        kind = value.type
        assert isinstance(kind, ArrayType)
        numbers = [index] if kind.dimensions == 1 else self.parts(index)
        if len(numbers) != kind.dimensions:
            raise self.refusal("a part of an array that is no item")
        offset = ""
        for axis, number in enumerate(numbers):
            length = self.part(value, 1 + axis)
            text = self.index(number, length, "array") if kind.checked else self.integer(number)
            offset = (
                text if axis == 0 else self.make(f"add nsw i64 {self.make(f'mul nsw i64 {offset}, {length}')}, {text}")
            )
        form = FORMS[kind.item]
        return self.make(f"getelementptr inbounds {form}, ptr {self.part(value, 0)}, i64 {offset}"), form

    def array_item(self, value: Value, index: Value) -> Value:
        place, form = self._place_in_array(value, index)
        assert isinstance(value.type, ArrayType)
        return self._widened(self.make(f"load {form}, ptr {place}"), form, value.type.item)

    def _widened(self, text: str, form: str, item: str) -> Value:
        if form == "double":
            return Value(FLOAT, text)
        if item == "bool":
            return Value(BOOL, self.make(f"icmp ne i8 {text}, 0"))
        if form == "i64":
            if item == "uint64" and self.checked:
                self.fail_if(self.make(f"icmp slt i64 {text}, 0"), OverflowError, TOO_BIG)
            return Value(INT, text)
        return Value(INT, self.make(f"{'zext' if item.startswith('u') else 'sext'} {form} {text} to i64"))

    def set_array_item(self, array: Value, index: Value, value: Value) -> None:
        place, form = self._place_in_array(array, index)
        if form == "double":
            self.emit(f"store double {self.floating(value)}, ptr {place}")
            return
        number = self.integer(value)
        narrow = number if form == "i64" else self.make(f"trunc i64 {number} to {form}")
        self.emit(f"store {form} {narrow}, ptr {place}")

    def _iterate_array(self, iterable: Value, node: Any, body: Any, assigned: frozenset[str]) -> None:
        kind = iterable.type
        assert isinstance(kind, ArrayType)
        count, start = self.held("i64", self.part(iterable, 1)), self.held("ptr", self.part(iterable, 0))
        place, form = self._counter("0"), FORMS[kind.item]

        def item(inside: str, end: str) -> Value:
            number = self.make(f"load i64, ptr {place}")
            self.fork(self.make(f"icmp slt i64 {number}, {count()}"), inside, end)
            self.begin(inside)
            address = self.make(f"getelementptr inbounds {form}, ptr {start()}, i64 {number}")
            return self._widened(self.make(f"load {form}, ptr {address}"), form, kind.item)

        self._looped(node, assigned, item, lambda: self._step(place), body)

    # --- methods of games ---------------------------------------------------------------------------------------------
    def _call_bound(self, bound: Bound, arguments: list[Value], named: dict[str, Value]) -> Value:
        returned = super()._call_bound(bound, arguments, named)
        kind = bound.receiver.type
        if isinstance(kind, HostType) and issubclass(kind.cls, Game) and not isinstance(bound.method, str):
            return self.returned_at(bound.method, returned)
        return returned

    def returned_at(self, function: Any, value: Value) -> Value:
        """As `returned_by`; a refusal names the line at which the method begins."""
        before = self.place
        code = getattr(function, "__code__", None)
        if code is not None:
            self.place = Place(code.co_filename, code.co_firstlineno, function.__qualname__)
        try:
            return self.returned_by(getattr(function, "__name__", ""), value)
        finally:
            self.place = before

    def returned_by(self, method: str, value: Value) -> Value:
        """What a method of a game returns, as the type that it must be of. Raises NotCompiled for another one."""
        if method in STATES:
            return self.shaped(value, self.program.state, method)
        if method in INTEGERS:
            return self.shaped(value, INT, method)
        if method in COUNTS:
            return self.shaped(value, TupleType((INT,) * COUNTS[method]), method)
        if method in TRUTHS:
            return self.data(self.truth(value))
        if method == "rewards":
            return self.shaped(value, TupleType((INT,) * self.program.players), method)
        return value

    def shaped(self, value: Value, kind: Type, method: str) -> Value:
        """A value as one of a type; what has another shape when the program runs raises an error there."""
        if value.static is not None:
            raise self.refusal(f"{method} returns {value.type}")
        value = self.data(value)
        if value.type == kind:
            return value
        if isinstance(value.type, UnionType):
            found = self.each_member(value, lambda member: self.shaped(member, kind, method))
            assert found is not None
            return found
        if isinstance(kind, TupleType) and isinstance(value.type, SequenceType) and kind.cls is None:
            count, start, item = self.part(value, 0), self.part(value, 1), value.type.item
            differs = self.make(f"icmp ne i64 {count}, {len(kind.items)}")
            self.fail_if(
                differs, MixedStates, f"{method} returns a tuple of another length than that of the first state"
            )
            parts = [self.at(item, start, str(place)) for place in range(len(kind.items))]
            return self._of_shaped(parts, kind, method)
        if isinstance(kind, TupleType) and isinstance(value.type, TupleType) and _are_alike(value.type, kind):
            return self._of_shaped(self.parts(value), kind, method)
        if kind is INT and value.type is BOOL:
            return Value(INT, self.integer(value))
        if kind is INT and isinstance(value.type, EnumType) and issubclass(value.type.cls, int):
            return Value(INT, self.integer(value))
        if value.type is NONE:
            raise self.never(TypeError, f"{method} returns None")
        raise self.refusal(f"{method} returns {value.type} instead of {kind}")

    def _of_shaped(self, parts: list[Value], kind: TupleType, method: str) -> Value:
        shaped = [self.shaped(part, wanted, method) for part, wanted in zip(parts, kind.items, strict=True)]
        return Value(kind, self.struct(kind.llvm, *[(part.type.llvm, part.text) for part in shaped]))

    # --- words --------------------------------------------------------------------------------------------------------
    def words_of(self, value: Value) -> list[str]:
        """The words of a state or key, as `core.words.pack` gives them."""
        value = self.data(value)
        kind = value.type
        if isinstance(kind, BitsType):
            moved = [self.make(f"lshr {kind.llvm} {value.text}, {low}") for low in range(0, kind.width, words.WORD)]
            return [self.resized(each, kind.llvm, "i64") for each in moved]
        if isinstance(kind, TupleType) and kind.is_tuple:
            return [word for part in self.parts(value) for word in self.words_of(part)]
        if kind in (INT, BOOL):
            return [self.integer(value)]
        raise self.refusal(f"{kind} is neither int, bool, zermelo.Bits nor a tuple of these")

    def row_of_words(self, found: list[str]) -> Value:
        kind = TupleType((INT,) * len(found))
        return Value(kind, self.struct(kind.llvm, *[("i64", word) for word in found]))

    def from_words(self, kind: Type, rest: Iterable[str]) -> Value:
        """The value of this type with these words."""
        rest = iter(rest)
        if isinstance(kind, BitsType):
            wide = "0"
            for low in range(0, kind.width, words.WORD):
                part = self.resized(next(rest), "i64", kind.llvm)
                wide = (
                    part
                    if low == 0
                    else self.make(f"or {kind.llvm} {wide}, {self.make(f'shl {kind.llvm} {part}, {low}')}")
                )
            return Value(kind, wide)
        if isinstance(kind, TupleType):
            parts = [self.from_words(item, rest) for item in kind.items]
            return Value(kind, self.struct(kind.llvm, *[(part.type.llvm, part.text) for part in parts]))
        if kind is BOOL:
            return Value(BOOL, self.make(f"trunc i64 {next(rest)} to i1"))
        return Value(INT, next(rest))

    def words_from(self, start: str) -> Iterable[str]:
        """The words from an address on, read one by one."""
        number = 0
        while True:
            yield self.make(f"load i64, ptr {self.address(INT, start, str(number))}")
            number += 1

    def _pack(self, value: Value) -> Value:
        return self.row_of_words(self.words_of(value))

    def _row(self, rows: Value, row: Value) -> str:
        """The address of a row."""
        return self.address(
            INT, self.part(rows, 0), self.make(f"mul nsw i64 {self.integer(row)}, {self.part(rows, 2)}")
        )

    def _words_at(self, rows: Value, row: Value) -> Value:
        found = self.words_from(self._row(rows, row))
        return self.row_of_words(list(itertools.islice(found, self.program.words)))

    def state_in(self, start: str) -> Value:
        """The state whose words begin at an address."""
        return self.from_words(self.program.state, self.words_from(start))

    def _hash_words(self, row: Value) -> Value:
        mixed = "0"
        for word in self.parts(row):
            mixed = self.make(f"xor i64 {mixed}, {self.integer(word)}")
            for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
                mixed = self.make(f"xor i64 {mixed}, {self.make(f'lshr i64 {mixed}, 33')}")
                mixed = self.make(f"mul i64 {mixed}, {words.signed(factor)}")
            mixed = self.make(f"xor i64 {mixed}, {self.make(f'lshr i64 {mixed}, 33')}")
        return Value(INT, self.make(f"and i64 {mixed}, {words.SIGN - 1}"))

    def _mix(self, word: Value) -> Value:
        mixed = self.make(f"mul i64 {self.integer(word)}, {words.signed(0x9E3779B97F4A7C15)}")
        mixed = self.make(f"xor i64 {mixed}, {self.make(f'lshr i64 {mixed}, 32')}")
        return Value(INT, self.make(f"and i64 {mixed}, {words.SIGN - 1}"))

    def _prefetch(self, rows: Value, row: Value, column: Value) -> Value:
        kind = rows.type
        assert isinstance(kind, ArrayType)
        unchecked = Value(ArrayType(kind.item, kind.dimensions, False), rows.text)
        index = row if kind.dimensions == 1 else self.tuple([self.data(row), self.data(column)])
        place, _ = self._place_in_array(unchecked, index)
        self.emit(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 3, i32 1)")
        return NOTHING

    def _read_once(self, rows: Value, row: Value, column: Value) -> Value:
        place, form = self._place_in_array(rows, self.tuple([self.data(row), self.data(column)]))
        return Value(INT, self.make(f"load atomic {form}, ptr {place} monotonic, align 8"))

    def _compare_and_swap(self, array: Value, index: Value, old: Value, new: Value) -> Value:
        kind = array.type
        assert isinstance(kind, ArrayType)
        place, form = self._place_in_array(array, index)
        before, after = (
            text if form == "i64" else self.make(f"trunc i64 {text} to {form}")
            for text in (self.integer(old), self.integer(new))
        )
        swapped = self.make(f"cmpxchg ptr {place}, {form} {before}, {form} {after} monotonic monotonic")
        return self._widened(self.make(f"extractvalue {{{form}, i1}} {swapped}, 0"), form, kind.item)

    def _tally(self, places: Value) -> Value:
        if isinstance(places.type, BitsType) or (places.is_known and isinstance(places.known, Bits)):
            count = str(places.known.width if places.is_known else places.type.width)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
        else:
            count = self.integer(self._len([places], {}))
        made = self.new_list(ListType(INT), count)
        start = self.list_parts(made)[1]
        self.emit(f"call void @llvm.memset.p0.i64(ptr {start}, i8 0, i64 {self.make(f'mul i64 {count}, 8')}, i1 false)")
        return made


def _are_alike(one: TupleType, other: TupleType) -> bool:
    return one.cls is other.cls and len(one.items) == len(other.items)


REPLACEMENTS: Final[dict[Any, Callable[[HostCode, list[Value]], Value]]] = {
    words.pack: lambda code, given: code._pack(*given),
    words.words_at: lambda code, given: code._words_at(*given),
    words.state_at: lambda code, given: code.state_in(code._row(*given[1:])),
    words.hash_words: lambda code, given: code._hash_words(*given),
    words.mix: lambda code, given: code._mix(*given),
    words.prefetch: lambda code, given: code._prefetch(*given),
    words.read_once: lambda code, given: code._read_once(*given),
    words.compare_and_swap: lambda code, given: code._compare_and_swap(*given),
    scratch.tally: lambda code, given: code._tally(*given),
}
