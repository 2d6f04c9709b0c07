"""Certificates put before the checker, which runs in a process of its own and knows nothing of this package."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

CHECKER: Final = Path(__file__).with_name("checker.py")


class Verdict(NamedTuple):
    """What the checker says of a file."""

    code: int
    """0: verified; 1: rejected; 2: no certificate, or damaged."""
    text: str
    """One line."""
    seconds: float

    @property
    def verified(self) -> bool:
        """Whether the claim is proved."""
        return self.code == 0


def verify(path: str | os.PathLike[str], rules: str | os.PathLike[str] | None = None) -> Verdict:
    """Have a certificate checked; of other games than k in a row by `rules`, a module that is trusted.

    Raises KeyboardInterrupt, the checker having been stopped.
    """
    began = time.monotonic()
    command = [
        sys.executable,
        "-I",
        "-S",
        str(CHECKER),
        os.fspath(path),
        *([] if rules is None else [os.fspath(rules)]),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stdout.strip() or f"the checker failed: {done.stderr.strip()[-200:]}"
    code = done.returncode if done.returncode in (0, 1) and done.stdout else 2
    return Verdict(code, text, time.monotonic() - began)
