"""Starts a task: copies its starter files and its statement into a folder, all of them or none.

Starters and solutions are made from the reference programs, in any language. A reference program has marked lines. In the
starter they replace the lines after them, up to the closing mark:

    # > # TODO: Say what is to be written here.
    # > return 0
    return answer
    # <

The marks are comments: `# >` and `# <`, or `// >` and `// <`.
"""

from __future__ import annotations

import contextlib
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from zermelo.core.errors import BadOption
from zermelo.course.folders import files
from zermelo.course.languages import Language
from zermelo.course.progress import CourseProgress
from zermelo.course.tasks import Task

COMMENT: Final = r"[ \t]*(?:#|//) "
MARK: Final = rf"^{COMMENT}[<>]\s"
REGION: Final = re.compile(
    rf"(?P<given>(?:^{COMMENT}>(?: .*)?\n)+)(?P<solved>(?:(?!{MARK})^.*\n)*)^{COMMENT}<\n", re.MULTILINE
)
GIVEN: Final = re.compile(r"^([ \t]*)(?:#|//) > (.*\n)", re.MULTILINE)
"""The indentation and the text of a starter line; a mark without a text stands for no line."""


def starter(path: Path) -> str:
    """The starter made from a reference program. Raises BadOption if its marks are not in pairs."""
    return REGION.sub(_given, _program(path))


def solution(path: Path) -> str:
    """A reference program without its marks. Raises BadOption if they are not in pairs."""
    return REGION.sub(r"\g<solved>", _program(path))


def _given(region: re.Match[str]) -> str:
    return "".join(f"{indentation}{text}" for indentation, text in GIVEN.findall(region["given"]))


def _program(path: Path) -> str:
    """A reference program with its marks. Raises BadOption if they are not in pairs."""
    program = path.read_text(encoding="utf-8")
    rest = REGION.sub(lambda region: "\n" * region[0].count("\n"), program)
    if alone := re.search(MARK, rest, re.MULTILINE):
        line = rest.count("\n", 0, alone.start()) + 1
        raise BadOption(
            f"{str(path)!r}, line {line}: marks come in pairs, > before the lines that the starter omits and < after them."
        )
    return program


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
