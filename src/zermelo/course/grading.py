"""Grades a program: compares its answers with the cases of a task."""

from __future__ import annotations

import re
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

from zermelo.core.stable_text import SCHEMA
from zermelo.core.wording import counted
from zermelo.course.languages import Submission
from zermelo.course.sandbox import Execution, RunLimits, run
from zermelo.course.tasks import Task, TaskCase

BUILD: Final = RunLimits(seconds=120, megabytes=2048)
"""The limits for a compiler."""

ALIKE: Final = 0.6
"""The share of the cases with a wrong answer in which both programs must print the same."""

ERROR_LINE: Final = re.compile(r"\b\w*(Error|Exception)\b|\berror:|\bpanic:|undefined reference|what\(\)|:\d+:\d+: ")
"""Matches a line of error output that says what happened, in Python, Java, Go or C++."""

PLACE: Final = re.compile(r"\b(\w+\.(?:py|go|java|cpp))(?:\", line |:)(\d+)")
"""Matches a place in a program: file and line."""


class Patience(NamedTuple):
    """How long to run cases alone, in search of the case on which a program fails."""

    case: float
    """The seconds for one case."""
    all: float
    """The seconds after which no other case is run."""


AFTER_CRASH: Final = Patience(10, 60)
AFTER_TIME: Final = Patience(1, 10)
"""Short, because the learner has already waited for the time limit once."""


@dataclass(frozen=True)
class Grade:
    """The verdict on a program: whether it solves a task, and if not, where it fails."""

    task: str
    program: str
    """The file or the command that was graded."""
    passed: bool
    sentence: str
    """All cases passed; or the first case that failed, with the expected answer and the actual one."""
    hint: str
    """A hint about the likely mistake, "" if no known mistake has these effects."""
    right: int
    """The number of cases that were answered right."""
    cases: int
    seconds: float
    input: str = ""
    """The first line of input that was answered wrong, "" if it is not known."""
    errors: str = ""
    """The end of what the program, or its compiler, wrote to its error output."""
    graded: bool = True
    """False if the program could not be run, for a reason outside the program."""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain data for JSON, with the version of the schema."""
        return {"schema": SCHEMA, **asdict(self)}


@dataclass(frozen=True)
class _Failure:
    sentence: str
    input: str = ""
    hint: str = ""
    errors: str = ""


def grade(task: Task, program: Submission, progress: Callable[[str], None] | None = None) -> Grade:
    """Run a program on all cases of a task. Raises BadOption if it cannot be started."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="zermelo-") as out:
        right, failure = _graded(task, program.built_in(out), progress or (lambda _text: None))
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


def _graded(task: Task, program: Submission, report_progress: Callable[[str], None]) -> tuple[int, _Failure | None]:
    """The number of cases that were answered right, and the failure if there is one."""
    if program.build:
        report_progress("building")
        built = run(program.build, program.folder, "", BUILD)
        if built.ending != "exit" or built.code:
            why = what_happened(built.errors) or ending(built, BUILD)
            return 0, _Failure(f"It does not compile: {why}", errors=built.errors)
    report_progress(f"running {len(task.cases)} cases")
    outcome = _answers(program, task.cases, _limits(task))
    lines = outcome.output.rstrip().splitlines()
    right = sum(case.accepts(line) for case, line in zip(task.cases, lines, strict=False))
    if outcome.ending != "exit" or outcome.code:
        if right == len(task.cases) == len(lines):
            how = ending(outcome, _limits(task))
            sentence = f"All answers are right, but then {how[0].lower()}{how[1:]}"
            return right, _Failure(sentence, errors=outcome.errors)
        report_progress("looking for the case that fails")
        return right, _broken(task, program, outcome, len(lines))
    return right, _first_failure(task, lines, outcome.errors)


def _limits(task: Task) -> RunLimits:
    return RunLimits(task.seconds, task.megabytes)


def _answers(program: Submission, cases: tuple[TaskCase, ...], limits: RunLimits) -> Execution:
    text = "".join(case.input + "\n" for case in cases)
    return run(program.command, program.folder, text, limits)


def _first_failure(task: Task, lines: list[str], errors: str) -> _Failure | None:
    """The first case that was answered wrong, None if all are right."""
    cases, hint = task.cases, likely_mistake(task, lines)
    if not lines:
        message = f" Its error output: {what_happened(errors)}" if errors.strip() else ""
        return _Failure(f"It printed nothing; print one line for each line of input.{message}", errors=errors)
    if len(lines) < len(cases):
        return _Failure(
            f"It printed {counted(len(lines), 'line')} for {len(cases)} cases; read lines until the input ends, and print "
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
    """The expected answer, the actual one, and the words in which they differ."""
    expected = case.answers[0].split()
    others = len(case.answers) - 1
    text = f"expected {short(case.answers[0])!r}"
    text += f" (or {counted(others, 'other answer')})" if others else ""
    text += f", got {short(line)!r}."
    words = line.split()
    if line.lower().split() == case.answers[0].lower().split():
        return f"{text} Only the capital letters differ."
    if len(words) != len(expected):
        return f"{text} The answer has {counted(len(expected), 'word')}, this line has {len(words)}."
    wrong = [str(place) for place, (a, b) in enumerate(zip(expected, words, strict=True), start=1) if a != b]
    return text if len(expected) == 1 else f"{text} Wrong: {'word' if len(wrong) == 1 else 'words'} {', '.join(wrong)}."


def _broken(task: Task, program: Submission, outcome: Execution, answered: int) -> _Failure:
    """Why the program failed, and in which case, if running cases alone shows that."""
    everything = ending(outcome, _limits(task))
    if outcome.ending in ("output", "processes"):
        return _Failure(everything, errors=outcome.errors)
    patience = AFTER_TIME if outcome.ending == "time" else AFTER_CRASH
    limits = _limits(task)._replace(seconds=min(task.seconds, patience.case))
    deadline = time.monotonic() + patience.all
    # the first case without an answer is the most likely one
    for case in (*task.cases[answered:], *task.cases[:answered]):
        alone = _answers(program, (case,), limits)
        named = _named(task.cases.index(case) + 1, case)
        if alone.ending == outcome.ending == "time":
            sentence = f"{everything} {named}, did not finish within {limits.seconds:g} s when it was run alone."
            return _Failure(sentence, case.input, errors=alone.errors)
        if alone.ending != "exit" or alone.code:
            how = ending(alone, limits)
            return _Failure(f"{named}: {how[0].lower()}{how[1:]}", case.input, errors=alone.errors)
        if time.monotonic() > deadline:
            break
    return _Failure(f"{everything} That happened with all {len(task.cases)} cases in one run.", errors=outcome.errors)


def likely_mistake(task: Task, lines: list[str]) -> str:
    """The hint for the known mistake that explains the wrong answers best; "" if none explains enough of them."""
    best, hint = ALIKE, ""
    for mistake in task.mistakes:
        alike = _likeness(task, lines, list(mistake.answers))
        if alike > best:
            best, hint = alike, mistake.hint
    return hint


def _likeness(task: Task, lines: list[str], known: list[str]) -> float:
    """Among the cases that either program answers wrong, the share in which both answer the same, from 0 to 1."""
    same = wrong = 0
    for number, case in enumerate(task.cases):
        ours = lines[number] if number < len(lines) else ""
        theirs = known[number] if number < len(known) else ""
        if case.accepts(ours) and case.accepts(theirs):
            continue
        wrong += 1
        same += ours.split() == theirs.split()
    return same / wrong if wrong else 0.0


def ending(outcome: Execution, limits: RunLimits) -> str:
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
