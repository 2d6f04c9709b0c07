"""What it costs to ask for the fastest win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.markdown import number, table
from experiments.measuring import searched
from experiments.plots import bars
from experiments.study import Case, Report, Row, Study, matching
from zermelo.games.catalogue import game_named
from zermelo.solver.options import OBJECTIVES, Objective
from zermelo.solver.technique import AlgorithmName

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
"""And whether they are quick."""

ALGORITHMS: Final = ("negamax", "negascout", "mtdf")


def cases(_seed: int) -> list[Case]:
    """Each game by each algorithm, for the outcome and for the distance, by the rules alone with a table."""
    return [
        Case(f"{game} {algorithm} {objective}", partial(measure, game, algorithm, objective), quick)
        for game, quick in GAMES.items()
        for algorithm in ALGORITHMS
        for objective in OBJECTIVES
    ]


def measure(game: str, algorithm: AlgorithmName, objective: Objective) -> Row:
    """One solve of the beginning."""
    found = searched(game_named(game), algorithm=algorithm, objective=objective, without="all")
    return {"game": game, "algorithm": algorithm, "objective": objective, **found}


def report(rows: Sequence[Row]) -> Report:
    """The nodes for the distance, times those for the outcome."""
    lines: list[list[object]] = []
    times: dict[str, dict[str, float]] = {}
    decisive, drawn = list[float](), list[float]()
    for row in matching(rows, objective="outcome"):
        (other,) = matching(rows, game=row["game"], algorithm=row["algorithm"], objective="distance")
        ratio = other["nodes"] / row["nodes"]
        times.setdefault(row["game"], {})[row["algorithm"]] = ratio
        (decisive if row["value"] else drawn).append(ratio)
        lines.append(
            [f"`{row['game']}`", row["algorithm"], row["value"], other["distance"], row["nodes"], other["nodes"], ratio]
        )
    answer = (
        f"It costs where somebody wins: {number(min(decisive))} to {number(max(decisive))} times the positions, "
        f"and {number(min(drawn))} to {number(max(drawn))} times where the game is drawn. "
        "A win that has been found ends the search for the outcome; for the distance it is only a bound."
    )
    heads = ["game", "algorithm", "value", "plies to the end", "nodes: who wins", "nodes: how fast", "times"]
    plot = bars(times, y="nodes for the distance, times those for the outcome", title="What the fastest win costs")
    body = f"![What asking for the fastest win costs](scaled-rewards.svg)\n\n{table(heads, lines)}"
    return Report(answer, body, {"scaled-rewards": plot})


STUDY: Final = Study(
    "scaled-rewards",
    "What does the fastest win cost?",
    "Each game is solved twice by each algorithm, with a table and knowing nothing but the rules: once for who wins "
    "(rewards -1, 0, 1), once for the fastest win and the slowest loss (rewards scaled by the plies to the end).",
    cases,
    report,
)
