"""Certificates put before two checkers, each in a process of its own, that know nothing of this package or of each other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from zermelo.certificates.files import header_of
from zermelo.games.rules import module_with
from zermelo.work.files import check_readable

CHECKER: Final = Path(__file__).with_name("checker.py")
BULK_CHECKER: Final = Path(__file__).with_name("bulk_checker.py")

CHECKERS: Final = (("-I", "-S", str(CHECKER)), ("-I", str(BULK_CHECKER)))
"""A page of the standard library alone; and one on numpy, in bounded memory."""

TICK: Final = 0.5
"""Seconds between looks at a checker."""

UNCHECKED: Final = 3
"""The exit code of a checker that a file is not for; and of a certificate whose rules are missing."""

FAILED: Final = 4
"""The code of a file on which the checkers do not agree though nobody else's code had a part in it."""

OURS: Final = "This is a fault of zermelo's own, not of the file. Please report it, with the file if you may."

BESIDE: Final = re.compile(r"MALFORMED: (the checker failed|'?\w*(MemoryError|RecursionError|: \[Errno))")
"""What is said of a checker that was ended, or that the system gave too little: the other may say something else."""

WORDS: Final = {0: "VERIFIED:", 1: "REJECTED:", 2: "MALFORMED:", UNCHECKED: ""}
"""What a checker's line begins with, by its exit code."""

RULES_WANTED: Final = (
    "the certificate is for a game whose rules do not come with zermelo: name the Python file that has them with --rules, "
    "or in Python with `rules`."
)

SHA: Final = "sha256:"


class Verdict(NamedTuple):
    """What the checkers say of a file."""

    code: int
    """0: verified; 1: rejected; 2: no certificate, or damaged, or a checker could not do its work; 3: its rules are missing;
    4: the checkers do not agree, so that one of them is wrong.
    """
    text: str
    """One line, of the first checker unless they do not agree."""
    seconds: float

    @property
    def verified(self) -> bool:
        """Whether the claim is proved."""
        return self.code == 0


def verify(
    path: str | os.PathLike[str],
    rules: str | os.PathLike[str] | None = None,
    *,
    progress: Callable[[str], None] | None = None,
) -> Verdict:
    """Have a certificate checked by both; of other games than k in a row by `rules`, a module that is trusted.

    Modules that come with zermelo need not be named. `progress` is told twice a second how long that takes already.
    Raises BadOption for a file that cannot be read, and KeyboardInterrupt, the checkers having been stopped.
    """
    for each in (path, *([] if rules is None else [rules])):
        check_readable(each)
    began = time.monotonic()
    named = _digest_in(path)
    ours = module_with(named) if named else None
    module = ours if rules is None else rules
    if named and module is None:
        return Verdict(UNCHECKED, f"RULES MISSING: {RULES_WANTED} Their SHA-256 is {named}.", 0.0)
    given = [os.fspath(path), *([] if module is None else [os.fspath(module)])]

    def look(number: int) -> None:
        if progress is not None:
            progress(f"checker {number} of {len(CHECKERS)}: {Path(path).name}, {time.monotonic() - began:.0f} s")

    found = [
        _asked([sys.executable, *checker, *given], partial(look, number))
        for number, checker in enumerate(CHECKERS, start=1)
    ]
    told = [(code, text) for code, text in found if code != UNCHECKED]
    code, text = told[0]
    if any(other != code for other, _ in told):
        code, text = 2, f"The checkers do not agree: {'; '.join(text for _, text in told)}"
        if (ours is not None or not named) and not any(BESIDE.match(text) for _, text in told):
            code, text = FAILED, f"{text}. {OURS}"
    return Verdict(code, text, time.monotonic() - began)


def _digest_in(path: str | os.PathLike[str]) -> str | None:
    """The digest by which a certificate names its rules module, if it does."""
    told = header_of(Path(path)).get("rules")
    return told.removeprefix(SHA) if isinstance(told, str) and told.startswith(SHA) else None


def _asked(command: list[str], look: Callable[[], None]) -> tuple[int, str]:
    """The exit code of a checker, and its line; 2 if it failed."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as checker:
        try:
            told, trouble = _awaited(checker, look)
        except BaseException:
            checker.kill()
            raise
    line = told.strip().rpartition("\n")[2]  # a module may have printed something before
    if line.startswith(WORDS.get(checker.returncode, "\n")):
        return checker.returncode, line
    return 2, f"MALFORMED: the checker failed: {' '.join(trouble.split())[-200:]}"


def _awaited(checker: subprocess.Popen[str], look: Callable[[], None]) -> tuple[str, str]:
    """What a checker has printed, and written about trouble."""
    while True:
        try:
            return checker.communicate(timeout=TICK)
        except subprocess.TimeoutExpired:
            look()
