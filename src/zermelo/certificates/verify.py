"""`verify`: check a certificate with both checkers, or all three, each in a process of its own."""

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
from zermelo.certificates.proved import FAILED, UNCHECKED, check_built, check_proved, communicate, failed
from zermelo.core.paths import check_readable
from zermelo.display.markup import as_printed
from zermelo.games.rules import module_with

CHECKER: Final = Path(__file__).with_name("checker.py")
BULK_CHECKER: Final = Path(__file__).with_name("bulk_checker.py")

CHECKERS: Final = (("-I", "-S", str(CHECKER)), ("-I", str(BULK_CHECKER)))
"""The arguments of Python for each checker. The first needs only the standard library. The second needs numpy; its memory is
bounded.
"""

OURS: Final = "This is a bug in zermelo, not in the file. Please report it and, if you can, attach the file."

NO_VERDICT: Final = re.compile(r"MALFORMED: (the checker failed|'?\w*(MemoryError|RecursionError|: \[Errno))")
"""The line of a checker that was killed, or lacked memory or files: it says nothing about the certificate."""

WORDS: Final = {0: "VERIFIED:", 1: "REJECTED:", 2: "MALFORMED:", UNCHECKED: ""}
"""How a checker's line begins, by its exit code."""

REFUSED: Final = (1, 2)
"""The codes of a certificate that is rejected, and of one that is malformed."""

SHA: Final = "sha256:"


class Verdict(NamedTuple):
    """The checkers' verdict on a file."""

    code: int
    """0: verified. 1: rejected. 2: not a certificate, or damaged, or a checker failed. 3: the rules are missing. 4: the
    checkers disagree, so one of them is wrong. 5: the checkers accept it, but for the
    proved one, which cannot take it.
    """
    text: str
    """One line: that of the first checker, or both lines if they disagree."""
    seconds: float

    def __str__(self) -> str:
        return self.text

    _repr_pretty_ = as_printed

    @property
    def verified(self) -> bool:
        return self.code == 0


def verify(
    path: str | os.PathLike[str],
    rules: str | os.PathLike[str] | None = None,
    *,
    proved: bool = False,
    progress: Callable[[str], None] | None = None,
) -> Verdict:
    """Check a certificate with both checkers; if `proved`, also with the one that is proved correct in Coq.

    `rules` is the file with the game's rules. It is needed only if they are not zermelo's own, and it is trusted.
    `progress` is called twice a second with a string that says how long the check has taken. Raises BadOption for a file
    that cannot be read, NotInstalled if the proved checker has not been built, and KeyboardInterrupt after the checkers
    have been stopped.
    """
    for each in (path, *([] if rules is None else [rules])):
        check_readable(each)
    if proved:
        check_built()
    began = time.monotonic()
    named = _digest_in(path)
    own_module = module_with(named) if named else None
    module = own_module if rules is None else rules
    if named and module is None:
        text = (
            "RULES MISSING: the game of this certificate is not one of zermelo's own. Give the Python file with its rules "
            f"as --rules RULES.py (in Python, rules=...). The SHA-256 of that file is {named}."
        )
        return Verdict(UNCHECKED, text, 0.0)
    arguments = [os.fspath(path), *([] if module is None else [os.fspath(module)])]

    def on_tick(number: int) -> None:
        if progress is not None:
            progress(
                f"checker {number} of {len(CHECKERS) + proved}: {Path(path).name}, {time.monotonic() - began:.0f} s"
            )

    found = [
        _run([sys.executable, *checker, *arguments], partial(on_tick, number))
        for number, checker in enumerate(CHECKERS, start=1)
    ]
    if proved:
        rules_file = None if module is None else Path(module)
        code, text = check_proved(Path(path), rules_file, partial(on_tick, len(found) + 1))
        if code in REFUSED and found[0][0] in REFUSED:  # the proved one does not always see which of the two it is
            code = found[0][0]
        found.append((code, text))
    verdicts = [(code, text) for code, text in found if code != UNCHECKED]
    code, text = verdicts[0]
    if any(other != code for other, _ in verdicts):
        code, text = 2, f"The checkers disagree: {'; '.join(text for _, text in verdicts)}"
        if (own_module is not None or not named) and not any(NO_VERDICT.match(text) for _, text in verdicts):
            code, text = FAILED, f"{text}. {OURS}"
    if proved and code == 0:
        last, line = found[-1]
        code, text = (
            (5, f"NOT PROVED: {line}") if last == UNCHECKED else (0, f"{text}; the proved checker accepts it, too")
        )
    return Verdict(code, text, time.monotonic() - began)


def _digest_in(path: str | os.PathLike[str]) -> str | None:
    """The SHA-256 of the rules module that a certificate names, if it names one."""
    rules = header_of(Path(path)).get("rules")
    return rules.removeprefix(SHA) if isinstance(rules, str) and rules.startswith(SHA) else None


def _run(command: list[str], on_tick: Callable[[], None]) -> tuple[int, str]:
    """Run a checker, and return its exit code and its line. The code is 2 if it failed."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as checker:
        output, errors = communicate(checker, on_tick)
    line = output.strip().rpartition("\n")[2]  # a rules module may have printed something before
    if line.startswith(WORDS.get(checker.returncode, "\n")):
        return checker.returncode, line
    return 2, failed(errors)
