"""Finds what the package needs besides its modules: the course, the examples, the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]


def folder_of(name: str) -> Path:
    """The folder `name` of a wheel's material, or else of the checkout. It need not exist."""
    packed = PACKAGE / "material" / name
    return packed if packed.is_dir() else PACKAGE.parents[1] / name
