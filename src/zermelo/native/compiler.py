"""From a kernel, a game and a context to machine code: where Numba comes in."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

from numba.core import types as numba_types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from zermelo.core.component import Component
from zermelo.core.game import Game
from zermelo.native import functions as _functions  # noqa: F401  # pyright: ignore[reportUnusedImport]  (known to the compiler)
from zermelo.native import scratch as _scratch  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import tuples as _tuples  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import words as native_words
from zermelo.native.arithmetic import is_integer
from zermelo.native.compile_memo import haste
from zermelo.native.linker import Linker
from zermelo.native.loader import Code, Uncompilable
from zermelo.native.numba_internals import loc_info
from zermelo.native.object_types import object_type
from zermelo.native.refusal import reason, refusal, shown
from zermelo.native.whole_program import emitted

if TYPE_CHECKING:  # given to `_entry` when it is linked
    root: Any = None
    unpack_state: Any = None

INTEGER = numba_types.int64


def _entry(game: Any, context: Any, words: Any, depth: Any, alpha: Any, beta: Any, guess: Any) -> Any:
    """What is called from Python: states come in as words, so that no user's type is part of the signature."""
    returned = root(game, context, unpack_state(game, words), depth, alpha, beta, guess)
    return _score(returned)  # pyright: ignore[reportCallIssue]  (its other argument is Numba's)


@intrinsic
def _score(_typing_context: Any, returned: Any) -> Any:
    """What a kernel returns, refused where it is no integer: Numba would cut a float off without a word."""
    if not is_integer(returned):
        raise refusal(f"it returns {shown(returned)} instead of int")

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return context.cast(builder, values[0], returned, INTEGER)

    return INTEGER(returned), generate


def compiled(root: types.FunctionType, game: Game[Any], context: Component) -> tuple[Code, bool]:
    """The machine code, and whether another process can run it too. Raises Uncompilable, with the reason and the line."""
    linker = Linker(checks_integers=False, checks_indices=context.checks_indices)
    loc_info.clear()  # Numba's note of where it is
    try:
        with haste():
            entry = linker.link(_entry, root=linker.link(root), unpack_state=native_words.unpack_state)
            words = numba_types.CPointer(INTEGER)
            arguments = (object_type(game), object_type(context), words, INTEGER, INTEGER, INTEGER, INTEGER)
            entry.compile(INTEGER(*arguments))
            return emitted(entry.overloads[arguments])
    except Exception as error:  # the compiler may fail in any way
        raise Uncompilable(reason(error), lasting=isinstance(error, NumbaError)) from error
