"""Native versions of `tally` and `pair_tally` in `zermelo.core.scratch`: arrays of zeros on the stack."""

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

WORD = ir.IntType(64)
BYTES = 8


def _on_the_stack(board: Any, power: int) -> Any:
    if not isinstance(board, BitsType):
        raise refusal(f"the argument of a tally is {shown(board)}, not a zermelo.Bits")
    kind = borrowed(types.int64, 1)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # Numba's own function writes the zeros one by one, which takes LLVM minutes
            width = width_of(builder, board)
            count = builder.mul(width, width) if power == 2 else width
            place = builder.alloca(WORD, count)
        cgutils.memset(builder, place, builder.mul(count, WORD(BYTES)), 0)
        return make_array(context, builder, kind, place, [count])

    return kind(board), codegen


@intrinsic
def tally(_typing: Any, board: Any) -> Any:
    """`zermelo.core.scratch.tally`."""
    return _on_the_stack(board, 1)


@intrinsic
def pair_tally(_typing: Any, board: Any) -> Any:
    """`zermelo.core.scratch.pair_tally`."""
    return _on_the_stack(board, 2)


REPLACEMENTS[plain.tally] = tally
REPLACEMENTS[plain.pair_tally] = pair_tally
