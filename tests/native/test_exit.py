"""A process that ends while another of its threads is inside LLVM ends in good order."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ENDS_IN_LLVM = """
import time
import pytest

from zermelo import Solver
from zermelo.native import apart
import llvmlite.binding.ffi as ffi

apart.FORKS = False
Solver("connect(4,4,3)", compiled=True).compile_ahead()
lock = ffi.lib._lock._lock
while lock.acquire(timeout=0.1):
    lock.release()
    time.sleep(0.0001)
print("inside", flush=True)
"""


@pytest.mark.long
def test_a_process_that_ends_while_llvm_optimises_does_not_crash() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDS_IN_LLVM],
        env={**os.environ, "ZERMELO_CACHE": "off"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "inside\n", "")
