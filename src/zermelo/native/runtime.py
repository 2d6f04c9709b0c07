"""Loading Numba's runtime library, for machine code that needs it."""

from __future__ import annotations

from zermelo.native.numba_internals import cpu_target, rtsys


def provide_library() -> None:
    """Make the functions of Numba's library known to LLVM: those that allocate memory, compute powers, and so on."""
    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)
