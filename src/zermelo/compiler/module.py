"""The module: constants as data, the errors that may be raised, and the few functions that all programs share."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Iterable
from typing import Any, Final

from zermelo.compiler import hashing
from zermelo.compiler.instances import Place
from zermelo.compiler.runtime import RUNTIME, target_machine
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    RANGE,
    STR,
    Basic,
    BitsType,
    DictType,
    EnumType,
    ListType,
    SequenceType,
    SetType,
    TupleType,
    Type,
    UnionType,
    parts_of,
    python_class,
    type_of,
)
from zermelo.core.errors import MixedStates

PRELUDE: Final = f"""
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
declare ptr @llvm.frameaddress.p0(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.fabs.f64(double)
declare double @log(double)
declare double @exp(double)
declare double @pow(double, double)
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)

define internal void @fail(ptr %rt, i64 %number) noreturn noinline cold {{
  %code = getelementptr inbounds {RUNTIME}, ptr %rt, i64 0, i32 3
  store i64 %number, ptr %code
  %place = getelementptr inbounds {RUNTIME}, ptr %rt, i64 0, i32 2
  %target = load ptr, ptr %place
  call void @longjmp(ptr %target, i32 1)
  unreachable
}}

define internal ptr @allocate(ptr %rt, i64 %count, i64 %size) alwaysinline {{
  %product = call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 %count, i64 %size)
  %bytes = extractvalue {{i64, i1}} %product, 0
  %too_many = extractvalue {{i64, i1}} %product, 1
  %rounded = add i64 %bytes, 15
  %needed = and i64 %rounded, -16
  %top = load ptr, ptr %rt
  %end_place = getelementptr inbounds {RUNTIME}, ptr %rt, i64 0, i32 1
  %end = load ptr, ptr %end_place
  %from = ptrtoint ptr %top to i64
  %to = ptrtoint ptr %end to i64
  %left = sub i64 %to, %from
  %full = icmp ugt i64 %needed, %left
  %refused = or i1 %full, %too_many
  br i1 %refused, label %none, label %some
none:
  call void @fail(ptr %rt, i64 0)
  unreachable
some:
  %next = getelementptr inbounds i8, ptr %top, i64 %needed
  store ptr %next, ptr %rt
  ret ptr %top
}}
"""

LIST: Final = "{i64, i64, ptr}"
"""A list: the number of its items, for how many there is room, and their address."""


@dataclasses.dataclass(frozen=True)
class Raised:
    """An exception that the program may raise."""

    cls: type[BaseException]
    arguments: tuple[Any, ...]
    place: Place | None
    is_raised: bool = False
    """Whether a statement of the program raises it; else it is raised by what the program does."""

    def is_caught_by(self, classes: Any) -> bool:
        """Whether a handler for these classes catches it. None catches what Python would not have raised: that an integer, a
        state or the values of a call are too large here, or calls too deep.
        """
        return issubclass(self.cls, classes) and (self.is_raised or not issubclass(self.cls, NOT_PYTHONS))


NOT_PYTHONS: Final = (OverflowError, MemoryError, RecursionError, MixedStates)


class Module:
    """The parts of a module in LLVM's text form that are not functions."""

    def __init__(self) -> None:
        self.errors: list[Raised] = [
            Raised(MemoryError, ("the values of one call take too much memory",), None),
            Raised(MixedStates, ("a state takes too much room",), None),
        ]
        """By number: `fail` is given the number."""
        self._error_numbers: dict[Any, int] = {}
        self.globals: list[str] = []
        self._constants: dict[tuple[str, str], str] = {}
        self._catchers: dict[Any, str] = {}
        self.declared: dict[str, str] = {}
        """Functions of LLVM's for other widths than 64 bits, by name."""

    def error(
        self, cls: type[BaseException], arguments: tuple[Any, ...], place: Place, *, is_raised: bool = False
    ) -> int:
        """The number of an error."""
        key = cls, repr(arguments), place, is_raised
        if key not in self._error_numbers:
            self._error_numbers[key] = len(self.errors)
            self.errors.append(Raised(cls, arguments, place, is_raised))
        return self._error_numbers[key]

    def catcher(self, classes: Any) -> str:
        """The name of a function that tells whether the error with a number is of one of these classes."""
        if classes not in self._catchers:
            self._catchers[classes] = f"catches{len(self._catchers)}"
        return self._catchers[classes]

    def _catcher_lines(self) -> list[str]:
        lines: list[str] = []
        for classes, name in self._catchers.items():
            numbers = [number for number, error in enumerate(self.errors) if error.is_caught_by(classes)]
            cases = " ".join(f"i64 {number}, label %yes" for number in numbers)
            lines.append(f"define internal i1 @{name}(i64 %number) {{")
            lines.append(f"switch i64 %number, label %no [{cases}]\nyes:\nret i1 1\nno:\nret i1 0\n}}")
        return lines

    def intrinsic(self, name: str, result: str, *arguments: str) -> str:
        """The name of a function of LLVM's, which is declared."""
        self.declared[name] = f"declare {result} @{name}({', '.join(arguments)})"
        return f"@{name}"

    def text(self) -> str:
        known = {
            line.partition("@")[2].partition("(")[0] for line in PRELUDE.splitlines() if line.startswith("declare")
        }
        declared = [line for name, line in self.declared.items() if name not in known]
        layout = f'target datalayout = "{target_machine().target_data}"\ntarget triple = "{target_machine().triple}"'
        return "\n".join([layout, PRELUDE, *declared, *self.globals, *self._catcher_lines()])

    # --- constants ----------------------------------------------------------------------------------------------------
    def can_hold(self, value: Any, kind: Type) -> bool:
        """Whether a constant can be made as one of this type."""
        if isinstance(kind, UnionType):
            return any(self.can_hold(value, member) for member in kind.members)
        if isinstance(kind, SequenceType):
            return python_class(value) is tuple and all(self.can_hold(item, kind.item) for item in value)
        if isinstance(kind, TupleType):
            fits = python_class(value) is (kind.cls or tuple)
            items = parts_of(value) if fits else ()
            return fits and len(items) == len(kind.items) and all(map(self.can_hold, items, kind.items))
        if isinstance(kind, ListType):
            fits = kind.constant and python_class(value) is list
            return fits and all(self.can_hold(item, kind.item) for item in value)
        if isinstance(kind, SetType):
            fits = kind.constant and python_class(value) is (frozenset if kind.frozen else set)
            return fits and all(self.can_hold(item, kind.item) for item in value)
        if isinstance(kind, DictType):
            fits = kind.constant and python_class(value) is dict
            return fits and all(self.can_hold(k, kind.key) and self.can_hold(v, kind.value) for k, v in value.items())
        return type_of(value) == kind

    def constant(self, value: Any, kind: Type) -> str:
        """A constant of this type, as LLVM writes it."""
        if isinstance(kind, Basic):
            return self._basic(value, kind)
        if isinstance(kind, EnumType):
            return str(list(kind.cls).index(value))
        if isinstance(kind, BitsType):
            return str(value.value)
        if isinstance(kind, TupleType):
            return self._struct(parts_of(value), kind.items)
        if isinstance(kind, SequenceType):
            return self._array([self.constant(item, kind.item) for item in value], kind.item.llvm)
        if isinstance(kind, UnionType):
            return self._union(value, kind)
        if isinstance(kind, ListType):
            items = self.items([self.constant(item, kind.item) for item in value], kind.item.llvm)
            return self.named(f"{LIST} {{i64 {len(value)}, i64 {len(value)}, ptr {items}}}")
        if isinstance(kind, SetType):
            table = hashing.set_table(value)
            if not value:  # no key stands for one that is not there
                return self._table(table._replace(keys=[]), NONE, None)
            return self._table(table, kind.item, None)
        if isinstance(kind, DictType):
            return self._table(hashing.dict_table(value), kind.key, kind.value, list(value.values()))
        raise AssertionError(kind)

    def _basic(self, value: Any, kind: Basic) -> str:
        if kind is BOOL or kind is INT:
            return str(int(value))
        if kind is NONE:
            return "0"
        if kind is FLOAT:
            return "0x" + struct.pack(">d", value).hex().upper()
        if kind is RANGE:
            return f"{{i64 {value.start}, i64 {value.stop}, i64 {value.step}}}"
        if kind is STR:
            return self._array([str(ord(character)) for character in value], "i64")
        raise AssertionError(kind)

    def _struct(self, values: Iterable[Any], kinds: tuple[Type, ...]) -> str:
        parts = [f"{kind.llvm} {self.constant(value, kind)}" for value, kind in zip(values, kinds, strict=True)]
        return f"{{{', '.join(parts)}}}" if parts else "zeroinitializer"

    def _union(self, value: Any, kind: UnionType) -> str:
        own = type_of(value)
        exact = [place for place, member in enumerate(kind.members) if member == own]
        chosen = exact or [place for place, member in enumerate(kind.members) if self.can_hold(value, member)]
        parts = [f"i8 {chosen[0]}"] + [
            f"{member.llvm} {self.constant(value, member) if place == chosen[0] else 'zeroinitializer'}"
            for place, member in enumerate(kind.members)
        ]
        return f"{{{', '.join(parts)}}}"

    def _array(self, items: list[str], form: str) -> str:
        """A number of items and their address, as a struct."""
        return f"{{i64 {len(items)}, ptr {self.items(items, form)}}}"

    def items(self, items: list[str], form: str) -> str:
        """The address of constant items of one type."""
        if not items:
            return "null"
        return self.named(f"[{len(items)} x {form}] [{', '.join(f'{form} {item}' for item in items)}]")

    def named(self, text: str) -> str:
        """The name of a global constant."""
        key = text, ""
        if key not in self._constants:
            self._constants[key] = f"@c{len(self._constants)}"
            self.globals.append(f"{self._constants[key]} = private unnamed_addr constant {text}, align 16")
        return self._constants[key]

    def _table(self, table: hashing.Table, key: Type, value: Type | None, values: list[Any] | None = None) -> str:
        """A set or a dictionary: see `hashing`."""
        keys = self.items([self.constant(each, key) for each in table.keys], key.llvm)
        held = (
            self.items([self.constant(each, value) for each in values or ()], value.llvm)
            if value is not None
            else "null"
        )
        hashes = self.items([str(each) for each in table.hashes], "i64")
        places = self.items([str(each) for each in table.places], "i64")
        count = len(values) if values is not None else table.places.count(hashing.HELD)
        counts = f"i64 {count}, i64 {count}, i64 {len(table.places)}"
        parts = f"{counts}, ptr {keys}, ptr {held}, ptr {hashes}, ptr {places}, i64 0"
        return self.named(f"{hashing.TABLE} {{{parts}}}")
