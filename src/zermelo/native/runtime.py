"""Numba's runtime library, for machine code that needs it: memory, powers, and so on."""

from __future__ import annotations

from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

from zermelo.native import functions as _functions  # noqa: F401  # pyright: ignore[reportUnusedImport]  (known to the compiler)
from zermelo.native import scratch as _scratch  # noqa: F401  # pyright: ignore[reportUnusedImport]
from zermelo.native import tuples as _tuples  # noqa: F401  # pyright: ignore[reportUnusedImport]


def provide_library() -> None:
    """Make the functions of Numba's library known to LLVM: for code that asks for memory, raises to a power, and so on."""
    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)
