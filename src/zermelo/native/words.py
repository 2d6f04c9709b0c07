"""Native versions of the functions in `core.words`, and the conversion of words into a state."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import cgutils, types
from numba.extending import intrinsic

from zermelo.core import words as plain
from zermelo.native.bits import BitsType
from zermelo.native.linker import REPLACEMENTS
from zermelo.native.open_constants import wide
from zermelo.native.refusal import refusal, shown
from zermelo.native.return_types import word_count

WORD = ir.IntType(64)
BYTE = ir.IntType(8)


@intrinsic
def pack(_typing: Any, value: Any) -> Any:
    """`zermelo.core.words.pack`: a tuple of int64, whose length is known from the type of the value."""
    count = word_count(value)
    if count is None:
        raise refusal(f"{shown(value)} is neither int, bool, zermelo.Bits nor a tuple of these")
    result = types.UniTuple(types.int64, count)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = _words(context, builder, signature.args[0], args[0])
        return context.make_tuple(builder, signature.return_type, words)

    return result(value), codegen


def _words(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:
    if isinstance(kind, BitsType):
        wide = value.type
        shifts = [builder.lshr(value, ir.Constant(wide, 64 * i)) for i in range(kind.words)]
        return [builder.trunc(shifted, WORD) if kind.words > 1 else shifted for shifted in shifts]
    if isinstance(kind, types.BaseTuple):
        parts = [_words(context, builder, part, builder.extract_value(value, i)) for i, part in enumerate(kind.types)]
        return [word for part in parts for word in part]
    return [context.cast(builder, value, kind, types.int64)]


@intrinsic
def state_from(_typing: Any, game: Any, words: Any, row: Any) -> Any:
    """The state of `game` in a row of the words at the address `words`; a row has at least one word."""
    state = game.return_types.state
    width = word_count(state) or 1

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.mul(args[2], ir.Constant(WORD, width))
        return from_words(context, builder, state, builder.gep(args[1], [first]))

    return state(game, words, types.int64), codegen


@intrinsic
def state_at(_typing: Any, initial: Any, rows: Any, row: Any) -> Any:
    """`zermelo.core.words.state_at`; each row has as many words as a state."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[1])(context, builder, args[1])
        stride = builder.extract_value(array.strides, 0)
        place = builder.add(builder.ptrtoint(array.data, WORD), builder.mul(args[2], stride))
        return from_words(context, builder, initial, builder.inttoptr(place, WORD.as_pointer()))

    return initial(initial, rows, types.int64), codegen


def from_words(context: Any, builder: Any, kind: Any, words: Any) -> Any:
    """The state or constant of this Numba type whose words are at an address."""
    rest = itertools.count()

    def take(kind: Any) -> Any:
        if isinstance(kind, BitsType):
            return wide(builder, [load() for _ in range(kind.words)])
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [take(part) for part in kind.types])
        return context.cast(builder, load(), types.int64, kind)

    def load() -> Any:
        return builder.load(builder.gep(words, [ir.Constant(WORD, next(rest))]))

    return take(kind)


@njit
def hash_words(words: Any) -> Any:
    mixed = np.uint64(0)
    for word in words:
        mixed ^= np.uint64(word)
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
        mixed = (mixed ^ (mixed >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
        mixed ^= mixed >> np.uint64(33)
    return np.int64(mixed & np.uint64(0x7FFFFFFFFFFFFFFF))


@njit
def mix(word: Any) -> Any:
    mixed = np.uint64(word) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((mixed ^ (mixed >> np.uint64(32))) & np.uint64(0x7FFFFFFFFFFFFFFF))


@intrinsic
def prefetch(_typing: Any, rows: Any, row: Any, column: Any) -> Any:
    """`zermelo.core.words.prefetch`, by LLVM's intrinsic: for reading, into all levels of the cache."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, args[0])
        stride = builder.extract_value(array.strides, 0)
        start = builder.ptrtoint(array.data, WORD)
        offset = builder.add(builder.mul(args[1], stride), builder.mul(args[2], ir.Constant(WORD, 8)))
        place = builder.inttoptr(builder.add(start, offset), BYTE.as_pointer())
        flag = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), flag, flag, flag]), "llvm.prefetch.p0i8"
        )
        builder.call(function, [place, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.none(rows, types.int64, types.int64), codegen


@intrinsic
def read_once(_typing: Any, rows: Any, row: Any, column: Any) -> Any:
    """`zermelo.core.words.read_once`, by an atomic load, which the optimiser neither splits nor repeats."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, args[0])
        indices = [context.cast(builder, args[i], signature.args[i], types.int64) for i in (1, 2)]
        shapes, strides = cgutils.unpack_tuple(builder, array.shape), cgutils.unpack_tuple(builder, array.strides)
        place = cgutils.get_item_pointer2(context, builder, array.data, shapes, strides, kind.layout, indices)
        return builder.load_atomic(place, "monotonic", 8)

    return types.int64(rows, row, column), codegen


@intrinsic
def compare_and_swap(_typing: Any, array: Any, place: Any, old: Any, new: Any) -> Any:
    """`zermelo.core.words.compare_and_swap`, by the processor's instruction."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        made = context.make_array(kind)(context, builder, args[0])
        shape, strides = cgutils.unpack_tuple(builder, made.shape), cgutils.unpack_tuple(builder, made.strides)
        index = context.cast(builder, args[1], signature.args[1], types.int64)
        address = cgutils.get_item_pointer2(context, builder, made.data, shape, strides, kind.layout, [index])
        before, after = (context.cast(builder, args[i], signature.args[i], kind.dtype) for i in (2, 3))
        swapped = builder.cmpxchg(address, before, after, "monotonic", "monotonic")
        return context.cast(builder, builder.extract_value(swapped, 0), kind.dtype, types.int64)

    return types.int64(array, place, old, new), codegen


REPLACEMENTS.update(
    {
        plain.pack: pack,
        plain.state_at: state_at,
        plain.read_once: read_once,
        plain.compare_and_swap: compare_and_swap,
        plain.hash_words: hash_words,
        plain.mix: mix,
        plain.prefetch: prefetch,
    }
)
