"""How much longer interpreted searches and tables take than the shortest programs for the same classes.

    python benchmarks/interpreted.py [--json FILE]

Alpha-beta with a dictionary and a memo of all positions are written here as one would in an evening. zermelo runs the same
classes interpreted, with a limit of nodes, so that the search itself gives the answer. Processor time of the whole process
counts, from the second solution on.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from common import Bound, Verdict, arguments, conclude, example, interleaved, print_table, ratio
from games import TicTacToe

from zermelo import Game, solve, tabulate
from zermelo.search.parts.scoring import sign_of

SUBJECTS: tuple[Game[Any], ...] = (
    TicTacToe(),
    example("tictactoe.py:TicTacToe()"),
    example("dots_and_boxes.py:DotsAndBoxes()"),
)
SEARCH = Bound("search relative to a short alpha-beta, geometric mean", 3, lower=True, unit="x")
WORST = Bound("the same, the slowest game", 6, lower=True, unit="x")
MEMORY = Bound("table in memory relative to a short memo, geometric mean", 4, lower=True, unit="x")
TABLE = Bound("table on disk relative to it, geometric mean", 4, lower=True, unit="x")
ENOUGH = 10**9
"""More nodes than any search visits."""


def alpha_beta(game: Game[Any]) -> int:
    """The value by alpha-beta, with bounds in a dictionary."""
    worst, best = game.reward_range
    known: dict[Any, tuple[int, int]] = {}

    def value(state: Any, alpha: int, beta: int) -> int:
        if game.terminal(state):
            return game.reward(state)
        low, high = known.get(state, (worst, best))
        if low >= beta or high <= alpha or low == high:
            return low if low >= beta else high
        found = worst
        for action in game.actions(state):
            child, floor = game.apply(state, action), max(alpha, found)
            same = sign_of(game, state, child) > 0
            found = max(found, value(child, floor, beta) if same else -value(child, -beta, -floor))
            if found >= beta:
                break
        known[state] = (low if found <= alpha else found, high if found >= beta else found)
        return found

    return value(game.initial(), worst, best)


def memo(game: Game[Any]) -> int:
    """The value by a memo of all positions."""
    known: dict[Any, int] = {}

    def values(state: Any) -> Iterator[int]:
        for action in game.actions(state):
            child = game.apply(state, action)
            yield sign_of(game, state, child) * value(child)

    def value(state: Any) -> int:
        if state not in known:
            known[state] = game.reward(state) if game.terminal(state) else max(values(state))
        return known[state]

    return value(game.initial())


def searched(game: Game[Any]) -> Any:
    """The value by zermelo's search."""
    return solve(game, compiled=False, nodes=ENOUGH).value


def visited(game: Game[Any]) -> Any:
    """The value by zermelo's retrograde analysis, in memory."""
    return solve(game, algorithm="retrograde", compiled=False).value


def tabulated(game: Game[Any]) -> Any:
    """The value by zermelo's table of all positions, on disk."""
    with tempfile.TemporaryDirectory() as folder:
        entry = tabulate(game, folder=folder, compiled=False).entry
        return entry and entry.value


def timed(solver: Callable[[Game[Any]], Any], game: Game[Any]) -> Callable[[], float]:
    """What measures a solver, after it has found the right value once."""
    assert solver(game) == memo(game)

    def seconds() -> float:
        began = time.process_time()
        solver(game)
        return time.process_time() - began

    return seconds


def measure(game: Game[Any], rounds: int) -> dict[str, Any]:
    """A row of the table: how many times as long as the short programs zermelo takes."""
    solvers = {solver.__name__: timed(solver, game) for solver in (alpha_beta, searched, memo, visited, tabulated)}
    taken = interleaved(solvers, rounds)
    against = {"search": ("searched", "alpha_beta"), "in memory": ("visited", "memo"), "on disk": ("tabulated", "memo")}
    return {"game": str(game), **{name: ratio(taken[ours], taken[theirs]) for name, (ours, theirs) in against.items()}}


def main() -> None:
    options = arguments(__doc__, rounds="5: rounds to measure")
    sys.setrecursionlimit(10_000)
    rows = [measure(game, options.rounds) for game in SUBJECTS]
    print_table(list(rows[0]), [list(row.values()) for row in rows])
    means = {name: math.prod(row[name] for row in rows) ** (1 / len(rows)) for name in list(rows[0])[1:]}
    worst = Verdict(WORST, max(row["search"] for row in rows))
    verdicts = (Verdict(SEARCH, means["search"]), Verdict(MEMORY, means["in memory"]), Verdict(TABLE, means["on disk"]))
    conclude([*verdicts, worst], rows, options.json)


if __name__ == "__main__":
    main()
