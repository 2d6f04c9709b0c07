"""Builtin functions with overflow checks in compiled games, such as `pow`, `abs`, `sum` and `int`; and `_replace` of named
tuples, which Numba does not have.

Each decorated function chooses the code of one stand-in (see `arithmetic`) by the types of the arguments.
"""

# pyright: reportCallIssue=false
# (Numba's decorators change the arguments of functions)

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import literal_unroll
from numba.core import types
from numba.extending import infer_getattr, intrinsic, lower_builtin, overload, overload_method

from zermelo.native.arithmetic import INT, STAND_INS, TOO_BIG, add, floordiv, is_integer, mod, mul, neg
from zermelo.native.numba_internals import AttributeTemplate, bound_function, signature

TWO_TO_63 = 2.0**63


def _for(*plain: Any) -> Callable[[Any], Any]:
    """Decorate the function that chooses, by the types of the arguments, the code for calls of all functions in `plain`."""

    def install(choose: Any) -> Any:
        def stand_in(*_arguments: Any) -> Any:
            raise NotImplementedError("native code only")

        stand_in.__name__ = choose.__name__.lstrip("_")
        overload(stand_in, strict=False)(choose)
        STAND_INS.update(dict.fromkeys(plain, stand_in))
        return stand_in

    return install


def _signed(kind: Any) -> bool:
    return is_integer(kind) and types.unliteral(kind) != types.uint64


@_for(abs)
def _abs(x: Any) -> Any:
    if _signed(x):
        return lambda x: neg(x) if x < 0 else add(x, 0)

    def plain(x: Any) -> Any:
        return abs(x)

    return plain


@_for(operator.pow, pow)
def _pow(base: Any, exp: Any) -> Any:
    if not (_signed(base) and _signed(exp)):
        return lambda base, exp: base**exp

    def power(base: Any, exp: Any) -> Any:
        if exp < 0:
            raise ValueError("an integer to a negative power is not an integer; compiled code cannot compute it")
        result, square, left = 1, add(base, 0), add(exp, 0)
        while True:
            if left & 1:
                result = mul(result, square)
            left >>= 1
            if left == 0:
                return result
            square = mul(square, square)

    return power


@_for(divmod)
def _divmod(x: Any, y: Any) -> Any:
    return lambda x, y: (floordiv(x, y), mod(x, y))


@_for(sum)
def _sum(iterable: Any, start: Any = 0) -> Any:
    mixed = isinstance(iterable, types.Tuple)  # pyright: ignore[reportArgumentType]
    parts = literal_unroll if mixed else iter

    def total(iterable: Any, start: Any = 0) -> Any:
        result = start
        for part in parts(iterable):
            result = add(result, part)
        return result

    return total


@_for(math.gcd)
def _gcd(x: Any, y: Any) -> Any:
    if not (_signed(x) and _signed(y)):
        return None

    def gcd(x: Any, y: Any) -> Any:
        result = math.gcd(x, y)
        if result < 0:
            raise OverflowError(TOO_BIG)
        return result

    return gcd


# --- to int ---------------------------------------------------------------------------------------------------------------
@_for(int)
def _int(x: Any) -> Any:
    if _signed(x):
        return lambda x: add(x, 0)
    if not isinstance(x, types.Integer | types.Float):
        return None

    def converted(x: Any) -> Any:
        if not -TWO_TO_63 <= x < TWO_TO_63:
            raise OverflowError(TOO_BIG)
        return np.int64(x)

    return converted


def _rounded(to_whole: Any) -> Any:
    """A function that chooses the code for rounding to an integer; `to_whole` rounds a float to a float."""

    def choose(x: Any) -> Any:
        if is_integer(x):
            return lambda x: add(x, 0)
        return lambda x: _int(to_whole(x))

    return choose


_for(math.floor)(_rounded(np.floor))
_for(math.ceil)(_rounded(np.ceil))
_for(math.trunc)(_rounded(np.trunc))


@_for(round)
def _round(number: Any, ndigits: Any = None) -> Any:
    if ndigits is not None and not isinstance(ndigits, types.NoneType):
        return None if is_integer(number) else lambda number, ndigits=None: round(number, ndigits)
    if is_integer(number):
        return lambda number, ndigits=None: _int(number)
    return lambda number, ndigits=None: _int(np.rint(number))


# --- methods of int -------------------------------------------------------------------------------------------------
@intrinsic
def _magnitude_bits(_typing: Any, value: Any) -> Any:
    """The number of bits set in abs(value), and its length in bits without leading zeros."""

    def codegen(context: Any, builder: Any, given: Any, args: Any) -> Any:
        (value,) = args
        negative = builder.icmp_signed("<", value, INT(0))
        magnitude = builder.select(
            negative, builder.neg(value), value
        )  # read as unsigned, right for the lowest integer, too
        length = builder.sub(INT(64), builder.ctlz(magnitude, ir.IntType(1)(0)))
        return context.make_tuple(builder, given.return_type, (builder.ctpop(magnitude), length))

    return types.UniTuple(types.int64, 2)(types.int64), codegen


@overload_method(types.Integer, "bit_count", strict=False)
def _bit_count(value: Any) -> Any:
    return (lambda value: _magnitude_bits(value)[0]) if _signed(value) else None


@overload_method(types.Integer, "bit_length", strict=False)
def _bit_length(value: Any) -> Any:
    return (lambda value: _magnitude_bits(value)[1]) if _signed(value) else None


@infer_getattr
class _NamedTupleMethods(AttributeTemplate):
    key = types.BaseNamedTuple

    @bound_function("namedtuple._replace")
    def resolve__replace(self, kind: Any, args: Any, kws: Any) -> Any:
        """A tuple of the same class. A field that is replaced has the type of its new value."""
        fields = kind.instance_class._fields
        if args or not set(kws) <= set(fields):
            return None
        given = [types.unliteral(kws[field]) if field in kws else types.Omitted(None) for field in fields]
        parts = [old if isinstance(new, types.Omitted) else new for old, new in zip(kind.types, given, strict=True)]
        keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD
        pysig = inspect.Signature([inspect.Parameter(field, keyword, default=None) for field in fields])
        return signature(types.BaseTuple.from_types(parts, kind.instance_class), *given).replace(pysig=pysig)


@lower_builtin("namedtuple._replace", types.BaseNamedTuple, types.VarArg(types.Any))
def _replace(context: Any, builder: Any, given: Any, args: Any) -> Any:
    old, *new = args
    parts = [
        builder.extract_value(old, i) if isinstance(kind, types.Omitted) else value
        for i, (kind, value) in enumerate(zip(given.args[1:], new, strict=True))
    ]
    return context.make_tuple(builder, given.return_type, parts)
