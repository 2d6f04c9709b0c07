"""The undocumented parts of Numba that zermelo uses; no other module uses any.

Numba's guide to extending it documents `numba`, `numba.extending`, and of `numba.core` the modules `types`, `cgutils`,
`errors` and `ir`. All other names are imported here. They exist in Numba 0.62.0, 0.62.1, 0.63.1, 0.64.0, 0.65.1, 0.66.0,
0.67.0, 0.68.0 and 0.68.1. If a release lacks one of them, nothing is compiled: games run interpreted, with a note why.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from typing import Any

from numba import _dynfunc
from numba.core.cgutils import get_or_insert_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags, _LowerResult
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import loc_info
from numba.core.generators import GeneratorDescriptor, GeneratorLower
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
    "GeneratorLower",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LinkablePart",
    "Lower",
    "NativeLowering",
    "NopythonRewrites",
    "QuickFlags",
    "RefType",
    "arrayobj",
    "bound_function",
    "checked_modules",
    "cpu_target",
    "define",
    "get_definition",
    "get_or_insert_function",
    "guard",
    "impl_ret_new_ref",
    "infer_global",
    "iternext_impl",
    "library_module",
    "loc_info",
    "lower_constant",
    "mark_try_block",
    "recursive_calls",
    "redefine",
    "register_pass",
    "replaced",
    "rtsys",
    "signature",
    "stand_in",
]


# --- the code of one function -------------------------------------------------------------------------------------------
class LinkablePart(JITCodeLibrary):
    """The LLVM code of one function, to be linked into a program: neither optimised nor compiled to machine code."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Mark the library as finished, without optimising it or making machine code."""
        self._finalized = True

    @property
    def module(self) -> Any:
        return self._final_module

    def libraries(self) -> list[Any]:
        return list(self._linking_libraries)

    def defined(self) -> list[str]:
        return [function.name for function in self.module.functions if not function.is_declaration]


def library_module(library: Any) -> Any:
    return library._get_module_for_linking()


def stand_in(lowered: Any, library: Any) -> tuple[Any, Any]:
    """A placeholder for the native function, which a LinkablePart does not have, and the result of a lowering with it."""
    module, name = lowered.fndesc.lookup_module(), lowered.fndesc.qualname
    function = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
    return function, _LowerResult(lowered.fndesc, lowered.call_helper, cfunc=function, env=lowered.env)


@contextlib.contextmanager
def replaced(owner: Any, name: str, instead: Callable[..., Any]) -> Generator[None]:
    """Replace a method of one object: `instead` becomes an attribute of the object, which hides the method."""
    setattr(owner, name, instead)
    try:
        yield
    finally:
        delattr(owner, name)


@contextlib.contextmanager
def recursive_calls(
    target: Any, to_itself: Callable[[Any], Any], by_name: Callable[[Any, Any, str], Any]
) -> Generator[None]:
    """While a function is lowered, choose what it calls in order to call itself, and in order to call a function that is not
    lowered yet, which Numba would call through an address that is known only when both are machine code.
    """
    declare = target.declare_function

    def declared(module: Any, description: Any) -> Any:
        function = declare(module, description)
        is_lowered_now = bool(function.blocks)
        return to_itself(function) if is_lowered_now else function

    with replaced(target, "declare_function", declared), replaced(target.codegen(), "insert_unresolved_ref", by_name):
        yield


@contextlib.contextmanager
def checked_modules(codegen: Any, check: Callable[[Any], None]) -> Generator[None]:
    """Call `check` for each LLVM module that Numba is about to load into memory; it may raise to prevent that."""
    add = codegen._add_module

    def checked(module: Any) -> Any:
        check(module)
        return add(module)

    with replaced(codegen, "_add_module", checked):
        yield


def redefine(func_ir: Any, statement: Any, value: Any) -> None:
    """Replace the value of an assignment in Numba's intermediate code."""
    definitions = func_ir._definitions[statement.target.name]
    definitions[:] = [value if old is statement.value else old for old in definitions]
    statement.value = value


def define(func_ir: Any, name: str, by: Any) -> None:
    """Make `by` the only definition of a variable."""
    func_ir._definitions[name] = [by]


# --- options of a compilation -------------------------------------------------------------------------------------------
class QuickFlags(Flags):
    """Numba's options for one function, with a faster `values`, by which they are compared."""

    def values(self) -> dict[str, Any]:
        return _DEFAULTS | self._values


_DEFAULTS = Flags().values()
