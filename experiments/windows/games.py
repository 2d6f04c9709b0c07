"""Games by each algorithm, with an open window at the root and with that of the rewards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.markdown import between, number, percent, table
from experiments.plots import bars
from experiments.study import Case, Row, matching
from experiments.windows.kernel import Kernel, check_agree
from zermelo.games.catalogue import game_named
from zermelo.search.parts.counters import NODES, PASSES, RESEARCHES
from zermelo.search.parts.scoring import INFINITY
from zermelo.solver.options import OBJECTIVES, Objective
from zermelo.solver.technique import AlgorithmName


class Way(NamedTuple):
    """How one game is searched."""

    name: str
    algorithm: AlgorithmName
    closed: bool
    """Whether the window at the root is that of the rewards, and not without end."""


WAYS: Final = (
    Way("alpha-beta", "alpha-beta", closed=False),
    Way("alpha-beta, closed", "alpha-beta", closed=True),
    Way("negascout", "negascout", closed=False),
    Way("negascout, closed", "negascout", closed=True),
    Way("mtdf", "mtdf", closed=True),
    Way("bns", "bns", closed=True),
)


class Plan(NamedTuple):
    """How one game is measured."""

    quick: bool
    without_table: bool
    """Whether it can also be searched without one."""


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
    """Each game for each objective, with a table and without."""
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
    """One search of the beginning."""
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
    """Raises AssertionError unless all that tell the score of a game agree; BNS tells its best move alone."""
    for row in games:
        same = matching(games, game=row["game"], objective=row["objective"])
        check_agree(row["game"], {other["score"] for other in same if other["way"] != "bns"})


def finished(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[tuple[Row, Row]]:
    """The searches by two ways of the same games, where both came to their end."""
    pairs: list[tuple[Row, Row]] = []
    for row in matching(rows, way=one, stopped="complete", **wanted):
        same = {name: row[name] for name in ("game", "objective", "table")}
        pairs += [(row, rival) for rival in matching(rows, way=other, stopped="complete", **same)]
    return pairs


def ratios(rows: Sequence[Row], one: str, other: str, **wanted: Any) -> list[float]:
    """The nodes of one way, times those of the other."""
    return [row["nodes"] / rival["nodes"] for row, rival in finished(rows, one, other, **wanted)]


def has_three_outcomes(game: str) -> bool:
    """Whether there are just loss, draw and win."""
    return game_named(game).reward_range == (-1, 1)


def three_outcomes(games: Sequence[Row]) -> str:
    """NegaScout where there are three outcomes."""
    three = [row for row in games if has_three_outcomes(row["game"])]
    searches = matching(three, way="negascout", objective="outcome", stopped="complete")
    scouts, again, nodes = (sum(row[name] for row in searches) for name in ("scouts", "researches", "nodes"))
    times = ratios(three, "negascout", "alpha-beta", objective="outcome")
    most = max(row["researches"] for row in searches)
    sooner = [row for row, _ in finished(three, "negascout", "alpha-beta", objective="distance")]
    sooner_times = ratios(three, "negascout", "alpha-beta", objective="distance")
    rare = scouts < nodes / 20
    why = "not that it guesses well, but that it hardly ever has to" if rare else "which is often"
    return (
        f"Where a game is lost, drawn or won, NegaScout in natural order visits {between(times)} times Alpha-Beta's nodes, "
        f"fewer in {sum(ratio < 1 for ratio in times)} of {len(times)} searches. It searches {percent(again, scouts)} of "
        f"its scouts again, yet at most {most} in any search, as there is one scout for {number(nodes / max(scouts, 1))} "
        f"nodes: {why}. For the fastest win it visits {between(sooner_times)} times the nodes, with at most "
        f"{max(row['researches'] for row in sooner)} searches repeated. So repeated searches {'do not' if rare else 'may'} "
        "explain a NegaScout that visits many times Alpha-Beta's nodes."
    )


def mtdf_and_bns(games: Sequence[Row]) -> str:
    """MTD(f) and BNS against Alpha-Beta in games."""
    kept = matching(games, table=True)
    opened, closed = (ratios(kept, "mtdf", way, objective="outcome") for way in ("alpha-beta", "alpha-beta, closed"))
    bare = ratios(matching(games, table=False), "mtdf", "alpha-beta, closed", objective="outcome")
    choosing = [row for row in games if row["way"] != "bns" or row["nodes"] > 1]
    bns = ratios(choosing, "bns", "alpha-beta, closed", objective="outcome")
    passes = [
        (row["passes"], other["passes"])
        for row in matching(kept, way="mtdf", objective="outcome", stopped="complete")
        for other in matching(kept, way="mtdf", objective="distance", stopped="complete", game=row["game"])
    ]
    return (
        f"In games MTD(f) with a table, guessing a draw, visits {between(opened)} times the nodes of Alpha-Beta with an "
        f"open window, fewer in {sum(ratio < 1 for ratio in opened)} of {len(opened)}; against Alpha-Beta that is told the "
        f"range of the rewards, as MTD(f) is, {between(closed)} times, fewer in {sum(ratio < 1 for ratio in closed)} of "
        f"{len(closed)}; without a table {between(bare)} times. For the fastest win it takes more passes than for the "
        f"outcome in {sum(later > first for first, later in passes)} of {len(passes)} games. BNS, where there are moves to "
        f"choose from, visits {between(bns)} times Alpha-Beta's nodes: it asks every move at the root, and does not stop at "
        "the first that wins."
    )


def section(games: Sequence[Row]) -> str:
    """Every search of a game."""
    lines = [
        [
            f"`{row['game']}`",
            row["objective"],
            "yes" if row["table"] else "no",
            row["way"],
            row["nodes"] if row["stopped"] == "complete" else f"> {row['nodes']:,}",
            _times(games, row),
            row["scouts"],
            row["researches"] if row["way"].startswith("negascout") else None,
            row["passes"] if row["way"] in ("mtdf", "bns") else None,
        ]
        for row in games
    ]
    heads = ["game", "objective", "table", "algorithm", "nodes", "times", "scouts", "searched again", "passes"]
    return (
        "### Games\n\nBy the rules alone, in natural order; times: the nodes against those of Alpha-Beta with an open "
        "window. Closed: the window at the root is that of the rewards, as it always is for MTD(f) and BNS. Scouts were "
        "counted for the outcome alone. BNS looks for the best move only.\n\n"
        "![Nodes for the outcome, with a table](windows-games.svg)\n\n"
        f"{table(heads, lines)}"
    )


def _times(games: Sequence[Row], row: Row) -> float | None:
    """A row's nodes against Alpha-Beta's, None where a search did not come to its end."""
    same = {name: row[name] for name in ("game", "objective", "table")}
    rivals = matching(games, way="alpha-beta", stopped="complete", **same)
    return row["nodes"] / rivals[0]["nodes"] if rivals and row["stopped"] == "complete" else None


def games_plot(games: Sequence[Row]) -> str:
    """Each way's nodes, times Alpha-Beta's."""
    groups: dict[str, dict[str, float]] = {}
    for row in matching(games, objective="outcome", table=True):
        times = _times(games, row)
        if times is not None and row["way"] != "alpha-beta" and row["nodes"] > 1:
            groups.setdefault(row["game"].replace("(", "\n("), {})[row["way"]] = times
    return bars(groups, y="nodes, times those of Alpha-Beta", log_y=True, title="The outcome, with a table")
