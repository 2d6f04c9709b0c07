"""Certificates put before two checkers, each in a process of its own, that know nothing of this package or of each other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.certificates.files import LONGEST_HEADER, MAGIC
from zermelo.rules import module_with

CHECKER: Final = Path(__file__).with_name("checker.py")
BULK_CHECKER: Final = Path(__file__).with_name("bulk_checker.py")

CHECKERS: Final = (("-I", "-S", str(CHECKER)), ("-I", str(BULK_CHECKER)))
"""A page of the standard library alone; and one on numpy, in bounded memory."""

UNCHECKED: Final = 3
"""The exit code of a checker that a file is not for."""


class Verdict(NamedTuple):
    """What the checkers say of a file."""

    code: int
    """0: verified; 1: rejected; 2: no certificate, or damaged, or the checkers do not agree."""
    text: str
    """One line, of the first checker unless they do not agree."""
    seconds: float

    @property
    def verified(self) -> bool:
        """Whether the claim is proved."""
        return self.code == 0


def verify(path: str | os.PathLike[str], rules: str | os.PathLike[str] | None = None) -> Verdict:
    """Have a certificate checked by both; of other games than k in a row by `rules`, a module that is trusted.

    Modules that come with zermelo need not be named. Raises KeyboardInterrupt, the checkers having been stopped.
    """
    began = time.monotonic()
    module = _module_of(path) if rules is None else rules
    given = [os.fspath(path), *([] if module is None else [os.fspath(module)])]
    found = [_asked([sys.executable, *checker, *given]) for checker in CHECKERS]
    told = [(code, text) for code, text in found if code != UNCHECKED]
    code, text = told[0]
    if any(other != code for other, _ in told):
        code, text = 2, "The checkers do not agree: " + "; ".join(text for _, text in told)
    return Verdict(code, text, time.monotonic() - began)


def _module_of(path: str | os.PathLike[str]) -> Path | None:
    """The module of ours that a certificate names by its digest, if it does."""
    try:
        with Path(path).open("rb") as file:
            file.readline(len(MAGIC))
            told = json.loads(file.readline(LONGEST_HEADER))["rules"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return module_with(told.removeprefix("sha256:")) if isinstance(told, str) else None


def _asked(command: list[str]) -> tuple[int, str]:
    """The exit code of a checker, and its line; 2 if it failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stdout and done.returncode in (0, 1, 2, UNCHECKED):
        return done.returncode, done.stdout.strip()
    return 2, f"MALFORMED: the checker failed: {done.stderr.strip()[-200:]}"
