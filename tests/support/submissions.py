"""Programs that the grader of the course is given."""

from __future__ import annotations

from pathlib import Path

from zermelo.course import Task


def reference(task: Task) -> str:
    return (task.folder / "solution" / "python" / "solution.py").read_text(encoding="utf-8")


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
