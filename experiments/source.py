"""The code that a study depends on: its digest, its commit, and which of its files have changed since another commit."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path, PurePosixPath
from typing import Final

import zermelo
from experiments import STUDIES

ROOT: Final = Path(__file__).parents[1]
"""Root folder of the checkout."""

FOLDERS: Final = {"src/zermelo": Path(zermelo.__file__).parent, "experiments": Path(__file__).parent}
"""Where the code is, by its path in the checkout."""

NOT_MEASURED: Final = {
    "src/zermelo": ("cli", "web", "pictures", "course"),
    "experiments": (
        "tests",
        "answers",
        "citations",
        "__main__",
        "command",
        "files",
        "wording",
        "writing",
        "pages",
        "plots",
        "staleness",
    ),
}
"""Parts that no measurement depends on: tests, and what presents results."""

WITH_CHANGES: Final = "+changes"
"""Appended to a commit if some code differed from it."""


def depends_on(study: str, path: str) -> bool:
    """Whether a file of the checkout is code that a study depends on: in the package, its own modules, or shared modules."""
    place = PurePosixPath(path)
    others = {name.replace("-", "_") for name in STUDIES if name != study}
    for folder, excluded in NOT_MEASURED.items():
        if place.suffix == ".py" and place.is_relative_to(folder):
            part = place.relative_to(folder).parts[0].removesuffix(".py")
            return part not in excluded and not (folder == "experiments" and part in others)
    return False


def source(study: str) -> str:
    """A digest of the code that a study depends on."""
    digest = hashlib.sha256()
    for folder, where in FOLDERS.items():
        for path in sorted(where.rglob("*.py")):
            name = f"{folder}/{path.relative_to(where).as_posix()}"
            if depends_on(study, name):
                digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def commit() -> str | None:
    """The current commit, with "+changes" if the code differs from it; None if git does not know."""
    head = _git("rev-parse", "HEAD")
    if head is None or FOLDERS["src/zermelo"] != ROOT / "src" / "zermelo":
        return None
    return head.strip() + (WITH_CHANGES if _git("status", "--porcelain", "--", *FOLDERS) else "")


def changed_since(study: str, at: str) -> list[str] | None:
    """The files that a study depends on and that differ from a commit; None if git does not know the commit."""
    listed = _git("diff", "--name-only", "--find-renames", at, "--", *FOLDERS)
    if listed is None:
        return None
    listed += _git("ls-files", "--others", "--exclude-standard", "--", *FOLDERS) or ""
    return [path for path in listed.splitlines() if depends_on(study, path)]


def _git(*words: str) -> str | None:
    """The output of git, None if it fails or is not installed."""
    try:
        ran = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None
    return ran.stdout if ran.returncode == 0 else None
