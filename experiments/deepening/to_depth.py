"""Games with an evaluation, searched to a depth: what deepening costs and saves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from experiments.deepening.factors import TIMES, effective, geometric
from experiments.deepening.settings import ALGORITHMS, KEPT, NOTHING, TITLES, Ladder
from experiments.markdown import table
from experiments.measuring import AlgorithmName, search
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo import game_named

BOARDS: Final = (
    Ladder("connect(4,4,4)", 5, quick=True),
    Ladder("mnk(4,4,4)", 3, quick=True),
    Ladder("mnk(6,6,5)", 6),
    Ladder("connect(7,6,4)", 11),
)
"""Games with an evaluation. Without one, a search to a depth would see mostly zeros."""

SHOWN: Final = ((NOTHING, "table, killers, history"), ("negamax", "mtdf"))
"""What is kept, and by which algorithms, in the plot."""


def cases() -> list[Case]:
    """Each game by each algorithm, for each kind of what is kept."""
    return [
        Case(
            f"{game} to depth {depth} {algorithm} keeping {kept}",
            partial(measure_ladder, game, depth, algorithm, kept, compiled=not quick),
            quick,
        )
        for game, depth, quick in BOARDS
        for algorithm in ALGORITHMS
        for kept in KEPT
    ]


def measure_ladder(game: str, depth: int, algorithm: AlgorithmName, kept: str, compiled: bool | None = None) -> Row:
    """Nodes and values of direct searches to each depth, and nodes of iterative deepening to each depth."""
    own = game_named(game)
    straight, deepened = [
        [
            search(own, algorithm=algorithm, depth=plies, deepening=deepens, etc=False, **KEPT[kept], compiled=compiled)
            for plies in range(1, depth + 1)
        ]
        for deepens in (False, True)
    ]
    found: Row = {"kind": "ladder", "game": game, "depth": depth, "algorithm": algorithm, "kept": kept}
    for name, results in (("straight", straight), ("deepened", deepened)):
        found[name] = [result.counters["nodes"] for result in results]
    return found | {"values": [None if algorithm == "bns" else result.value for result in straight]}


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError if searches to the same depths found different values: a defect."""
    for game in {row["game"] for row in matching(rows, kind="ladder")}:
        known = {tuple(row["values"]) for row in matching(rows, kind="ladder", game=game) if row["algorithm"] != "bns"}
        if len(known) > 1:
            raise ValueError(f"{game}: searches to the same depths found different values.")


def ladders(rows: Sequence[Row], **wanted: Any) -> list[Row]:
    """The rows of games searched to a depth whose fields have these values."""
    return matching(rows, kind="ladder", **wanted)


def ratios(rows: Sequence[Row], *, tabled: bool, **wanted: Any) -> list[float]:
    """Nodes with deepening divided by those of a direct search, at the last depth, with a table or without."""
    return [
        row["deepened"][-1] / row["straight"][-1]
        for row in ladders(rows, **wanted)
        if (row["kept"] != NOTHING) == tabled
    ]


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: a plot, all searches, and what is behind their nodes."""
    shown = _shown(rows)
    return "\n\n".join(
        [
            "### Games, to a depth",
            f"![Nodes with deepening, divided by nodes of a direct search, {shown}](deepening-games.svg)",
            "*Kept* is what one iteration keeps for the next besides its value. *Ratio* is the nodes with deepening, all "
            "depths added up, divided by those of a direct search. A direct search grows by a factor *g* with each ply; if "
            "deepening saved nothing, the ratio would be about g/(g-1).",
            _table(rows),
            "MTD(f) needs several passes. Its nodes, divided by those of NegaMax, both in a direct search:",
            _passes_table(rows),
            "MTD(f) and BNS guess that the value is that of the depth before. The steps from one depth to the next, and "
            "in how many of them the guess is right:",
            _guesses_table(rows),
            f"The mean ratio of MTD(f) on `{shown}` with nothing else kept, at even depths and at odd depths from 3 on:",
            _parity_table(rows, shown),
        ]
    )


def _shown(rows: Sequence[Row]) -> str:
    """The game that the plot shows: the last."""
    return ladders(rows)[-1]["game"]


def _table(rows: Sequence[Row]) -> str:
    """A line for each search."""
    lines: list[list[object]] = []
    for row in ladders(rows):
        straight, grown = row["straight"], effective(row["straight"])
        ratio, expected = row["deepened"][-1] / straight[-1], geometric(grown) if grown > 1 else None
        found = [straight[-1], ratio, grown, expected]
        lines.append([f"`{row['game']}`", row["depth"], TITLES[row["algorithm"]], row["kept"], *found])
    heads = ["game", "depth", "algorithm", "kept", "nodes, direct", "ratio", "g", "g/(g-1)"]
    return table(heads, lines)


def _passes_table(rows: Sequence[Row]) -> str:
    """The nodes of MTD(f) in direct searches, divided by those of NegaMax, by what is kept."""
    lines: list[list[object]] = []
    for kept in KEPT:
        factors = [
            row["straight"][-1] / other["straight"][-1]
            for row in ladders(rows, kept=kept, algorithm="mtdf")
            for other in ladders(rows, kept=kept, algorithm="negamax", game=row["game"])
        ]
        if factors:
            lines.append([kept, min(factors), max(factors)])
    return table(["kept", "least", "greatest"], lines)


def right_guesses(rows: Sequence[Row]) -> dict[str, tuple[int, int]]:
    """By game: in how many steps from one depth to the next the value stays the same, and how many steps there are."""
    values = {row["game"]: row["values"] for row in ladders(rows, algorithm="mtdf")}
    steps = {game: list(pairwise(some)) for game, some in values.items()}
    return {game: (sum(one == other for one, other in pairs), len(pairs)) for game, pairs in steps.items()}


def _guesses_table(rows: Sequence[Row]) -> str:
    lines = [[f"`{game}`", steps, right] for game, (right, steps) in right_guesses(rows).items()]
    return table(["game", "steps", "right"], lines)


def _parity_table(rows: Sequence[Row], game: str) -> str:
    """The mean ratio of MTD(f) with nothing else kept, by parity of the depth."""
    (row,) = ladders(rows, game=game, kept=NOTHING, algorithm="mtdf")
    times = [deepened / straight for straight, deepened in zip(row["straight"], row["deepened"], strict=True)]
    return table(["even depths", "odd depths"], [[fmean(times[1::2]), fmean(times[2::2])]])


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the ratio by depth."""
    shown = _shown(rows)
    series: dict[str, list[tuple[float, float]]] = {}
    for row in ladders(rows, game=shown):
        if row["kept"] in SHOWN[0] and row["algorithm"] in SHOWN[1]:
            pairs = zip(row["straight"], row["deepened"], strict=True)
            series[f"{TITLES[row['algorithm']]}, {row['kept']} kept"] = [
                (depth, deepened / straight) for depth, (straight, deepened) in enumerate(pairs, start=1)
            ]
    return {"deepening-games": curves(series, x="depth", y=TIMES, title=f"{shown}, to a depth")}
