"""A program's answers against the cases of a task."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from zermelo.course.diagnosis import likely_mistake
from zermelo.course.languages import Program
from zermelo.course.sandbox import Limits, Outcome, run
from zermelo.course.tasks import Case, Task

SCHEMA: Final = 1
"""The version of `Verdict.to_dict`'s fields."""

BUILD: Final = Limits(seconds=120, megabytes=2048)
"""What a compiler may use."""

SHOWN: Final = 60
"""Characters of a line that are shown."""

ALONE: Final = 8
"""How many cases are tried one by one, to find the one that a program does not survive."""


@dataclass(frozen=True)
class Verdict:
    """Whether a program solves a task; if not, where it fails and what to think of."""

    task: str
    passed: bool
    sentence: str
    """What is so: all cases passed, or the first that failed, with what was expected and what came."""
    hint: str
    """The likely mistake, "" if none is known to have these effects."""
    right: int
    """Cases answered right."""
    cases: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning."""
        return {"schema": SCHEMA, **asdict(self)}


def grade(task: Task, program: Program, progress: Callable[[str], None] | None = None) -> Verdict:
    """Run a program on all cases of a task. Raises BadOption if it cannot be started."""
    started = time.monotonic()

    def tell(text: str) -> None:
        if progress:
            progress(text)

    def verdict(right: int, sentence: str, hint: str = "") -> Verdict:
        passed, seconds = not sentence, time.monotonic() - started
        sentence = sentence or f"All {len(task.cases)} cases passed."
        return Verdict(task.name, passed, sentence, hint, right, len(task.cases), round(seconds, 3))

    if program.build:
        tell("building")
        built = run(program.build, program.folder, "", BUILD)
        if built.ending != "exit" or built.code:
            return verdict(0, f"It does not compile: {_first_line(built.errors) or _how_it_ended(built, task)}")
    tell(f"running {len(task.cases)} cases")
    outcome = _answer(task, program, task.cases)
    lines = outcome.output.rstrip().splitlines()
    right = sum(case.accepts(line) for case, line in zip(task.cases, lines, strict=False))
    if outcome.ending != "exit" or outcome.code:
        tell("looking for the case it does not survive")
        return verdict(right, _broken(task, program, outcome, len(lines)))
    failure = _first_failure(task.cases, lines)
    if failure is None:
        return verdict(right, "")
    return verdict(right, failure, likely_mistake(task, lines))


def _answer(task: Task, program: Program, cases: tuple[Case, ...]) -> Outcome:
    """Run the program on some cases."""
    text = "".join(case.input + "\n" for case in cases)
    return run(program.command, program.folder, text, Limits(task.seconds, task.megabytes))


def _first_failure(cases: tuple[Case, ...], lines: list[str]) -> str | None:
    """The first case that was not answered right, None if all were."""
    if not lines:
        return "It printed nothing; print one line for each line of input."
    if len(lines) < len(cases):
        return (
            f"It printed {_counted(len(lines), 'line')} for {len(cases)} cases; read lines until the input ends, and print "
            f"one for each."
        )
    for number, (case, line) in enumerate(zip(cases, lines, strict=False), start=1):
        if not case.accepts(line):
            return f"Case {number} ({case.about}), input {_short(case.input)!r}: {_difference(case, line)}"
    if len(lines) > len(cases):
        return f"It printed {len(lines)} lines for {len(cases)} cases; print one line for each, and nothing else."
    return None


def _difference(case: Case, line: str) -> str:
    """What was expected, what came, and in which word they differ."""
    expected = case.answers[0].split()
    told = f"expected {_short(case.answers[0])!r}"
    others = len(case.answers) - 1
    told += f" (or {_counted(others, 'other answer')})" if others else ""
    told += f", got {_short(line)!r}."
    words = line.split()
    if line.lower().split() == case.answers[0].lower().split():
        return f"{told} Only capital letters differ."
    if len(words) != len(expected):
        return f"{told} An answer has {_counted(len(expected), 'word')}, this line {len(words)}."
    wrong = [str(place) for place, (a, b) in enumerate(zip(expected, words, strict=True), start=1) if a != b]
    return told if len(expected) == 1 else f"{told} Wrong: {'word' if len(wrong) == 1 else 'words'} {', '.join(wrong)}."


def _broken(task: Task, program: Program, outcome: Outcome, answered: int) -> str:
    """What happened, and in which case if that can be found out by running cases alone."""
    if outcome.ending in ("output", "processes"):
        return _how_it_ended(outcome, task)
    suspects = [*task.cases[answered:], *task.cases[:answered]][:ALONE]
    deadline = time.monotonic() + 2 * task.seconds
    for case in suspects:
        alone = _answer(task, program, (case,))
        if alone.ending != "exit" or alone.code:
            number = task.cases.index(case) + 1
            return f"Case {number} ({case.about}), input {_short(case.input)!r}: {_how_it_ended(alone, task)}"
        if time.monotonic() > deadline:
            break
    return f"{_how_it_ended(outcome, task)} That was with all {len(task.cases)} cases in one run."


def _how_it_ended(outcome: Outcome, task: Task) -> str:
    """A program's bad end in a sentence."""
    error = _last_line(outcome.errors)
    told = f" Its last words: {error}" if error else ""
    match outcome.ending:
        case "time":
            return f"it did not end within {task.seconds:g} s and was stopped."
        case "memory":
            return f"it took more than {task.megabytes} MB of memory and was stopped."
        case "output":
            return "It printed without end and was stopped; print one line for each line of input."
        case "processes":
            return "It started process after process and was stopped with all of them; a solution needs one."
        case "signal":
            return f"it was killed by signal {outcome.code}.{told}"
        case _:
            return f"it ended with exit code {outcome.code}.{told}"


def _first_line(text: str) -> str:
    return next((_short(line.strip(), 200) for line in text.splitlines() if line.strip() and "error" in line), "")


def _last_line(text: str) -> str:
    return next((_short(line.strip(), 200) for line in reversed(text.splitlines()) if line.strip()), "")


def _short(text: str, most: int = SHOWN) -> str:
    """The beginning of a line, without what a terminal would obey."""
    shown = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
