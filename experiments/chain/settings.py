"""The algorithms of the chain, and what they are set to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from experiments.benchmark import ROWS
from experiments.benchmark import Row as Algorithm

TITLES: Final = {
    "minimax": "MiniMax",
    "alpha-beta": "Alpha-Beta",
    "negamax": "NegaMax",
    "negascout": "NegaScout",
    "bns": "BNS",
    "mtdf": "MTD(f)",
}
"""The algorithms of the chain."""

PLAIN: Final = (False, False)
DEEPENING: Final = (False, True)
TABLE: Final = (True, False)
BOTH: Final = (True, True)

SETTINGS: Final[Mapping[tuple[bool, bool], str]] = {
    PLAIN: "plain",
    DEEPENING: "deepening",
    TABLE: "table",
    BOTH: "both",
}
"""By whether there is a table, and iterative deepening."""


def titled(algorithm: str, setting: tuple[bool, bool]) -> str:
    """An algorithm and its setting, for people: MTD(f) + table."""
    given = {"plain": "", "both": " + table + deepening"}.get(SETTINGS[setting], f" + {SETTINGS[setting]}")
    return TITLES[algorithm] + given


def benchmarked(options: Mapping[str, Any]) -> Algorithm | None:
    """The benchmark's row of these options, with what has been published for it, if there is one."""
    return next((known for known in ROWS.values() if known.options == options), None)
