"""Integer arithmetic with overflow checks: in a compiled game, an integer that does not fit in 64 bits raises OverflowError.

Python's integers are unbounded. Numba would silently compute another number for `1 << 64`; here it raises
OverflowError, so a compiled game either does the same as the interpreted one or stops with an error. The check costs
one test of a flag per operation.

Before types are inferred, the pass `CheckOverflow` replaces each operator and builtin function whose result can leave 64
bits by a call to its *stand-in*: `left + right` becomes `add(left, right)`. A stand-in treats all integers, also NumPy's
narrow ones and bools, as signed 64-bit integers. For floats, tuples and arrays it does the same as the operator.
"""

from __future__ import annotations

import enum
import operator
import types as python_types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import ir as numba_ir
from numba.core import types
from numba.extending import lower_builtin

from zermelo.native.numba_internals import (
    AbstractTemplate,
    FunctionPass,
    InlineClosureLikes,
    define,
    get_definition,
    guard,
    infer_global,
    mark_try_block,
    redefine,
    register_pass,
)
from zermelo.native.refusal import refusal
from zermelo.native.whole_program import PartCompiler

INT = ir.IntType(64)
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
TOO_BIG = "an integer does not fit in 64 bits; use zermelo.Bits for boards that wide"

STAND_INS: dict[Any, Callable[..., Any]] = {}
"""The stand-in of each operator and builtin function."""


def constant(value: Any, location: Any = None) -> Any:
    """`value` as a constant of checked code, in which all integers are signed 64-bit ones. Raises a refusal."""
    if isinstance(value, tuple):
        parts = [constant(part, location) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
        raise refusal(f"the integer {value} does not fit in 64 bits; use zermelo.Bits for boards that wide", location)
    return np.int64(value) if isinstance(value, int) and value == LOWEST else value  # Numba takes LOWEST for unsigned


def raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], message: str, location: Any) -> None:
    """Emit code that raises `error` if `condition`; the traceback shows `location`."""
    function = context.fndesc.qualname.rpartition("_")[0]  # the linker has appended a digest to the name
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,), location, function)


# --- stand-ins for operators ---------------------------------------------------------------------------------------------
def is_integer(kind: Any) -> bool:
    """Whether values of this Numba type are integers in Python, which bools and members of an IntEnum are, too."""
    return isinstance(kind, types.Integer | types.Boolean | types.IntEnumMember)


def _widened(operation: Any, kinds: Any) -> Any:
    """The types to which an operator's operands are converted: int64 for all if all are integers. Raises a refusal."""
    if not all(map(is_integer, kinds)):
        return kinds
    if operation in _OF_BOOLS and all(isinstance(kind, types.Boolean) for kind in kinds):
        return kinds
    unsigned = [types.unliteral(kind) == types.uint64 for kind in kinds]
    if all(unsigned):
        return kinds  # wraps, as in NumPy
    if any(unsigned):
        raise refusal("a numpy.uint64 is combined with a signed integer; make both numpy.uint64, or both int")
    return tuple(types.int64 for _ in kinds)


def _operator(operation: Any, emit: Callable[..., Any]) -> Callable[..., Any]:
    """The stand-in for `operation`. For int64 operands its code is emitted by `emit(refuse_if, builder, *operands)`.

    `refuse_if(condition, error, message)` emits code that raises. If `emit` returns None, Numba's own code is used.
    """
    name = f"checked {operation.__name__}"

    def stand_in(*operands: Any) -> Any:
        raise NotImplementedError("native code only")

    @infer_global(stand_in, typing_key=name)
    class _Typing(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return self.context.resolve_function_type(operation, _widened(operation, args), kws)

    @lower_builtin(name, types.VarArg(types.Any))
    def _lower(context: Any, builder: Any, given: Any, args: Any, loc: Any) -> Any:
        value = None
        if all(kind == types.int64 for kind in (given.return_type, *given.args)):

            def refuse_if(condition: Any, error: type[Exception], message: str) -> None:
                raise_if(context, builder, condition, error, message, loc)

            value = emit(refuse_if, builder, *args)
        return _plain(context, builder, operation, given, args) if value is None else value

    STAND_INS[operation] = stand_in
    return stand_in


def _plain(context: Any, builder: Any, operation: Any, given: Any, args: Any) -> Any:
    native = context.get_function(context.typing_context.resolve_value_type(operation), given)
    result = native(builder, args)
    context.add_linking_libs(getattr(native, "libs", ()))
    return result


def _flagged(name: str) -> Callable[..., Any]:
    """The `emit` of an operation for which LLVM returns an overflow flag."""

    def emit(refuse_if: Any, builder: Any, left: Any, right: Any) -> Any:
        pair = getattr(builder, name)(left, right)
        refuse_if(builder.extract_value(pair, 1), OverflowError, TOO_BIG)
        return builder.extract_value(pair, 0)

    return emit


def _left_shift(refuse_if: Any, builder: Any, left: Any, distance: Any) -> Any:
    refuse_if(builder.icmp_signed("<", distance, INT(0)), ValueError, "negative shift count")
    too_far = builder.icmp_signed(">", distance, INT(63))
    by = builder.select(too_far, INT(0), distance)
    shifted = builder.shl(left, by)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, by), left)
    not_zero = builder.icmp_signed("!=", left, INT(0))
    refuse_if(builder.select(too_far, not_zero, lost), OverflowError, TOO_BIG)
    return shifted


def _right_shift(refuse_if: Any, builder: Any, left: Any, distance: Any) -> Any:
    refuse_if(builder.icmp_signed("<", distance, INT(0)), ValueError, "negative shift count")
    too_far = builder.icmp_signed(">", distance, INT(63))
    return builder.ashr(left, builder.select(too_far, INT(63), distance))


def _floor_division(refuse_if: Any, builder: Any, left: Any, right: Any) -> None:
    lowest, by_minus_one = builder.icmp_signed("==", left, INT(LOWEST)), builder.icmp_signed("==", right, INT(-1))
    refuse_if(builder.and_(lowest, by_minus_one), OverflowError, TOO_BIG)


def _negative(refuse_if: Any, builder: Any, value: Any) -> None:
    refuse_if(builder.icmp_signed("==", value, INT(LOWEST)), OverflowError, TOO_BIG)


def _safe(_refuse_if: Any, _builder: Any, *_operands: Any) -> None:
    """The `emit` of an operation whose result cannot leave 64 bits when the operands are int64."""


_OF_BOOLS = (operator.and_, operator.or_, operator.xor)
"""Operators that return a bool for two bools."""

add = _operator(operator.add, _flagged("sadd_with_overflow"))
sub = _operator(operator.sub, _flagged("ssub_with_overflow"))
mul = _operator(operator.mul, _flagged("smul_with_overflow"))
lshift = _operator(operator.lshift, _left_shift)
rshift = _operator(operator.rshift, _right_shift)
floordiv = _operator(operator.floordiv, _floor_division)
mod = _operator(operator.mod, _safe)
neg = _operator(operator.neg, _negative)
pos = _operator(operator.pos, _safe)
invert = _operator(operator.invert, _safe)
for _bitwise in _OF_BOOLS:
    _operator(_bitwise, _safe)

IN_PLACE = {
    getattr(operator, f"i{name.rstrip('_')}"): getattr(operator, name)
    for name in ("add", "sub", "mul", "lshift", "rshift", "floordiv", "mod", "pow", "and_", "or_", "xor")
}
"""The operator of each assignment such as `+=`."""


# --- the compiler ----------------------------------------------------------------------------------------------------------
@register_pass(mutates_CFG=False, analysis_only=False)
class CheckOverflow(FunctionPass):
    """Replaces operators and builtin functions by calls of their stand-ins, and refuses uses that it cannot replace."""

    _name = "check_overflow"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            block.body = [new for old in block.body for new in self._rewritten(state.func_ir, block.scope, old)]
        return True

    def _rewritten(self, func_ir: Any, scope: Any, statement: Any) -> Iterator[Any]:
        value = statement.value if isinstance(statement, numba_ir.Assign) else None
        if isinstance(value, numba_ir.Const | numba_ir.Global | numba_ir.FreeVar):
            _check_name(value)
            value.value = constant(value.value, value.loc)
        elif isinstance(value, numba_ir.Expr):
            if value.op == "make_function":
                raise refusal("a function defined inside another function is used as a value", value.loc)
            if value.op == "call":
                _check_call(func_ir, value)
            if value.op == "binop" and value.fn in (operator.is_, operator.is_not):
                _check_identity(func_ir, value)
            stand_in, args = _stand_in_for(func_ir, value)
            if stand_in is not None:
                yield from self._call(func_ir, scope, statement, stand_in, args)
        yield statement

    def _call(self, func_ir: Any, scope: Any, statement: Any, stand_in: Any, args: Any) -> Iterator[Any]:
        """Make `statement` call `stand_in`; the statement that is yielded assigns the stand-in to a name first."""
        old = statement.value
        name = scope.redefine("$checked", statement.loc)
        reference = numba_ir.Global(stand_in.__name__, stand_in, statement.loc)
        define(func_ir, name.name, reference)
        redefine(func_ir, statement, numba_ir.Expr.call(name, args, old.kws if old.op == "call" else (), statement.loc))
        yield numba_ir.Assign(reference, name, statement.loc)


def _stand_in_for(func_ir: Any, value: Any) -> tuple[Any, tuple[Any, ...]]:
    """The stand-in of an expression's operator or function, None if it has none, and the arguments."""
    if value.op in ("binop", "inplace_binop"):
        return STAND_INS.get(IN_PLACE.get(value.fn, value.fn)), (value.lhs, value.rhs)
    if value.op == "unary":
        return STAND_INS.get(value.fn), (value.value,)
    if value.op == "call":
        return _stand_in_of(_meaning(func_ir, value.func)), tuple(value.args)
    return None, ()


def _stand_in_of(function: Any) -> Any:
    return STAND_INS.get(function) if isinstance(function, python_types.BuiltinFunctionType | type) else None


def _meaning(func_ir: Any, variable: Any) -> Any:
    """The Python object to which a variable certainly refers: a global, or a member of a global module or Enum. None if
    unknown.
    """
    definition = guard(get_definition, func_ir, variable)
    if isinstance(definition, numba_ir.Global | numba_ir.FreeVar):
        return definition.value
    if isinstance(definition, numba_ir.Expr) and definition.op == "getattr":
        owner = _meaning(func_ir, definition.value)
        if isinstance(owner, python_types.ModuleType | enum.EnumType):
            return getattr(owner, definition.attr, None)
    return None


def _check_name(value: Any) -> None:
    if value.value is mark_try_block:
        raise refusal("try and with statements are not supported", value.loc)  # `except` would hide an OverflowError


def _check_call(func_ir: Any, call: Any) -> None:
    """Refuse isinstance, because compiled a bool is no int; and functions with stand-ins as arguments, because they would be
    called without the checks.
    """
    if _meaning(func_ir, call.func) is isinstance:
        raise refusal("isinstance is not supported", call.loc)
    arguments = [*call.args, *(value for _, value in call.kws)]
    for argument in arguments:
        meaning = _meaning(func_ir, argument)
        if meaning is not int and _stand_in_of(meaning) is not None:  # int is also the name of a type
            raise refusal(f"the function {meaning.__name__} is passed as an argument; call it by its name", call.loc)


def _check_identity(func_ir: Any, comparison: Any) -> None:
    """Refuse `is` unless one side is None, a bool or a member of an Enum: other objects have no identity in native code."""
    for side in (comparison.lhs, comparison.rhs):
        definition = guard(get_definition, func_ir, side)
        if isinstance(definition, numba_ir.Const) and isinstance(definition.value, bool | None):
            return
        if isinstance(_meaning(func_ir, side), enum.Enum):
            return
    raise refusal("`is` compares objects that compiled code does not have; use ==", comparison.loc)


class CheckedCompiler(PartCompiler):
    """The pipeline of `PartCompiler` with `CheckOverflow` added after the inlining of inner functions."""

    def adapt(self, passes: Any) -> None:
        passes.add_pass_after(CheckOverflow, InlineClosureLikes)
