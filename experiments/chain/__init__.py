"""The benchmark of Chan (2026) and more: each algorithm with and without a table, deepening and knowledge of the game.

Every case is one game of self-play (`cells`). The rows are compared with the figures in `published`, with each other in a
`grid` of algorithms and settings (`factors`), and on n by n boards, for the cost of n and of k (`n_or_k`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.chain import grid, n_or_k, published
from experiments.chain.cell_rows import check_values
from experiments.chain.cells import LIMIT, LIMITS, Setup, measure
from experiments.citations import CHAN
from experiments.study import Case, Report, Row, Study


def setups() -> list[Setup]:
    """All games, each once, though several sections may use it."""
    return list(dict.fromkeys([*published.setups(), *grid.setups(), *n_or_k.setups()]))


def cases(_seed: int) -> list[Case]:
    """One for each game of self-play; nothing is random."""
    return [Case(setup.case, partial(measure, setup), setup.quick) for setup in setups()]


def report(rows: Sequence[Row]) -> Report:
    """Positions by algorithm; the published figures; the effect of each setting; n against k."""
    check_values(rows)
    details = [
        published.section(rows),
        grid.section(rows, knowing=False),
        grid.section(rows, knowing=True),
        n_or_k.section(rows),
    ]
    pictures = {
        "chain-rules": grid.plot(rows, knowing=False),
        "chain-knowing": grid.plot(rows, knowing=True),
        "chain-sizes": n_or_k.plot(rows),
    }
    return Report(summary=grid.summary(rows), details="\n\n".join(details), pictures=pictures)


STUDY: Final = Study(
    "chain",
    "Which algorithm visits the fewest positions?",
    f"The benchmark is that of {CHAN}: one game of self-play from the empty board, in which every position is searched from "
    "scratch; the positions visited by all these searches are added up. Each algorithm plays with and without a "
    "transposition table and iterative deepening, by the rules alone and with all that zermelo knows about the game. "
    f"A game that takes more than {LIMIT:g} seconds ({LIMITS[16]:g} on 16 cells, {LIMITS[9]:g} on 9) is cut short.",
    cases,
    report,
)
