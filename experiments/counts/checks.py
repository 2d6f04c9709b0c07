"""What the counts are checked by: a sweep over the cells, which shares no formula with the sum, and a census."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from functools import partial
from math import log
from typing import Any, Final

from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import Board, board_of, game_of, of_board, total
from experiments.counts.formula import SIZES
from experiments.counts.lines_counted import Lines
from experiments.counts.pairs import Pairs, endings
from experiments.counts.swept_by_lines import Found, by_lines
from experiments.counts.weights import PRIME, AtPoints, ByStones
from experiments.markdown import names, number, seconds, table
from experiments.study import TIMED, Case, Row, matching
from zermelo.games.catalogue import game_named
from zermelo.tablebase import census

SLOW: Final = (6,)
"""n whose sweep is not quick."""

EXACT: Final = 6
"""Up to this n the sweep counts boards by their stones; above it, it evaluates their generating function."""

POINTS: Final = 4

CENSUSES: Final[Mapping[Board, tuple[bool, int | None]]] = {
    (3, 3, 3): (True, None),
    (4, 3, 3): (True, None),
    (5, 3, 3): (True, None),
    (4, 4, 3): (False, None),
    (5, 4, 3): (False, 7),
    (4, 4, 4): (False, None),
}
"""Height, width and k: whether it is quick, and after how many plies the walk ends before the game does."""


def cases(seed: int) -> list[Case]:
    """A sweep for each n of the formula, and censuses of small boards."""
    return [
        *(Case(f"sweep n={n}", partial(measure_sweep, n, seed), n not in SLOW) for n in SIZES),
        *(
            Case(f"census {game_of(board)}", partial(measure_census, board, plies), quick)
            for board, (quick, plies) in CENSUSES.items()
        ),
    ]


def measure_sweep(n: int, seed: int) -> Row:
    """The counts of pairs by the sweep, and how many of them are not those of the formula."""
    lines = Lines(n)
    counts: list[Pairs] = [lines.live, lines.won, partial(endings, lines.cells, lines.live)]
    began = time.perf_counter()
    if n <= EXACT:
        found = by_lines(n, ByStones((lines.cells + 1) // 2))
        taken = time.perf_counter() - began
        different, compared = _different_by_stones(found, counts, lines.cells)
        method = "exact"
    else:
        draw = random.Random(f"{seed} {n}")
        points = [(draw.randrange(1, PRIME), draw.randrange(1, PRIME)) for _ in range(POINTS)]
        found = by_lines(n, AtPoints(points, PRIME))
        taken = time.perf_counter() - began
        different, compared = _different_at_points(found, counts, lines.cells, points)
        method = "at points"
    answer = {"different": different, "compared": compared}
    return {"by": "sweep", "n": n, "method": method, **answer, TIMED: {"seconds": taken}}


def _different_by_stones(found: Found, counts: Sequence[Pairs], cells: int) -> tuple[int, int]:
    """How many numbers of pairs by a and b differ, and how many were compared."""
    most = (cells + 1) // 2
    places = [(a, b) for a in range(most + 1) for b in range(min(most, cells - a) + 1)]
    wrong = sum(int(swept[a, b]) != pairs(a, b) for swept, pairs in zip(found, counts, strict=True) for a, b in places)
    return wrong, len(counts) * len(places)


def _different_at_points(
    found: Found, counts: Sequence[Pairs], cells: int, points: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """How many values of generating functions differ, and how many were compared."""
    wrong = 0
    for swept, pairs in zip(found, counts, strict=True):
        terms = [(a, b, pairs(a, b)) for a in range(cells + 1) for b in range(cells - a + 1)]
        for value, (x, y) in zip(swept, points, strict=True):
            wrong += (
                sum(many * pow(x, a, PRIME) * pow(y, b, PRIME) for a, b, many in terms) % PRIME != int(value) % PRIME
            )
    return wrong, len(counts) * len(points)


def measure_census(board: Board, plies: int | None) -> Row:
    """Every position, visited."""
    found = census(game_named(game_of(board)), plies=plies)
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    counted: Row = {
        "complete": found.complete,
        "positions": [ply.positions for ply in found.plies],
        "nodes": [ply.plays for ply in found.plies],
        "won": [ply.games[0] + ply.games[2] for ply in found.plies],
        "drawn": sum(ply.games[1] for ply in found.plies),
    }
    return {"by": "census", **of_board(board), **counted, TIMED: {"seconds": found.seconds}}


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """What each check looked at, and what took how long."""
    lines: list[list[Any]] = []
    for n, row in agreement.sweeps.items():
        what = "counts by stones" if row["method"] == "exact" else "values of generating functions"
        differ = f"{number(row['compared'])} {what}, {number(row['different'])} differ"
        lines.append([f"n = {n}", "sweep", differ, seconds(row[TIMED]["seconds"]), _formula_time(rows, n)])
    for row in agreement.censuses:
        same = [other for other in agreement.counted if agreement.census_of(other) is row]
        verdict = "nothing to compare" if not same else "the same" if all(map(agreement.by_census, same)) else "differs"
        differ = f"{number(total(row))} positions of {len(row['positions'])} plies: {verdict}"
        game = f"`{game_of(board_of(row))}`"
        lines.append([game, "census", differ, seconds(row[TIMED]["seconds"]), _formula_time(rows, row["k"], row)])
    chance = POINTS * log(max(agreement.sweeps) ** 2 / PRIME, 10)
    return (
        "### What was compared, and seconds\n\n"
        f"Each generating function is compared at {POINTS} random points modulo {PRIME}: one with a false coefficient, "
        f"not by a multiple of that prime, would pass with a chance below 10^{chance:.0f}.\n\n"
        f"{table(['board', 'way', 'compared', 'its time', 'time of the formula'], lines)}"
    )


def _formula_time(rows: Sequence[Row], n: int, board: Row | None = None) -> str:
    """Empty where the formula is of no use."""
    if board is not None and not board["height"] == board["width"] == n:
        return ""
    return names([seconds(row[TIMED]["seconds"]) for row in matching(rows, by="formula", n=n)])
