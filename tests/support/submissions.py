"""Programs to test the grader of the course with; and whether the course is still the one that was tested last.

python -m tests.support.submissions --write   after `make test-all`: record that it is
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests import DATA, ROOT
from zermelo.course import Task
from zermelo.course.languages import LANGUAGES
from zermelo.course.starting import solution


def reference(task: Task) -> str:
    return solution(task.folder / "solution" / "python" / "solution.py")


STRAY = ("._X", ".#X", "#X#", "X~", ".X.swp")
"""What macOS and editors leave beside a file X."""


def litter(folder: Path) -> None:
    """Leave beside each file in a folder, and in all of its folders, what programs leave there."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_file():
            for pattern in STRAY:
                path.with_name(pattern.replace("X", path.name)).write_text("\0 not a program")
        else:
            (path / ".DS_Store").write_text("\0")
            (path / "__pycache__").mkdir()
            for name in ("solution.cpython-311.pyc", "Main.java", "main.cpp", "main.go"):
                (path / "__pycache__" / name).write_text("\0 not a program")
            (path / "solution.pyc").write_text("\0")


TESTED: Final = DATA / "course.txt"
"""The digest of the course when its programs in all languages were last tested."""


def digest_of_course() -> str:
    """Of all files that the tests of its programs depend on."""
    files = [
        path for path in sorted((ROOT / "course").rglob("*")) if path.is_file() and "__pycache__" not in path.parts
    ]
    hasher = hashlib.sha256()
    for path in (*files, ROOT / "src" / "zermelo" / "course" / "starting.py"):
        hasher.update(f"{path.relative_to(ROOT).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return hasher.hexdigest()


def languages() -> list[Any]:
    """All of them: with the long tests, or every time while the course is not as it was tested last."""
    changed = TESTED.read_text().strip() != digest_of_course()
    return [each if changed else pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES]


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.support.submissions --write")
    TESTED.write_text(f"{digest_of_course()}\n")
