"""Loading machine code into memory and calling it, with LLVM only, without Numba.

Calls follow Numba's convention: `status f(result *, raised **, arguments...)`. Status 0 means that the result was written;
a positive status means that an exception was raised, described by `raised`.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import pickle
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm

from zermelo.core.wording import in_a_line
from zermelo.native.memory_layout import Block

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

    entry: str
    """The name of the function to call."""
    symbols: tuple[str, ...]
    """The names of the functions and variables that it needs from outside."""
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
    """Turn every exception raised in the block into Uncompilable: other releases of Numba or LLVM may raise anything."""
    try:
        yield
    except Uncompilable:
        raise
    except Exception as error:
        raise Uncompilable(f"{what} ({in_a_line(error)})", lasting=False) from error


class Function:
    """Machine code in memory, ready to be called.

    Raises Uncompilable if the code cannot be loaded, for example because it needs a symbol that cannot be found.
    """

    def __init__(self, code: Code) -> None:
        with uncompilable_if("its code cannot be loaded"):
            self._engine = _engine()
            _provide(code.symbols)
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code.machine_code))
            self._engine.finalize_object()
            self._call = _PROTOTYPE(self._engine.get_function_address(code.entry))

    def caller(self, game: Block, context: Block) -> Callable[..., int]:
        """A function of the address of words and of INTEGERS integers, for one thread at a time: see `entry`. Other Python
        threads run meanwhile. It raises what the kernel raises.
        """
        result, raised = ctypes.c_int64(), ctypes.POINTER(_ExceptionData)()
        places = ctypes.byref(result), ctypes.byref(raised), game.address, context.address

        def call(words: int, *integers: int, _blocks: Any = (game, context)) -> int:  # which must not be freed
            status = self._call(*places, words, *integers)
            if status == _OK:
                return result.value
            if status > 0:
                raise _error(raised.contents)
            ctypes.pythonapi.PyErr_CheckSignals()  # raises the exception that Python itself has set, if any
            raise SystemError(f"native code ended with status {status}")

        return call


_OK: Final = 0

HOME: Final = Path(__file__).parent.parent
"""The folder of zermelo's own code."""


class _ExceptionData(ctypes.Structure):
    """The structure by which Numba's code describes an exception whose arguments are constants."""

    _fields_: Final = [("pickled", ctypes.c_void_p), ("size", ctypes.c_int32)]


INTEGERS: Final = 5
_PROTOTYPE: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.POINTER(ctypes.POINTER(_ExceptionData)),
    *[ctypes.c_void_p] * 3,
    *[ctypes.c_int64] * INTEGERS,
)


def _error(raised: _ExceptionData) -> BaseException:
    """The exception, marked as `native`. Its `place`, if it has one, is in the user's source: (function, file, line)."""
    data = ctypes.string_at(raised.pickled, raised.size)
    cls, arguments, place = pickle.loads(data)  # noqa: S301  (part of our own code)
    error: Any = cls(*arguments) if cls is not None else RuntimeError("there is no active exception to raise again")
    error.native = True
    if place is not None and _is_of_user(place[1]):
        error.place = place
    return error


def _is_of_user(file: str) -> bool:
    """Whether a file of a program is a user's: neither ours, nor that of the machine on which a wheel was made."""
    return not Path(file).is_relative_to(HOME) and (file.startswith("<") or Path(file).exists())


@functools.cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())


def _engine() -> Any:
    """A new engine, one for each function, so that its memory is freed when the function is no longer used."""
    machine = _target().create_target_machine(codemodel="jitdefault", jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def processor() -> tuple[str, str, str]:
    """What machine code depends on: the target triple, the processor, its features."""
    _target()
    features: str = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def _provide(symbols: tuple[str, ...]) -> None:
    """Make the symbols available, loading Numba's runtime library, which allocates memory, computes powers and so on, if
    necessary. Raises Uncompilable.
    """
    if _missing(symbols):
        from zermelo.native.numba_internals import cpu_target, rtsys  # here, because it imports Numba

        cpu_target.target_context.refresh()
        rtsys.initialize(cpu_target.target_context)
    missing = _missing(symbols)
    if missing:
        raise Uncompilable(f"its code needs the symbol {missing[0]}, which cannot be found")


def _missing(symbols: tuple[str, ...]) -> list[str]:
    return [symbol for symbol in symbols if llvm.address_of_symbol(symbol) is None]
