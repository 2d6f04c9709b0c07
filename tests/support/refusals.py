"""What lies in a folder, and whether a refusal is one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any


def contents(folder: Path) -> dict[str, Any]:
    """All that is in a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def one_sentence(text: str) -> bool:
    return 20 < len(text) < 400 and text.endswith(".") and not re.search(r"\w\. |\n", text)
