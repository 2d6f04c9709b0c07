"""How good an answer is that must be given at once."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from zermelo.analysis import analyze
from zermelo.experiments.markdown import number, table
from zermelo.experiments.plots import curves
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.games.catalogue import game_named
from zermelo.matches import wilson
from zermelo.solver import Solver

ALGORITHMS: Final = ("negamax", "negascout", "aspiration", "mtdf", "bns", "mcts")

SECONDS: Final = 0.05
"""Of the answer that the clock limits."""


class Choice(NamedTuple):
    """Positions in which moves differ in value, of random play."""

    plies: tuple[int, int]
    """From the beginning, at least and at most."""
    positions: int
    quick: bool


GAMES: Final = {
    "connect(4,4,4)": Choice((5, 9), 12, quick=True),
    "mnk(4,3,3)": Choice((2, 5), 12, quick=True),
    "connect(6,5,4)": Choice((4, 10), 40, quick=False),
    "mnk(5,5,4)": Choice((3, 7), 40, quick=False),
    "lines(3x3x2,3)": Choice((1, 5), 40, quick=False),
    "chomp(5,6)": Choice((1, 3), 40, quick=False),
}

MOST_PLAYS: Final = 2000
"""Random plays until there are enough positions; a game may have fewer."""

BUDGETS: Final = (10, 100, 1000, 10_000)
"""Nodes; a quick case has one of the first two."""


def cases(seed: int) -> list[Case]:
    """Each game by each algorithm, under each budget of nodes, and with the clock."""
    found = list[Case]()
    for game, choice in GAMES.items():
        for algorithm in ALGORITHMS:
            for nodes in BUDGETS:
                quick = choice.quick and nodes in BUDGETS[:2]
                name = f"{game} {algorithm} {nodes} nodes"
                found.append(Case(name, partial(by_nodes, game, algorithm, nodes, seed), quick))
            found.append(Case(f"{game} {algorithm} 50 ms", partial(by_clock, game, algorithm, seed)))
    return found


@functools.lru_cache(maxsize=2)
def positions(name: str, seed: int) -> list[tuple[Any, dict[str, Any]]]:
    """Positions of random play in which not all moves have the same value, and the value of each move."""
    game, (least, most), wanted = game_named(name), GAMES[name].plies, GAMES[name].positions
    rng, found, seen = random.Random(f"{seed} {name}"), list[tuple[Any, dict[str, Any]]](), set[Any]()
    for _ in range(MOST_PLAYS):
        if len(found) == wanted:
            break
        state = game.initial()
        for _ in range(rng.randint(least, most)):
            if not game.terminal(state):
                state = game.apply(state, rng.choice(list(game.actions(state))))
        if game.terminal(state) or state in seen:
            continue
        seen.add(state)
        known = analyze(game, state, objective="outcome", compiled=None if not GAMES[name].quick else False)
        if not known.exact:
            raise KeyboardInterrupt
        values = {move.move: move.value for move in known.moves}
        if len({*values.values()}) > 1:
            found.append((state, values))
    return found


def by_nodes(game: str, algorithm: str, nodes: int, seed: int) -> Row:
    """The answers within so many nodes."""
    row = {"game": game, "algorithm": algorithm, "nodes": nodes}
    return row | answered(game, algorithm, seed, nodes=nodes, compiled=False if GAMES[game].quick else None)


def by_clock(game: str, algorithm: str, seed: int) -> Row:
    """The answers within 50 ms, once the game is compiled."""
    return {
        "game": game,
        "algorithm": algorithm,
        "nodes": None,
        TIMED: answered(game, algorithm, seed, seconds=SECONDS),
    }


def answered(name: str, algorithm: str, seed: int, **budget: Any) -> Row:
    """How many of the moves are best, how many are proved, and what the others give away, in points of reward."""
    game, chosen = game_named(name), positions(name, seed)
    solver: Solver[Any] = Solver(game, algorithm=algorithm, line=False, threads=1, **budget)
    solver.prepare()
    best = proved = 0
    lost = 0
    for state, values in chosen:
        result = solver.solve(state)
        if result.stopped == "interrupted":
            raise KeyboardInterrupt
        given_away = max(values.values()) - values[result.best[0]]
        best += given_away == 0
        lost += given_away
        proved += result.best_proved
    return {"positions": len(chosen), "best": best, "proved": proved, "lost": lost}


def report(rows: Sequence[Row]) -> Report:
    """The share of best moves, by algorithm and budget, over all games."""
    counted = [row for row in rows if row["nodes"] is not None]
    timed = [row for row in rows if row["nodes"] is None]
    budgets = sorted({row["nodes"] for row in counted})
    whole = [nodes for nodes in budgets if all(matching(counted, nodes=nodes, game=row["game"]) for row in counted)]
    pooled = {
        (name, nodes): together(matching(counted, algorithm=name, nodes=nodes))
        for name in ALGORITHMS
        for nodes in whole
    }
    least, most = whole[0], whole[-1]
    leader = max(ALGORITHMS, key=lambda name: share(pooled[name, least]))
    answer = [
        f"Within {most:,} nodes {percent(pooled[best_at(pooled, most), most])} of the moves of "
        f"{best_at(pooled, most)} are best, "
        f"and {percent(pooled[worst_at(pooled, most), most])} of those of {worst_at(pooled, most)}, where not all "
        "moves are; within "
        f"{least:,} nodes {leader} leads with {percent(pooled[leader, least])}.",
        *_by_the_clock(timed),
    ]
    plot = curves(
        {name: [(nodes, 100 * share(pooled[name, nodes])) for nodes in whole] for name in ALGORITHMS},
        x="nodes that may be visited",
        y="best moves, %",
        log_x=True,
        title="Moves that give nothing away",
    )
    body = f"![Best moves by budget](quality.svg)\n\n{_pooled(pooled, whole)}\n\n{_each_game(counted, timed)}"
    return Report(" ".join(answer), body, {"quality": plot})


def best_at(pooled: dict[tuple[str, int], Row], nodes: int) -> str:
    """The algorithm with the most best moves."""
    return max(ALGORITHMS, key=lambda name: share(pooled[name, nodes]))


def worst_at(pooled: dict[tuple[str, int], Row], nodes: int) -> str:
    """The one with the fewest."""
    return min(ALGORITHMS, key=lambda name: share(pooled[name, nodes]))


def together(rows: Sequence[Row]) -> Row:
    """The sums over some games."""
    return {name: sum(row[name] for row in rows) for name in ("positions", "best", "proved", "lost")}


def share(row: Row) -> float:
    """Of moves that are best."""
    return row["best"] / row["positions"]


def percent(row: Row) -> str:
    """The share with its interval (Wilson, 95 %)."""
    low, high = wilson(share(row), row["positions"])
    return f"{100 * share(row):.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def _by_the_clock(timed: Sequence[Row]) -> list[str]:
    """What 50 ms are worth, where they were measured."""
    if not timed:
        return []
    found = {name: together([row[TIMED] for row in matching(timed, algorithm=name)]) for name in ALGORITHMS}
    leader = max(found, key=lambda name: share(found[name]))
    last = min(found, key=lambda name: share(found[name]))
    return [
        f"In 50 ms on this machine, {leader} finds {percent(found[leader])}, {last} {percent(found[last])}: what is "
        "given away "
        f"is {number(found[leader]['lost'] / found[leader]['positions'])} and "
        f"{number(found[last]['lost'] / found[last]['positions'])} of a reward for each move, in the mean."
    ]


def _pooled(pooled: dict[tuple[str, int], Row], budgets: Sequence[int]) -> str:
    heads = ["algorithm", *(f"{nodes:,} nodes: best, %" for nodes in budgets), f"proved at {budgets[-1]:,}"]
    rows = [
        [name, *(percent(pooled[name, nodes]) for nodes in budgets), pooled[name, budgets[-1]]["proved"]]
        for name in ALGORITHMS
    ]
    return table(heads, rows)


def _each_game(counted: Sequence[Row], timed: Sequence[Row]) -> str:
    """Best moves of all, by game; with the clock where that was measured."""
    budgets = sorted({row["nodes"] for row in counted})
    heads = [
        "game",
        "algorithm",
        "positions",
        *(f"{nodes:,} nodes" for nodes in budgets),
        *(["50 ms"] if timed else []),
    ]
    lines: list[list[object]] = []
    for game in dict.fromkeys(row["game"] for row in counted):
        for name in ALGORITHMS:
            line: list[object] = [f"`{game}`", name, matching(counted, game=game, algorithm=name)[0]["positions"]]
            for nodes in budgets:
                found = matching(counted, game=game, algorithm=name, nodes=nodes)
                line.append(found[0]["best"] if found else None)
            clock = matching(timed, game=game, algorithm=name)
            lines.append(line + ([clock[0][TIMED]["best"]] if clock else []))
    return table(heads, lines)


STUDY: Final = Study(
    "quality",
    "How good is an answer that must be given at once?",
    "Positions of random play in which not all moves are equally good, and the exact value of each move. Then each "
    "algorithm, "
    "with all that the game knows and as it is run under a budget, has some nodes, or 50 ms, for a move: how often "
    "does it "
    "play a best one?",
    cases,
    report,
)
