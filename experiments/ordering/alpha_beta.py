"""Alpha-Beta by itself, whose value no order of the moves may change."""

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
"""Options of a search in which nothing but the given order tells which move comes first."""


def check_agree(what: str, values: set[Any]) -> None:
    """Raises AssertionError unless all orders give one value."""
    if len(values) != 1:
        raise AssertionError(f"{what}: the order of moves changes the value: {values}.")
