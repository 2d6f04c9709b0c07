"""The algorithms' names in tables and plots."""

from __future__ import annotations

from typing import Final

NAMES: Final = {"maxn": "max^n", "paranoid": "paranoid", "best-reply": "best-reply"}
