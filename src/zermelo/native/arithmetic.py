"""Integer arithmetic that never wraps: a compiler for games in which + - * << and ** refuse to leave 64 bits.

Python's integers are unbounded. Compiled, `1 << 64` would silently be another number; here it raises OverflowError, so
that a compiled game either does what the interpreted one does or stops. It costs one flag test an operation.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import ir as numba_ir
from numba.core import types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.untyped_passes import IRProcessing

from zermelo.native.whole import PartCompiler

INT = ir.IntType(64)
MESSAGE = "an integer leaves 64 bits; a board that wide is a zermelo.Bits"


def checked_add(left: Any, right: Any) -> Any:
    """`left + right`, within 64 bits."""
    return left + right


def checked_sub(left: Any, right: Any) -> Any:
    """`left - right`, within 64 bits."""
    return left - right


def checked_mul(left: Any, right: Any) -> Any:
    """`left * right`, within 64 bits."""
    return left * right


def checked_lshift(left: Any, right: Any) -> Any:
    """`left << right`, within 64 bits."""
    return left << right


def _add(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    pair = builder.sadd_with_overflow(left, right)
    return builder.extract_value(pair, 0), builder.extract_value(pair, 1)


def _sub(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    pair = builder.ssub_with_overflow(left, right)
    return builder.extract_value(pair, 0), builder.extract_value(pair, 1)


def _mul(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    pair = builder.smul_with_overflow(left, right)
    return builder.extract_value(pair, 0), builder.extract_value(pair, 1)


def _lshift(builder: Any, left: Any, right: Any) -> tuple[Any, Any]:
    too_far = builder.icmp_unsigned(">=", right, ir.Constant(INT, 64))  # a negative distance too
    distance = builder.select(too_far, ir.Constant(INT, 0), right)
    shifted = builder.shl(left, distance)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, distance), left)
    return shifted, builder.or_(lost, too_far)


CHECKED: dict[Any, Callable[..., Any]] = {}
"""For each operator, the function that stands for it in checked code."""


def _install(plain: Any, checked: Callable[..., Any], emit: Callable[..., tuple[Any, Any]]) -> None:
    """Make `checked` mean `plain`, but for signed integers raise where the result would wrap."""

    @infer_global(checked)
    class _SameTypes(AbstractTemplate):
        key = checked

        def generic(self, args: Any, kws: Any) -> Any:
            return self.context.resolve_function_type(plain, args, kws)

    @lower_builtin(checked, types.VarArg(types.Any))
    def _lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        integers = all(isinstance(given, types.Integer | types.Boolean) for given in signature.args)
        if not (integers and signature.return_type == types.int64):
            return context.get_function(plain, signature)(builder, args)
        left, right = (
            context.cast(builder, value, given, types.int64) for value, given in zip(args, signature.args, strict=True)
        )
        result, wrapped = emit(builder, left, right)
        with builder.if_then(wrapped, likely=False):
            context.call_conv.return_user_exc(builder, OverflowError, (MESSAGE,))
        return result

    CHECKED[plain] = checked


for _plain, _checked, _emit in (
    (operator.add, checked_add, _add),
    (operator.sub, checked_sub, _sub),
    (operator.mul, checked_mul, _mul),
    (operator.lshift, checked_lshift, _lshift),
):
    _install(_plain, _checked, _emit)

IN_PLACE = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.ilshift: operator.lshift,
}


def checked_pow(base: int, exponent: int) -> int:
    """`base ** exponent` by repeated multiplication, compiled with checks like all else."""
    if exponent < 0:
        raise ValueError("a negative power of an integer is not an integer")
    result = 1
    for _ in range(exponent):
        result = result * base
    return result


@register_pass(mutates_CFG=False, analysis_only=False)
class CheckOverflow(FunctionPass):
    """Replaces each arithmetic operator by a call of its checked stand-in."""

    _name = "check_overflow"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Rewrites `state.func_ir` in place; True if anything was replaced."""
        replaced = False
        for block in state.func_ir.blocks.values():
            body: list[Any] = []
            for statement in block.body:
                stand_in = _stand_in(statement)
                if stand_in is not None:
                    body.append(_call_instead(state.func_ir, block.scope, statement, stand_in))
                    replaced = True
                body.append(statement)
            block.body = body
        return replaced


def _stand_in(statement: Any) -> Callable[..., Any] | None:
    if not (isinstance(statement, numba_ir.Assign) and isinstance(statement.value, numba_ir.Expr)):
        return None
    if statement.value.op not in ("binop", "inplace_binop"):
        return None
    plain = IN_PLACE.get(statement.value.fn, statement.value.fn)
    return CHECKED.get(plain)


def _call_instead(func_ir: Any, scope: Any, statement: Any, stand_in: Callable[..., Any]) -> Any:
    """Make `statement` call `stand_in`; returns the statement to put before it, which names the function."""
    name = scope.redefine("$checked", statement.loc)
    reference = numba_ir.Global(stand_in.__name__, stand_in, statement.loc)
    statement.value = numba_ir.Expr.call(name, (statement.value.lhs, statement.value.rhs), (), statement.loc)
    func_ir._definitions[name.name] = [reference]
    func_ir._definitions[statement.target.name] = [statement.value]
    return numba_ir.Assign(reference, name, statement.loc)


class CheckedCompiler(PartCompiler):
    """The pipeline of parts with `CheckOverflow` in front of type inference."""

    def adapt(self, passes: Any) -> None:
        """Add the pass."""
        passes.add_pass_after(CheckOverflow, IRProcessing)
