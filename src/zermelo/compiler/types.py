"""What is known of a value before the program runs: its type, and how LLVM holds it.

Immutable values are held as they are, in registers if LLVM likes. Lists, sets, dictionaries and objects are addresses: an
alias is what it is in Python. A tuple of known length is a struct; one whose length only the run will show is a sequence, a
length and the address of its items. A value of one of several types is a union: a number that says which, and room for each.

Some values have no form in the compiled program and exist only while it is made: functions, classes, modules, closures, and
the calls of generators. So do constants (`Known`), until something needs them as data.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from zermelo.core.arrays import numpy_types
from zermelo.core.bits import Bits

LOWEST: Final = -(1 << 63)
HIGHEST: Final = (1 << 63) - 1

MOST_MEMBERS: Final = 6
"""The most types of which a value may have one."""

MOST_ITEMS: Final = 16
"""The longest tuple that is held in registers, unless its items are of several types."""


class NotCompiled(Exception):
    """The program is not in the language of the compiler. The message is a sentence that ends with the file and the line."""


class SourceNotFound(NotCompiled):
    """There is no source of a function, or not the one that it was loaded from: another process may find it."""


class Mixed(Exception):
    """Two types have no type in common; the message names them."""


@dataclasses.dataclass(frozen=True)
class Type:
    """The base class. `llvm` is LLVM's type; empty if values have no form in the compiled program."""

    @property
    def llvm(self) -> str:
        return ""


@dataclasses.dataclass(frozen=True)
class Basic(Type):
    """A type without parameters."""

    name: str
    form: str

    @property
    def llvm(self) -> str:
        return self.form

    def __str__(self) -> str:
        return self.name


NEVER: Final = Basic("nothing", "i1")
"""The type of what never is: a call that does not return, the items of an empty list."""
UNBOUND: Final = Basic("unbound", "i1")
"""The type of a variable that has not been assigned."""
NONE: Final = Basic("None", "i1")
BOOL: Final = Basic("bool", "i1")
INT: Final = Basic("int", "i64")
FLOAT: Final = Basic("float", "double")
STR: Final = Basic("str", "{i64, ptr}")
"""A number of characters, and the address of their codes, 64 bits each."""
RANGE: Final = Basic("range", "{i64, i64, i64}")


@dataclasses.dataclass(frozen=True)
class BitsType(Type):
    """A board of so many cells."""

    width: int

    @property
    def llvm(self) -> str:
        return f"i{self.width}"

    def __str__(self) -> str:
        return "zermelo.Bits"


@dataclasses.dataclass(frozen=True)
class EnumType(Type):
    """A member of an Enum, as its place among the members."""

    cls: type[enum.Enum]

    @property
    def llvm(self) -> str:
        return "i64"

    def __str__(self) -> str:
        return self.cls.__name__


@dataclasses.dataclass(frozen=True)
class TupleType(Type):
    """A tuple of known length; with a class, a NamedTuple or a frozen dataclass, whose fields are the items."""

    items: tuple[Type, ...]
    cls: type | None = None

    @property
    def llvm(self) -> str:
        return f"{{{', '.join(item.llvm for item in self.items)}}}"

    @property
    def is_tuple(self) -> bool:
        return self.cls is None or issubclass(self.cls, tuple)

    @property
    def fields(self) -> tuple[str, ...]:
        return fields_of(self.cls) if self.cls is not None else ()

    def __str__(self) -> str:
        if self.cls is not None:
            return self.cls.__name__
        return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"


@dataclasses.dataclass(frozen=True)
class SequenceType(Type):
    """A tuple of any length, whose items are of one type."""

    item: Type

    @property
    def llvm(self) -> str:
        return "{i64, ptr}"

    def __str__(self) -> str:
        return f"tuple[{self.item}, ...]"


class Site(NamedTuple):
    """The place in the source, in one instance of a function, at which a list, set or dictionary is made."""

    instance: Any
    node: Any
    path: tuple[Any, ...]


@dataclasses.dataclass(frozen=True)
class Reference(Type):
    """The base class of what is held by its address."""

    @property
    def llvm(self) -> str:
        return "ptr"


@dataclasses.dataclass(frozen=True)
class ListType(Reference):
    """A list. `site` is where it is made: there it is known what it will hold. A constant list must not be changed."""

    item: Type
    site: Site | None = dataclasses.field(default=None, compare=False)
    constant: bool = False

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclasses.dataclass(frozen=True)
class SetType(Reference):
    """A set or frozenset. `site` and `constant` are as those of a list."""

    item: Type
    frozen: bool
    site: Site | None = dataclasses.field(default=None, compare=False)
    constant: bool = False

    def __str__(self) -> str:
        return f"{'frozenset' if self.frozen else 'set'}[{self.item}]"


@dataclasses.dataclass(frozen=True)
class DictType(Reference):
    """A dictionary. `site` and `constant` are as those of a list."""

    key: Type
    value: Type
    site: Site | None = dataclasses.field(default=None, compare=False)
    constant: bool = False

    def __str__(self) -> str:
        return f"dict[{self.key}, {self.value}]"


@dataclasses.dataclass(frozen=True)
class ObjectType(Reference):
    """An object of a class with methods whose attributes may be written on: the address of its fields."""

    cls: type

    def __str__(self) -> str:
        return self.cls.__name__


@dataclasses.dataclass(frozen=True)
class HostType(Reference):
    """A game, or an object that a kernel is given: its attributes are constants, or lie in a block that Python made.

    `path` leads to it from the arguments of the entry, by names of attributes.
    """

    cls: type
    path: tuple[str, ...]

    def __str__(self) -> str:
        return self.cls.__name__


@dataclasses.dataclass(frozen=True)
class ArrayType(Type):
    """An array in Python's memory: the address of its items, and its lengths. `checked`: indices may be out of range."""

    item: str
    dimensions: int
    checked: bool = True

    @property
    def llvm(self) -> str:
        return f"{{ptr{', i64' * self.dimensions}}}"

    def __str__(self) -> str:
        return "an array"


@dataclasses.dataclass(frozen=True)
class UnionType(Type):
    """One of several types, in the order of their names."""

    members: tuple[Type, ...]

    @property
    def llvm(self) -> str:
        return f"{{i8, {', '.join(member.llvm for member in self.members)}}}"

    def __str__(self) -> str:
        return " | ".join(map(str, self.members))


@dataclasses.dataclass(frozen=True)
class KnownType(Type):
    """A constant: any object of Python's, compared by identity unless its values are what they look like."""

    value: Any = dataclasses.field(compare=False)
    key: Any = None

    def __str__(self) -> str:
        return shown_type(self.value)


@dataclasses.dataclass(frozen=True)
class StaticType(Type):
    """A value that exists only while the program is made: a closure, a bound method, a generator."""

    value: Any

    def __str__(self) -> str:
        return str(self.value)


class Value(NamedTuple):
    """A value: its type, and the text by which LLVM's code names it."""

    type: Type
    text: str = ""

    @property
    def is_known(self) -> bool:
        return isinstance(self.type, KnownType)

    def is_constant(self, *classes: type) -> bool:
        """Whether this is a constant, an instance of one of these classes."""
        return isinstance(self.type, KnownType) and isinstance(self.type.value, classes)

    @property
    def known(self) -> Any:
        """The constant. The value must be one."""
        assert isinstance(self.type, KnownType)
        return self.type.value

    @property
    def static(self) -> Any:
        return self.type.value if isinstance(self.type, StaticType) else None


PLAIN: Final = (int, bool, str, float, type(None))


def known(value: Any) -> Value:
    """A constant as a value."""
    if isinstance(value, numpy_types("int64")):
        value = int(value)
    return Value(KnownType(value, key_of(value)))


def key_of(value: Any) -> Any:
    """What two constants must have in common to be one."""
    if type(value) in PLAIN:
        return type(value), repr(value)
    if python_class(value) is tuple:
        return tuple(map(key_of, value))
    if isinstance(value, enum.Enum):
        return type(value), value.name
    return Same(value)


class Same:
    """A key that equals the keys of the same object alone, and keeps the object alive."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def python_class(value: object) -> type[Any]:
    """The class of an object of Python's."""
    return type(value)


def shown_type(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else type(value).__name__


def fields_of(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple or a dataclass."""
    if is_named_tuple(cls):
        return cls._fields
    return tuple(field.name for field in dataclasses.fields(cls))


def is_named_tuple(cls: Any) -> bool:
    return hasattr(cls, "_fields") and isinstance(cls, type) and issubclass(cls, tuple)


def is_frozen_dataclass(cls: Any) -> bool:
    return dataclasses.is_dataclass(cls) and isinstance(cls, type) and cls.__dataclass_params__.frozen  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]


def parts_of(value: Any) -> tuple[Any, ...]:
    """The items of a tuple, the fields of a dataclass."""
    if isinstance(value, tuple):
        return value  # pyright: ignore[reportUnknownVariableType]
    assert not isinstance(value, enum.Enum)
    return tuple(getattr(value, name) for name in fields_of(python_class(value)))


# --- the type of a constant -----------------------------------------------------------------------------------------------
def type_of(value: Any) -> Type | None:
    """The type of a constant as data; None if it has none."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, enum.Enum):
        return EnumType(type(value)) if type(value) in (type(member) for member in type(value)) else None
    if isinstance(value, int):
        return INT if LOWEST <= value <= HIGHEST else None
    if isinstance(value, str):
        return STR
    if value is None:
        return NONE
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, Bits):
        return BitsType(value.width)
    if isinstance(value, range):
        return RANGE
    try:
        return _of_parts(value)
    except Mixed:
        return None


def _of_parts(value: Any) -> Type | None:
    kind = python_class(value)
    if kind is tuple or is_named_tuple(kind):
        items = _all(value)
        return None if items is None else tuple_of(items, None if kind is tuple else kind)
    if kind in (list, set, frozenset):
        items = _all(value)
        if items is None:
            return None
        item = joined(*items)
        return ListType(item, constant=True) if kind is list else SetType(item, kind is frozenset, constant=True)
    if kind is dict:
        keys, values = _all(value), _all(value.values())
        if keys is None or values is None:
            return None
        return DictType(joined(*keys), joined(*values), constant=True)
    if is_frozen_dataclass(kind):
        items = _all(getattr(value, name) for name in fields_of(kind))
        return None if items is None else TupleType(items, kind)
    return None


def tuple_of(items: tuple[Type, ...], cls: type | None = None) -> Type:
    """The type of a tuple of these items. Raises Mixed."""
    if cls is None and len(items) > MOST_ITEMS:
        item = joined(*items)
        if not isinstance(item, UnionType):
            return SequenceType(item)
    return TupleType(items, cls)


def _all(values: Iterable[Any]) -> tuple[Type, ...] | None:
    found: list[Type] = []
    for value in values:
        kind = type_of(value)
        if kind is None:
            return None
        found.append(kind)
    return tuple(found)


# --- what types have in common --------------------------------------------------------------------------------------------
def joined(*types: Type) -> Type:
    """The narrowest type that has the values of all of these. Raises Mixed."""
    result: Type = NEVER
    for each in types:
        result = join(result, each)
    return result


def join(one: Type, other: Type) -> Type:
    """The narrowest type that has the values of both. Raises Mixed."""
    if one == other:
        return one
    if one is NEVER or other is NEVER:
        return other if one is NEVER else one
    if isinstance(one, KnownType) or isinstance(other, KnownType):
        return join(as_data(one), as_data(other))
    if isinstance(one, UnionType) or isinstance(other, UnionType):
        return _union(*members_of(one), *members_of(other))
    return _alike(one, other) or _union(one, other)


def as_data(kind: Type) -> Type:
    """The type of a value when it is data. Raises Mixed for a constant that has no form."""
    if isinstance(kind, KnownType):
        found = type_of(kind.value)
        if found is None:
            raise Mixed(f"{kind} has no form as data")
        return found
    return kind


def members_of(kind: Type) -> tuple[Type, ...]:
    return kind.members if isinstance(kind, UnionType) else (kind,)


def _alike(one: Type, other: Type) -> Type | None:
    """The type of both that is no union; None if there is none."""
    match one, other:
        case TupleType(), TupleType() if one.cls is other.cls and len(one.items) == len(other.items):
            return TupleType(tuple(map(join, one.items, other.items)), one.cls)
        case (TupleType() | SequenceType(), TupleType() | SequenceType()) if is_plain_tuple(one) and is_plain_tuple(
            other
        ):
            return SequenceType(join(item_of(one), item_of(other)))
        case ListType(), ListType():
            return ListType(join(one.item, other.item), _site(one, other), one.constant or other.constant)
        case SetType(), SetType() if one.frozen == other.frozen:
            return SetType(join(one.item, other.item), one.frozen, _site(one, other), one.constant or other.constant)
        case DictType(), DictType():
            key, value = join(one.key, other.key), join(one.value, other.value)
            return DictType(key, value, _site(one, other), one.constant or other.constant)
        case _:
            return None


def _site(one: Any, other: Any) -> Site | None:
    return one.site or other.site


def is_plain_tuple(kind: Type) -> bool:
    return isinstance(kind, SequenceType) or (isinstance(kind, TupleType) and kind.cls is None)


def item_of(kind: Type) -> Type:
    """The type of every item of a tuple. Raises Mixed."""
    if isinstance(kind, TupleType):
        return joined(*kind.items)
    assert isinstance(kind, SequenceType)
    return kind.item


def _union(*types: Type) -> Type:
    members: list[Type] = []
    for each in types:
        if not each.llvm:
            raise Mixed(f"a value is either {types[0]} or {types[1]}")
        for place, member in enumerate(members):
            both = member if member == each else _alike(member, each)
            if both is not None:
                members[place] = both
                break
        else:
            members.append(each)
    if len(members) > MOST_MEMBERS:
        raise Mixed(f"a value has one of {len(members)} types")
    return members[0] if len(members) == 1 else UnionType(tuple(sorted(members, key=str)))


def has_address(kind: Type) -> bool:
    """Whether values of this type refer to memory that may be given back."""
    match kind:
        case TupleType(items=items) | UnionType(members=items):
            return any(map(has_address, items))
        case Basic():
            return kind is STR
        case SequenceType() | ListType() | SetType() | DictType() | ObjectType():
            return True
        case _:
            return False


def is_changeable(kind: Type) -> bool:
    """Whether a value of this type may be, or hold, something that can be written on."""
    match kind:
        case TupleType(items=items) | UnionType(members=items):
            return any(map(is_changeable, items))
        case SequenceType(item=item):
            return is_changeable(item)
        case ListType(constant=constant) | DictType(constant=constant):
            return not constant
        case SetType(frozen=frozen, constant=constant):
            return not (frozen or constant)
        case ObjectType():
            return True
        case _:
            return False
