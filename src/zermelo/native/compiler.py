"""Compiling a kernel for a game and a context to a program, with Numba."""

from __future__ import annotations

from typing import Any

from numba.core import types as numba_types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from zermelo.native import functions as _functions  # noqa: F401  # pyright: ignore[reportUnusedImport]  (registers with Numba)
from zermelo.native import scratch as _scratch  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import tuples as _tuples  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import words as native_words
from zermelo.native.arithmetic import is_integer
from zermelo.native.codegen import Program
from zermelo.native.compile_memo import compile_cache
from zermelo.native.entry import entry
from zermelo.native.family import Family
from zermelo.native.linker import Linker
from zermelo.native.loader import INTEGERS, Uncompilable
from zermelo.native.numba_internals import loc_info
from zermelo.native.object_types import object_type
from zermelo.native.refusal import reason, refusal, shown
from zermelo.native.whole_program import link

INTEGER = numba_types.int64


@intrinsic
def _integer(_typing_context: Any, returned: Any) -> Any:
    """The integer that a kernel returns. Anything else is refused: Numba would silently truncate a float."""
    if not is_integer(returned):
        raise refusal(f"it returns {shown(returned)} instead of int")

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return context.cast(builder, values[0], returned, INTEGER)

    return INTEGER(returned), generate


def compile_kernel(family: Family, *, is_open: bool) -> Program:
    """The program of a family, with open constants, or that of one board, with all constants known.

    Raises Uncompilable, with the reason and the line.
    """
    linker = Linker(checks_integers=False, checks_indices=family.context.checks_indices)
    loc_info.clear()  # Numba's record of the source line that it is compiling
    try:
        with compile_cache():
            kernel = linker.link(family.root)
            called = linker.link(entry, root=kernel, state_from=native_words.state_from, integer=_integer)
            words = numba_types.CPointer(INTEGER)
            known = family if is_open else None
            objects = object_type(family.game, known), object_type(family.context, known)
            arguments = (*objects, words, *[INTEGER] * INTEGERS)
            called.compile(INTEGER(*arguments))
            return link(called.overloads[arguments])
    except Exception as error:  # the compiler may raise anything
        raise Uncompilable(reason(error), lasting=isinstance(error, NumbaError)) from error
