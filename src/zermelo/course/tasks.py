"""The tasks of the course, read from their folders.

    course/NN-name/  task.toml     title, level, limits, known mistakes
                     statement.md  the statement, with hints that unfold
                     cases.json    inputs, right answers, and the answers of known wrong programs
                     solution/     a folder for each language, with marks where the starter differs; with_zermelo.py

`course/make_cases.py` writes the cases.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from zermelo.core.errors import BadOption
from zermelo.core.paths import folder_of
from zermelo.core.wording import unknown
from zermelo.course.folders import folders

SCHEMA: Final = 1
"""The version of the format of cases.json."""

HINT: Final = r"<details><summary>Hint \d+</summary>\n\n(.*?)\n\n</details>"
"""A hint in a statement, which a web page shows on request."""


@dataclass(frozen=True)
class TaskCase:
    """A line of input, and its right answers."""

    input: str
    answers: tuple[str, ...]
    """Any of these lines is right; the first is what the reference programs print."""
    about: str
    """What the case tests."""
    sample: bool
    """Whether the statement shows it."""

    def accepts(self, line: str) -> bool:
        """Whether a line is a right answer; the number of spaces between words does not matter."""
        return line.split() in [answer.split() for answer in self.answers]


@dataclass(frozen=True)
class Mistake:
    """A known mistake: the change to the reference program that makes it, and the hint for a learner who made it."""

    name: str
    hint: str
    find: str
    replace: str
    answers: tuple[str, ...] = ()
    """The lines that the wrong program prints, one for each case; none if it does not end."""


@dataclass(frozen=True)
class Task:
    """A task of the course."""

    number: int
    folder: Path
    title: str
    level: str
    seconds: float
    """The time limit for all cases together."""
    megabytes: int
    mistakes: tuple[Mistake, ...]
    cases: tuple[TaskCase, ...]

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def samples(self) -> tuple[TaskCase, ...]:
        return tuple(case for case in self.cases if case.sample)

    @property
    def statement(self) -> str:
        return self._page.partition("\n## Hints\n")[0].rstrip() + "\n"

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints, each more explicit than the one before."""
        return tuple(" ".join(hint.split()) for hint in re.findall(HINT, self._page, re.DOTALL))

    @cached_property
    def _page(self) -> str:
        return (self.folder / "statement.md").read_text(encoding="utf-8")


@cache
def all_tasks() -> tuple[Task, ...]:
    """All tasks in order. Raises BadOption if the course is missing."""
    course = folder_of("course")
    folders_of_tasks = task_folders(course) if course.is_dir() else []
    if not folders_of_tasks:
        raise BadOption("The tasks of the course are missing from this installation of zermelo; install it again.")
    return tuple(_read(folder) for folder in folders_of_tasks)


def task_folders(course: Path) -> list[Path]:
    return [folder for folder in folders(course) if (folder / "task.toml").is_file()]


def task_named(text: str | int) -> Task:
    """The task with this number or name: 3, 03, best-move, 03-best-move. Raises BadOption."""
    tasks = all_tasks()
    wanted = str(text).strip().lower()
    for task in tasks:
        if wanted in (task.name, task.name[3:]) or (
            wanted.isdecimal() and len(wanted) < 4 and int(wanted) == task.number
        ):
            return task
    known = [task.name[3:] for task in tasks]
    listing = f"the tasks are 1 to {len(tasks)} (see `zermelo course list`)"
    raise BadOption(unknown("task", str(text), known, listing=listing))


def _read(folder: Path) -> Task:
    settings = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
    stored = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    wrong: dict[str, list[str]] = stored["mistakes"]
    return Task(
        number=int(folder.name[:2]),
        folder=folder,
        title=settings["title"],
        level=settings["level"],
        seconds=settings["seconds"],
        megabytes=settings["megabytes"],
        mistakes=tuple(
            Mistake(**mistake, answers=tuple(wrong.get(mistake["name"], ()))) for mistake in settings["mistakes"]
        ),
        cases=tuple(
            TaskCase(case["input"], tuple(case["answers"]), case["about"], case.get("sample", False))
            for case in stored["cases"]
        ),
    )
