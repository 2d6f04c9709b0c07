"""Numba made to do once what it does over and over: without this, a third of a compilation goes into known answers."""

from __future__ import annotations

import contextlib
import gc
import threading
from collections.abc import Callable, Generator
from types import BuiltinFunctionType
from typing import Any

from numba.core import types

from zermelo.native.numba_internals import cpu_target

_one_at_a_time = threading.Lock()
"""Numba's contexts belong to the process; a second thread that compiles waits."""


@contextlib.contextmanager
def haste() -> Generator[None]:
    """For the time of one compilation: Numba remembers its answers, and Python does not look for garbage."""
    typing, target = cpu_target.typing_context, cpu_target.target_context
    with _one_at_a_time, _uncollected(), contextlib.ExitStack() as stack:
        stack.enter_context(_hidden(typing, "resolve_function_type", _resolving(typing.resolve_function_type)))
        stack.enter_context(_hidden(target, "get_abi_sizeof", _remembering(target.get_abi_sizeof)))
        stack.enter_context(_hidden(target, "get_abi_alignment", _remembering(target.get_abi_alignment)))
        yield


@contextlib.contextmanager
def _uncollected() -> Generator[None]:
    """Without the search for unreachable objects: hardly any become so, and Numba alone has a million to look through."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def _hidden(owner: Any, name: str, instead: Callable[..., Any]) -> Generator[None]:
    """A method of one object hidden by an attribute of the same name."""
    setattr(owner, name, instead)
    try:
        yield
    finally:
        delattr(owner, name)


def _remembering(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """`function` of a type of LLVM, which are equal when they read the same."""
    known: dict[str, Any] = {}

    def remembering(kind: Any) -> Any:
        name = str(kind)
        if name not in known:
            known[name] = function(kind)
        return known[name]

    return remembering


def _resolving(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """`resolve`, which finds the types that a call returns, with the answers about builtin functions kept."""
    known: dict[Any, Any] = {}

    def resolving(function: Any, args: Any, kws: Any) -> Any:
        if not isinstance(function, types.Function | BuiltinFunctionType | type):
            return resolve(function, args, kws)
        key = function, tuple(args), tuple(kws.items())
        if key not in known:
            known[key] = resolve(function, args, kws)
        return known[key]

    return resolving
