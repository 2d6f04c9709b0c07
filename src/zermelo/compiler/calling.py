"""Calling compiled functions from Python, with any values of the language: the arguments are written to memory, the result
is read from it.
"""

from __future__ import annotations

import ctypes
import enum
from collections.abc import Callable
from typing import Any

from zermelo.compiler import hashing
from zermelo.compiler.program import Program
from zermelo.compiler.runtime import ENTRY_LINES, Loaded, machine_code, runtime
from zermelo.compiler.scopes import source_of
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    RANGE,
    STR,
    Basic,
    BitsType,
    DictType,
    EnumType,
    ListType,
    NotCompiled,
    SequenceType,
    SetType,
    TupleType,
    Type,
    UnionType,
    fields_of,
    is_named_tuple,
    joined,
    members_of,
    parts_of,
    type_of,
)
from zermelo.core.bits import Bits


class Memory:
    """Bytes at an address: values written as LLVM lays them out, and kept alive."""

    def __init__(self) -> None:
        self._kept: list[Any] = []

    def new(self, size: int) -> int:
        buffer = ctypes.create_string_buffer(size + 16)
        self._kept.append(buffer)
        return (ctypes.addressof(buffer) + 15) & ~15

    def write(self, value: Any, kind: Type, at: int) -> None:
        if isinstance(kind, Basic):
            self._basic(value, kind, at)
        elif isinstance(kind, EnumType):
            ctypes.c_int64.from_address(at).value = list(kind.cls).index(value)
        elif isinstance(kind, BitsType):
            data = value.value.to_bytes(layout(kind)[0], "little")
            ctypes.memmove(at, data, len(data))
        elif isinstance(kind, SequenceType):
            self._row(list(value), kind.item, at)
        elif isinstance(kind, TupleType):
            for part, item, offset in zip(parts_of(value), kind.items, offsets(kind.items), strict=True):
                self.write(part, item, at + offset)
        elif isinstance(kind, UnionType):
            self._union(value, kind, at)
        else:
            ctypes.c_uint64.from_address(at).value = self._object(value, kind)

    def _basic(self, value: Any, kind: Basic, at: int) -> None:
        if kind is BOOL or kind is NONE:
            ctypes.c_uint8.from_address(at).value = bool(value)
        elif kind is INT:
            ctypes.c_int64.from_address(at).value = value
        elif kind is FLOAT:
            ctypes.c_double.from_address(at).value = value
        elif kind is RANGE:
            for number, word in enumerate((value.start, value.stop, value.step)):
                ctypes.c_int64.from_address(at + 8 * number).value = word
        else:
            assert kind is STR, kind
            self._row([ord(character) for character in value], INT, at)

    def _row(self, values: list[Any], item: Type, at: int) -> None:
        ctypes.c_int64.from_address(at).value = len(values)
        ctypes.c_uint64.from_address(at + 8).value = self._items(values, item)

    def _items(self, values: list[Any], item: Type) -> int:
        stride = layout(item)[0]
        start = self.new(stride * len(values))
        for number, value in enumerate(values):
            self.write(value, item, start + number * stride)
        return start

    def _union(self, value: Any, kind: UnionType, at: int) -> None:
        own = type_of(value)
        place = next(
            number for number, member in enumerate(kind.members) if own is not None and joined(own, member) == member
        )
        ctypes.c_uint8.from_address(at).value = place
        inner = offsets((BOOL, *kind.members))
        self.write(value, kind.members[place], at + inner[place + 1])

    def _object(self, value: Any, kind: Type) -> int:
        if isinstance(kind, ListType):
            at = self.new(24)
            for number, word in enumerate((len(value), len(value), self._items(list(value), kind.item))):
                ctypes.c_uint64.from_address(at + 8 * number).value = word
            return at
        assert isinstance(kind, SetType | DictType)
        is_set = isinstance(kind, SetType)
        table = hashing.set_table(value) if is_set else hashing.dict_table(value)
        keys = self._items(table.keys, kind.item if is_set else kind.key) if value else 0
        held = 0 if is_set else self._items(list(value.values()), kind.value)
        words = [len(value), len(value), len(table.places), keys, held]
        words += [self._items(table.hashes, INT), self._items(table.places, INT), 0]
        at = self.new(8 * len(words))
        for number, word in enumerate(words):
            ctypes.c_uint64.from_address(at + 8 * number).value = word
        return at


def read(kind: Type, at: int) -> Any:
    """The value of a type at an address."""
    if isinstance(kind, Basic):
        return _basic(kind, at)
    if isinstance(kind, EnumType):
        return list(kind.cls)[ctypes.c_int64.from_address(at).value]
    if isinstance(kind, BitsType):
        whole = int.from_bytes(ctypes.string_at(at, layout(kind)[0]), "little")
        return Bits(kind.width, whole & ((1 << kind.width) - 1))
    if isinstance(kind, SequenceType):
        return tuple(_row(kind.item, at))
    if isinstance(kind, TupleType):
        parts = [read(item, at + offset) for item, offset in zip(kind.items, offsets(kind.items), strict=True)]
        return tuple(parts) if kind.cls is None else _rebuilt(kind.cls, parts)
    if isinstance(kind, UnionType):
        place = ctypes.c_uint8.from_address(at).value
        return read(kind.members[place], at + offsets((BOOL, *kind.members))[place + 1])
    return _object(kind, ctypes.c_uint64.from_address(at).value)


def _basic(kind: Basic, at: int) -> Any:
    if kind is BOOL:
        return bool(ctypes.c_uint8.from_address(at).value & 1)
    if kind is NONE:
        return None
    if kind is INT:
        return ctypes.c_int64.from_address(at).value
    if kind is FLOAT:
        return ctypes.c_double.from_address(at).value
    if kind is RANGE:
        return range(*(ctypes.c_int64.from_address(at + 8 * number).value for number in range(3)))
    assert kind is STR, kind
    return "".join(map(chr, _row(INT, at)))


def _object(kind: Type, start: int) -> Any:
    """The list, set or dictionary at an address."""
    if isinstance(kind, ListType):
        return _items(
            kind.item, ctypes.c_int64.from_address(start).value, ctypes.c_uint64.from_address(start + 16).value
        )
    assert isinstance(kind, SetType | DictType), kind
    used, _, slots, keys, values, _, places, _ = (
        ctypes.c_int64.from_address(start + 8 * number).value for number in range(8)
    )
    if isinstance(kind, DictType):
        return dict(zip(_items(kind.key, used, keys), _items(kind.value, used, values), strict=True))
    members: list[Any] = []
    for slot, place in enumerate(_items(INT, slots, places)):
        if place == hashing.HELD:
            members += _items(kind.item, 1, keys + slot * layout(kind.item)[0])
    return frozenset(members) if kind.frozen else set(members)


def _rebuilt(cls: type[Any], parts: list[Any]) -> Any:
    if is_named_tuple(cls):
        return cls(*parts)
    made: Any = object.__new__(cls)
    for name, part in zip(fields_of(cls), parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def _row(item: Type, at: int) -> list[Any]:
    return _items(item, ctypes.c_int64.from_address(at).value, ctypes.c_uint64.from_address(at + 8).value)


def _items(item: Type, count: int, start: int) -> list[Any]:
    stride = layout(item)[0]
    return [read(item, start + number * stride) for number in range(count)]


def layout(kind: Type) -> tuple[int, int]:
    """The bytes that a value takes in an array, and their alignment."""
    if kind in (BOOL, NONE, NEVER):
        return 1, 1
    if isinstance(kind, BitsType):
        size = 1
        while 8 * size < kind.width and size < 8:
            size *= 2
        if 8 * size >= kind.width:
            return size, size
        return -(-kind.width // 128) * 16, 16
    if isinstance(kind, TupleType):
        return _struct(kind.items)
    if isinstance(kind, UnionType):
        return _struct((BOOL, *kind.members))
    if kind is STR or isinstance(kind, SequenceType):
        return 16, 8
    return (24, 8) if kind is RANGE else (8, 8)


def _struct(kinds: tuple[Type, ...]) -> tuple[int, int]:
    size, most = 0, 1
    for kind in kinds:
        bytes_, alignment = layout(kind)
        size = -(-size // alignment) * alignment + bytes_
        most = max(most, alignment)
    return -(-size // most) * most, most


def offsets(kinds: tuple[Type, ...]) -> list[int]:
    found: list[int] = []
    size = 0
    for kind in kinds:
        bytes_, alignment = layout(kind)
        size = -(-size // alignment) * alignment
        found.append(size)
        size += bytes_
    return found


def changeable(kind: Type) -> Type:
    """The type of an argument like a sample, which the function may change."""
    if isinstance(kind, ListType):
        return ListType(changeable(kind.item))
    if isinstance(kind, SetType):
        return SetType(kind.item, kind.frozen)
    if isinstance(kind, DictType):
        return DictType(kind.key, changeable(kind.value))
    return kind


def text_of(function: Any, kinds: tuple[Type, ...]) -> tuple[str, Program, Type]:
    """The module for a function with arguments of these types, and the type of the result."""
    program = Program()
    source = source_of(function)
    names = tuple(each.arg for each in (*source.node.args.posonlyargs, *source.node.args.args))[: len(kinds)]
    returned: list[Type] = []

    def entry() -> str:
        instance = program.instance(source, names, kinds, True)
        returned[:] = [instance.returned]
        lines = ["define i64 @entry(ptr %rt, ptr %given, ptr %result) {", ENTRY_LINES]
        texts = ["ptr %rt"]
        for number, (kind, offset) in enumerate(zip(kinds, offsets(kinds), strict=True)):
            lines.append(f"  %p{number} = getelementptr i8, ptr %given, i64 {offset}")
            lines.append(f"  %a{number} = load {kind.llvm}, ptr %p{number}")
            texts.append(f"{kind.llvm} %a{number}")
        if instance.returned is NEVER:
            lines.append(f"  call void @{instance.name}({', '.join(texts)})\n  unreachable")
        else:
            form = instance.returned.llvm
            lines.append(f"  %r = call {form} @{instance.name}({', '.join(texts)})")
            lines.append(f"  store {form} %r, ptr %result\n  ret i64 0")
        return "\n".join([*lines, "}"])

    return program.made(entry), program, returned[0]


def compiled(function: Callable[..., Any], *samples: Any) -> Callable[..., Any]:
    """A function like this one, compiled for arguments of the types of these. Raises NotCompiled."""
    kinds: list[Type] = []
    for sample in samples:
        kind = type_of(sample)
        if (
            kind is None
            or isinstance(sample, type)
            or any(isinstance(each, enum.EnumType) for each in members_of(kind))
        ):
            raise NotCompiled(f"an argument like {sample!r} is not in the language")
        kinds.append(changeable(kind))
    text, program, returned = text_of(function, tuple(kinds))
    loaded = Loaded(machine_code(text))
    entry = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(loaded.address("entry"))

    def call(*arguments: Any) -> Any:
        memory = Memory()
        given = memory.new(_struct(tuple(kinds))[0])
        for value, kind, offset in zip(arguments, kinds, offsets(tuple(kinds)), strict=True):
            memory.write(value, kind, given + offset)
        result = memory.new(layout(returned)[0])
        status: int = entry(runtime().address, given, result)
        if status:
            error = program.module.errors[status - 1]
            raise error.cls(*error.arguments)
        return read(returned, result)

    call.loaded = loaded  # type: ignore[attr-defined]  # pyright: ignore[reportFunctionMemberAccess]
    return call
