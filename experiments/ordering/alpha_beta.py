"""The options of plain Alpha-Beta, and a check that the order of moves never changes the value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PLAIN: Final[Mapping[str, Any]] = {
    "table": False,
    "without": "killers,history",
    "etc": False,
    "deepening": False,
    "algorithm": "alpha-beta",
}
"""Options of a search that tries moves in the given order, and in no other."""


def check_agree(what: str, values: set[Any]) -> None:
    """Raises AssertionError unless all orders give the same value."""
    if len(values) != 1:
        raise AssertionError(f"{what}: the order of moves changes the value: {values}.")
