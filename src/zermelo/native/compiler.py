"""Compiling a kernel for a game and a context to a program, with Numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from zermelo.native.family import Family
from zermelo.native.linker import Linker
from zermelo.native.loader import Uncompilable
from zermelo.native.numba_internals import loc_info
from zermelo.native.object_types import object_type
from zermelo.native.refusal import reason, refusal, shown
from zermelo.native.whole_program import link

if TYPE_CHECKING:  # the linker gives these names to `_entry`
    root: Any = None
    unpack_state: Any = None

INTEGER = numba_types.int64


def _entry(game: Any, context: Any, words: Any, depth: Any, alpha: Any, beta: Any, guess: Any) -> Any:
    """The function that is called from Python. The state is passed as words, so that no user's type is in the signature."""
    returned = root(game, context, unpack_state(game, words), depth, alpha, beta, guess)
    return _score(returned)  # pyright: ignore[reportCallIssue]  (Numba passes its other argument)


@intrinsic
def _score(_typing_context: Any, returned: Any) -> Any:
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
            entry = linker.link(_entry, root=linker.link(family.root), unpack_state=native_words.unpack_state)
            words = numba_types.CPointer(INTEGER)
            known = family if is_open else None
            objects = object_type(family.game, known), object_type(family.context, known)
            arguments = (*objects, words, INTEGER, INTEGER, INTEGER, INTEGER)
            entry.compile(INTEGER(*arguments))
            return link(entry.overloads[arguments])
    except Exception as error:  # the compiler may raise anything
        raise Uncompilable(reason(error), lasting=isinstance(error, NumbaError)) from error
