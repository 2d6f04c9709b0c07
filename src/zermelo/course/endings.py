"""What a program's bad end means, in a sentence."""

from __future__ import annotations

import re
import signal
from typing import Final

from zermelo.course.sandbox import Execution, Limits

TELLING: Final = re.compile(r"\b\w*(Error|Exception)\b|\berror:|\bpanic:|undefined reference|what\(\)|:\d+:\d+: ")
"""In a line of error output that says what happened, in Python, Java, Go or C++."""

PLACE: Final = re.compile(r"\b(\w+\.(?:py|go|java|cpp))(?:\", line |:)(\d+)")
"""A line of a program."""


def ending(outcome: Execution, limits: Limits) -> str:
    """How a program came to a bad end."""
    said = what_happened(outcome.errors)
    told = f" It said: {said}" if said else ""
    match outcome.ending:
        case "time":
            return f"It did not end within {limits.seconds:g} s and was stopped."
        case "memory":
            return f"It took more than {limits.megabytes} MB of memory and was stopped."
        case "output":
            return "It printed without end and was stopped; print one line for each line of input."
        case "processes":
            return "It started process after process and was stopped with all of them; a solution needs one."
        case "signal":
            name = signal.strsignal(outcome.code) or "unknown"
            return f"It was killed by signal {outcome.code} ({name.lower()}).{told}"
        case _:
            return f"It ended with exit code {outcome.code}.{told}"


def what_happened(errors: str) -> str:
    """The line of an error output that says most, with the line of the program that it is about."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    if not lines:
        return ""
    telling = [line for line in lines if TELLING.search(line)]
    in_python = any(line.startswith("Traceback") for line in lines) or lines[-1].startswith("SyntaxError")
    said = (telling[-1] if in_python else telling[0]) if telling else lines[-1]
    said += "".join(f" {line}" for line in lines if line.startswith("symbol:") and "cannot find symbol" in said)
    places = PLACE.findall(errors)
    if not places or PLACE.search(said):
        return short(said)
    file, line = places[-1 if in_python else 0]
    return short(f"{said} ({file}:{line})")


def short(text: str, most: int = 300) -> str:
    """The beginning of a line, without what a terminal would obey."""
    shown = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)
    return shown if len(shown) <= most else shown[: most - 3] + "..."
