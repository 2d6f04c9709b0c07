"""How algorithms, and powers by the number of players, are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from experiments.markdown import names, number

NAMES: Final = {"maxn": "max^n", "paranoid": "paranoid", "best-reply": "best-reply"}
"""By algorithm."""


def listed(powers: Mapping[int, float]) -> str:
    """As `0.5, 0.67 and 0.75`."""
    return names([number(power, 2) for power in powers.values()])
