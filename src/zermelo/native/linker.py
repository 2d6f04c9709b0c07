"""From plain Python functions to native ones: every function that code reaches by name is compiled with it.

Numba compiles a function but refuses the plain functions that it calls by name. `Linker.link` makes a copy of a function
whose globals hold native versions of them, recursively, so that neither games nor kernels need a decorator.
"""

from __future__ import annotations

import types
from typing import Any

from numba import njit
from numba.core import types as numba_types
from numba.core.errors import TypingError

from zermelo.core.fingerprint import all_names, cell_contents, digest, is_library, is_ours, is_user_module
from zermelo.native.arithmetic import CheckedCompiler, constant
from zermelo.native.whole_program import PartCompiler

REPLACEMENTS: dict[Any, Any] = {}
"""Functions that have a native version of their own, written for it rather than compiled from the Python one."""


class Linker:
    """Links functions once each."""

    def __init__(self, *, checks_integers: bool, checks_indices: bool) -> None:
        """Whether arithmetic that leaves 64 bits raises OverflowError, as it always does in functions that are a user's; and
        whether an index outside an array raises IndexError.
        """
        self._checks_integers = checks_integers
        self._checks_indices = checks_indices
        self._linked: dict[Any, Any] = {}
        self._modules: dict[Any, types.ModuleType] = {}

    def link(self, function: types.FunctionType, **names: Any) -> Any:
        """The native version of `function`; `names` are globals that it shall see instead of its own."""
        if function in self._linked:
            return self._linked[function]
        code, captured = function.__code__, function.__closure__ or ()
        cells = tuple(types.CellType() for _ in captured)
        defaults = function.__defaults__ and constant(function.__defaults__)
        copied = types.FunctionType(code, dict(function.__globals__), function.__name__, defaults, cells)
        copied.__kwdefaults__ = function.__kwdefaults__
        # Numba names machine code after module and qualified name: the same name must mean the same code, in this process
        # and in code from the cache, and the module must be one that can be imported when that code is loaded
        checked = self._checks_integers or not is_ours(function), self._checks_indices
        copied.__qualname__ = f"{function.__name__}_{digest(function, checked, *names.values())}"
        copied.__module__ = __name__
        pipeline = CheckedCompiler if checked[0] else PartCompiler
        native = _for_plain_types(njit(nogil=True, pipeline_class=pipeline, boundscheck=checked[1])(copied))
        self._linked[function] = native  # before what it names is linked: functions may be recursive
        try:
            for name in all_names(code):
                if name in names:
                    copied.__globals__[name] = names[name]
                elif name in function.__globals__:
                    copied.__globals__[name] = self._native(function.__globals__[name], code)
            for cell, original in zip(cells, captured, strict=True):
                cell.cell_contents = self._native(cell_contents(original), code)
        except TypingError:  # a refusal, which must be met again at every attempt
            del self._linked[function]
            raise
        return native

    def _native(self, value: Any, code: types.CodeType) -> Any:
        """What stands for a global `value` in native code."""
        if isinstance(value, types.FunctionType):
            if value in REPLACEMENTS:
                return REPLACEMENTS[value]
            return value if is_library(value) else self.link(value)
        if is_user_module(value):
            return self._module(value, code)
        return value

    def _module(self, module: types.ModuleType, code: types.CodeType) -> types.ModuleType:
        """A stand-in for `module` that holds native versions of the members that `code` names."""
        if (module, code) not in self._modules:
            stand_in = self._modules[module, code] = types.ModuleType(module.__name__)
            for name in all_names(code):
                if hasattr(module, name):
                    setattr(stand_in, name, self._native(getattr(module, name), code))
        return self._modules[module, code]


def _for_plain_types(native: Any) -> Any:
    """Make calls with literal arguments share the code for any argument of the type.

    Besides being wasteful, a version for a literal that calls itself with a variable would be a second function, which
    Numba resolves by address, and such code cannot be kept on disk.
    """
    resolve, fold = native.get_call_template, native.fold_argument_types

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = {name: numba_types.unliteral(kind) for name, kind in kws.items()}
        return resolve(tuple(map(numba_types.unliteral, args)), plain)

    def fold_argument_types(args: Any, kws: Any) -> Any:  # by which a function that calls itself is known again
        signature, folded = fold(args, kws)
        return signature, tuple(map(numba_types.unliteral, folded))

    native.get_call_template = get_call_template
    native.fold_argument_types = fold_argument_types
    return native
