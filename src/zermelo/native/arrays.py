"""Borrowed arrays: arrays that native code reads and writes but does not own, in memory blocks and on the stack.

They outlive the code that uses them, so their references are not counted. To access an item, Numba unpacks the whole
array structure in memory; here it is not unpacked. So the code is a tenth as long, and LLVM need not
optimise the rest away.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import lower_builtin, lower_cast, models, register_model

from zermelo.native.numba_internals import arrayobj

WORD = ir.IntType(64)
BYTES = 8


class Borrowed(types.Array):
    """The Numba type of borrowed arrays, in C order, of numbers or bools."""

    def __init__(self, item: Any, ndim: int) -> None:
        super().__init__(item, ndim, "C", name=f"array({item}, {ndim}d, borrowed)")


def borrowed(item: Any, ndim: int) -> Any:
    """The type of a borrowed array of this item type; for records, Numba's own array type."""
    return Borrowed(item, ndim) if isinstance(item, types.Number | types.Boolean) else types.Array(item, ndim, "C")


@register_model(Borrowed)
class _BorrowedModel(models.ArrayModel):
    """The data model of any array, but without reference counts."""

    def traverse(self, builder: Any) -> list[Any]:
        return []

    def inner_models(self) -> list[Any]:
        return []


@lower_cast(Borrowed, types.Array)
def _as_any(_context: Any, _builder: Any, _from: Any, _to: Any, array: Any) -> Any:
    return array


def make_array(context: Any, builder: Any, kind: Any, items: Any, shape: list[Any]) -> Any:
    """An array of the type `kind`, from a pointer to its items and the lengths of its axes."""
    model, item = context.data_model_manager[kind], context.get_data_type(kind.dtype)
    size = WORD(context.get_abi_sizeof(item))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    count = functools.reduce(builder.mul, shape)
    parts = {
        "nitems": count,
        "itemsize": size,
        "data": builder.bitcast(items, item.as_pointer()),
        "shape": cgutils.pack_array(builder, shape, WORD),
        "strides": cgutils.pack_array(builder, strides, WORD),
    }
    array = ir.Constant(model.get_value_type(), None)
    for name, part in parts.items():
        array = model.set(builder, array, part, name)
    return array


# --- items ---------------------------------------------------------------------------------------------------------------
def _place(context: Any, builder: Any, kinds: Any, args: Any) -> Any:
    """A pointer to the item at an index; None if the index selects more than one item."""
    kind, index_kind = kinds[:2]
    array, index = args[:2]
    several = isinstance(index_kind, types.BaseTuple)
    index_kinds = index_kind.types if several else (index_kind,)
    if len(index_kinds) != kind.ndim or not all(isinstance(each, types.Integer) for each in index_kinds):
        return None
    indices = cgutils.unpack_tuple(builder, index, kind.ndim) if several else [index]
    model = context.data_model_manager[kind]
    shape = cgutils.unpack_tuple(builder, model.get(builder, array, "shape"), kind.ndim)
    place = WORD(0)
    for axis, (number, number_kind, length) in enumerate(zip(indices, index_kinds, shape, strict=True)):
        inside = number
        if context.enable_boundscheck:
            inside = checked(context, builder, number_kind, number, length, "index is out of bounds")
        elif isinstance(number, ir.Constant):  # a variable is not negative
            inside = arrayobj.fix_integer_index(context, builder, number_kind, number, length)
        place = builder.add(builder.mul(place, length), inside) if axis else inside
    return builder.gep(model.get(builder, array, "data"), [place])


def checked(context: Any, builder: Any, kind: Any, index: Any, length: Any, refusal: str) -> Any:
    """An index counted from the start: a negative one is counted from the end. Code for an index out of range raises
    IndexError. An index that is in range and not negative costs one comparison.
    """
    index = context.cast(builder, index, kind, types.intp)
    usual = builder.block
    with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
        from_end = builder.add(index, length)
        with builder.if_then(builder.icmp_unsigned(">=", from_end, length), likely=False):
            context.call_conv.return_user_exc(builder, IndexError, (refusal,))
        unusual = builder.block
    inside = builder.phi(WORD)
    inside.add_incoming(index, usual)
    inside.add_incoming(from_end, unusual)
    return inside


@lower_builtin(operator.getitem, Borrowed, types.Integer)
@lower_builtin(operator.getitem, Borrowed, types.BaseTuple)
def _read(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind, index_kind = signature.args
    place = _place(context, builder, signature.args, args)
    if place is not None:
        return arrayobj.load_item(context, builder, kind, place)
    several = isinstance(index_kind, types.BaseTuple)
    read = arrayobj.getitem_array_tuple if several else arrayobj.getitem_arraynd_intp
    return read(context, builder, signature, args)


@lower_builtin(operator.setitem, Borrowed, types.Integer, types.Any)
@lower_builtin(operator.setitem, Borrowed, types.BaseTuple, types.Any)
def _write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind, _, value_kind = signature.args
    place = _place(context, builder, signature.args, args)
    if place is None:
        return arrayobj.setitem_array(context, builder, signature, args)
    value = context.cast(builder, args[2], value_kind, kind.dtype)
    return arrayobj.store_item(context, builder, kind, value, place)
