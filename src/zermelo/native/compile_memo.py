"""A cache for one compilation: without it, Numba spends a third of the time computing things again."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Callable, Generator
from types import BuiltinFunctionType
from typing import Any

from numba.core import types

from zermelo.native.family import PREFIX
from zermelo.native.numba_internals import checked_modules, cpu_target, replaced
from zermelo.native.refusal import refusal

_one_at_a_time = threading.Lock()
"""Held during a compilation: Numba's contexts are shared by the whole process, so a second thread has to wait."""


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
