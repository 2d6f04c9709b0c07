"""The progress of a learner, in a file that `ZERMELO_COURSE` names, or else in the user's data folder."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
from collections.abc import Generator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from zermelo.core.errors import BadOption
from zermelo.core.integers import is_within
from zermelo.course.grading import Grade
from zermelo.work.files import put

SCHEMA: Final = 1

LARGEST: Final = 1 << 20
"""The largest progress file that is read, in bytes."""

MOST_TRIES: Final = 1 << 40


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
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with (self.path.parent / f".{self.path.name}.lock").open("w") as lock:
                _wait_for(lock)
                self.tasks = load(self.path).tasks
                yield
                data = {"schema": SCHEMA, "tasks": {name: asdict(entry) for name, entry in self.tasks.items()}}
                put(self.path, json.dumps(data, indent=2))
        except OSError as error:
            raise BadOption(
                f"Your progress cannot be saved in {str(self.path)!r}: {error.strerror}. Set ZERMELO_COURSE to another file."
            ) from None


def _wait_for(lock: IO[str]) -> None:
    """Wait for the lock. On systems without such locks, the last of two simultaneous writes wins."""
    try:
        import fcntl
    except ImportError:  # not there on Windows
        return
    fcntl.flock(lock, fcntl.LOCK_EX)


def default_path() -> Path:
    """The file that holds the progress. Raises BadOption."""
    chosen = os.environ.get("ZERMELO_COURSE")
    if chosen:
        return Path(chosen)
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise BadOption("There is no home folder for your progress; set ZERMELO_COURSE to a file.") from None
    return Path(base) / "zermelo" / "course.json"


def load(path: Path | None = None) -> CourseProgress:
    """The saved progress. Raises BadOption if the file cannot be read; the file is never deleted."""
    path = path or default_path()
    try:
        if path.exists() and not (path.is_file() and path.stat().st_size <= LARGEST):
            raise ValueError
        return CourseProgress(path, _tasks(json.loads(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return CourseProgress(path)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadOption(
            f"{str(path)!r} does not hold the progress of a course. Repair it, move it away, or set ZERMELO_COURSE to "
            f"another file."
        ) from None


def _tasks(data: Any) -> dict[str, ProgressEntry]:
    """The entries of a progress file. Raises ValueError, TypeError, KeyError or AttributeError for other data."""
    if data["schema"] != SCHEMA:
        raise ValueError
    entries = {name: ProgressEntry(**entry) for name, entry in data["tasks"].items()}
    for entry in entries.values():
        if not is_within(entry.tries, 0, MOST_TRIES) or not all(
            isinstance(text, str)  # pyright: ignore[reportUnnecessaryIsInstance]  (whatever is in the file)
            for text in (entry.passed, entry.folder)
        ):
            raise TypeError
    return entries
