"""`zermelo.Bits` in native code: one integer of as many 64-bit words as the width requires.

The bits above the width are always zero; operations that could set them (`~`, `<<`, `+`, `-`) clear them.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import infer_getattr, lower_builtin, lower_cast, lower_getattr, models, register_model, typeof_impl

from zermelo.core.bits import MAX_FIELD, Bits
from zermelo.native.arithmetic import is_integer
from zermelo.native.family import BitsKind, mask_name, width_name
from zermelo.native.numba_internals import (
    AbstractTemplate,
    AttributeTemplate,
    RefType,
    bound_function,
    infer_global,
    iternext_impl,
    lower_constant,
    signature,
)
from zermelo.native.open_constants import wide, word

INT = ir.IntType(64)
INTS = (types.int64, types.int64, types.int64)


class BitsType(types.IterableType):
    """The Numba type of all `Bits` of one width.

    `width`: the number of cells, or the kind of board whose width is an open constant.
    """

    def __init__(self, width: int | BitsKind) -> None:
        self.width = width
        self.words = width.words if isinstance(width, BitsKind) else -(-width // 64)
        super().__init__(f"Bits({width})")

    @property
    def iterator_type(self) -> CellsType:
        return CellsType(self)


class CellsType(types.SimpleIteratorType):
    """The Numba type of an iterator over the cells of a `Bits`: a pointer to the remaining cells."""

    def __init__(self, bits: BitsType) -> None:
        self.bits = bits
        super().__init__(f"cells of {bits.name}", types.int64)


@register_model(BitsType)
class _BitsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BitsType) -> None:
        super().__init__(manager, kind, ir.IntType(64 * kind.words))


@register_model(CellsType)
class _CellsModel(models.StructModel):
    def __init__(self, manager: Any, kind: CellsType) -> None:
        super().__init__(manager, kind, [("rest", types.EphemeralPointer(kind.bits))])


@typeof_impl.register(Bits)
def _typeof(bits: Bits, _context: Any) -> BitsType:
    return BitsType(bits.width)


@lower_constant(BitsType)
def _constant(_context: Any, _builder: Any, kind: BitsType, bits: Bits) -> Any:
    return ir.Constant(ir.IntType(64 * kind.words), bits.value)


def width_of(builder: Any, kind: BitsType) -> Any:
    """The number of cells, as an int64."""
    if isinstance(kind.width, BitsKind):
        return word(builder, width_name(kind.width.width))
    return ir.Constant(INT, kind.width)


def _wrapped(builder: Any, kind: BitsType, value: Any) -> Any:
    """The value with all bits above the width cleared."""
    if isinstance(kind.width, BitsKind):
        words = [word(builder, mask_name(kind.width.width), i) for i in range(kind.words)]
        return builder.and_(value, wide(builder, words))
    if kind.width % 64 == 0:
        return value
    return builder.and_(value, ir.Constant(value.type, (1 << kind.width) - 1))


def _resized(builder: Any, value: Any, to: Any) -> Any:
    """The value extended with zeros, or truncated, to the LLVM type `to`."""
    if value.type.width < to.width:
        return builder.zext(value, to)
    return builder.trunc(value, to) if value.type.width > to.width else value


def refuse_if(context: Any, builder: Any, condition: Any, error: type[Exception], message: str) -> None:
    """Emit code that raises `error` if `condition`."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,))


# --- operators -----------------------------------------------------------------------------------------------------
def _infer(operation: Any, result: Any, *, with_integer: bool = False) -> None:
    """Declare that `bits operation x` has the type `result`, or, if that is None, the type of `bits`; x is a `Bits` of
    this width, or an integer.
    """

    @infer_global(operation)
    class _Operator(AbstractTemplate):
        key = operation

        def generic(self, args: Any, kws: Any) -> Any:
            if not args or not isinstance(args[0], BitsType):
                return None
            if len(args) == 1:
                return signature(result or args[0], *args)
            fits = is_integer(args[1]) if with_integer else args[1] == args[0]
            return signature(result or args[0], args[0], types.int64 if with_integer else args[1]) if fits else None


def _binary(operation: Any, emit: Any, result: Any = None) -> None:
    _infer(operation, result)

    @lower_builtin(operation, BitsType, BitsType)
    def _lower(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value = emit(builder, *args)
        return value if result else _wrapped(builder, signature.return_type, value)


for _plain, _in_place, _name in (
    (operator.or_, operator.ior, "or_"),
    (operator.and_, operator.iand, "and_"),
    (operator.xor, operator.ixor, "xor"),
    (operator.add, operator.iadd, "add"),
    (operator.sub, operator.isub, "sub"),
):
    for _operation in (_plain, _in_place):
        _binary(_operation, lambda builder, left, right, name=_name: getattr(builder, name)(left, right))

for _operation, _symbol in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _binary(
        _operation,
        lambda builder, left, right, symbol=_symbol: builder.icmp_unsigned(symbol, left, right),
        result=types.boolean,
    )


def _shift(operation: Any, name: str) -> None:
    _infer(operation, None, with_integer=True)

    @lower_builtin(operation, BitsType, types.Integer)
    def _lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        bits, distance = args
        negative = builder.icmp_signed("<", distance, ir.Constant(INT, 0))
        refuse_if(context, builder, negative, ValueError, "Bits: negative shift")
        everything = builder.icmp_unsigned(">=", distance, width_of(builder, kind))
        by = builder.select(everything, ir.Constant(INT, 0), distance)
        shifted = getattr(builder, name)(bits, _resized(builder, by, bits.type))
        return _wrapped(builder, kind, builder.select(everything, ir.Constant(bits.type, 0), shifted))


for _operation, _name in (
    (operator.lshift, "shl"),
    (operator.ilshift, "shl"),
    (operator.rshift, "lshr"),
    (operator.irshift, "lshr"),
):
    _shift(_operation, _name)

_infer(operator.invert, None)


@lower_builtin(operator.invert, BitsType)
def _invert(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _wrapped(builder, signature.return_type, builder.not_(args[0]))


@lower_cast(BitsType, types.Boolean)
def _truth(_context: Any, builder: Any, _from: Any, _to: Any, bits: Any) -> Any:
    return builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))


@infer_global(bool)
@infer_global(operator.truth)
class _TruthTest(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.boolean, args[0]) if len(args) == 1 and isinstance(args[0], BitsType) else None


@lower_builtin(bool, BitsType)
@lower_builtin(operator.truth, BitsType)
def _bool(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return builder.icmp_unsigned("!=", args[0], ir.Constant(args[0].type, 0))


_infer(operator.not_, types.boolean)


@lower_builtin(operator.not_, BitsType)
def _not(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return builder.icmp_unsigned("==", args[0], ir.Constant(args[0].type, 0))


_infer(operator.contains, types.boolean, with_integer=True)


@lower_builtin(operator.contains, BitsType, types.Integer)
def _contains(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    bits, cell = args
    one = _single(context, builder, signature.args[0], cell)
    return builder.icmp_unsigned("!=", builder.and_(bits, one), ir.Constant(bits.type, 0))


def _single(context: Any, builder: Any, kind: BitsType, cell: Any) -> Any:
    """The board on which only `cell` is set."""
    outside = builder.icmp_unsigned(">=", cell, width_of(builder, kind))
    refuse_if(context, builder, outside, IndexError, "Bits: a cell is outside the board")
    integer = ir.IntType(64 * kind.words)
    return builder.shl(ir.Constant(integer, 1), _resized(builder, cell, integer))


# --- methods ---------------------------------------------------------------------------------------------------------
class _Methods(AttributeTemplate):
    key = BitsType

    def resolve_width(self, kind: BitsType) -> Any:
        return types.int64


def _method(name: str, integers: int, result: Any) -> None:
    """Declare that `bits.name` takes this number of `integers` and returns `result`, or, if that is None, a board."""

    @bound_function(f"bits.{name}")
    def resolve(_methods: Any, kind: BitsType, args: Any, kws: Any) -> Any:
        fits = len(args) == integers and all(map(is_integer, args))
        return signature(result or kind, *INTS[:integers]) if fits else None

    setattr(_Methods, f"resolve_{name}", resolve)


_method("add", 1, None)
_method("remove", 1, None)
_method("field", 2, types.int64)
_method("put", 3, None)
_method("count", 0, types.int64)
_method("lowest", 0, types.int64)
_method("reverse", 0, None)
infer_getattr(_Methods)


@lower_getattr(BitsType, "width")
def _width(_context: Any, builder: Any, kind: BitsType, _bits: Any) -> Any:
    return width_of(builder, kind)


@lower_builtin("bits.add", BitsType, types.Integer)
def _add(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.or_(args[0], _single(context, builder, signature.args[0], args[1]))


@lower_builtin("bits.remove", BitsType, types.Integer)
def _remove(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.and_(args[0], builder.not_(_single(context, builder, signature.args[0], args[1])))


def _field_mask(context: Any, builder: Any, kind: BitsType, first: Any, length: Any) -> Any:
    """A mask of `length` ones, as an int64. Emits code that raises the interpreter's errors for a wrong field."""
    fits = builder.icmp_unsigned("<", builder.sub(length, ir.Constant(INT, 1)), ir.Constant(INT, MAX_FIELD))
    refuse_if(context, builder, builder.not_(fits), ValueError, f"Bits: a field has 1 to {MAX_FIELD} bits")
    last = builder.sub(width_of(builder, kind), length)
    inside = builder.and_(builder.icmp_signed(">=", first, ir.Constant(INT, 0)), builder.icmp_signed("<=", first, last))
    refuse_if(context, builder, builder.not_(inside), IndexError, "Bits: a field lies outside the board")
    return builder.sub(builder.shl(ir.Constant(INT, 1), length), ir.Constant(INT, 1))


@lower_builtin("bits.field", BitsType, types.Integer, types.Integer)
def _field(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    bits, first, length = args
    mask = _field_mask(context, builder, signature.args[0], first, length)
    return builder.and_(_resized(builder, builder.lshr(bits, _resized(builder, first, bits.type)), INT), mask)


@lower_builtin("bits.put", BitsType, types.Integer, types.Integer, types.Integer)
def _put(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    bits, first, length, number = args
    mask = _field_mask(context, builder, signature.args[0], first, length)
    too_big = builder.icmp_unsigned(">", number, mask)
    refuse_if(context, builder, too_big, ValueError, "Bits: a number does not fit in its field")
    place = _resized(builder, first, bits.type)
    hole = builder.not_(builder.shl(_resized(builder, mask, bits.type), place))
    return builder.or_(builder.and_(bits, hole), builder.shl(_resized(builder, number, bits.type), place))


@lower_builtin("bits.count", BitsType)
def _count(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return _resized(builder, builder.ctpop(args[0]), INT)


@lower_builtin("bits.lowest", BitsType)
def _lowest(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return _lowest_cell(builder, args[0])


def _lowest_cell(builder: Any, bits: Any) -> Any:
    empty = builder.icmp_unsigned("==", bits, ir.Constant(bits.type, 0))
    zeros = _resized(builder, builder.cttz(bits, ir.Constant(ir.IntType(1), 1)), INT)
    return builder.select(empty, ir.Constant(INT, -1), zeros)


@lower_builtin("bits.reverse", BitsType)
def _reverse(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
    reversed_ = builder.bitreverse(args[0])
    unused = builder.sub(ir.Constant(INT, reversed_.type.width), width_of(builder, signature.args[0]))
    return builder.lshr(reversed_, _resized(builder, unused, reversed_.type))


# --- iteration over the cells, ascending ------------------------------------------------------------------------------
@lower_builtin("getiter", BitsType)
def _getiter(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    cells = context.make_helper(builder, signature.return_type)
    cells.rest = cgutils.alloca_once(builder, args[0].type)  # at the function's start, where it can become a register
    builder.store(args[0], cells.rest)
    return cells._getvalue()


@lower_builtin("iternext", CellsType)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    cells = context.make_helper(builder, signature.args[0], args[0])
    rest = builder.load(cells.rest)
    some = builder.icmp_unsigned("!=", rest, ir.Constant(rest.type, 0))
    result.set_valid(some)
    with builder.if_then(some):
        result.yield_(_lowest_cell(builder, rest))
        builder.store(builder.and_(rest, builder.sub(rest, ir.Constant(rest.type, 1))), cells.rest)
