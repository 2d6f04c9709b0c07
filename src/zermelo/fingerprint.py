"""A digest of all the code and constants that a function or an object reaches: what compiled code depends on.

It reads code objects rather than files, so that it works in a notebook, and sees an edit of a class, of its bases, of a
helper function in another module, or of a constant, but not of a comment.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# (whatever a function reaches may be anything)

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from zermelo.bits import Bits

LIBRARIES = ("numpy", "numba", "llvmlite", "math", "operator", "builtins", "typing", "dataclasses", "abc", "enum")
"""Modules that are not walked into; their versions are part of the compiler's own stamp."""

CODE = (types.FunctionType, property, functools.cached_property, staticmethod, classmethod)
DIGESTED = (*CODE, int, float, str, tuple, Bits, np.ndarray)
"""The kinds of class members that compiled code may depend on."""


def digest(*things: Any) -> str:
    """A hexadecimal digest of functions, instances (class, bases and constants) and plain constants."""
    walk = _Walk()
    for thing in things:
        walk.visit(thing)
    return walk.hash.hexdigest()[:32]


def attribute_names(obj: Any) -> list[str]:
    """The names of an instance's own attributes, leaving out what `cached_property` derives from them."""
    names = set(vars(obj)) if hasattr(obj, "__dict__") else set[str]()
    if dataclasses.is_dataclass(obj):
        names |= {field.name for field in dataclasses.fields(obj)}
    cls = type(obj)
    return sorted(name for name in names if not isinstance(getattr(cls, name, None), functools.cached_property))


def is_library(module_name: str) -> bool:
    """Whether a module belongs to the libraries whose code is taken as given."""
    return module_name.split(".")[0] in LIBRARIES


class _Walk:
    def __init__(self) -> None:
        self.hash = hashlib.sha256()
        self.seen: dict[int, Any] = {}

    def note(self, text: str) -> None:
        self.hash.update(text.encode())
        self.hash.update(b"\0")

    def visit(self, thing: Any) -> None:
        if thing is None or isinstance(thing, int | float | complex | str | bytes | Bits | enum.Enum | np.dtype):
            self.note(f"{type(thing).__name__}:{thing!r}")
        elif isinstance(thing, tuple | list):
            self.note(f"{type(thing).__name__}:{len(thing)}")
            for part in thing:
                self.visit(part)
        elif isinstance(thing, frozenset | set):
            self.note("set:" + ",".join(sorted(map(repr, thing))))
        elif isinstance(thing, np.ndarray):
            self.note(f"array:{thing.dtype}:{thing.shape}")
            self.hash.update(np.ascontiguousarray(thing).tobytes())
        elif isinstance(thing, types.CodeType):
            self.visit_code(thing)
        elif isinstance(thing, type(_Walk) | type):
            self.visit_class(thing)
        elif id(thing) in self.seen:
            self.note("seen")
        else:
            self.seen[id(thing)] = thing
            self.visit_composite(thing)

    def visit_composite(self, thing: Any) -> None:
        function = getattr(thing, "py_func", thing)  # a helper that the user compiled already
        if isinstance(function, types.FunctionType):
            self.visit_function(function)
        elif isinstance(thing, property):
            self.visit(thing.fget)
        elif isinstance(thing, functools.cached_property):
            self.visit(thing.func)
        elif isinstance(thing, staticmethod | classmethod):
            self.visit(thing.__func__)
        elif (
            isinstance(thing, types.ModuleType) or not hasattr(thing, "__dict__") or is_library(type(thing).__module__)
        ):
            self.note(f"{type(thing).__name__}:{getattr(thing, '__name__', type(thing).__qualname__)}")
        else:
            self.visit_instance(thing)

    def visit_instance(self, thing: Any) -> None:
        self.visit_class(type(thing))
        runtime = getattr(thing, "runtime", ())
        for name in attribute_names(thing):
            value = getattr(thing, name)
            self.note(name)
            if isinstance(value, np.ndarray):
                self.note(f"array:{value.dtype}:{value.ndim}")  # its contents are passed at run time
            elif name not in runtime:
                self.visit(value)

    def visit_class(self, cls: type) -> None:
        self.note(f"class:{cls.__module__}.{cls.__qualname__}")
        if id(cls) in self.seen or is_library(cls.__module__) or cls.__module__ == "builtins":
            return
        self.seen[id(cls)] = cls
        for base in cls.__mro__[1:]:
            self.visit_class(base)
        for name, member in sorted(vars(cls).items()):
            if name in {"__module__", "__dict__", "__weakref__", "__doc__", "__orig_bases__", "__parameters__"}:
                continue
            if name.startswith("__") and not isinstance(member, types.FunctionType):
                continue
            if isinstance(member, DIGESTED):
                self.note(name)
                self.visit(member)

    def visit_function(self, function: types.FunctionType) -> None:
        if is_library(function.__module__ or ""):
            self.note(f"library:{function.__module__}.{function.__qualname__}")
            return
        self.visit_code(function.__code__)
        self.visit(function.__defaults__)
        for cell in function.__closure__ or ():
            self.visit(cell.cell_contents)
        for _, value in reached_globals(function):
            self.visit(value)

    def visit_code(self, code: types.CodeType) -> None:
        self.hash.update(code.co_code)
        self.note(repr((code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_flags)))
        for constant in code.co_consts:
            self.visit(constant)


def reached_globals(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """What `function` may reach by name outside itself: globals, and the members of its own modules that it names."""
    names = sorted(_all_names(function.__code__))
    for name in names:
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        yield name, value
        if isinstance(value, types.ModuleType) and not is_library(value.__name__):
            for member in names:
                if hasattr(value, member):
                    yield f"{name}.{member}", getattr(value, member)


def _all_names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _all_names(constant)
    return names
