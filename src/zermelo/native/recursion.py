"""Functions that call themselves: their results are returned in registers.

By Numba's convention a function writes its result, or the exception that it raises, to addresses that its caller passes.
A recursive search would then read every score from memory, and prepare the places for it at every node. So a recursive
function whose result is an integer is split into three:

    called      what others call, by the function's name and by Numba's convention; inlined wherever it is called
    returning   returns status, result and exception in registers; the only one that remains
    written     the function as Numba lowered it; inlined in `returning`

If two functions call each other, the one that is lowered first is split, and the other inlined in it: a search that enters a
node in one function and searches its children in another enters the children without a call.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir

from zermelo.native.numba_internals import get_or_insert_function

STATUS: Final = ir.IntType(32)
RESULT: Final = ir.IntType(64)

CALLED: Final = ".called"
RETURNING: Final = ".returning"
WRITTEN: Final = ".written"


INLINED: Final[set[str]] = set()
"""The names of functions that are to be inlined, once they are lowered, because one that calls them is split."""


def to_itself(function: Any) -> Any:
    """What a function calls in order to call itself."""
    return _split(function) if _returns_integer(function) else function


def by_name(builder: Any, kind: Any, name: str) -> Any:
    """What the function that `builder` writes calls in order to call one that is not lowered yet."""
    if _returns_integer(builder.function):
        _split(builder.function)
        INLINED.add(name)
    return get_or_insert_function(builder.module, kind, name)


def finish(module: Any, name: str) -> None:
    """In a module that LLVM has parsed, give `called` the name of the function that was split, if it was."""
    functions = {function.name: function for function in module.functions}
    if name + CALLED in functions:
        functions[name].name = name + WRITTEN
        functions[name + CALLED].name = name


def _returns_integer(function: Any) -> bool:
    """Whether the result of a function, by Numba's convention, is an integer of 64 bits."""
    return function.function_type.args[0].pointee == RESULT


def _split(written: Any) -> Any:
    """Split a function; returns `called`."""
    module, name, kind = written.module, written.name, written.function_type
    if name + CALLED not in module.globals:
        _, raised, *arguments = kind.args
        results = ir.LiteralStructType([STATUS, RESULT, raised.pointee])
        returning = ir.Function(module, ir.FunctionType(results, arguments), name + RETURNING)
        _write_returning(returning, written)
        _write_called(ir.Function(module, kind, name + CALLED), returning)
    return module.globals[name + CALLED]


def _write_returning(returning: Any, written: Any) -> None:
    written.attributes.add("alwaysinline")
    returning.attributes.add("noinline")
    builder = ir.IRBuilder(returning.append_basic_block())
    result, raised = (builder.alloca(place.pointee) for place in written.function_type.args[:2])
    builder.store(ir.Constant(raised.type.pointee, None), raised)
    status = builder.call(written, [result, raised, *returning.args])
    results = ir.Constant(returning.function_type.return_type, ir.Undefined)
    for index, value in enumerate((status, builder.load(result), builder.load(raised))):
        results = builder.insert_value(results, value, index)
    builder.ret(results)


def _write_called(called: Any, returning: Any) -> None:
    called.attributes.add("alwaysinline")
    result, raised, *arguments = called.args
    builder = ir.IRBuilder(called.append_basic_block())
    results = builder.call(returning, arguments)
    builder.store(builder.extract_value(results, 1), result)
    builder.store(builder.extract_value(results, 2), raised)
    builder.ret(builder.extract_value(results, 0))
