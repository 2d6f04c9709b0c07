"""Files that are written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def put(path: Path, text: str) -> None:
    """Write a text to a temporary file, which then takes the place of the file."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
