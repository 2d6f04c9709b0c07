"""Digests of games and of the code they use, to tell whether compiled code or a checkpoint still fits.

A digest is made from code objects rather than files, so it works in a notebook. It changes with an edit of a class, of its
bases, of a helper function in another module, or of a constant, but not of a comment. It is the same in every process.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# (a function may reach objects of any type)

from __future__ import annotations

import builtins
import collections
import dataclasses
import enum
import functools
import hashlib
import inspect
import re
import sys
import sysconfig
import types
from array import array
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from zermelo.core.arrays import is_array, is_view, kind_of, numpy_types
from zermelo.core.attributes import BESIDES, attributes_of
from zermelo.core.bits import Bits
from zermelo.core.game import Game
from zermelo.core.stable_text import stable_repr

PLAIN: Final = (type(None), int, float, complex, str, bytes, Bits, slice)
"""Types of constants that are completely described by their type and `repr`."""

ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")

LIBRARIES: Final = ("numpy", "llvmlite")
"""Packages whose code is not visited, as that of the standard library is not: none of it is compiled."""


# --- the data of an object ------------------------------------------------------------------------------------------------
class Data(NamedTuple):
    """The attributes that native code may read of an object, by name, in alphabetical order."""

    block: dict[str, Any]
    """Read at run time: arrays, other objects, and the integers and bools that the class names in `runtime`."""
    constants: dict[str, Any]
    """Part of the code: all other attributes and, for a game, its properties."""


def data_of(obj: Any) -> Data:
    """The attributes of `obj` and of its class and, for a game, its properties. Properties that raise are left out."""
    block: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    for name in sorted({*_names(obj), *obj.runtime}):
        try:
            value = getattr(obj, name)
        except Exception:  # noqa: S112  (a property may raise anything, such as a base class's NotImplementedError)
            continue
        if is_array(value) or is_object(value) or (name in obj.runtime and isinstance(value, int)):
            block[name] = value
        elif name not in obj.runtime:
            constants[name] = value
    return Data(block, constants)


def is_object(value: Any) -> bool:
    """Whether `value` is a game or a component: an object whose methods are compiled."""
    return isinstance(getattr(type(value), "runtime", None), tuple)


def _names(obj: Any) -> set[str]:
    """The names of all data attributes. Properties count for a game only: a table's size, say, is not a constant."""
    own = {name for name in vars(obj) if not name.startswith("__")} if hasattr(obj, "__dict__") else set[str]()
    own.difference_update(BESIDES)
    if not isinstance(obj, Game):
        own = {name for name in own if not _is_property(type(obj), name)}
    if type(obj) not in _NAMES:
        _NAMES[type(obj)] = _names_of_class(type(obj))
    return own | _NAMES[type(obj)]


_NAMES: Final = WeakKeyDictionary[type, frozenset[str]]()
"""A cache of `_names_of_class`. The references are weak because a game without some of its knowledge has a class of its own,
which is freed with it.
"""


def _names_of_class(cls: type) -> frozenset[str]:
    """The names of the data attributes that objects have from their class."""
    names = {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else set[str]()
    for base in cls.__mro__[:-1]:
        slots = vars(base).get("__slots__", ())
        names |= {slots} if isinstance(slots, str) else set(slots)
        names |= {name for name, member in vars(base).items() if not isinstance(member, _CODE)}
    names = {name for name in names if not name.startswith("__")}
    if issubclass(cls, Game):
        return frozenset(names)
    return frozenset(name for name in names if not _is_property(cls, name))


_CODE: Final = (types.FunctionType, staticmethod, classmethod)


@functools.cache
def _is_property(cls: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(cls, name, None), property | functools.cached_property)


# --- the digest -----------------------------------------------------------------------------------------------------
def digest(*things: Any, code: bool = True, deep: bool = False) -> str:
    """A hexadecimal digest of functions, objects (class, bases and constants) and plain constants.

    Without `code`, functions and classes count by their names alone. With `deep`, the digest also covers the contents of
    what native code cannot read: dictionaries, and objects of any class.
    """
    walk = _Walk(code=code, deep=deep)
    for thing in things:
        walk.visit(thing)
    return walk.hash.hexdigest()[:32]


def is_library(function: types.FunctionType) -> bool:
    """Whether a function belongs to a library, so that its code is not visited."""
    return is_library_module(function.__globals__.get("__name__") or "")


def is_ours(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").partition(".")[0] == "zermelo"


def is_own(game: Game[Any]) -> bool:
    """Whether a game is one of zermelo's own, whose objects never change."""
    return type(game).__module__.startswith(("zermelo.games.", "zermelo.openspiel."))


@functools.cache
def is_library_module(name: str) -> bool:
    """Whether a module is part of the standard library or of one of LIBRARIES."""
    top = name.partition(".")[0]
    if top in LIBRARIES:
        return True
    if top not in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(top), "__file__", None)  # a user's own calendar.py is not a library
    return file is None or Path(file).is_relative_to(sysconfig.get_path("stdlib"))


def _is_named_library(cls: type) -> bool:
    return cls.__module__.partition(".")[0] in LIBRARIES


def is_library_class(cls: type) -> bool:
    """Whether a class belongs to a library, so that its code is not visited."""
    if cls.__module__ == "builtins":  # also the module of a class that was made by `exec` without one
        return vars(builtins).get(cls.__name__) is cls
    return is_library_module(cls.__module__)


class _Walk:
    def __init__(self, *, code: bool, deep: bool) -> None:
        self.hash = hashlib.sha256()
        self.code = code
        self.deep = deep
        self.seen: dict[int, tuple[int, Any]] = {}
        """By `id`: the number of a thing in the order of visits, and the thing itself, so that its id is not used again."""

    def note(self, text: str) -> None:
        self.hash.update(text.encode())
        self.hash.update(b"\0")

    def is_new(self, thing: Any) -> bool:
        """Whether a thing has not been visited yet. If it has, its number goes into the digest."""
        if id(thing) in self.seen:
            self.note(f"again:{self.seen[id(thing)][0]}")
            return False
        self.seen[id(thing)] = len(self.seen), thing
        return True

    def visit(self, thing: Any) -> None:
        if isinstance(thing, enum.Enum):
            self.note(f"{type(thing).__module__}.{type(thing).__qualname__}.{thing.name}={thing.value!r}")
        elif isinstance(thing, PLAIN + numpy_types("generic", "dtype")):
            self.note(f"{type(thing).__qualname__}:{thing!r}")
        elif isinstance(thing, tuple | list):
            self.visit_sequence(thing)
        elif isinstance(thing, frozenset | set):
            self.note("set:" + ",".join(sorted(map(stable_repr, thing))))
        elif isinstance(thing, numpy_types("ndarray")) or is_view(thing):
            self.visit_array(thing)
        elif isinstance(thing, types.CodeType):
            self.visit_code(thing)
        elif isinstance(thing, type):
            self.visit_class(thing)
        elif isinstance(thing, types.FunctionType):
            self.visit_function(thing)
        elif isinstance(thing, staticmethod | classmethod):
            self.note(type(thing).__name__)
            self.visit(thing.__func__)
        elif (function := _function_in(thing)) is not None:
            self.visit_function(function)
        elif is_object(thing):
            self.visit_object(thing)
        else:
            self.visit_other(thing)

    def visit_other(self, thing: Any) -> None:
        """Visit a builtin function, an object of NumPy, or something that native code cannot read."""
        name = getattr(thing, "__name__", "")
        self.note(f"{type(thing).__qualname__}:{getattr(thing, '__module__', '')}:{name}")
        if _is_named_library(type(thing)):
            self.note(ADDRESS.sub("", repr(thing)))
        elif self.deep and isinstance(thing, Mapping):
            self.visit_mapping(thing)  # pyright: ignore[reportUnknownArgumentType]
        elif self.deep and isinstance(thing, array | bytearray | collections.deque | memoryview):
            self.visit(list(thing))  # pyright: ignore[reportUnknownArgumentType]
        elif self.deep and not isinstance(thing, types.ModuleType) and self.is_new(thing):
            self.visit_class(type(thing))
            self.visit_mapping(attributes_of(thing))

    def visit_mapping(self, mapping: Mapping[Any, Any]) -> None:
        if self.is_new(mapping):
            for key in sorted(mapping, key=stable_repr):
                self.note(f"key:{stable_repr(key)}")
                self.visit(mapping[key])

    def visit_sequence(self, sequence: tuple[Any, ...] | list[Any]) -> None:
        self.note(f"{type(sequence).__name__}:{len(sequence)}")
        self.visit(getattr(sequence, "_fields", None))
        for part in sequence:
            self.visit(part)

    def visit_array(self, items: Any) -> None:
        self.note(f"array:{kind_of(items)[0]}:{items.shape}")
        if is_view(items) or not items.dtype.hasobject:
            self.hash.update(items.tobytes())
        elif self.deep:
            self.visit(items.tolist())

    def visit_object(self, obj: Any) -> None:
        self.visit_class(type(obj))
        if not self.is_new(obj):
            return
        block, constants = data_of(obj)
        for name, value in block.items():
            self.note(f"block:{name}:{type(value).__name__}")
            if is_array(value):
                self.note(":".join(map(str, kind_of(value))))
            elif is_object(value):
                self.visit(value)
        for name, value in constants.items():
            self.note(f"constant:{name}")
            self.visit(value)

    def visit_class(self, cls: type) -> None:
        self.note(f"class:{cls.__module__}.{cls.__qualname__}")
        if not self.code or is_library_class(cls) or not self.is_new(cls):
            return
        for base in cls.__mro__[1:]:
            self.visit_class(base)
        if issubclass(cls, enum.Enum):
            self.visit([(name, member.value) for name, member in cls.__members__.items()])
        self.visit(getattr(cls, "_fields", None))
        for name, member in sorted(vars(cls).items()):  # what sets an object up shows in its data
            if isinstance(member, _COMPILED) and name not in ("__init__", "__post_init__"):
                self.note(name)
                self.visit(member)

    def visit_function(self, function: types.FunctionType) -> None:
        self.note(f"function:{function.__module__}.{function.__qualname__}")
        if not self.code or is_library(function) or not self.is_new(function):
            return
        self.visit_code(function.__code__)
        self.visit(function.__defaults__)
        for name, value in sorted((function.__kwdefaults__ or {}).items()):
            self.note(name)
            self.visit(value)
        for cell in function.__closure__ or ():
            self.visit(cell_contents(cell))
        for name, value in reached_globals(function):
            self.note(name)
            self.visit(value)

    def visit_code(self, code: types.CodeType) -> None:
        self.hash.update(code.co_code)
        self.hash.update(getattr(code, "co_exceptiontable", b""))
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_name, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
        self.note(repr((counts, names)))
        for constant in code.co_consts:
            self.visit(constant)


def _function_in(thing: Any) -> types.FunctionType | None:
    """The function of a property, or the one that is wrapped, as by functools.cache; None if there is none."""
    names = {property: "fget", functools.cached_property: "func"}
    function = getattr(thing, names.get(type(thing), "__wrapped__"), None)
    return function if isinstance(function, types.FunctionType) else None


_COMPILED: Final = (
    types.FunctionType,
    staticmethod,
    classmethod,
    property,
    functools.cached_property,
    functools._lru_cache_wrapper,  # pyright: ignore[reportPrivateUsage]
)
"""The types of members of a class that are compiled."""


def cell_contents(cell: types.CellType) -> Any:
    """The value that a closure has captured, or None while it is undefined."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def reached_globals(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """What `function` may use by name from outside itself: globals, and the members of modules that it names."""
    names = sorted(all_names(function.__code__))
    for name in names:
        if name in function.__globals__:
            yield from _with_members(name, function.__globals__[name], names, ())


def _with_members(path: str, value: Any, names: list[str], inside: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    yield path, value
    if is_user_module(value) and value not in inside:
        for member in names:
            if hasattr(value, member):
                yield from _with_members(f"{path}.{member}", getattr(value, member), names, (*inside, value))


def is_user_module(value: Any) -> bool:
    """Whether `value` is a module of a user, whose functions are compiled with those that call them."""
    return isinstance(value, types.ModuleType) and not is_library_module(value.__name__)


def all_names(code: types.CodeType) -> set[str]:
    """The names of globals and attributes in a function's code and in the functions inside it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= all_names(constant)
    return names
