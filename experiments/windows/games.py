"""Games by each algorithm, with an open window at the root or with that of the rewards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.markdown import percent, table
from experiments.plots import bars
from experiments.study import Case, Row, matching
from experiments.windows.kernel import BUDGET, Kernel, check_agree
from zermelo.games.catalogue import game_named
from zermelo.search.parts.counters import NODES, PASSES, RESEARCHES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.options import OBJECTIVES, Objective
from zermelo.solver.technique import AlgorithmName


class Way(NamedTuple):
    """An algorithm and its window at the root."""

    name: str
    algorithm: AlgorithmName
    closed: bool
    """Whether the window is from the worst reward to the best; otherwise it is open: from -infinity to infinity."""


WAYS: Final = (
    Way("alpha-beta", "alpha-beta", closed=False),
    Way("alpha-beta, closed", "alpha-beta", closed=True),
    Way("negascout", "negascout", closed=False),
    Way("negascout, closed", "negascout", closed=True),
    Way("mtdf", "mtdf", closed=True),
    Way("bns", "bns", closed=True),
)

NAMES: Final = {
    "alpha-beta": "Alpha-Beta",
    "alpha-beta, closed": "Alpha-Beta, closed",
    "negascout": "NegaScout",
    "negascout, closed": "NegaScout, closed",
    "mtdf": "MTD(f)",
    "bns": "BNS",
}
"""Of the ways, in tables and plots."""


class Plan(NamedTuple):
    """How one game is measured."""

    quick: bool
    without_table: bool
    """Whether it is small enough to be searched without a table, too."""


GAMES: Final[Mapping[str, Plan]] = {
    "connect(4,3,3)": Plan(quick=True, without_table=True),
    "capture(8,3)": Plan(quick=True, without_table=True),
    "mnk(3,3,3)": Plan(quick=False, without_table=True),
    "mnk(4,4,3)": Plan(quick=False, without_table=True),
    "connect(4,4,4)": Plan(quick=False, without_table=True),
    "capture(9,3)": Plan(quick=False, without_table=True),
    "connect(5,4,4)": Plan(quick=False, without_table=False),
    "mnk(4,4,4)": Plan(quick=False, without_table=False),
}


def cases() -> list[Case]:
    """Each game in each way and for each objective, with a table and perhaps without."""
    return [
        Case(
            f"{game} {objective}{'' if remembers else ' without a table'} {way.name}",
            partial(measure_game, game, objective, way, remembers=remembers, compiled=not plan.quick),
            plan.quick,
        )
        for game, plan in GAMES.items()
        for objective in OBJECTIVES
        for remembers in ((True, False) if plan.without_table else (True,))
        for way in WAYS
    ]


def measure_game(game: str, objective: Objective, way: Way, *, remembers: bool, compiled: bool) -> Row:
    """One search from the initial position."""
    counts = objective == "outcome" and way.algorithm == "negascout"
    kernel = Kernel(game_named(game), way.algorithm, objective, remembers=remembers, compiled=compiled, scouts=counts)
    score = kernel.run(*((kernel.low, kernel.high) if way.closed else (-INFINITY, INFINITY)), 0)
    return {
        "kind": "game",
        "game": game,
        "objective": objective,
        "table": remembers,
        "way": way.name,
        "score": score,
        "stopped": "complete" if score is not None else "nodes",
        "nodes": kernel.count(NODES),
        "researches": kernel.count(RESEARCHES),
        "passes": kernel.count(PASSES),
        "scouts": int(kernel.scouts.count[0]) if kernel.scouts else None,
    }


def check_scores(games: Sequence[Row]) -> None:
    """Raises AssertionError if searches of a game disagree on its value. BNS finds only a best move and is left out."""
    for row in games:
        same = matching(games, game=row["game"], objective=row["objective"])
        check_agree(row["game"], {other["score"] for other in same if other["way"] != "bns"})


def finished(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[tuple[Row, Row]]:
    """Pairs of searches of the same game in two ways that both finished."""
    pairs: list[tuple[Row, Row]] = []
    for row in matching(rows, way=one, stopped="complete", **wanted):
        same = {name: row[name] for name in ("game", "objective", "table")}
        pairs += [(row, rival) for rival in matching(rows, way=other, stopped="complete", **same)]
    return pairs


def ratios(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[float]:
    """The nodes of one way divided by those of the other, for each such pair."""
    return [row["nodes"] / rival["nodes"] for row, rival in finished(rows, one, other, **wanted)]


def has_three_outcomes(game: str) -> bool:
    """Whether the only results are loss, draw and win."""
    return game_named(game).reward_range == (-1, 1)


def measured(rows: Sequence[Row]) -> list[Row]:
    """The rows of games."""
    return matching(rows, kind="game")


def three_outcomes(games: Sequence[Row]) -> list[Row]:
    """The rows of games that are lost, drawn or won."""
    return [row for row in games if has_three_outcomes(row["game"])]


def kinds(games: Sequence[Row]) -> dict[str, list[float]]:
    """Nodes divided by those of Alpha-Beta, by kind of search."""
    three, tabled = three_outcomes(games), matching(games, table=True)
    choosing = [row for row in games if row["way"] != "bns" or row["nodes"] > 1]  # BNS does not search a forced move
    return {
        "NegaScout in games with three results, any win": ratios(three, "negascout", "alpha-beta", objective="outcome"),
        "NegaScout in games with three results, fastest win": ratios(
            three, "negascout", "alpha-beta", objective="distance"
        ),
        "MTD(f) in games": ratios(tabled, "mtdf", "alpha-beta", objective="outcome"),
        "MTD(f) in games, Alpha-Beta with a closed window": ratios(
            tabled, "mtdf", "alpha-beta, closed", objective="outcome"
        ),
        "BNS in games, Alpha-Beta with a closed window": ratios(
            choosing, "bns", "alpha-beta, closed", objective="outcome"
        ),
    }


def figures(rows: Sequence[Row]) -> str:
    """The section of the details: how often NegaScout repeats a search, and every search of a game."""
    games = measured(rows)
    return "\n\n".join(
        [
            "### Games",
            "![Nodes for the outcome with a table, divided by nodes of Alpha-Beta](windows-games.svg)",
            "NegaScout with an open window in games that are lost, drawn or won:",
            _scouts_table(games),
            "Every search of a game, by the rules alone, with the moves in natural order. *Ratio* is the nodes divided by "
            "those of Alpha-Beta with an open window. A *closed* window at the root reaches from the worst reward to the "
            "best; MTD(f) and BNS always have one. Scouts are counted for the outcome (any win) only. BNS looks only for "
            "the best move: it searches nothing if there is one move, and does not stop at the first move that wins. `>` "
            f"means that the search was cut short at the limit of {BUDGET:,} nodes.",
            _table(games),
        ]
    )


def repeating(games: Sequence[Row], **wanted: Any) -> list[Row]:
    """The searches of NegaScout with an open window in games with three results."""
    return matching(three_outcomes(games), way="negascout", stopped="complete", **wanted)


def _scouts_table(games: Sequence[Row]) -> str:
    """How many searches are repeated, for each objective; scouts are counted for the outcome only."""
    lines: list[list[object]] = []
    for objective in OBJECTIVES:
        searches = repeating(games, objective=objective)
        nodes, again = (sum(row[name] for row in searches) for name in ("nodes", "researches"))
        scouts = sum(row["scouts"] for row in searches) if objective == "outcome" else 0
        found = [scouts, nodes / scouts, percent(again, scouts)] if scouts else [None] * 3
        lines.append([objective, len(searches), nodes, *found, again, max(row["researches"] for row in searches)])
    heads = ["objective", "searches", "nodes", "scouts", "nodes per scout", "of scouts repeated", "repeated", "at most"]
    return table(heads, lines)


def _table(games: Sequence[Row]) -> str:
    """A line for each search."""
    lines = [
        [
            f"`{row['game']}`",
            row["objective"],
            "yes" if row["table"] else "no",
            NAMES[row["way"]],
            row["nodes"] if row["stopped"] == "complete" else f"> {row['nodes']:,}",
            _times(games, row),
            row["scouts"],
            row["researches"] if row["way"].startswith("negascout") else None,
            row["passes"] if row["way"] in ("mtdf", "bns") else None,
        ]
        for row in games
    ]
    heads = ["game", "objective", "table", "algorithm", "nodes", "ratio", "scouts", "searched again", "passes"]
    return table(heads, lines)


def _times(games: Sequence[Row], row: Row) -> float | None:
    """The nodes of a row divided by those of Alpha-Beta, None if a search was cut short."""
    same = {name: row[name] for name in ("game", "objective", "table")}
    rivals = matching(games, way="alpha-beta", stopped="complete", **same)
    return row["nodes"] / rivals[0]["nodes"] if rivals and row["stopped"] == "complete" else None


def pictures(rows: Sequence[Row]) -> dict[str, str]:
    """A plot of the nodes of each kind of search, divided by those of Alpha-Beta."""
    games = measured(rows)
    groups: dict[str, dict[str, float]] = {}
    for row in matching(games, objective="outcome", table=True):
        times = _times(games, row)
        if times is not None and row["way"] != "alpha-beta" and row["nodes"] > 1:
            groups.setdefault(row["game"].replace("(", "\n("), {})[NAMES[row["way"]]] = times
    y, title = "nodes / nodes of Alpha-Beta", "The outcome of games, with a table"
    return {"windows-games": bars(groups, y=y, log_y=True, title=title)}
