"""Open constants in native code: their Numba types, and how they are read. A tuple of open length is a row.

A row is a pointer to the words of its first item. The lengths of rows inside a row are the same, and open as well.

`tally` makes an array of zeros on the stack that is as long as a row or a tuple.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, models, register_model

from zermelo.core import scratch
from zermelo.native.arrays import borrowed, checked, make_array
from zermelo.native.bits import BitsType, width_of
from zermelo.native.family import BitsKind, IntKind, Kind, OpenConstant, RowKind, is_simple, item_name, lengths_name
from zermelo.native.linker import REPLACEMENTS
from zermelo.native.numba_internals import AbstractTemplate, RefType, infer_global, iternext_impl, signature
from zermelo.native.open_constants import address, word
from zermelo.native.refusal import refusal, shown
from zermelo.native.return_types import word_count
from zermelo.native.words import from_words

WORD = ir.IntType(64)


class RowType(types.IterableType):
    """The Numba type of a row: an open constant, or, at a `level` above 0, an item of a row at the level below."""

    def __init__(self, item: Any, place: OpenConstant, level: int) -> None:
        self.item = item
        self.lengths, self.item_name = lengths_name(place.name), item_name(place.name)
        self.level = level
        self.is_simple = is_simple(place.kind)
        super().__init__(f"row({item}, {place.name}, {level})")

    @property
    def iterator_type(self) -> ItemsType:
        return ItemsType(self)


class ItemsType(types.SimpleIteratorType):
    """The Numba type of an iterator over the items of a row: the row, and a pointer to the index of the next item."""

    def __init__(self, row: RowType) -> None:
        self.row = row
        super().__init__(f"items of {row.name}", row.item)


@register_model(RowType)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


@register_model(ItemsType)
class _ItemsModel(models.StructModel):
    def __init__(self, manager: Any, kind: ItemsType) -> None:
        super().__init__(manager, kind, [("row", kind.row), ("index", types.EphemeralPointer(types.int64))])


def open_type(place: OpenConstant) -> Any:
    return _type(place.kind, place, 0)


def _type(kind: Kind, place: OpenConstant, level: int) -> Any:
    if isinstance(kind, IntKind):
        return types.boolean if kind.is_bool else types.int64
    if isinstance(kind, BitsKind):
        return BitsType(kind)
    if isinstance(kind, RowKind):
        return RowType(_type(kind.item, place, level + 1), place, level)
    return types.BaseTuple.from_types([_type(part, place, level) for part in kind.kinds], kind.cls)


def read(context: Any, builder: Any, place: OpenConstant) -> Any:
    if is_simple(place.kind):
        return WORD.as_pointer()(None)  # the items are those of a function
    return _at(context, builder, open_type(place), address(builder, place.name))


def _at(context: Any, builder: Any, kind: Any, words: Any) -> Any:
    """The value of this type whose words are at an address."""
    return words if isinstance(kind, RowType) else from_words(context, builder, kind, words)


def length(builder: Any, kind: RowType) -> Any:
    return word(builder, kind.lengths, kind.level)


def _words(builder: Any, kind: Any) -> Any:
    if isinstance(kind, RowType):
        return builder.mul(length(builder, kind), _words(builder, kind.item))
    return WORD(word_count(kind))


def _item(context: Any, builder: Any, kind: RowType, row: Any, index: Any) -> Any:
    if kind.is_simple:
        result = context.get_value_type(kind.item)
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, [WORD]), kind.item_name)
        return builder.call(function, [index])
    return _at(context, builder, kind.item, builder.gep(row, [builder.mul(index, _words(builder, kind.item))]))


# --- what a tuple can do --------------------------------------------------------------------------------------------------
@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        row, index = args
        fits = isinstance(row, RowType) and isinstance(index, types.Integer)
        return signature(row.item, row, types.int64) if fits else None


@lower_builtin(operator.getitem, RowType, types.Integer)
def _getitem(context: Any, builder: Any, given: Any, args: Any) -> Any:
    kind, (row, index) = given.args[0], args
    inside = checked(context, builder, given.args[1], index, length(builder, kind), "tuple index out of range")
    return _item(context, builder, kind, row, inside)


@infer_global(len)
class _Len(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, args[0]) if isinstance(args[0], RowType) else None


@lower_builtin(len, RowType)
def _len(_context: Any, builder: Any, given: Any, _args: Any) -> Any:
    return length(builder, given.args[0])


@lower_builtin("getiter", RowType)
def _getiter(context: Any, builder: Any, given: Any, args: Any) -> Any:
    items = context.make_helper(builder, given.return_type)
    items.row = args[0]
    items.index = cgutils.alloca_once_value(builder, WORD(0))
    return items._getvalue()


@lower_builtin("iternext", ItemsType)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, given: Any, args: Any, result: Any) -> None:
    kind = given.args[0].row
    items = context.make_helper(builder, given.args[0], args[0])
    index = builder.load(items.index)
    some = builder.icmp_signed("<", index, length(builder, kind))
    result.set_valid(some)
    with builder.if_then(some):
        result.yield_(_item(context, builder, kind, items.row, index))
        builder.store(builder.add(index, WORD(1)), items.index)


@intrinsic
def tally(_typing: Any, places: Any) -> Any:
    if not isinstance(places, BitsType | RowType | types.BaseTuple):
        raise refusal(f"the argument of a tally is {shown(places)}, neither a zermelo.Bits nor a tuple")
    kind = borrowed(types.int64, 1)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # Numba's own function writes the zeros one by one, which takes LLVM minutes
            count = _count(builder, places)
            place = builder.alloca(WORD, count)
        cgutils.memset(builder, place, builder.mul(count, WORD(8)), 0)
        return make_array(context, builder, kind, place, [count])

    return kind(places), codegen


def _count(builder: Any, places: Any) -> Any:
    if isinstance(places, BitsType):
        return width_of(builder, places)
    return length(builder, places) if isinstance(places, RowType) else WORD(len(places))


REPLACEMENTS[scratch.tally] = tally
