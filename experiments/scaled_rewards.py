"""What it costs to find the fastest win rather than any win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from experiments.citations import CHAN
from experiments.markdown import table
from experiments.measuring import AlgorithmName, searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study, matching
from zermelo import game_named
from zermelo.solver.options import OBJECTIVES, Objective

GAMES: Final = {
    "mnk(3,3,3)": True,
    "mnk(4,3,3)": True,
    "mnk(4,4,3)": True,
    "connect(4,4,4)": True,
    "connect(5,4,4)": False,
    "connect(4,5,4)": False,
    "lines(3x3x2,3)": False,
    "mnk(4,4,4)": False,
}
"""Games, and whether they are quick."""

ALGORITHMS: Final[dict[AlgorithmName, str]] = {"negamax": "NegaMax", "negascout": "NegaScout", "mtdf": "MTD(f)"}


RESULTS: Final = {1: "won", 0: "drawn", -1: "lost"}
"""Of the first player, by value."""


def cases(_seed: int) -> list[Case]:
    """Each game by each algorithm, for the outcome and for the distance."""
    return [
        Case(f"{game} {algorithm} {objective}", partial(measure, game, algorithm, objective), quick)
        for game, quick in GAMES.items()
        for algorithm in ALGORITHMS
        for objective in OBJECTIVES
    ]


def measure(game: str, algorithm: AlgorithmName, objective: Objective) -> Row:
    """Solve the empty board by the rules alone, with a table."""
    found = searched(game_named(game), algorithm=algorithm, objective=objective, without="all")
    return {"game": game, "algorithm": algorithm, "objective": objective, **found}


def report(rows: Sequence[Row]) -> Report:
    """The nodes for the distance, divided by those for the outcome."""
    pairs = [(row, _for_distance(rows, row)) for row in matching(rows, objective="outcome")]
    ratios: dict[str, dict[str, float]] = {}
    for outcome, distance in pairs:
        ratios.setdefault(outcome["game"], {})[outcome["algorithm"]] = distance["nodes"] / outcome["nodes"]
    plot = bars(ratios, y="nodes for the fastest win / nodes for any win", title="What the fastest win costs")
    summary = (
        f"{_summary(pairs, ratios)}\n\n![Nodes for the fastest win, divided by nodes for any win](scaled-rewards.svg)"
    )
    return Report(summary=summary, details=_details(pairs), pictures={"scaled-rewards": plot})


def _for_distance(rows: Sequence[Row], outcome: Row) -> Row:
    """The search for the distance beside a search for the outcome."""
    (row,) = matching(rows, game=outcome["game"], algorithm=outcome["algorithm"], objective="distance")
    return row


def _summary(pairs: Sequence[tuple[Row, Row]], ratios: Mapping[str, Mapping[str, float]]) -> str:
    """How many times the nodes, by game and algorithm."""
    values = {outcome["game"]: outcome["value"] for outcome, _ in pairs}
    heads = ["game", "result", *(f"{title}: times the nodes" for title in ALGORITHMS.values())]
    return table(heads, [[f"`{game}`", RESULTS[values[game]], *ratios[game].values()] for game in ratios])


def _details(pairs: Sequence[tuple[Row, Row]]) -> str:
    """The nodes of all searches."""
    heads = ["game", "algorithm", "result", "plies to the end", "nodes: any win", "nodes: fastest win", "times"]
    return table(
        heads,
        [
            [
                f"`{outcome['game']}`",
                ALGORITHMS[outcome["algorithm"]],
                RESULTS[outcome["value"]],
                distance["distance"],
                outcome["nodes"],
                distance["nodes"],
                distance["nodes"] / outcome["nodes"],
            ]
            for outcome, distance in pairs
        ],
    )


STUDY: Final = Study(
    "scaled-rewards",
    "What does it cost to find the fastest win?",
    "Each algorithm solves each game twice, by the rules alone and with a table. The first search asks only who wins "
    "(rewards -1, 0 and 1). The second asks for the fastest win and the slowest loss (rewards scaled by the plies to the "
    f"end). The claim that this makes the search larger is from {CHAN}.",
    cases,
    report,
)
