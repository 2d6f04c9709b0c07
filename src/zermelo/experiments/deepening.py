"""What iterative deepening costs, and what it brings back."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from zermelo.experiments.markdown import between, names, number, table
from zermelo.experiments.measuring import search
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import Case, Report, Row, Study, matching
from zermelo.games.catalogue import game_named
from zermelo.games.tree import tree
from zermelo.options import PIECES


class Ladder(NamedTuple):
    """A game, or trees of one branching factor, searched to one depth after the other."""

    of: Any
    depth: int
    """Up to this depth."""
    quick: bool = False
    """Small enough to be searched interpreted."""


TREES: Final = (
    Ladder(2, 10, quick=True),
    Ladder(4, 5, quick=True),
    Ladder(2, 18),
    Ladder(3, 12),
    Ladder(4, 10),
    Ladder(8, 6),
    Ladder(16, 5),
)
"""By branching factor. They have no evaluation: a tree of each depth is searched to its leaves."""

TREES_OF_A_KIND: Final = 5
"""Whose nodes are added up."""

TREE_ALGORITHMS: Final = ("minimax", "alpha-beta")

BOARDS: Final = (
    Ladder("connect(4,4,4)", 5, quick=True),
    Ladder("mnk(4,4,4)", 3, quick=True),
    Ladder("mnk(6,6,5)", 6),
    Ladder("connect(7,6,4)", 11),
)
"""Games with an evaluation: without one a search to a depth learns little."""

TITLES: Final = {"negamax": "NegaMax", "negascout": "NegaScout", "mtdf": "MTD(f)", "bns": "BNS"}
ALGORITHMS: Final = tuple(TITLES)

EVALUATION: Final = tuple(piece for piece in PIECES if piece != "evaluation")
LEARNING: Final = tuple(piece for piece in EVALUATION if piece not in ("killers", "history"))
"""What is left out: all that a game knows but its evaluation; the same, while killers and history learn."""

NOTHING: Final = "nothing"
KEPT: Final[Mapping[str, Mapping[str, Any]]] = {
    NOTHING: {"table": False, "without": EVALUATION},
    "table": {"table": True, "without": EVALUATION},
    "table, killers, history": {"table": True, "without": LEARNING},
}
"""What one iteration leaves to the next besides its value, as options."""

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

SHOWN: Final = ((NOTHING, "table, killers, history"), ("negamax", "mtdf"))
"""What is kept, and by which algorithms, in the plot of a game."""

LIMIT: Final = 50_000_000
"""Nodes after which a solve is cut short."""


# --- cases ----------------------------------------------------------------------------------------------------------------
def cases(seed: int) -> list[Case]:
    """Trees, searches of games to a depth, solves."""
    seeds = [random.Random(f"{seed} {number}").randrange(1 << 32) for number in range(TREES_OF_A_KIND)]
    trees = [
        Case(
            f"tree({b},{depth}) {algorithm}",
            partial(measure_trees, b, depth, algorithm, seeds, compiled=not quick),
            quick,
        )
        for b, depth, quick in TREES
        for algorithm in TREE_ALGORITHMS
    ]
    ladders = [
        Case(
            f"{game} to depth {depth} {algorithm} keeping {kept}",
            partial(measure_ladder, game, depth, algorithm, kept, compiled=not quick),
            quick,
        )
        for game, depth, quick in BOARDS
        for algorithm in ALGORITHMS
        for kept in KEPT
    ]
    solves = [
        Case(f"{game} {algorithm}", partial(measure_whole, game, algorithm, compiled=game not in INTERPRETED), quick)
        for game, quick in WHOLE.items()
        for algorithm in ALGORITHMS
    ]
    return [*trees, *ladders, *solves]


def measure_trees(b: int, depth: int, algorithm: str, seeds: Sequence[int], compiled: bool | None = None) -> Row:
    """The nodes of trees with random leaves, of each depth from 1 on, by rules alone and without a table."""
    nodes = [
        sum(
            search(tree(b, plies, one), algorithm=algorithm, **KEPT[NOTHING], compiled=compiled).counters["nodes"]
            for one in seeds
        )
        for plies in range(1, depth + 1)
    ]
    return {"kind": "trees", "b": b, "depth": depth, "algorithm": algorithm, "nodes": nodes}


def measure_ladder(game: str, depth: int, algorithm: str, kept: str, compiled: bool | None = None) -> Row:
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


def measure_whole(game: str, algorithm: str, compiled: bool | None = None) -> Row:
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


# --- figures --------------------------------------------------------------------------------------------------------------
def overhead(nodes: Sequence[int]) -> float:
    """Nodes of the searches to all depths, times those to the last one alone."""
    return sum(nodes) / nodes[-1]


def effective(nodes: Sequence[int]) -> float:
    """What a ply multiplies the nodes by: the geometric mean of the last two, as odd and even ones differ."""
    return math.sqrt(nodes[-1] / nodes[-3])


def geometric(factor: float) -> float:
    """The sum of 1 + 1/b + 1/b^2 + ...: b / (b - 1); without end where the factor is not above 1."""
    return factor / (factor - 1) if factor > 1 else math.inf


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError where two searches of one game contradict each other: a defect."""
    for game in {row["game"] for row in matching(rows, kind="ladder")}:
        known = {tuple(row["values"]) for row in matching(rows, kind="ladder", game=game) if row["algorithm"] != "bns"}
        if len(known) > 1:
            raise ValueError(f"{game}: searches to the same depths found different values.")
    for game in {row["game"] for row in matching(rows, kind="whole")}:
        bounds = [row[f"{name} bounds"] for row in matching(rows, kind="whole", game=game) for name in GOING]
        if max(low for low, _ in bounds) > min(high for _, high in bounds):
            raise ValueError(f"{game}: two searches proved values that exclude each other.")


GOING: Final = ("straight", "deepened")


# --- the report -----------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """The overhead on trees, and what comes back on games."""
    check_values(rows)
    answer = " ".join([_trees_sentence(rows), _guess_sentence(rows), _table_sentence(rows), _whole_sentence(rows)])
    shown = matching(rows, kind="ladder")[-1]["game"]
    body = "\n\n".join(
        [
            "### Trees with random leaves",
            "![Overhead by branching factor](deepening-trees.svg)",
            _trees_table(rows),
            "### Games, to a depth",
            f"![Nodes with deepening, times those without, {shown}](deepening-games.svg)",
            _ladder_table(rows),
            f"{_researches_sentence(rows)} {_parity_sentence(rows, shown)}",
            "### Games, to their end",
            "![Nodes with deepening, times those without](deepening-whole.svg)",
            _whole_table(rows),
        ]
    )
    return Report(answer, body, _pictures(rows, shown))


def _trees_sentence(rows: Sequence[Row]) -> str:
    """The claim on full trees and on pruned ones."""
    full = [
        overhead(row["nodes"]) / geometric(row["b"]) - 1 for row in matching(rows, kind="trees", algorithm="minimax")
    ]
    pruned = matching(rows, kind="trees", algorithm="alpha-beta")
    over = [overhead(row["nodes"]) for row in pruned]
    more = sum(overhead(row["nodes"]) > geometric(row["b"]) for row in pruned)
    shares = [effective(row["nodes"]) / row["b"] for row in pruned]
    off = [abs(overhead(row["nodes"]) / geometric(effective(row["nodes"])) - 1) for row in pruned]
    return (
        f"On full trees the overhead is b / (b - 1) to within {_percent(max(map(abs, full)))}: MiniMax, nothing kept. "
        f"On pruned trees Alpha-Beta visits {between(over)} times the nodes of the last depth alone, more than b / (b - 1) "
        f"in {more} of {len(pruned)} cases: a ply multiplies what it visits by b*, which is {between(shares)} times b. "
        f"b* / (b* - 1) is right to within {_percent(max(off))}."
    )


def ratios(rows: Sequence[Row], **wanted: Any) -> list[float]:
    """Nodes with deepening, times those without, at the last depth."""
    return [row["deepened"][-1] / row["straight"][-1] for row in matching(rows, kind="ladder", **wanted)]


def _guess_sentence(rows: Sequence[Row]) -> str:
    """What the guess alone is worth, and how often it is right."""
    values = {row["game"]: row["values"] for row in matching(rows, kind="ladder", algorithm="mtdf")}
    steps = [pair for some in values.values() for pair in pairwise(some)]
    same = sum(before == after for before, after in steps)
    guessing = [ratio for name in ("mtdf", "bns") for ratio in ratios(rows, kept=NOTHING, algorithm=name)]
    others = [ratio for name in ("negamax", "negascout") for ratio in ratios(rows, kept=NOTHING, algorithm=name)]
    return (
        f"In games searched to a depth, where nothing but the value is kept, NegaMax and NegaScout, which do not use it, "
        f"pay {between(others)} times the nodes of a search straight to it; MTD(f) and BNS, which begin with it, "
        f"{between(guessing)} times, fewer than straight in {_below(guessing)}: one depth has the value of the one before "
        f"in {same} of {len(steps)} steps."
    )


def _table_sentence(rows: Sequence[Row]) -> str:
    """What order and guess bring back together."""
    kept = [name for name in KEPT if name != NOTHING]
    by_algorithm = {
        name: [ratio for one in kept for ratio in ratios(rows, kept=one, algorithm=name)] for name in ALGORITHMS
    }
    found = {name: some for name, some in by_algorithm.items() if some}
    parts = [f"{TITLES[name]} in {_below(some)}" for name, some in found.items()]
    every = [ratio for some in found.values() for ratio in some]
    return (
        f"With a table kept it is paid back, in fewer nodes than straight, for {names(parts)}: "
        f"{between(every)} times the nodes."
    )


def _whole_sentence(rows: Sequence[Row]) -> str:
    """Solves to the end."""
    found = [row for row in matching(rows, kind="whole") if _complete(row)]
    won = [row["deepened"] / row["straight"] for row in found if _decisive(row)]
    drawn = [row["deepened"] / row["straight"] for row in found if not _decisive(row)]
    parts = [
        f"{between(some)} times the nodes where {what} (fewer in {_below(some)})"
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


def _below(values: Sequence[float]) -> str:
    return f"{sum(value < 1 for value in values)} of {len(values)} cases"


def _percent(share: float) -> str:
    return f"{number(100 * share, 2)} %"


def _trees_table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="trees"):
        nodes, grown = row["nodes"], effective(row["nodes"])
        measured = [nodes[-1], overhead(nodes), geometric(row["b"]), grown, geometric(grown)]
        lines.append([row["b"], row["depth"], row["algorithm"], *measured])
    return table(["b", "depth", "algorithm", "nodes", "overhead", "b/(b-1)", "b*", "b*/(b*-1)"], lines)


def _ladder_table(rows: Sequence[Row]) -> str:
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


def _whole_table(rows: Sequence[Row]) -> str:
    lines: list[list[object]] = []
    for row in matching(rows, kind="whole"):
        texts = [f"{'' if row[f'{name} stopped'] == 'complete' else '> '}{row[name]:,}" for name in GOING]
        ratio = row["deepened"] / row["straight"] if _complete(row) else None
        low, high = row["straight bounds"]
        value = low if low == high else f"{low} to {high}"
        lines.append([f"`{row['game']}`", row["algorithm"], value, *texts, ratio, row["completed"]])
    heads = ["game", "algorithm", "value", "nodes straight", "nodes with deepening", "times", "depth reached"]
    return f"{table(heads, lines)}\n\n`>`: cut short by the limit of {LIMIT:,} nodes."


def _pictures(rows: Sequence[Row], shown: str) -> dict[str, str]:
    """Overhead over b; the ratio over the depth; the ratio of solves."""
    deepest = {(row["algorithm"], row["b"]): row for row in matching(rows, kind="trees")}
    series: dict[str, list[tuple[float, float]]] = {}
    for (algorithm, b), row in sorted(deepest.items(), key=lambda item: item[0][1]):
        series.setdefault(f"{algorithm}, measured", []).append((b, overhead(row["nodes"])))
        if algorithm == "alpha-beta":
            series.setdefault("b* / (b* - 1) of alpha-beta", []).append((b, geometric(effective(row["nodes"]))))
            series.setdefault("b / (b - 1)", []).append((b, geometric(b)))
    ladders: dict[str, list[tuple[float, float]]] = {}
    for row in matching(rows, kind="ladder", game=shown):
        if row["kept"] in SHOWN[0] and row["algorithm"] in SHOWN[1]:
            pairs = zip(row["straight"], row["deepened"], strict=True)
            ladders[f"{row['algorithm']}, keeping {row['kept']}"] = [
                (depth, deepened / straight) for depth, (straight, deepened) in enumerate(pairs, start=1)
            ]
    solves: dict[str, dict[str, float]] = {}
    for row in matching(rows, kind="whole"):
        if _complete(row):
            solves.setdefault(row["game"], {})[row["algorithm"]] = row["deepened"] / row["straight"]
    times = "nodes with deepening, times those without"
    return {
        "deepening-trees": curves(series, x="b", y="overhead, times", title="All depths, times the last one alone"),
        "deepening-games": curves(ladders, x="depth", y=times, title=f"{shown}, to a depth"),
        "deepening-whole": bars(solves, y=times, log_y=True, title="To the end of the game, with a table"),
    }


STUDY: Final = Study(
    "deepening",
    "What does iterative deepening cost, and what does it bring?",
    "The text claims that to search depth 1, 2, 3, ... before the last one costs a factor of b / (b - 1) only, and that "
    "better order and better guesses pay it back. The cost alone is measured on trees with random leaves, where nothing is "
    "kept; as these have no evaluation, a search cut off within one would see nothing but zeros and prune at once, so that "
    "each depth gets trees of its own, searched to their leaves. What comes back is measured in games with an evaluation, "
    "searched to a depth, and in games solved to their end.",
    cases,
    report,
)
