"""The progress of a learner, in a file that `ZERMELO_COURSE` names, or else in the user's data folder."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from zermelo.core.errors import BadOption
from zermelo.course.grading import Grade
from zermelo.work.files import put

SCHEMA: Final = 1


@dataclass
class ProgressEntry:
    """The learner's progress in one task."""

    tries: int = 0
    passed: str = ""
    """The day on which it was first passed, as YYYY-MM-DD; "" if it was not passed."""
    folder: str = ""
    """The folder in which it was started last."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON, with None for what is not known."""
        return {
            "tries": self.tries,
            "passed": bool(self.passed),
            "passed_on": self.passed or None,
            "folder": self.folder or None,
        }


@dataclass
class CourseProgress:
    """The learner's progress in all tasks, by name."""

    path: Path
    tasks: dict[str, ProgressEntry] = field(default_factory=dict[str, ProgressEntry])

    def of(self, task: str) -> ProgressEntry:
        return self.tasks.setdefault(task, ProgressEntry())

    def begun(self, task: str, folder: Path) -> None:
        """Note that a task was started in a folder. Raises BadOption."""
        with self._latest():
            self.of(task).folder = str(folder.resolve())

    def task_begun_in(self, folder: Path) -> str:
        """The task that was started in a folder, "" if there is none."""
        path = str(folder.resolve())
        return next((name for name, entry in self.tasks.items() if entry.folder == path), "")

    def tried(self, verdict: Grade) -> None:
        """Note the verdict on a program. Raises BadOption."""
        with self._latest():
            entry = self.of(verdict.task)
            entry.tries += 1
            if verdict.passed and not entry.passed:
                entry.passed = dt.datetime.now(dt.UTC).date().isoformat()

    @contextlib.contextmanager
    def _latest(self) -> Generator[None]:
        """Update the file, starting from its present contents, since another process may have changed it.

        The new file replaces the old one in one step.
        """
        self.tasks = load(self.path).tasks
        yield
        data = {"schema": SCHEMA, "tasks": {name: asdict(entry) for name, entry in self.tasks.items()}}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            put(self.path, json.dumps(data, indent=2))
        except OSError as error:
            raise BadOption(
                f"Your progress cannot be saved in {str(self.path)!r}: {error.strerror}. Set ZERMELO_COURSE to another file."
            ) from None


def default_path() -> Path:
    """The file that holds the progress."""
    chosen = os.environ.get("ZERMELO_COURSE")
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(chosen) if chosen else Path(base) / "zermelo" / "course.json"


def load(path: Path | None = None) -> CourseProgress:
    """The saved progress. Raises BadOption if the file cannot be read; the file is never deleted."""
    path = path or default_path()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise ValueError
        return CourseProgress(path, {name: ProgressEntry(**entry) for name, entry in data["tasks"].items()})
    except FileNotFoundError:
        return CourseProgress(path)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadOption(
            f"{str(path)!r} does not hold the progress of a course. Repair it, move it away, or set ZERMELO_COURSE to "
            f"another file."
        ) from None
