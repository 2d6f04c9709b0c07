"""Numba's runtime library, for machine code that needs it: memory, powers, and so on."""

from __future__ import annotations

from zermelo.native.numba_internals import cpu_target, rtsys


def provide_library() -> None:
    """Make the functions of Numba's library known to LLVM: for code that asks for memory, raises to a power, and so on."""
    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)
