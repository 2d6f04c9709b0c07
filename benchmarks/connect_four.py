"""Exact scores of Connect Four on 7x6, compared with BitBully: the time for the empty board and for random positions.

    python benchmarks/connect_four.py [--positions N] [--json FILE]

BitBully runs as its documentation describes, with MTD(f) and without an opening book, and keeps its table between
positions. zermelo starts every position with an empty table, and uses one thread except in the last row. Scores are Pons's:
22 minus the number of the winner's stones when the line is complete, negative for a loss. Seconds are processor time. The
bounds were fixed before the first run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from common import Bound, Verdict, arguments, conclude, print_table

from zermelo import Result, Solver
from zermelo.games import connect

GAME = connect(7, 6, 4)
CELLS = 42
FEWEST, MOST = 8, 24
"""The fewest and the most stones of a random position."""

NODES = Bound("nodes on the empty board", 118e6, 50e6, lower=True)
EMPTY = Bound("BitBully's time relative to zermelo's, empty board", 8, 20)
ALL_CORES = Bound("seconds on the empty board with all threads", 19, 8, lower=True, unit=" s")
RANDOM = Bound("BitBully's time relative to zermelo's, random positions", 3, 8)
DIFFERENCES = Bound("scores of random positions that differ", 0, lower=True)


def main() -> None:
    """Measure, print, and report whether the bounds are met."""
    options = arguments(__doc__, positions="1000: how many random positions", empty="1: 0 to leave out the empty board")
    from bitbully import BitBully, Board

    theirs = BitBully(opening_book=None)
    how: dict[str, Any] = {
        "algorithm": "mtdf",
        "objective": "distance",
        "line": False,
        "memory": 2 << 30,
        "compiled": True,
    }
    ours: Solver[Any] = Solver(GAME, threads=1, **how)
    ours.solve("444444123567123567")  # compile before timing
    boards = list(positions(options.positions))
    their_seconds, their_scores = timed(lambda: [theirs.mtdf(Board(board)) for board in boards])
    our_seconds, results = timed(lambda: [ours.solve("".join(str(move + 1) for move in board)) for board in boards])
    scores = [score_of(result, len(board)) for result, board in zip(results, boards, strict=True)]
    differ = sum(theirs != ours for theirs, ours in zip(their_scores, scores, strict=True))
    rows = [row(f"{len(boards)} positions", their_seconds, our_seconds, results)]
    verdicts = [Verdict(DIFFERENCES, differ), Verdict(RANDOM, their_seconds / our_seconds)]
    if options.empty:
        their_empty, _ = timed(lambda: BitBully(opening_book=None).mtdf(Board()))
        our_empty, result = timed(ours.solve)
        assert (score_of(result, 0), result.kind) == (1, "exact")
        rows.append(row("empty board", their_empty, our_empty, [result]))
        verdicts += [Verdict(NODES, result.counters["nodes"]), Verdict(EMPTY, their_empty / our_empty)]
        all_cores = Solver(GAME, **how).solve()
        assert (score_of(all_cores, 0), all_cores.kind) == (1, "exact")
        verdicts.append(Verdict(ALL_CORES, all_cores.seconds))
    print_table(list(rows[0]), [list(entry.values()) for entry in rows])
    conclude(verdicts, rows, options.json)


def row(what: str, theirs: float, ours: float, results: list[Result]) -> dict[str, Any]:
    """A row of the table."""
    nodes = sum(result.counters["nodes"] for result in results)
    return {"": what, "BitBully, s": theirs, "zermelo, s": ours, "ratio": theirs / ours, "nodes": nodes}


def positions(count: int) -> list[list[int]]:
    """Random plays of FEWEST to MOST stones that have not ended, as lists of columns, counted from 0."""
    rng, found = random.Random("connect four"), []
    while len(found) < count:
        state, board = GAME.initial(), list[int]()
        for _ in range(rng.randint(FEWEST, MOST)):
            if GAME.terminal(state):
                break
            board.append(rng.choice(list(GAME.actions(state))))
            state = GAME.apply(state, board[-1])
        if not GAME.terminal(state) and len(board) >= FEWEST:
            found.append(board)
    return found


def score_of(result: Result, stones: int) -> int:
    """The score as Pons defines it."""
    return pons_score(int(result.value), result.distance or 0, stones)


def pons_score(value: int, distance: int, stones: int) -> int:
    """The score as Pons defines it, from value and plies to the end of a position with so many stones."""
    return value * ((CELLS + 2 - stones - distance) // 2)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds of processor time, and the result."""
    before = time.process_time()
    found = work()
    return time.process_time() - before, found


if __name__ == "__main__":
    main()
