"""Starts a task: copies its starter files and its statement into a folder, all of them or none."""

from __future__ import annotations

import contextlib
from contextlib import ExitStack
from pathlib import Path

from zermelo.core.errors import BadOption
from zermelo.course.folders import files
from zermelo.course.languages import Language
from zermelo.course.progress import CourseProgress
from zermelo.course.starters import starter
from zermelo.course.tasks import Task


def start(task: Task, language: Language, folder: Path, progress: CourseProgress) -> None:
    """Copy the starter files into a folder, and note the folder. If this fails, nothing is left behind. Raises BadOption."""
    given = {file.name: starter(file) for file in files(task.folder / "solution" / language.name)}
    given["statement.md"] = task.statement
    with ExitStack() as undo:
        try:
            _make_folder(folder, undo)
            for name, content in given.items():
                _write_new(folder / name, content.encode(), undo)
        except OSError as error:
            raise BadOption(f"{str(folder)!r} cannot be written: {error.strerror}.") from None
        progress.begun(task.name, folder)
        undo.pop_all()


def _make_folder(folder: Path, undo: ExitStack) -> None:
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir()
        undo.callback(_remove_folder, each)


def _remove_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.rmdir()


def _write_new(path: Path, content: bytes, undo: ExitStack) -> None:
    """Write a new file. Raises BadOption if it exists."""
    try:
        file = path.open("xb")
    except FileExistsError:
        raise BadOption(f"{str(path)!r} already exists and was not changed; give another folder.") from None
    undo.callback(path.unlink, missing_ok=True)
    with file:
        file.write(content)
