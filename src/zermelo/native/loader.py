"""Loading machine code into memory and calling it, without the compiler.

A call is `status entry(runtime, result *, game, context, words, integers...)`. Status 0 means that the result was written; a
positive status is 1 more than the number of an exception.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import pickle
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.compiler.memory_layout import Block
from zermelo.compiler.runtime import Loaded, runtime
from zermelo.core.wording import in_a_line

LONGEST_CALL: Final = 20.0
"""Seconds that the process waits for LLVM at its end. In a forked child there may be nobody who would release its lock."""


def llvm_lock() -> Any:
    """The lock that a thread holds while it is inside LLVM; None with a release of llvmlite that has none."""
    library = getattr(sys.modules.get("llvmlite.binding.ffi"), "lib", None)
    return getattr(getattr(library, "_lock", None), "_lock", None)


@atexit.register
def _keep_out_of_llvm() -> None:
    """Wait until no thread is inside LLVM, and let none in again: it would crash when the process frees LLVM's data."""
    lock = llvm_lock()
    if lock is not None:
        lock.acquire(timeout=LONGEST_CALL)


class Code(NamedTuple):
    """The machine code of one kernel for one type of game and one type of context."""

    errors: bytes
    """The exceptions that it may raise, by number, pickled: for each the class, the arguments, and the place or None."""
    machine_code: bytes
    """An object file."""


class Uncompilable(Exception):
    """The code cannot be compiled or loaded; the message gives the reason.

    `lasting`: the reason remains true until the source changes.
    """

    def __init__(self, reason: str, *, lasting: bool = True) -> None:
        super().__init__(reason)
        self.lasting = lasting


@contextlib.contextmanager
def uncompilable_if(what: str) -> Generator[None]:
    """Turn every exception raised in the block into Uncompilable: other releases of LLVM may raise anything."""
    try:
        yield
    except Uncompilable:
        raise
    except Exception as error:
        raise Uncompilable(f"{what} ({in_a_line(error)})", lasting=False) from error


class Function:
    """Machine code in memory, ready to be called. Raises Uncompilable if the code cannot be loaded."""

    def __init__(self, code: Code) -> None:
        with uncompilable_if("its code cannot be loaded"):
            self._loaded = Loaded(code.machine_code)
            self._call = _PROTOTYPE(self._loaded.address(ENTRY))
        self._errors = code.errors

    def caller(self, game: Block, context: Block) -> Callable[..., int]:
        """A function of the address of words and of INTEGERS integers, for one thread at a time: see `entry`. Other Python
        threads run meanwhile. It raises what the kernel raises.
        """
        result = ctypes.c_int64()
        places = ctypes.byref(result), game.address, context.address

        def call(words: int, *integers: int, _blocks: Any = (game, context)) -> int:  # which must not be freed
            status = self._call(runtime().address, *places, words, *integers)
            if status:
                raise self._error(status - 1)
            return result.value

        return call

    def _error(self, number: int) -> BaseException:
        """The exception, marked as `native`. Its `place`, if it has one, is in the user's source: (function, file, line)."""
        cls, arguments, place = pickle.loads(self._errors)[number]  # noqa: S301  (part of our own code)
        error: Any = cls(*arguments)
        error.native = True
        if place is not None and _is_of_user(place.file):
            error.place = place.function, place.file, place.line
        return error


ENTRY: Final = "entry"
"""The name of the function of machine code that is called."""

HOME: Final = Path(__file__).parent.parent
"""The folder of zermelo's own code."""

INTEGERS: Final = 5
_PROTOTYPE: Final = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 5, *[ctypes.c_int64] * INTEGERS)


def _is_of_user(file: str) -> bool:
    """Whether a file of a program is a user's: neither ours, nor that of the machine on which a wheel was made."""
    return not Path(file).is_relative_to(HOME) and (file.startswith("<") or Path(file).exists())
