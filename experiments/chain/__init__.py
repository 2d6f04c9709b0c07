"""The benchmark of the published chain of algorithms, and beyond: with tables, with deepening, with knowledge.

All parts measure `cells`. They are put beside the `published` figures; in a `grid` of algorithms and settings, by the rules
alone and with all knowledge, whose `factors` are told; and on n by n boards, to see what binds, `n_or_k`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.chain import factors, grid, n_or_k, published
from experiments.chain.cell_rows import check_values
from experiments.chain.cells import LIMIT, LIMITS, Setup, measure
from experiments.study import Case, Report, Row, Study


def setups() -> list[Setup]:
    """The cells, each once, though several parts tell of it."""
    return list(dict.fromkeys([*published.setups(), *grid.setups(), *n_or_k.setups()]))


def cases(_seed: int) -> list[Case]:
    """Nothing here is random."""
    return [Case(setup.case, partial(measure, setup), setup.quick) for setup in setups()]


def report(rows: Sequence[Row]) -> Report:
    """Beside the published figures; who visits fewest; what table, deepening and knowledge do; n against k."""
    check_values(rows)
    sentences = [grid.sentence(rows), published.sentence(rows), factors.knowledge_sentence(rows), n_or_k.sentence(rows)]
    sections = [
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
    return Report(" ".join(sentences), "\n\n".join(sections), pictures)


STUDY: Final = Study(
    "chain",
    "Which algorithm of the chain visits fewest states?",
    "The published benchmark again: one whole game of self-play from the empty board, the engine searching each position "
    "afresh; states are the positions visited by all these searches. Each algorithm plays it with and without a table, with "
    "and without iterative deepening, by the rules alone and with all knowledge of the game, and on larger boards. A cell "
    f"that is not over after {LIMIT:g} seconds ({LIMITS[16]:g} on 16 cells) is cut short.",
    cases,
    report,
)
