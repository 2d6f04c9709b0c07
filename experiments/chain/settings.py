"""The algorithms of the chain, and what they are set to."""

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
"""By whether there is a table, and iterative deepening."""


def titled(algorithm: str, setting: tuple[bool, bool]) -> str:
    """An algorithm and its setting, for people: MTD(f) + table."""
    given = {"plain": "", "both": " + table + deepening"}.get(SETTINGS[setting], f" + {SETTINGS[setting]}")
    return TITLES[algorithm] + given


def benchmarked(algorithm: str, table: bool, deepening: bool, objective: str) -> Algorithm | None:
    """The benchmark's row of these settings, with what has been published for it, if there is one."""
    settings = algorithm, table, deepening, objective
    return next(
        (row for row in ROWS.values() if (row.algorithm, row.table, row.deepening, row.objective) == settings), None
    )
