"""Compiling plain Python functions together with all functions that they call by name.

Numba compiles a function only if the functions that it calls are decorated. `Linker.link` copies a function and replaces
the functions among its globals by native versions, recursively, so that neither games nor kernels need a decorator.
"""

from __future__ import annotations

import types
from typing import Any

from numba import njit
from numba.core import ir
from numba.core import types as numba_types
from numba.core.errors import TypingError

from zermelo.core.fingerprint import all_names, cell_contents, digest, is_library, is_ours, is_user_module
from zermelo.native.arithmetic import CheckedCompiler, constant
from zermelo.native.refusal import refusal
from zermelo.native.whole_program import PartCompiler

REPLACEMENTS: dict[Any, Any] = {}
"""The native versions of functions that are not compiled from their Python source but written separately."""


class Linker:
    """Makes native versions of functions, each once."""

    def __init__(self, *, checks_integers: bool, checks_indices: bool) -> None:
        """`checks_integers`: arithmetic that leaves 64 bits raises OverflowError, as it always does in functions of users.

        `checks_indices`: an index outside an array raises IndexError.
        """
        self._checks_integers = checks_integers
        self._checks_indices = checks_indices
        self._linked: dict[Any, Any] = {}
        self._modules: dict[Any, types.ModuleType] = {}

    def link(self, function: types.FunctionType, **names: Any) -> Any:
        """The native version of `function`; `names` replace globals of the same name."""
        if function in self._linked:
            return self._linked[function]
        code, captured = function.__code__, function.__closure__ or ()
        if code.co_kwonlyargcount and not is_ours(function):  # Numba confuses them with parameters that have defaults
            where = ir.Loc(code.co_filename, code.co_firstlineno)
            raise refusal(f"{function.__name__} has parameters that can only be given by name", where)
        cells = tuple(types.CellType() for _ in captured)
        defaults = function.__defaults__ and constant(function.__defaults__)
        copied = types.FunctionType(code, dict(function.__globals__), function.__name__, defaults, cells)
        copied.__kwdefaults__ = function.__kwdefaults__
        copied.__dict__.update(function.__dict__)
        # Numba names machine code after the module and the qualified name. The same name must mean the same code, in this
        # process and in code from the cache, and it must be possible to import the module when that code is loaded.
        checked = self._checks_integers or not is_ours(function), self._checks_indices
        copied.__qualname__ = f"{function.__name__}_{digest(function, checked, *names.values())}"
        copied.__module__ = __name__
        pipeline = CheckedCompiler if checked[0] else PartCompiler
        native = _for_plain_types(njit(nogil=True, pipeline_class=pipeline, boundscheck=checked[1])(copied))
        self._linked[function] = native  # before its globals are linked, because functions may be recursive
        try:
            for name in all_names(code):
                if name in names:
                    copied.__globals__[name] = names[name]
                elif name in function.__globals__:
                    copied.__globals__[name] = self._native(function.__globals__[name], code)
            for cell, original in zip(cells, captured, strict=True):
                cell.cell_contents = self._native(cell_contents(original), code)
        except TypingError:  # a refusal, which every attempt must raise again
            del self._linked[function]
            raise
        return native

    def _native(self, value: Any, code: types.CodeType) -> Any:
        """The object that replaces a global `value` in native code."""
        if isinstance(value, types.FunctionType):
            if value in REPLACEMENTS:
                return REPLACEMENTS[value]
            return value if is_library(value) else self.link(value)
        if is_user_module(value):
            return self._module(value, code)
        return value

    def _module(self, module: types.ModuleType, code: types.CodeType) -> types.ModuleType:
        """A copy of `module` with native versions of the members that `code` names."""
        if (module, code) not in self._modules:
            stand_in = self._modules[module, code] = types.ModuleType(module.__name__)
            for name in all_names(code):
                if hasattr(module, name):
                    setattr(stand_in, name, self._native(getattr(module, name), code))
        return self._modules[module, code]


def _for_plain_types(native: Any) -> Any:
    """Make calls with literal arguments use the same code as calls with variables of the same type.

    Separate versions for literals would be wasteful. Besides, a version for a literal that calls itself with a variable
    would call a second function, which Numba resolves by its address, and such code cannot be kept on disk.
    """
    resolve, fold = native.get_call_template, native.fold_argument_types

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = {name: numba_types.unliteral(kind) for name, kind in kws.items()}
        return resolve(tuple(map(numba_types.unliteral, args)), plain)

    def fold_argument_types(args: Any, kws: Any) -> Any:  # used to recognise a function that calls itself
        signature, folded = fold(args, kws)
        return signature, tuple(map(numba_types.unliteral, folded))

    native.get_call_template = get_call_template
    native.fold_argument_types = fold_argument_types
    return native
