"""What comes back in games solved to their end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from experiments.deepening.factors import TIMES, below
from experiments.deepening.settings import ALGORITHMS
from experiments.markdown import between, table
from experiments.measuring import search
from experiments.plots import bars
from experiments.study import Case, Row, matching
from zermelo.games.catalogue import game_named
from zermelo.solver.technique import AlgorithmName

WHOLE: Final = {
    "mnk(3,3,3)": True,
    "mnk(4,4,3)": True,
    "connect(4,4,4)": False,
    "mnk(4,4,4)": False,
    "mnk(5,4,3)": False,
    "connect(5,4,4)": False,
    "lines(3x3x2,3)": False,
}
"""Games solved to their end, by the rules with a table; and whether they are quick."""
INTERPRETED: Final = ("mnk(3,3,3)",)
"""So small that compiling would take longer."""

GOING: Final = ("straight", "deepened")
"""In one go, and by deepening."""

LIMIT: Final = 50_000_000
"""Nodes after which a solve is cut short."""


def cases() -> list[Case]:
    """Each game by each algorithm."""
    return [
        Case(f"{game} {algorithm}", partial(measure_whole, game, algorithm, compiled=game not in INTERPRETED), quick)
        for game, quick in WHOLE.items()
        for algorithm in ALGORITHMS
    ]


def measure_whole(game: str, algorithm: AlgorithmName, compiled: bool | None = None) -> Row:
    """Solves of a game, in one go and by deepening, with a table and by the rules alone."""
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
    """Raises ValueError where two solves of one game proved values that exclude each other: a defect."""
    for game in {row["game"] for row in matching(rows, kind="whole")}:
        bounds = [row[f"{name} bounds"] for row in matching(rows, kind="whole", game=game) for name in GOING]
        if max(low for low, _ in bounds) > min(high for _, high in bounds):
            raise ValueError(f"{game}: two searches proved values that exclude each other.")


def answer(rows: Sequence[Row]) -> str:
    """Solves to the end."""
    found = [row for row in matching(rows, kind="whole") if _complete(row)]
    won = [row["deepened"] / row["straight"] for row in found if _decisive(row)]
    drawn = [row["deepened"] / row["straight"] for row in found if not _decisive(row)]
    parts = [
        f"{between(some)} times the nodes where {what} (fewer in {below(some)})"
        for some, what in ((won, "somebody wins"), (drawn, "the game is drawn"))
        if some
    ]
    return f"Solved to the end with a table, games take {', and '.join(parts)}."


def _complete(row: Row) -> bool:
    return all(row[f"{name} stopped"] == "complete" for name in GOING)


def _decisive(row: Row) -> bool:
    """Whether the game is no draw."""
    low, high = row["straight bounds"]
    return low > 0 or high < 0


def figures(rows: Sequence[Row]) -> str:
    """Each game by each algorithm."""
    picture = "![Nodes with deepening, times those without](deepening-whole.svg)"
    return f"### Games, to their end\n\n{picture}\n\n{_table(rows)}"


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="whole"):
        texts = [f"{'' if row[f'{name} stopped'] == 'complete' else '> '}{row[name]:,}" for name in GOING]
        ratio = row["deepened"] / row["straight"] if _complete(row) else None
        low, high = row["straight bounds"]
        value = low if low == high else f"{low} to {high}"
        lines.append([f"`{row['game']}`", row["algorithm"], value, *texts, ratio, row["completed"]])
    heads = ["game", "algorithm", "value", "nodes straight", "nodes with deepening", "times", "depth reached"]
    return f"{table(heads, lines)}\n\n`>`: cut short by the limit of {LIMIT:,} nodes."


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """The ratio by game and algorithm."""
    solves: dict[str, dict[str, float]] = {}
    for row in matching(rows, kind="whole"):
        if _complete(row):
            solves.setdefault(row["game"], {})[row["algorithm"]] = row["deepened"] / row["straight"]
    title = "To the end of the game, with a table"
    return {"deepening-whole": bars(solves, y=TIMES, log_y=True, title=title)}
