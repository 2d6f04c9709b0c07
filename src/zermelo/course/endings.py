"""Explains in a sentence why a program failed."""

from __future__ import annotations

import re
import signal
from typing import Final

from zermelo.course.sandbox import Execution, Limits

ERROR_LINE: Final = re.compile(r"\b\w*(Error|Exception)\b|\berror:|\bpanic:|undefined reference|what\(\)|:\d+:\d+: ")
"""Matches a line of error output that says what happened, in Python, Java, Go or C++."""

PLACE: Final = re.compile(r"\b(\w+\.(?:py|go|java|cpp))(?:\", line |:)(\d+)")
"""Matches a place in a program: file and line."""


def ending(outcome: Execution, limits: Limits) -> str:
    error = what_happened(outcome.errors)
    message = f" Its error output: {error}" if error else ""
    match outcome.ending:
        case "time":
            return f"It did not finish within {limits.seconds:g} s and was stopped."
        case "memory":
            return f"It used more than {limits.megabytes} MB of memory and was stopped."
        case "output":
            return "It printed too much and was stopped; print one line for each line of input."
        case "processes":
            return "It started too many processes and was stopped with all of them; a solution needs only one."
        case "signal":
            name = signal.strsignal(outcome.code) or "unknown"
            return f"It was killed by signal {outcome.code} ({name.lower()}).{message}"
        case _:
            return f"It ended with exit code {outcome.code}.{message}"


def what_happened(errors: str) -> str:
    """The most informative line of an error output, with the place in the program that it is about."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    if not lines:
        return ""
    errors_in = [line for line in lines if ERROR_LINE.search(line)]
    in_python = any(line.startswith("Traceback") for line in lines) or lines[-1].startswith("SyntaxError")
    message = (errors_in[-1] if in_python else errors_in[0]) if errors_in else lines[-1]
    message += "".join(f" {line}" for line in lines if line.startswith("symbol:") and "cannot find symbol" in message)
    places = PLACE.findall(errors)
    if not places or PLACE.search(message):
        return short(message)
    file, line = places[-1 if in_python else 0]
    return short(f"{message} ({file}:{line})")


def short(text: str, most: int = 300) -> str:
    """The beginning of a line, without control characters."""
    shown = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)
    return shown if len(shown) <= most else shown[: most - 3] + "..."
