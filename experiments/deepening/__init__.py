"""What iterative deepening costs, and what it saves.

The cost alone on random `trees`; cost and savings in games searched `to_depth`, and in games solved `to_end`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from experiments.citations import CHAN
from experiments.deepening import to_depth, to_end, trees
from experiments.deepening.factors import line_of
from experiments.deepening.settings import TITLES
from experiments.markdown import table
from experiments.study import Case, Report, Row, Section, Study, assembled

SECTIONS: Final[Sequence[Section]] = (trees, to_depth, to_end)
"""In the order of the report."""


def cases(seed: int) -> list[Case]:
    """Trees, searches of games to a depth, solves."""
    return [*trees.cases(seed), *to_depth.cases(), *to_end.cases()]


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError if two searches of one game contradict each other: a defect."""
    to_depth.check_values(rows)
    to_end.check_values(rows)


def report(rows: Sequence[Row]) -> Report:
    """Nodes with deepening, divided by those of a direct search."""
    check_values(rows)
    return assembled(SECTIONS, rows, summary=summary(rows))


def summary(rows: Sequence[Row]) -> str:
    """How often deepening saves nodes, by kind of search, and a plot of games solved to the end."""
    won, drawn = to_end.by_result(rows)
    kinds = {
        "to a depth, without a table": to_depth.ratios(rows, tabled=False),
        "to a depth, with a table": to_depth.ratios(rows, tabled=True),
        **{
            f"to a depth, with a table, {title}": to_depth.ratios(rows, tabled=True, algorithm=name)
            for name, title in TITLES.items()
        },
        "to the end of the game, won by a player": won,
        "to the end of the game, drawn": drawn,
    }
    heads = ["searches", "number", "fewer nodes in", "nodes with deepening / direct, least", "greatest"]
    return "\n\n".join(
        [
            "A direct search goes straight to the depth, or to the end of the game. With deepening, the nodes of all depths "
            "count.",
            table(heads, [[kind, *line_of(found)] for kind, found in kinds.items() if found]),
            "Searches to the end of the game have a table.",
            "![Nodes with deepening, divided by nodes of a direct search to the end of the game](deepening-whole.svg)",
        ]
    )


STUDY: Final = Study(
    "deepening",
    "Is iterative deepening worth its cost?",
    "The cost alone is measured on random trees: the nodes to every depth are added up, and no search keeps anything for "
    "the next. Cost and savings are measured in games with an evaluation, searched to a depth, and in games solved to their "
    f"end. Each is searched directly and by iterative deepening. {CHAN} claims that deepening costs a factor of only "
    "b / (b - 1), and that better order and better guesses pay for it.",
    cases,
    report,
)
