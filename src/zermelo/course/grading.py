"""A program's answers against the cases of a task."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.stable_text import SCHEMA
from zermelo.course.diagnosis import likely_mistake
from zermelo.course.endings import ending, short, what_happened
from zermelo.course.languages import Program
from zermelo.course.sandbox import Execution, Limits, run
from zermelo.course.tasks import Task, TaskCase

BUILD: Final = Limits(seconds=120, megabytes=2048)
"""What a compiler may use."""


class Patience(NamedTuple):
    """How long cases are tried alone, to find the one that a program does not survive."""

    case: float
    """Seconds for one case."""
    all: float
    """Seconds after which no other case is tried."""


AFTER_CRASH: Final = Patience(10, 60)
AFTER_TIME: Final = Patience(1, 10)
"""Short, because the learner has already waited for the time limit once."""


@dataclass(frozen=True)
class Grade:
    """Whether a program solves a task; if not, where it fails and what to think of."""

    task: str
    program: str
    """The file or the command that was graded."""
    passed: bool
    sentence: str
    """What is so: all cases passed, or the first that failed, with what was expected and what came."""
    hint: str
    """The likely mistake, "" if none is known to have these effects."""
    right: int
    """Cases answered right."""
    cases: int
    seconds: float
    input: str = ""
    """The line of input that was not answered right, "" if it is not known."""
    errors: str = ""
    """The end of what the program, or its compiler, wrote to its error output."""
    graded: bool = True
    """False where the program could not be run for reasons that are not its own."""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of their meaning."""
        return {"schema": SCHEMA, **asdict(self)}


@dataclass(frozen=True)
class _Failure:
    sentence: str
    input: str = ""
    hint: str = ""
    errors: str = ""


def grade(task: Task, program: Program, progress: Callable[[str], None] | None = None) -> Grade:
    """Run a program on all cases of a task. Raises BadOption if it cannot be started."""
    started = time.monotonic()

    def tell(text: str) -> None:
        if progress:
            progress(text)

    with tempfile.TemporaryDirectory(prefix="zermelo-") as out:
        right, failure = _graded(task, program.built_in(out), tell)
    failure = failure or _Failure("")
    return Grade(
        task=task.name,
        program=program.name,
        passed=not failure.sentence,
        sentence=failure.sentence or f"All {len(task.cases)} cases passed.",
        hint=failure.hint,
        right=right,
        cases=len(task.cases),
        seconds=round(time.monotonic() - started, 3),
        input=failure.input,
        errors=failure.errors,
    )


def _graded(task: Task, program: Program, tell: Callable[[str], None]) -> tuple[int, _Failure | None]:
    """How many cases were answered right, and the failure, if any."""
    if program.build:
        tell("building")
        built = run(program.build, program.folder, "", BUILD)
        if built.ending != "exit" or built.code:
            why = what_happened(built.errors) or ending(built, BUILD)
            return 0, _Failure(f"It does not compile: {why}", errors=built.errors)
    tell(f"running {len(task.cases)} cases")
    outcome = _answers(program, task.cases, _limits(task))
    lines = outcome.output.rstrip().splitlines()
    right = sum(case.accepts(line) for case, line in zip(task.cases, lines, strict=False))
    if outcome.ending != "exit" or outcome.code:
        if right == len(task.cases) == len(lines):
            how = ending(outcome, _limits(task))
            told = f"All answers are right, but then {how[0].lower()}{how[1:]}"
            return right, _Failure(told, errors=outcome.errors)
        tell("looking for the case that it does not survive")
        return right, _broken(task, program, outcome, len(lines))
    return right, _first_failure(task, lines, outcome.errors)


def _limits(task: Task) -> Limits:
    return Limits(task.seconds, task.megabytes)


def _answers(program: Program, cases: tuple[TaskCase, ...], limits: Limits) -> Execution:
    """Run the program on some cases."""
    text = "".join(case.input + "\n" for case in cases)
    return run(program.command, program.folder, text, limits)


def _first_failure(task: Task, lines: list[str], errors: str) -> _Failure | None:
    """The first case that was not answered right, None if all were."""
    cases, hint = task.cases, likely_mistake(task, lines)
    if not lines:
        said = f" It said: {what_happened(errors)}" if errors.strip() else ""
        return _Failure(f"It printed nothing; print one line for each line of input.{said}", errors=errors)
    if len(lines) < len(cases):
        return _Failure(
            f"It printed {_counted(len(lines), 'line')} for {len(cases)} cases; read lines until the input ends, and print "
            f"one for each."
        )
    for number, (case, line) in enumerate(zip(cases, lines, strict=False), start=1):
        if not case.accepts(line):
            return _Failure(f"{_named(number, case)}: {_difference(case, line)}", case.input, hint)
    if len(lines) > len(cases):
        return _Failure(
            f"It printed {len(lines)} lines for {len(cases)} cases; print one line for each, and nothing else."
        )
    return None


def _named(number: int, case: TaskCase) -> str:
    return f"Case {number} ({case.about}), input {short(case.input)!r}"


def _difference(case: TaskCase, line: str) -> str:
    """What was expected, what came, and in which word they differ."""
    expected = case.answers[0].split()
    others = len(case.answers) - 1
    told = f"expected {short(case.answers[0])!r}"
    told += f" (or {_counted(others, 'other answer')})" if others else ""
    told += f", got {short(line)!r}."
    words = line.split()
    if line.lower().split() == case.answers[0].lower().split():
        return f"{told} Only capital letters differ."
    if len(words) != len(expected):
        return f"{told} This answer has {_counted(len(expected), 'word')}, this line {len(words)}."
    wrong = [str(place) for place, (a, b) in enumerate(zip(expected, words, strict=True), start=1) if a != b]
    return told if len(expected) == 1 else f"{told} Wrong: {'word' if len(wrong) == 1 else 'words'} {', '.join(wrong)}."


def _broken(task: Task, program: Program, outcome: Execution, answered: int) -> _Failure:
    """What happened, and in which case if that can be found out by running cases alone."""
    everything = ending(outcome, _limits(task))
    if outcome.ending in ("output", "processes"):
        return _Failure(everything, errors=outcome.errors)
    patience = AFTER_TIME if outcome.ending == "time" else AFTER_CRASH
    limits = _limits(task)._replace(seconds=min(task.seconds, patience.case))
    deadline = time.monotonic() + patience.all
    for case in (*task.cases[answered:], *task.cases[:answered]):  # most likely the first that has no answer
        alone = _answers(program, (case,), limits)
        named = _named(task.cases.index(case) + 1, case)
        if alone.ending == outcome.ending == "time":
            told = f"{everything} {named}, did not end within {limits.seconds:g} s when it was run alone."
            return _Failure(told, case.input, errors=alone.errors)
        if alone.ending != "exit" or alone.code:
            how = ending(alone, limits)
            return _Failure(f"{named}: {how[0].lower()}{how[1:]}", case.input, errors=alone.errors)
        if time.monotonic() > deadline:
            break
    return _Failure(f"{everything} That was with all {len(task.cases)} cases in one run.", errors=outcome.errors)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
