"""What a kernel can reach, found by names alone: the attributes that it may read, and the functions that it may call.

So an edit of a method that no search calls, such as one that draws the board, needs no new code.
"""

from __future__ import annotations

import types
from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo.core.fingerprint import all_names, cell_contents, is_library, reached_globals


class Reach(NamedTuple):
    """What a kernel can reach. It may be more than what it does reach, never less."""

    names: frozenset[str]
    """Every name in the code."""
    functions: tuple[types.FunctionType, ...]
    """The functions that it may call, and the methods with these names."""
    methods: tuple[str, ...]
    """Which function each method is, as text: the class, the name, and the number of the function."""


def reach(root: types.FunctionType, classes: Iterable[type], others: Iterable[types.FunctionType]) -> Reach:
    """What `root` can reach with objects of these classes, which hold the functions in `others` as attributes."""
    members = {cls: _members(cls) for cls in classes}
    numbers: dict[types.FunctionType, int] = {}
    names: set[str] = set()
    methods: list[str] = []

    def visit(value: Any) -> int | None:
        """The number of a function, None if this is none; it and all that it reaches are visited."""
        function = _function(value)
        if function is None or is_library(function):
            return None
        if function not in numbers:
            numbers[function] = len(numbers)
            pending.append(function)
        return numbers[function]

    pending: list[types.FunctionType] = []
    for function in (root, *others):
        visit(function)
    while pending:
        function = pending.pop()
        new = sorted(all_names(function.__code__) - names)
        names.update(new)
        for name in new:
            for cls, known in members.items():
                number = visit(known.get(name))
                if number is not None:
                    methods.append(f"{cls.__qualname__}.{name} {number}")
        for cell in function.__closure__ or ():
            visit(cell_contents(cell))
        for _, value in reached_globals(function):
            visit(value)
    return Reach(frozenset(names), tuple(numbers), tuple(methods))


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
