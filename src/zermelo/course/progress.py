"""What a learner has passed, kept in one file: `ZERMELO_COURSE` names it, or it lies in the user's data folder."""

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
"""Bytes of a file that can be one of ours."""

MOST_TRIES: Final = 1 << 40


@dataclass
class ProgressEntry:
    """What is known of one task."""

    tries: int = 0
    passed: str = ""
    """The day on which it was passed first, as YYYY-MM-DD; "" if it was not."""
    folder: str = ""
    """Where it was begun last."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON: what is not known is None."""
        return {
            "tries": self.tries,
            "passed": bool(self.passed),
            "passed_on": self.passed or None,
            "folder": self.folder or None,
        }


@dataclass
class CourseProgress:
    """The tasks that were begun or tried, by name."""

    path: Path
    tasks: dict[str, ProgressEntry] = field(default_factory=dict[str, ProgressEntry])

    def of(self, task: str) -> ProgressEntry:
        """What is known of a task."""
        return self.tasks.setdefault(task, ProgressEntry())

    def begun(self, task: str, folder: Path) -> None:
        """A task was begun in a folder. Raises BadOption."""
        with self._latest():
            self.of(task).folder = str(folder.resolve())

    def task_begun_in(self, folder: Path) -> str:
        """The task that was begun in a folder, "" if none was."""
        path = str(folder.resolve())
        return next((name for name, entry in self.tasks.items() if entry.folder == path), "")

    def tried(self, verdict: Grade) -> None:
        """A program was graded. Raises BadOption."""
        with self._latest():
            entry = self.of(verdict.task)
            entry.tries += 1
            if verdict.passed and not entry.passed:
                entry.passed = dt.datetime.now(dt.UTC).date().isoformat()

    @contextlib.contextmanager
    def _latest(self) -> Generator[None]:
        """Change what is in the file now: another grader may have written to it. It is written whole or not at all."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with (self.path.parent / f".{self.path.name}.lock").open("w") as lock:
                _wait_for(lock)
                self.tasks = load(self.path).tasks
                yield
                told = {"schema": SCHEMA, "tasks": {name: asdict(entry) for name, entry in self.tasks.items()}}
                put(self.path, json.dumps(told, indent=2))
        except OSError as error:
            raise BadOption(
                f"Progress cannot be kept in {str(self.path)!r}: {error.strerror}. ZERMELO_COURSE names another file."
            ) from None


def _wait_for(lock: IO[str]) -> None:
    """Until nobody else has it, where the system knows such locks; elsewhere the last of two who write at once is kept."""
    try:
        import fcntl
    except ImportError:  # not there on Windows
        return
    fcntl.flock(lock, fcntl.LOCK_EX)


def default_path() -> Path:
    """Where progress is kept."""
    chosen = os.environ.get("ZERMELO_COURSE")
    if chosen:
        return Path(chosen)
    try:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    except RuntimeError:
        raise BadOption("There is no home folder to keep progress in; name a file by ZERMELO_COURSE.") from None
    return Path(base) / "zermelo" / "course.json"


def load(path: Path | None = None) -> CourseProgress:
    """What was kept. Raises BadOption if it cannot be read; it is never thrown away."""
    path = path or default_path()
    try:
        if path.exists() and not (path.is_file() and path.stat().st_size <= LARGEST):
            raise ValueError
        return CourseProgress(path, _tasks(json.loads(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return CourseProgress(path)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadOption(
            f"{str(path)!r} does not hold the progress of a course; mend it, move it away, or name another file by "
            f"ZERMELO_COURSE."
        ) from None


def _tasks(told: Any) -> dict[str, ProgressEntry]:
    """The entries of a file. Raises ValueError or the like for anything else."""
    if told["schema"] != SCHEMA:
        raise ValueError
    entries = {name: ProgressEntry(**entry) for name, entry in told["tasks"].items()}
    for entry in entries.values():
        told = vars(entry)
        if not is_within(told["tries"], 0, MOST_TRIES) or not all(
            isinstance(told[name], str) for name in ("passed", "folder")
        ):
            raise TypeError
    return entries
