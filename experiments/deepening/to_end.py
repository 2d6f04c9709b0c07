"""Games solved to their end: what deepening costs and saves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.deepening.factors import TIMES
from experiments.deepening.settings import ALGORITHMS, TITLES
from experiments.markdown import table
from experiments.measuring import AlgorithmName, search
from experiments.plots import bars
from experiments.study import Case, Row, matching
from zermelo import game_named

WHOLE: Final = {
    "mnk(3,3,3)": True,
    "mnk(4,4,3)": True,
    "connect(4,4,4)": False,
    "mnk(4,4,4)": False,
    "mnk(5,4,3)": False,
    "connect(5,4,4)": False,
    "lines(3x3x2,3)": False,
}
"""Games, which are solved by the rules with a table, and whether they are quick."""
INTERPRETED: Final = ("mnk(3,3,3)",)
"""Games that are so small that compiling would take longer."""

GOING: Final = ("straight", "deepened")
"""Prefixes of fields: of the direct search, and of deepening."""

LIMIT: Final = 50_000_000
"""The limit for each search in nodes."""


def cases() -> list[Case]:
    """Each game by each algorithm."""
    return [
        Case(f"{game} {algorithm}", partial(measure_whole, game, algorithm, compiled=game not in INTERPRETED), quick)
        for game, quick in WHOLE.items()
        for algorithm in ALGORITHMS
    ]


def measure_whole(game: str, algorithm: AlgorithmName, compiled: bool | None = None) -> Row:
    """Solve a game directly and by deepening, with a table and by the rules alone."""
    own = game_named(game)
    found: Row = {"kind": "whole", "game": game, "algorithm": algorithm}
    for name, deepens in (("straight", False), ("deepened", True)):
        result = search(own, algorithm=algorithm, deepening=deepens, without=("all",), nodes=LIMIT, compiled=compiled)
        found[name] = result.counters["nodes"]
        found[f"{name} stopped"] = result.stopped
        found[f"{name} bounds"] = [result.lower, result.upper]
        if deepens:
            found["completed"] = result.depth
    return found


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError if two searches of one game proved values that exclude each other: a defect."""
    for game in {row["game"] for row in matching(rows, kind="whole")}:
        bounds = [row[f"{name} bounds"] for row in matching(rows, kind="whole", game=game) for name in GOING]
        if max(low for low, _ in bounds) > min(high for _, high in bounds):
            raise ValueError(f"{game}: two searches proved values that exclude each other.")


def by_result(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
    """Nodes with deepening divided by those of a direct search, of games that a player wins, and of drawn games."""
    found = [row for row in matching(rows, kind="whole") if _complete(row)]
    won, drawn = (
        [row["deepened"] / row["straight"] for row in found if _is_won(row) == is_won] for is_won in (True, False)
    )
    return won, drawn


def _complete(row: Row) -> bool:
    """Whether neither search was cut short."""
    return all(row[f"{name} stopped"] == "complete" for name in GOING)


def _is_won(row: Row) -> bool:
    """Whether one of the players wins."""
    low, high = row["straight bounds"]
    return low > 0 or high < 0


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: each game by each algorithm."""
    return f"### Games, to their end\n\n{_table(rows)}"


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="whole"):
        texts = [f"{'' if row[f'{name} stopped'] == 'complete' else '> '}{row[name]:,}" for name in GOING]
        ratio = row["deepened"] / row["straight"] if _complete(row) else None
        low, high = row["straight bounds"]
        value = low if low == high else f"{low} to {high}"
        lines.append([f"`{row['game']}`", TITLES[row["algorithm"]], value, *texts, ratio, row["completed"]])
    heads = ["game", "algorithm", "value", "nodes, direct", "nodes with deepening", "ratio", "last depth"]
    note = "*Last depth* is the last one that deepening completed."
    return f"{table(heads, lines)}\n\n`>` means that the search was cut short at the limit of {LIMIT:,} nodes. {note}"


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the ratio by game and algorithm."""
    solves: dict[str, dict[str, float]] = {}
    for row in matching(rows, kind="whole"):
        if _complete(row):
            solves.setdefault(row["game"], {})[TITLES[row["algorithm"]]] = row["deepened"] / row["straight"]
    title = "Games solved to the end, with a table"
    return {"deepening-whole": bars(solves, y=TIMES, log_y=True, title=title)}
