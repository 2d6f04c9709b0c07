"""The native version of `tally` in `zermelo.core.scratch`: an array of zeros on the stack."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from zermelo.core import scratch as plain
from zermelo.native.arrays import borrowed, make_array
from zermelo.native.bits import BitsType, width_of
from zermelo.native.linker import REPLACEMENTS
from zermelo.native.refusal import refusal, shown
from zermelo.native.rows import RowType, length

WORD = ir.IntType(64)
BYTES = 8


@intrinsic
def tally(_typing: Any, places: Any) -> Any:
    """`zermelo.core.scratch.tally`."""
    if not isinstance(places, BitsType | RowType | types.BaseTuple):
        raise refusal(f"the argument of a tally is {shown(places)}, neither a zermelo.Bits nor a tuple")
    kind = borrowed(types.int64, 1)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # Numba's own function writes the zeros one by one, which takes LLVM minutes
            count = _count(builder, places)
            place = builder.alloca(WORD, count)
        cgutils.memset(builder, place, builder.mul(count, WORD(BYTES)), 0)
        return make_array(context, builder, kind, place, [count])

    return kind(places), codegen


def _count(builder: Any, places: Any) -> Any:
    if isinstance(places, BitsType):
        return width_of(builder, places)
    return length(builder, places) if isinstance(places, RowType) else WORD(len(places))


REPLACEMENTS[plain.tally] = tally
