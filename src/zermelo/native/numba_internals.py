"""What is used of Numba beyond its documented interface: no other module here names any of it.

Documented, in its guide for those who extend it, are `numba`, `numba.extending`, and of `numba.core` the modules `types`,
`cgutils`, `errors` and `ir`. All the rest is here, and was seen in Numba 0.62.0, 0.62.1, 0.63.1, 0.64.0, 0.65.1, 0.66.0,
0.67.0, 0.68.0 and 0.68.1. A release without some part of it compiles nothing: games then run interpreted, and are told why.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any

from numba import _dynfunc
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags, _LowerResult
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import loc_info
from numba.core.generators import GeneratorDescriptor
from numba.core.imputils import RefType, impl_ret_new_ref, iternext_impl, lower_constant
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typed_passes import (
    AnnotateTypes,
    DumpParforDiagnostics,
    InlineOverloads,
    NativeLowering,
    NopythonRewrites,
)
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, bound_function, infer_global, signature
from numba.core.unsafe.eh import mark_try_block
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables
from numba.np import arrayobj

__all__ = [
    "AbstractTemplate",
    "AnnotateTypes",
    "AttributeTemplate",
    "CompilerBase",
    "DefaultPassBuilder",
    "DumpParforDiagnostics",
    "FunctionPass",
    "GeneratorDescriptor",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "Lower",
    "NativeLowering",
    "NopythonRewrites",
    "Part",
    "QuickFlags",
    "RefType",
    "arrayobj",
    "bound_function",
    "calls_by_name",
    "cpu_target",
    "define",
    "get_definition",
    "guard",
    "impl_ret_new_ref",
    "infer_global",
    "iternext_impl",
    "library_module",
    "loc_info",
    "lower_constant",
    "machine_code",
    "mark_try_block",
    "optimise",
    "redefine",
    "register_pass",
    "rtsys",
    "signature",
    "stand_in",
]


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
