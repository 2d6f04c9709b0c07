"""What a kernel can reach, found by names alone: the attributes that it may read, and the functions that it may call.

So an edit of a method that no search calls, such as one that draws the board, needs no new code.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

from zermelo.core.fingerprint import all_names, cell_contents, is_library, is_ours, reached_globals
from zermelo.native.entry import entry_to


class Reach(NamedTuple):
    """What a kernel can reach. It may be more than what it does reach, never less."""

    names: frozenset[str]
    """Every name in the code."""
    functions: tuple[types.FunctionType, ...]
    """The functions that it may call, and the methods with these names."""
    methods: tuple[str, ...]
    """Which function each method is, as text: the class, the name, and the number of the function."""


BY_TEXT: Final = (getattr, hasattr)
"""Functions that read an attribute whose name is a value: a user's code with them, under any name, can reach everything."""


def reach(root: types.FunctionType, classes: Iterable[type], attributes: Mapping[str, Sequence[Any]]) -> Reach:
    """What `root`, and what calls it, can reach with objects of these classes and of these attributes, each with its
    values in them.
    """
    walk = _ReachableCode(classes, attributes)
    walk.visit((root, entry_to(root)))
    while walk.pending:
        walk.enter(walk.pending.pop())
    return Reach(frozenset(walk.names), tuple(walk.numbers), tuple(walk.methods))


class _ReachableCode:
    def __init__(self, classes: Iterable[type], attributes: Mapping[str, Sequence[Any]]) -> None:
        self.members = {cls: _members(cls) for cls in classes}
        self.attributes = attributes
        self.everything = {name for known in self.members.values() for name in known} | attributes.keys()
        self.names: set[str] = set()
        self.numbers: dict[types.FunctionType, int] = {}
        self.methods: list[str] = []
        self.pending: list[types.FunctionType] = []

    def visit(self, value: Any) -> None:
        """Visit a function, or the functions in a tuple; nothing else can be called."""
        if isinstance(value, tuple):
            for item in value:  # pyright: ignore[reportUnknownVariableType]
                self.visit(item)
        if any(value is reader for reader in BY_TEXT):
            self.visit_names(self.everything)
        function = _function(value)
        if function is not None and function not in self.numbers and not is_library(function):
            self.numbers[function] = len(self.numbers)
            self.pending.append(function)

    def enter(self, function: types.FunctionType) -> None:
        named = all_names(function.__code__)
        if not is_ours(function) and any(reader.__name__ in named for reader in BY_TEXT):
            named |= self.everything
        self.visit_names(named)
        self.visit(function.__defaults__)
        self.visit(tuple((function.__kwdefaults__ or {}).values()))
        for cell in function.__closure__ or ():
            self.visit(cell_contents(cell))
        for _, value in reached_globals(function):
            self.visit(value)

    def visit_names(self, names: Set[str]) -> None:
        """Visit what has these names, unless that has been done."""
        new = names - self.names
        self.names |= new
        for name in sorted(new):
            self.visit_name(name)

    def visit_name(self, name: str) -> None:
        for value in self.attributes.get(name, ()):
            self.visit(value)
        for cls, known in self.members.items():
            self.visit(known.get(name))
            function = _function(known.get(name))
            if function in self.numbers:
                kind = "static method" if isinstance(known[name], staticmethod) else "method"
                self.methods.append(f"{cls.__qualname__}.{name}: {kind} {self.numbers[function]}")


def _members(cls: type) -> dict[str, Any]:
    """The members of a class and of its bases, by name."""
    members: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        members.update(vars(base))
    return members


def _function(value: Any) -> types.FunctionType | None:
    """The Python function that a method, a static method, or a helper compiled with Numba is made of."""
    if isinstance(value, staticmethod):
        value = value.__func__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    value = getattr(value, "py_func", value)  # pyright: ignore[reportUnknownArgumentType]
    return value if isinstance(value, types.FunctionType) else None
