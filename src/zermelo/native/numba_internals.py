"""What is used of Numba beyond its documented interface: no other module here names any of it.

All of it was seen in Numba 0.62.0, 0.62.1, 0.63.1, 0.64.0, 0.65.1, 0.66.0, 0.67.0, 0.68.0 and 0.68.1. A release without some
part of it compiles nothing: games then run interpreted, and are told why.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any

from numba import _dynfunc
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags, _LowerResult


# --- the code of one function -------------------------------------------------------------------------------------------
class Part(JITCodeLibrary):
    """The code of one function, to be linked into a whole: neither optimised nor made native."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """It is as finished as it gets."""
        self._finalized = True

    @property
    def module(self) -> Any:
        """Its LLVM code."""
        return self._final_module

    def libraries(self) -> list[Any]:
        """The libraries that it calls."""
        return list(self._linking_libraries)

    def defined(self) -> list[str]:
        """The names of its functions."""
        return [function.name for function in self.module.functions if not function.is_declaration]


def library_module(library: Any) -> Any:
    """The LLVM code of a library of Numba's own."""
    return library._get_module_for_linking()


def stand_in(lowered: Any, library: Any) -> tuple[Any, Any]:
    """What Numba takes for the native function of lowered code that has none, and the result of a lowering that has it."""
    module, name = lowered.fndesc.lookup_module(), lowered.fndesc.qualname
    function = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
    return function, _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=function, env=lowered.env)


@contextlib.contextmanager
def calls_by_name(codegen: Any) -> Generator[None]:
    """Make functions that call each other recursively do so by name: the whole links them.

    Numba has them find each other through an address that is known only when both are native.
    """
    codegen.insert_unresolved_ref = lambda builder, kind, name: get_or_insert_function(builder.module, kind, name)
    try:
        yield
    finally:
        del codegen.insert_unresolved_ref  # an attribute of the instance, which hid the method


def redefine(func_ir: Any, statement: Any, value: Any) -> None:
    """Give an assignment of Numba's intermediate code another value."""
    definitions = func_ir._definitions[statement.target.name]
    definitions[:] = [value if old is statement.value else old for old in definitions]
    statement.value = value


def define(func_ir: Any, name: str, by: Any) -> None:
    """Make `by` the one definition of a variable."""
    func_ir._definitions[name] = [by]


# --- the whole ----------------------------------------------------------------------------------------------------------
def optimise(whole: Any, codegen: Any) -> None:
    """As Numba does, but without vectorising in the end: the short loops of searches lose a fifth of their speed by it."""
    for options in (
        {"cost": "cheap", "opt": codegen._opt_level, "loop_vectorize": codegen._loopvect},
        {"opt": 3, "loop_vectorize": False},
    ):
        passes, builder = codegen._module_pass_manager(slp_vectorize=False, **options)
        passes.run(whole, builder)


def machine_code(whole: Any, codegen: Any) -> bytes:
    """The object file of a module."""
    code: bytes = codegen._tm.emit_object(whole)
    return code


# --- options of a compilation -------------------------------------------------------------------------------------------
class QuickFlags(Flags):
    """Numba's options of one function, compared without asking for each by name."""

    def values(self) -> dict[str, Any]:
        """All of them."""
        return _DEFAULTS | self._values


_DEFAULTS = Flags().values()
