"""What comes back in games with an evaluation, searched to a depth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from experiments.deepening.factors import TIMES, below, effective, geometric
from experiments.deepening.settings import ALGORITHMS, KEPT, NOTHING, TITLES, Ladder
from experiments.markdown import between, names, number, table
from experiments.measuring import search
from experiments.plots import curves
from experiments.study import Case, Row, matching
from zermelo.games.catalogue import game_named
from zermelo.solver.technique import AlgorithmName

BOARDS: Final = (
    Ladder("connect(4,4,4)", 5, quick=True),
    Ladder("mnk(4,4,4)", 3, quick=True),
    Ladder("mnk(6,6,5)", 6),
    Ladder("connect(7,6,4)", 11),
)
"""Games with an evaluation: without one a search to a depth learns little."""

SHOWN: Final = ((NOTHING, "table, killers, history"), ("negamax", "mtdf"))
"""What is kept, and by which algorithms, in the plot of a game."""


def cases() -> list[Case]:
    """Each game by each algorithm, keeping each of what may be kept."""
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
    """Nodes and values of searches straight to each depth, and by all depths before it."""
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
    """Raises ValueError where searches to the same depths found different values: a defect."""
    for game in {row["game"] for row in matching(rows, kind="ladder")}:
        known = {tuple(row["values"]) for row in matching(rows, kind="ladder", game=game) if row["algorithm"] != "bns"}
        if len(known) > 1:
            raise ValueError(f"{game}: searches to the same depths found different values.")


def answer(rows: Sequence[Row]) -> str:
    """What comes back without a table, and with one."""
    return f"{_guess_sentence(rows)} {_table_sentence(rows)}"


def _guess_sentence(rows: Sequence[Row]) -> str:
    """What the guess alone is worth, and how often it is right."""
    values = {row["game"]: row["values"] for row in matching(rows, kind="ladder", algorithm="mtdf")}
    steps = [pair for some in values.values() for pair in pairwise(some)]
    same = sum(before == after for before, after in steps)
    guessing = [ratio for name in ("mtdf", "bns") for ratio in _ratios(rows, kept=NOTHING, algorithm=name)]
    others = [ratio for name in ("negamax", "negascout") for ratio in _ratios(rows, kept=NOTHING, algorithm=name)]
    return (
        f"In games searched to a depth, where nothing but the value is kept, NegaMax and NegaScout, which do not use it, "
        f"pay {between(others)} times the nodes of a search straight to it; MTD(f) and BNS, which begin with it, "
        f"{between(guessing)} times, fewer than straight in {below(guessing)}: one depth has the value of the one before "
        f"in {same} of {len(steps)} steps."
    )


def _table_sentence(rows: Sequence[Row]) -> str:
    """What order and guess bring back together."""
    kept = [name for name in KEPT if name != NOTHING]
    found: dict[AlgorithmName, list[float]] = {
        name: [ratio for one in kept for ratio in _ratios(rows, kept=one, algorithm=name)] for name in ALGORITHMS
    }
    parts = [f"{TITLES[name]} in {below(some)}" for name, some in found.items() if some]
    every = [ratio for some in found.values() for ratio in some]
    return (
        f"With a table kept it is paid back, in fewer nodes than straight, for {names(parts)}: "
        f"{between(every)} times the nodes."
    )


def _ratios(rows: Sequence[Row], **wanted: Any) -> list[float]:
    """Nodes with deepening, times those without, at the last depth."""
    return [row["deepened"][-1] / row["straight"][-1] for row in matching(rows, kind="ladder", **wanted)]


def figures(rows: Sequence[Row]) -> str:
    """Each game, algorithm and what is kept; and what is behind it."""
    shown = _shown(rows)
    parts = [
        "### Games, to a depth",
        f"![Nodes with deepening, times those without, {shown}](deepening-games.svg)",
        _table(rows),
        f"{_researches_sentence(rows)} {_parity_sentence(rows, shown)}",
    ]
    return "\n\n".join(parts)


def _shown(rows: Sequence[Row]) -> str:
    """The game that is looked at more closely: the last."""
    return matching(rows, kind="ladder")[-1]["game"]


def _table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="ladder"):
        straight, grown = row["straight"], effective(row["straight"])
        ratio, expected = row["deepened"][-1] / straight[-1], geometric(grown) if grown > 1 else None
        lines.append(
            [
                f"`{row['game']}`",
                row["depth"],
                row["algorithm"],
                row["kept"],
                straight[-1],
                ratio,
                grown,
                expected,
            ]
        )
    heads = ["game", "depth", "algorithm", "kept", "nodes straight", "with deepening, times", "b*", "b*/(b*-1)"]
    return table(heads, lines)


def _researches_sentence(rows: Sequence[Row]) -> str:
    """What the passes of MTD(f) cost without and with a table, beside NegaMax."""
    parts: list[str] = []
    for kept in KEPT:
        factors = [
            row["straight"][-1] / other["straight"][-1]
            for row in matching(rows, kind="ladder", kept=kept, algorithm="mtdf")
            for other in matching(rows, kind="ladder", kept=kept, algorithm="negamax", game=row["game"])
        ]
        if factors:
            parts.append(f"{between(factors)} times keeping {kept}")
    return f"Straight to the depth, the nodes of MTD(f) are those of NegaMax {'; '.join(parts)}."


def _parity_sentence(rows: Sequence[Row], game: str) -> str:
    """What a guess from one depth before is worth at even and at odd depths."""
    means: list[float] = []
    for row in matching(rows, kind="ladder", game=game, kept=NOTHING, algorithm="mtdf"):
        times = [deepened / straight for straight, deepened in zip(row["straight"], row["deepened"], strict=True)]
        means += [sum(some) / len(some) for some in (times[1::2], times[2::2])]
    if not means:
        return ""
    even, odd = means
    return (
        f"The guess of MTD(f) comes from a depth of the other parity: keeping nothing else, deepening takes on `{game}` "
        f"{number(even)} times the nodes on average at even depths, {number(odd)} at odd ones from 3 on."
    )


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """The ratio over the depth."""
    shown = _shown(rows)
    ladders: dict[str, list[tuple[float, float]]] = {}
    for row in matching(rows, kind="ladder", game=shown):
        if row["kept"] in SHOWN[0] and row["algorithm"] in SHOWN[1]:
            pairs = zip(row["straight"], row["deepened"], strict=True)
            ladders[f"{row['algorithm']}, keeping {row['kept']}"] = [
                (depth, deepened / straight) for depth, (straight, deepened) in enumerate(pairs, start=1)
            ]
    return {"deepening-games": curves(ladders, x="depth", y=TIMES, title=f"{shown}, to a depth")}
