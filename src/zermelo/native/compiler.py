"""Compiling a kernel for a game and a context to a program, with Numba."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Callable, Generator
from types import BuiltinFunctionType
from typing import Any

from numba.core import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from zermelo.native import functions as _functions  # noqa: F401  # pyright: ignore[reportUnusedImport]  (registers with Numba)
from zermelo.native import words as native_words
from zermelo.native.arithmetic import is_integer
from zermelo.native.codegen import Program
from zermelo.native.entry import entry_to
from zermelo.native.family import PREFIX, Family
from zermelo.native.linker import Linker
from zermelo.native.loader import INTEGERS, Uncompilable
from zermelo.native.numba_internals import checked_modules, cpu_target, loc_info, replaced
from zermelo.native.object_types import object_type
from zermelo.native.refusal import reason, refusal, shown
from zermelo.native.whole_program import link

_one_at_a_time = threading.Lock()
"""Held during a compilation: Numba's contexts are shared by the whole process, so a second thread has to wait."""

INTEGER = types.int64


@contextlib.contextmanager
def compile_cache() -> Generator[None]:
    """For one compilation: cache what Numba computes repeatedly, and switch Python's cyclic garbage collector off."""
    typing, target = cpu_target.typing_context, cpu_target.target_context
    with _one_at_a_time, _without_collector(), contextlib.ExitStack() as stack:
        stack.enter_context(replaced(typing, "resolve_function_type", _cached_calls(typing.resolve_function_type)))
        stack.enter_context(replaced(target, "get_abi_sizeof", _cached_by_name(target.get_abi_sizeof)))
        stack.enter_context(replaced(target, "get_abi_alignment", _cached_by_name(target.get_abi_alignment)))
        stack.enter_context(checked_modules(target.codegen(), _refuse_open_constants))
        yield


def _refuse_open_constants(module: Any) -> None:
    """Refuse code that Numba itself compiles to machine code, such as `sorted`, if it reads open constants: LLVM would end
    the process, as nothing defines them.
    """
    if any(symbol.name.startswith(PREFIX) for symbol in (*module.global_variables, *module.functions)):
        raise refusal("a function of Numba's is given an open constant")


@contextlib.contextmanager
def _without_collector() -> Generator[None]:
    """Switch the cyclic garbage collector off: there is hardly any garbage, and Numba alone has a million objects."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _cached_by_name(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`function` of an LLVM type with its results cached; types with the same text are the same."""
    known: dict[str, Any] = {}

    def cached(kind: Any) -> Any:
        name = str(kind)
        if name not in known:
            known[name] = function(kind)
        return known[name]

    return cached


def _cached_calls(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """`resolve`, which finds the return type of a call, with its results for builtin functions cached."""
    known: dict[Any, Any] = {}

    def cached(function: Any, args: Any, kws: Any) -> Any:
        if not isinstance(function, types.Function | BuiltinFunctionType | type):
            return resolve(function, args, kws)
        key = function, tuple(args), tuple(kws.items())
        if key not in known:
            known[key] = resolve(function, args, kws)
        return known[key]

    return cached


@intrinsic
def _integer(_typing_context: Any, returned: Any) -> Any:
    """The integer that a kernel returns. Anything else is refused: Numba would silently truncate a float."""
    if not is_integer(returned):
        raise refusal(f"it returns {shown(returned)} instead of int")

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return context.cast(builder, values[0], returned, INTEGER)

    return INTEGER(returned), generate


def compile_kernel(family: Family, *, is_open: bool) -> Program:
    """The program of a family, with open constants, or that of one board, with all constants known.

    Raises Uncompilable, with the reason and the line.
    """
    linker = Linker(checks_integers=False, checks_indices=family.context.checks_indices)
    loc_info.clear()  # Numba's record of the source line that it is compiling
    try:
        with compile_cache():
            kernel = linker.link(family.root)
            called = linker.link(
                entry_to(family.root), root=kernel, state_from=native_words.state_from, integer=_integer
            )
            words = types.CPointer(INTEGER)
            known = family if is_open else None
            objects = object_type(family.game, known), object_type(family.context, known)
            arguments = (*objects, words, *[INTEGER] * INTEGERS)
            called.compile(INTEGER(*arguments))
            return link(called.overloads[arguments])
    except Exception as error:  # the compiler may raise anything
        raise Uncompilable(reason(error), lasting=isinstance(error, NumbaError)) from error
