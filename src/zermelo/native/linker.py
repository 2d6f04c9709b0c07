"""From plain Python functions to native ones: every function that code reaches by name is compiled with it.

Numba compiles a function but refuses the plain functions that it calls by name. `Linker.link` makes a copy of a function
whose globals hold native versions of them, recursively, so that neither games nor kernels need a decorator.
"""

from __future__ import annotations

import types
from typing import Any

from numba import njit
from numba.core import types as numba_types

from zermelo.fingerprint import digest, is_library
from zermelo.native.arithmetic import CheckedCompiler
from zermelo.native.whole import PartCompiler

REPLACEMENTS: dict[Any, Any] = {}
"""Functions that have a native version of their own, written for it rather than compiled from the Python one."""


class Linker:
    """Links functions once each. `checked`: integer arithmetic that leaves 64 bits raises OverflowError."""

    def __init__(self, *, checked: bool) -> None:
        self._options: dict[str, Any] = {"nogil": True, "pipeline_class": PartCompiler}
        if checked:
            self._options |= {"pipeline_class": CheckedCompiler, "boundscheck": True}
        self._checked = checked
        self._linked: dict[Any, Any] = {}

    def link(self, function: types.FunctionType, **names: Any) -> Any:
        """The native version of `function`; `names` are globals that it shall see instead of its own."""
        if function in self._linked:
            return self._linked[function]
        copied = types.FunctionType(
            function.__code__,
            dict(function.__globals__),
            function.__name__,
            function.__defaults__,
            self._cells(function),
        )
        # Numba names machine code after module and qualified name: the same name must mean the same code, in this process
        # and in code from the cache, and the module must be one that can be imported when that code is loaded
        copied.__qualname__ = f"{function.__name__}_{digest(function, self._checked)}"
        copied.__module__ = __name__
        native = _for_plain_types(njit(**self._options)(copied))
        self._linked[function] = native  # before its globals are linked: functions may be recursive
        for name in _names(function.__code__):
            if name in names:
                copied.__globals__[name] = names[name]
            elif name in function.__globals__:
                copied.__globals__[name] = self._native(function.__globals__[name], function.__code__)
        return native

    def _native(self, value: Any, code: types.CodeType) -> Any:
        """What stands for a global `value` in native code."""
        if isinstance(value, types.FunctionType):
            if value in REPLACEMENTS:
                return REPLACEMENTS[value]
            return value if is_library(value.__module__ or "") else self.link(value)
        if isinstance(value, types.ModuleType) and not is_library(value.__name__):
            return self._module(value, code)
        return value

    def _module(self, module: types.ModuleType, code: types.CodeType) -> types.ModuleType:
        """A stand-in for `module` that holds native versions of the members that `code` names."""
        stand_in = types.ModuleType(module.__name__)
        for name in _names(code):
            if hasattr(module, name):
                setattr(stand_in, name, self._native(getattr(module, name), code))
        return stand_in

    def _cells(self, function: types.FunctionType) -> tuple[types.CellType, ...] | None:
        if function.__closure__ is None:
            return None
        return tuple(
            types.CellType(self._native(cell.cell_contents, function.__code__)) for cell in function.__closure__
        )


def _for_plain_types(native: Any) -> Any:
    """Make calls with literal arguments share the code for any argument of the type.

    Besides being wasteful, a version for a literal that calls itself with a variable would be a second function, which
    Numba resolves by address, and such code cannot be kept on disk.
    """
    resolve = native.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = {name: numba_types.unliteral(kind) for name, kind in kws.items()}
        return resolve(tuple(map(numba_types.unliteral, args)), plain)

    native.get_call_template = get_call_template
    return native


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names
