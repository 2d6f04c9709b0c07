"""States that are no words: the kernel holds them as the game's author writes them, and packs them, for tables and for rows
of positions, into the words of `core.encoding`.

The kernel's game is a view, `core.encoded.Encoded`, and only its methods' names count: what is called is the method of the
game behind it. The reader and the writer are made for the type of the state, which is found as other types are: that of the
initial state, joined with those of the states that the methods return.
"""

from __future__ import annotations

import enum
from typing import Any, Final

from zermelo.compiler.blocks import NOTHING
from zermelo.compiler.hosts import STATES, HostCode
from zermelo.compiler.scopes import Bound
from zermelo.compiler.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    BitsType,
    EnumType,
    HostType,
    ListType,
    SequenceType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    Value,
    known,
)
from zermelo.core import encoding
from zermelo.core.encoded import Encoded
from zermelo.core.errors import LongState, MixedStates
from zermelo.core.game import Game
from zermelo.core.plain_classes import number_of

ROOM: Final = 1024
"""The most bytes that a state may take while it is written."""

GROUP: Final = 8
"""So many integers of a row are read or written at once."""

OTHER_KIND: Final = "a state is of another kind than those that the game's methods return"

BEYOND_ASCII: Final = "a state has characters beyond ASCII"

WIDEST: Final = 63
"""The most cells of a board in a state that is encoded."""

FUNCTIONS: Final = f"""
define internal i64 @put_byte(ptr %rt, ptr %row, i64 %place, i64 %byte) alwaysinline {{
  %full = icmp uge i64 %place, {ROOM}
  br i1 %full, label %none, label %some
none:
  call void @fail(ptr %rt, i64 1)
  unreachable
some:
  %at = getelementptr inbounds i8, ptr %row, i64 %place
  %short = trunc i64 %byte to i8
  store i8 %short, ptr %at
  %next = add i64 %place, 1
  ret i64 %next
}}
define internal i64 @put_integer(ptr %rt, ptr %row, i64 %place, i64 %value) alwaysinline {{
  %shifted = add i64 %value, {encoding.OFFSET}
  %above = icmp uge i64 %shifted, {encoding.LEAST_BYTE}
  %below = icmp ult i64 %shifted, 256
  %small = and i1 %above, %below
  br i1 %small, label %one, label %more
one:
  %a = call i64 @put_byte(ptr %rt, ptr %row, i64 %place, i64 %shifted)
  ret i64 %a
more:
  %b = call i64 @put_long(ptr %rt, ptr %row, i64 %place, i64 %value)
  ret i64 %b
}}
define internal i64 @put_long(ptr %rt, ptr %row, i64 %place, i64 %value) noinline cold {{
begin:
  %negative = icmp slt i64 %value, 0
  %turned = sub i64 0, %value
  %size = select i1 %negative, i64 %turned, i64 %value
  %zeros = call i64 @llvm.ctlz.i64(i64 %size, i1 false)
  %length = sub i64 72, %zeros
  %bytes = lshr i64 %length, 3
  %tagged = call i64 @put_byte(ptr %rt, ptr %row, i64 %place, i64 {encoding.INTEGER})
  %counted = add i64 %bytes, {encoding.OFFSET}
  %first = call i64 @put_byte(ptr %rt, ptr %row, i64 %tagged, i64 %counted)
  br label %loop
loop:
  %where = phi i64 [ %first, %begin ], [ %next, %loop ]
  %left = phi i64 [ %bytes, %begin ], [ %rest, %loop ]
  %rest = sub i64 %left, 1
  %by = shl i64 %rest, 3
  %near = call i64 @llvm.smin.i64(i64 %by, i64 63)
  %moved = ashr i64 %value, %near
  %byte = and i64 %moved, 255
  %next = call i64 @put_byte(ptr %rt, ptr %row, i64 %where, i64 %byte)
  %ends = icmp eq i64 %rest, 0
  br i1 %ends, label %end, label %loop
end:
  ret i64 %next
}}
define internal i64 @take_byte(ptr %row, ptr %at) alwaysinline {{
  %place = load i64, ptr %at
  %next = add i64 %place, 1
  store i64 %next, ptr %at
  %there = getelementptr inbounds i8, ptr %row, i64 %place
  %byte = load i8, ptr %there
  %wide = zext i8 %byte to i64
  ret i64 %wide
}}
define internal i64 @take_integer(ptr %rt, ptr %row, ptr %at) alwaysinline {{
  %first = call i64 @take_byte(ptr %row, ptr %at)
  %small = icmp uge i64 %first, {encoding.LEAST_BYTE}
  br i1 %small, label %one, label %more
one:
  %a = sub i64 %first, {encoding.OFFSET}
  ret i64 %a
more:
  %b = call i64 @take_long(ptr %rt, ptr %row, ptr %at, i64 %first)
  ret i64 %b
}}
define internal i64 @take_long(ptr %rt, ptr %row, ptr %at, i64 %tag) noinline cold {{
  %counted = call i64 @take_byte(ptr %row, ptr %at)
  %bytes = sub i64 %counted, {encoding.OFFSET}
  %long = icmp ugt i64 %bytes, 8
  %other = icmp ne i64 %tag, {encoding.INTEGER}
  %wrong = or i1 %long, %other
  br i1 %wrong, label %none, label %some
none:
  call void @fail(ptr %rt, i64 1)
  unreachable
some:
  %high = call i64 @take_byte(ptr %row, ptr %at)
  %top = shl i64 %high, 56
  %signed = ashr i64 %top, 56
  br label %loop
loop:
  %sum = phi i64 [ %signed, %some ], [ %whole, %go_on ]
  %done = phi i64 [ 1, %some ], [ %after, %go_on ]
  %ends = icmp eq i64 %done, %bytes
  br i1 %ends, label %end, label %go_on
go_on:
  %byte = call i64 @take_byte(ptr %row, ptr %at)
  %shifted = shl i64 %sum, 8
  %whole = or i64 %shifted, %byte
  %after = add i64 %done, 1
  br label %loop
end:
  ret i64 %sum
}}
define internal void @take_row(ptr %rt, ptr %row, ptr %at, i64 %count, ptr %start) noinline {{
  br label %groups
groups:
  %done = phi i64 [ 0, %0 ], [ %after, %group ]
  %after = add i64 %done, {GROUP}
  %few = icmp ugt i64 %after, %count
  br i1 %few, label %singles, label %look
look:
  %place = load i64, ptr %at
  %there = getelementptr inbounds i8, ptr %row, i64 %place
  %bytes = load <{GROUP} x i8>, ptr %there, align 1
  %are_tags = icmp ult <{GROUP} x i8> %bytes, splat (i8 {encoding.LEAST_BYTE})
  %tags = bitcast <{GROUP} x i1> %are_tags to i{GROUP}
  %small = icmp eq i{GROUP} %tags, 0
  br i1 %small, label %group, label %singles
group:
  %wide = zext <{GROUP} x i8> %bytes to <{GROUP} x i64>
  %numbers = sub <{GROUP} x i64> %wide, splat (i64 {encoding.OFFSET})
  %to = getelementptr inbounds i64, ptr %start, i64 %done
  store <{GROUP} x i64> %numbers, ptr %to, align 8
  %behind = add i64 %place, {GROUP}
  store i64 %behind, ptr %at
  br label %groups
singles:
  %number = phi i64 [ %done, %groups ], [ %done, %look ], [ %next, %single ]
  %left = icmp ult i64 %number, %count
  br i1 %left, label %single, label %end
single:
  %value = call i64 @take_integer(ptr %rt, ptr %row, ptr %at)
  %into = getelementptr inbounds i64, ptr %start, i64 %number
  store i64 %value, ptr %into
  %next = add i64 %number, 1
  br label %singles
end:
  ret void
}}
define internal i64 @put_row(ptr %rt, ptr %row, i64 %first, i64 %count, ptr %start) noinline {{
  br label %groups
groups:
  %done = phi i64 [ 0, %0 ], [ %after, %group ]
  %place = phi i64 [ %first, %0 ], [ %behind, %group ]
  %after = add i64 %done, {GROUP}
  %few = icmp ugt i64 %after, %count
  br i1 %few, label %singles, label %look
look:
  %from = getelementptr inbounds i64, ptr %start, i64 %done
  %numbers = load <{GROUP} x i64>, ptr %from, align 8
  %shifted = add <{GROUP} x i64> %numbers, splat (i64 {encoding.OFFSET - encoding.LEAST_BYTE})
  %fit = icmp ult <{GROUP} x i64> %shifted, splat (i64 {256 - encoding.LEAST_BYTE})
  %fitting = bitcast <{GROUP} x i1> %fit to i{GROUP}
  %all = icmp eq i{GROUP} %fitting, -1
  %behind = add i64 %place, {GROUP}
  %inside = icmp ule i64 %behind, {ROOM}
  %small = and i1 %all, %inside
  br i1 %small, label %group, label %singles
group:
  %bytes = trunc <{GROUP} x i64> %shifted to <{GROUP} x i8>
  %moved = add <{GROUP} x i8> %bytes, splat (i8 {encoding.LEAST_BYTE})
  %to = getelementptr inbounds i8, ptr %row, i64 %place
  store <{GROUP} x i8> %moved, ptr %to, align 1
  br label %groups
singles:
  %number = phi i64 [ %done, %groups ], [ %done, %look ], [ %next, %single ]
  %where = phi i64 [ %place, %groups ], [ %place, %look ], [ %then, %single ]
  %left = icmp ult i64 %number, %count
  br i1 %left, label %single, label %end
single:
  %own = getelementptr inbounds i64, ptr %start, i64 %number
  %value = load i64, ptr %own
  %then = call i64 @put_integer(ptr %rt, ptr %row, i64 %where, i64 %value)
  %next = add i64 %number, 1
  br label %singles
end:
  ret i64 %where
}}
"""
"""Integers are read and written one by one, and those of a row in groups, as long as each takes a byte."""


class Passed:
    """A method of the game behind a view."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passed) and self.function is other.function

    def __hash__(self) -> int:
        return hash(self.function)


class EncodedStates(HostCode):
    """Keeps states as the game's author writes them, and encodes them where the kernel asks for words."""

    def _of_host(self, value: Value, name: str) -> Value:
        kind = value.type
        assert isinstance(kind, HostType)
        if not issubclass(kind.cls, Encoded):
            return super()._of_host(value, name)
        inner = self.from_block(value, self.program.hosts[kind.path], "game")
        found = self._attribute(inner, name)
        if isinstance(found.static, Bound) and hasattr(Game, name):
            return Value(StaticType(Bound(inner, Passed(found.static.method))))
        return found

    def _call_bound(self, bound: Bound, arguments: list[Value], named: dict[str, Value]) -> Value:
        if not isinstance(bound.method, Passed):
            return super()._call_bound(bound, arguments, named)
        function = bound.method.function
        returned = self._call_known(function, [bound.receiver, *arguments], named)
        if getattr(function, "__name__", "") in STATES:
            return self._as_state(self.data(returned))
        return self.returned_at(function, returned)

    def returned_by(self, method: str, value: Value) -> Value:
        if self.program.view is not None and method in STATES:
            return value  # inside the game, states are as its author writes them
        return super().returned_by(method, value)

    def _as_state(self, value: Value) -> Value:
        """A state as one of the type of all states, which is learnt from it."""
        wide = self.joined(self.program.state, value.type)
        if wide != self.program.state:
            self.program.state = wide
            self.program.start_again()
        return self.convert(value, wide)

    def state_in(self, start: str) -> Value:
        if self.program.view is None:
            return super().state_in(start)
        return self._decoded(start)

    def _pack(self, value: Value) -> Value:
        return super()._pack(value) if self.program.view is None else self._encoded(self.data(value))

    # --- writing ------------------------------------------------------------------------------------------------------
    def _encoded(self, value: Value) -> Value:
        """The words of a state or key."""
        size = 8 * self.program.words
        row = self.alloca(f"[{ROOM} x i8]", ", align 16")
        self.emit(f"call void @llvm.memset.p0.i64(ptr {row}, i8 0, i64 {size}, i1 false)")
        end = self._write(value, row, "0")
        full = self.make(f"icmp ugt i64 {end}, {size}")
        self.fail_if(full, LongState, f"a state takes more than {size} bytes")
        return self.row_of_words([self._swapped(self.at(INT, row, str(place)).text) for place in range(size // 8)])

    def _swapped(self, word: str) -> str:
        """A word with the most significant byte first, or last."""
        return self.make(f"call i64 {self.module.intrinsic('llvm.bswap.i64', 'i64', 'i64')}(i64 {word})")

    def _put(self, byte: int | str, row: str, place: str) -> str:
        return self.make(f"call i64 @put_byte(ptr %rt, ptr {row}, i64 {place}, i64 {byte})")

    def _put_integer(self, number: int | str, row: str, place: str) -> str:
        return self.make(f"call i64 @put_integer(ptr %rt, ptr {row}, i64 {place}, i64 {number})")

    def _write(self, value: Value, row: str, place: str) -> str:
        """Write a value; the place after it."""
        kind = value.type
        if isinstance(kind, EnumType) and issubclass(kind.cls, int | str):
            return self._write(self.member_value(value), row, place)
        if kind in (INT, BOOL):
            return self._put_integer(self.integer(value), row, place)
        if kind is NONE:
            return self._put(encoding.NOTHING, row, place)
        if isinstance(kind, UnionType):
            found = self.each_member(value, lambda member: Value(INT, self._write(member, row, place)))
            assert found is not None
            return found.text
        if isinstance(kind, EnumType):
            place = self._put_integer(self._class_number(kind.cls), row, self._put(encoding.ENUM, row, place))
            return self._put_integer(value.text, row, place)
        if isinstance(kind, BitsType) and kind.width <= WIDEST:
            place = self._put_integer(kind.width, row, self._put(encoding.BOARD, row, place))
            return self._put_integer(self.integer(self._board_value(value)), row, place)
        if isinstance(kind, TupleType):
            return self._write_parts(value, kind, row, place)
        if kind is STR:
            return self._write_text(value, row, place)
        if isinstance(kind, SequenceType):
            return self._write_row(value, encoding.TUPLE, row, place)
        if isinstance(kind, SetType) and kind.frozen:
            return self._write_set(value, row, place)
        raise self.refusal(f"a state holds {kind}")

    def _write_parts(self, value: Value, kind: TupleType, row: str, place: str) -> str:
        tag = encoding.TUPLE if kind.is_tuple else encoding.OBJECT
        place = self._put(tag, row, place)
        if not kind.is_tuple:
            place = self._put_integer(self._class_number(kind.cls), row, place)
        place = self._put_integer(len(kind.items), row, place)
        for part in self.parts(value):
            place = self._write(part, row, place)
        return place

    def _class_number(self, cls: Any) -> int:
        """The number by which the encoding knows a class. Raises NotCompiled for one that has not been met."""
        classes: list[Any] = self.program.view.classes
        if cls not in classes or (
            issubclass(cls, enum.Enum) and [number_of(each) for each in cls] != list(range(len(cls)))
        ):
            raise self.refusal(f"states that hold {cls.__name__}, as none of the first states does,")
        return classes.index(cls)

    def _write_text(self, value: Value, row: str, place: str) -> str:
        codes = self.as_sequence(value)
        count, start = self.part(codes, 0), self.part(codes, 1)
        at = self.alloca("i64")
        self.emit(f"store i64 {self._put_integer(count, row, self._put(encoding.TEXT, row, place))}, ptr {at}")
        with self.counted(count) as number:
            code = self.at(INT, start, number).text
            self.fail_if(self.make(f"icmp ugt i64 {code}, 127"), MixedStates, BEYOND_ASCII)
            self.emit(f"store i64 {self._put(code, row, self.make(f'load i64, ptr {at}'))}, ptr {at}")
        return self.make(f"load i64, ptr {at}")

    def _write_row(self, items: Value, tag: int, row: str, place: str) -> str:
        assert isinstance(items.type, SequenceType)
        item = items.type.item
        count, start = self.part(items, 0), self.part(items, 1)
        place = self._put_integer(count, row, self._put(tag, row, place))
        if item is NEVER:
            return place
        if item is INT:
            return self.make(f"call i64 @put_row(ptr %rt, ptr {row}, i64 {place}, i64 {count}, ptr {start})")
        at = self.alloca("i64")
        self.emit(f"store i64 {place}, ptr {at}")
        with self.counted(count) as number:
            after = self._write(self.at(item, start, number), row, self.make(f"load i64, ptr {at}"))
            self.emit(f"store i64 {after}, ptr {at}")
        return self.make(f"load i64, ptr {at}")

    def _write_set(self, value: Value, row: str, place: str) -> str:
        """The members in the order of their bytes, by which equal sets have equal bytes."""
        kind = value.type
        assert isinstance(kind, SetType)
        members = self.as_sequence(value)
        count, start = self.part(members, 0), self.part(members, 1)
        place = self._put_integer(count, row, self._put(encoding.SET, row, place))
        if kind.item is NEVER:
            return place
        written = SequenceType(INT)
        pieces = self.new_list(ListType(written), count)
        own, first = self.alloca(f"[{ROOM} x i8]"), self.list_parts(pieces)[1]
        with self.counted(count) as number:
            end = self._write(self.at(kind.item, start, number), own, "0")
            self.put(self.sequence(written, end, self._widened_bytes(own, end)), first, number)
        self.over("sort", pieces, known(None), known(False))
        at = self.alloca("i64")
        self.emit(f"store i64 {place}, ptr {at}")
        with self.counted(count) as number:
            piece = self.at(written, first, number)
            with self.counted(self.part(piece, 0)) as inner:
                byte = self.at(INT, self.part(piece, 1), inner).text
                self.emit(f"store i64 {self._put(byte, row, self.make(f'load i64, ptr {at}'))}, ptr {at}")
        return self.make(f"load i64, ptr {at}")

    def _widened_bytes(self, row: str, count: str) -> str:
        """The address of these bytes as integers."""
        start = self.memory(INT, count)
        with self.counted(count) as number:
            byte = self.make(f"load i8, ptr {self.make(f'getelementptr inbounds i8, ptr {row}, i64 {number}')}")
            self.put(Value(INT, self.make(f"zext i8 {byte} to i64")), start, number)
        return start

    # --- reading ------------------------------------------------------------------------------------------------------
    def _decoded(self, start: str) -> Value:
        """The state whose words begin at an address."""
        count = self.program.words
        row, at = self.alloca(f"[{count} x i64]"), self.alloca("i64")
        for place in range(count):
            self.put(Value(INT, self._swapped(self.at(INT, start, str(place)).text)), row, str(place))
        self.emit(f"store i64 0, ptr {at}")
        return self._read(self.program.state, row, at)

    def _take_integer(self, row: str, at: str) -> str:
        return self.make(f"call i64 @take_integer(ptr %rt, ptr {row}, ptr {at})")

    def _pass_over(self, row: str, at: str, tag: int, *integers: int) -> None:
        """Pass over a tag and integers, which are the same in all values of a type."""
        found = [
            self.make(f"call i64 @take_byte(ptr {row}, ptr {at})"),
            *(self._take_integer(row, at) for _ in integers),
        ]
        for text, wanted in zip(found, (tag, *integers), strict=True):
            self._is_other_kind(self.make(f"icmp ne i64 {text}, {wanted}"))

    def _is_other_kind(self, truth: str) -> None:
        """Raise MixedStates if this is true: what is read is no value of the type."""
        self.fail_if(truth, MixedStates, OTHER_KIND)

    def _read(self, kind: Type, row: str, at: str) -> Value:
        """The value of this type that comes next."""
        if kind is INT:
            return Value(INT, self._take_integer(row, at))
        if kind is BOOL:
            number = self._take_integer(row, at)
            self._is_other_kind(self.make(f"icmp ugt i64 {number}, 1"))
            return Value(BOOL, self.make(f"trunc i64 {number} to i1"))
        if kind is NONE:
            self._pass_over(row, at, encoding.NOTHING)
            return NOTHING
        if isinstance(kind, EnumType) and issubclass(kind.cls, int | str):
            plain = self._read(INT if issubclass(kind.cls, int) else STR, row, at)
            return self.data(self.member_with(kind.cls, "value", plain, MixedStates))
        if isinstance(kind, EnumType):
            self._pass_over(row, at, encoding.ENUM, self._class_number(kind.cls))
            number = self._take_integer(row, at)
            self._is_other_kind(self.make(f"icmp uge i64 {number}, {len(kind.cls)}"))
            return Value(kind, number)
        if isinstance(kind, BitsType) and kind.width <= WIDEST:
            self._pass_over(row, at, encoding.BOARD, kind.width)
            return Value(kind, self.resized(self._take_integer(row, at), "i64", kind.llvm))
        if isinstance(kind, UnionType):
            return self._read_one_of(kind, row, at)
        if isinstance(kind, TupleType):
            start = (encoding.TUPLE,) if kind.is_tuple else (encoding.OBJECT, self._class_number(kind.cls))
            self._pass_over(row, at, *start, len(kind.items))
            parts = [self._read(item, row, at) for item in kind.items]
            return Value(kind, self.struct(kind.llvm, *[(part.type.llvm, part.text) for part in parts]))
        return self._read_many(kind, row, at)

    def _read_many(self, kind: Type, row: str, at: str) -> Value:
        """The string, row or set that comes next, which begins with a number of items."""
        self._pass_over(row, at, _tag(kind))
        count = self._take_integer(row, at)
        if getattr(kind, "item", None) is NEVER:
            self._is_other_kind(self.make(f"icmp ne i64 {count}, 0"))
        if kind is STR:
            return Value(STR, self._read_items(None, count, row, at).text)
        if isinstance(kind, SequenceType):
            return self._read_items(kind.item, count, row, at)
        if isinstance(kind, SetType):
            made = self.new_table(SetType(kind.item, False))
            items = self._read_items(kind.item, count, row, at)
            if kind.item is not NEVER:
                with self.counted(count) as number:
                    self.add(made, self.at(kind.item, self.part(items, 1), number))
            return Value(kind, made.text)
        raise self.refusal(f"a state holds {kind}")

    def _read_items(self, item: Type | None, count: str, row: str, at: str) -> Value:
        """So many values of a type, or characters."""
        kind = SequenceType(item or INT)
        if item is NEVER:
            return self.sequence(kind, count, "null")
        start = self.memory(kind.item, count)
        if item is INT:
            self.emit(f"call void @take_row(ptr %rt, ptr {row}, ptr {at}, i64 {count}, ptr {start})")
            return self.sequence(kind, count, start)
        with self.counted(count) as number:
            self.put(self._read_character(row, at) if item is None else self._read(item, row, at), start, number)
        return self.sequence(kind, count, start)

    def _read_character(self, row: str, at: str) -> Value:
        code = self.make(f"call i64 @take_byte(ptr {row}, ptr {at})")
        self.fail_if(self.make(f"icmp ugt i64 {code}, 127"), MixedStates, BEYOND_ASCII)
        return Value(INT, code)

    def _read_one_of(self, kind: UnionType, row: str, at: str) -> Value:
        """A value of one of several types, which its first byte tells apart."""
        tags = [_tag(member) for member in kind.members]
        if len(set(tags)) != len(tags):
            raise self.refusal(f"a state holds values of types that are not told apart: {kind}")
        place = self.make(f"load i64, ptr {at}")
        byte = self.make(f"load i8, ptr {self.make(f'getelementptr inbounds i8, ptr {row}, i64 {place}')}")
        after = self.join()
        labels = [self.label() for _ in tags]
        other = tags.index(encoding.INTEGER) if encoding.INTEGER in tags else 0
        cases = " ".join(f"i8 {tag}, label %{label}" for tag, label in zip(tags, labels, strict=True))
        self.emit(f"switch i8 {byte}, label %{labels[other]} [{cases}]")
        before = dict(self.env)
        for member, label in zip(kind.members, labels, strict=True):
            self.begin(label)
            self.env = dict(before)
            self.arrive(after, self.convert(self._read(member, row, at), kind))
        found = self.meet(after)
        assert found is not None
        return found


def _tag(kind: Type) -> int:
    """The byte with which values of a type begin; small integers begin with others."""
    if isinstance(kind, EnumType):
        return (
            encoding.INTEGER
            if issubclass(kind.cls, int)
            else encoding.TEXT
            if issubclass(kind.cls, str)
            else encoding.ENUM
        )
    if isinstance(kind, TupleType):
        return encoding.TUPLE if kind.is_tuple else encoding.OBJECT
    tags: dict[type[Type], int] = {SequenceType: encoding.TUPLE, SetType: encoding.SET, BitsType: encoding.BOARD}
    basic: dict[Type, int] = {NONE: encoding.NOTHING, STR: encoding.TEXT}
    return tags.get(type(kind)) or basic.get(kind, encoding.INTEGER)
