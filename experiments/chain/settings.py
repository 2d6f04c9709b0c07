"""The algorithms of the chain and their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
"""Names by setting: whether there is a table, and whether there is iterative deepening."""


def titled(algorithm: str, setting: tuple[bool, bool]) -> str:
    """An algorithm and its setting for people, as `MTD(f) + table`."""
    suffix = {"plain": "", "both": " + table + deepening"}.get(SETTINGS[setting], f" + {SETTINGS[setting]}")
    return TITLES[algorithm] + suffix


def benchmarked(algorithm: str, table: bool, deepening: bool, objective: str) -> Algorithm | None:
    """The row of the benchmark with these settings, if there is one."""
    settings = algorithm, table, deepening, objective
    return next(
        (row for row in ROWS.values() if (row.algorithm, row.table, row.deepening, row.objective) == settings), None
    )
