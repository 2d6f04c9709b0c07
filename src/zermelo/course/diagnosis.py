"""Finds the likely mistake of a wrong program: that of the known wrong program with the most similar answers."""

from __future__ import annotations

from typing import Final

from zermelo.course.tasks import Task

ALIKE: Final = 0.6
"""The share of the cases with a wrong answer in which both programs must print the same."""


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
