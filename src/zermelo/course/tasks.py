"""The tasks of the course, as their folders hold them.

    course/NN-name/  task.toml     title, level, limits, known mistakes
                     statement.md  with hints that unfold
                     cases.json    inputs, the answers that are right, what known wrong programs answer
                     solution/     a folder for each language, with marks where a starter differs; with_zermelo.py

`course/make_cases.py` makes the cases.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadOption
from zermelo.core.wording import unknown
from zermelo.course.folders import folders

SCHEMA: Final = 1
"""The version of the fields of cases.json."""

HINT: Final = r"<details><summary>Hint \d+</summary>\n\n(.*?)\n\n</details>"
"""A hint in a statement: a page shows it when it is asked for."""


@dataclass(frozen=True)
class TaskCase:
    """One line of input and the lines that answer it."""

    input: str
    answers: tuple[str, ...]
    """Any of them is right; the first is what the reference programs print."""
    about: str
    """What the case is there for."""
    sample: bool
    """Whether the statement shows it."""

    def accepts(self, line: str) -> bool:
        """Whether a line answers it; spaces between words do not matter."""
        return line.split() in [answer.split() for answer in self.answers]


@dataclass(frozen=True)
class Mistake:
    """A known wrong solution: what it changes in the reference program, and what to tell somebody who has done the same."""

    name: str
    hint: str
    find: str
    replace: str
    answers: tuple[str, ...] = ()
    """What it prints, a line for each case; none if it does not come to an end."""


@dataclass(frozen=True)
class Task:
    """One task."""

    number: int
    folder: Path
    title: str
    level: str
    seconds: float
    """How long a program may take for all cases together."""
    megabytes: int
    mistakes: tuple[Mistake, ...]
    cases: tuple[TaskCase, ...]

    @property
    def name(self) -> str:
        """The folder's name: 01-winner."""
        return self.folder.name

    @property
    def samples(self) -> tuple[TaskCase, ...]:
        """The cases that the statement shows."""
        return tuple(case for case in self.cases if case.sample)

    @property
    def statement(self) -> str:
        """What the statement says before its hints, in Markdown."""
        return self._page.partition("\n## Hints\n")[0].rstrip() + "\n"

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints, from the first push to nearly everything."""
        return tuple(" ".join(hint.split()) for hint in re.findall(HINT, self._page, re.DOTALL))

    @cached_property
    def _page(self) -> str:
        return (self.folder / "statement.md").read_text(encoding="utf-8")


def home() -> Path:
    """The folder of the course: beside the package when it is installed, at the top of a checkout."""
    packed = Path(__file__).parent / "material"
    return packed if packed.is_dir() else Path(__file__).parents[3] / "course"


@cache
def all_tasks() -> tuple[Task, ...]:
    """All tasks in order. Raises BadOption if the course is not there."""
    course = home()
    found = task_folders(course) if course.is_dir() else []
    if not found:
        raise BadOption("The tasks of the course are not installed with this copy of zermelo; install it anew.")
    return tuple(_read(folder) for folder in found)


def task_folders(course: Path) -> list[Path]:
    """The folders of the tasks in the folder of the course, in order."""
    return [folder for folder in folders(course) if (folder / "task.toml").is_file()]


def task_named(text: str | int) -> Task:
    """The task of this number, or of this name in part: 3, 03, best-move, 03-best-move. Raises BadOption."""
    tasks = all_tasks()
    wanted = str(text).strip().lower()
    for task in tasks:
        if wanted in (task.name, task.name[3:]) or (
            wanted.isdecimal() and len(wanted) < 4 and int(wanted) == task.number
        ):
            return task
    known = [task.name[3:] for task in tasks]
    listing = f"tasks are 1 to {len(tasks)}, as `zermelo course list` shows"
    raise BadOption(unknown("task", str(text), known, listing=listing))


def _read(folder: Path) -> Task:
    """The task of a folder."""
    told = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
    stored = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    wrong: dict[str, list[str]] = stored["mistakes"]
    return Task(
        number=int(folder.name[:2]),
        folder=folder,
        title=told["title"],
        level=told["level"],
        seconds=told["seconds"],
        megabytes=told["megabytes"],
        mistakes=tuple(
            Mistake(**mistake, answers=tuple(wrong.get(mistake["name"], ()))) for mistake in told["mistakes"]
        ),
        cases=tuple(_case(case) for case in stored["cases"]),
    )


def _case(stored: dict[str, Any]) -> TaskCase:
    return TaskCase(stored["input"], tuple(stored["answers"]), stored["about"], stored.get("sample", False))
