"""The checks of the counts: a sweep over the cells, which shares no formula with the sum, and a census."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from functools import partial
from math import log
from typing import Final

from experiments.counts.agreement import Agreement
from experiments.counts.board_rows import Board, board_of, game_of, of_board, total
from experiments.counts.formula import SIZES
from experiments.counts.lines_counted import Lines
from experiments.counts.pairs import Pairs, endings
from experiments.counts.swept_by_lines import Found, by_lines
from experiments.counts.weights import PRIME, AtPoints, ByStones
from experiments.markdown import number, seconds, table
from experiments.study import TIMED, Case, Row, matching
from zermelo import census, game_named

SLOW: Final = (6,)
"""The n whose sweeps are not quick."""

EXACT: Final = 6
"""Up to this n the sweep counts boards by their stones; for larger n it evaluates their generating function."""

POINTS: Final = 4
"""Random points at which a generating function is evaluated."""

CENSUSES: Final[Mapping[Board, tuple[bool, int | None]]] = {
    (3, 3, 3): (True, None),
    (4, 3, 3): (True, None),
    (5, 3, 3): (True, None),
    (4, 4, 3): (False, None),
    (5, 4, 3): (False, 7),
    (4, 4, 4): (False, None),
}
"""For each height, width and k: whether it is quick, and after how many plies the census stops, if before the game ends."""


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
    """Count pairs by the sweep, and compare them with the formula: how many differ."""
    lines = Lines(n)
    counts: list[Pairs] = [lines.live, lines.won, partial(endings, lines.cells, lines.live)]
    began = time.perf_counter()
    if n <= EXACT:
        swept = by_lines(n, ByStones((lines.cells + 1) // 2))
        taken = time.perf_counter() - began
        different, compared = _different_by_stones(swept, counts, lines.cells)
        method = "exact"
    else:
        draw = random.Random(f"{seed} {n}")
        points = [(draw.randrange(1, PRIME), draw.randrange(1, PRIME)) for _ in range(POINTS)]
        swept = by_lines(n, AtPoints(points, PRIME))
        taken = time.perf_counter() - began
        different, compared = _different_at_points(swept, counts, lines.cells, points)
        method = "at points"
    comparison = {"different": different, "compared": compared}
    return {"by": "sweep", "n": n, "method": method, **comparison, TIMED: {"seconds": taken}}


def _different_by_stones(swept: Found, counts: Sequence[Pairs], cells: int) -> tuple[int, int]:
    """How many numbers of pairs by a and b differ, and how many were compared."""
    most = (cells + 1) // 2
    places = [(a, b) for a in range(most + 1) for b in range(min(most, cells - a) + 1)]
    wrong = sum(int(found[a, b]) != pairs(a, b) for found, pairs in zip(swept, counts, strict=True) for a, b in places)
    return wrong, len(counts) * len(places)


def _different_at_points(
    swept: Found, counts: Sequence[Pairs], cells: int, points: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """How many values of generating functions differ, and how many were compared."""
    wrong = 0
    for found, pairs in zip(swept, counts, strict=True):
        terms = [(a, b, pairs(a, b)) for a in range(cells + 1) for b in range(cells - a + 1)]
        for value, (x, y) in zip(found, points, strict=True):
            wrong += (
                sum(many * pow(x, a, PRIME) * pow(y, b, PRIME) for a, b, many in terms) % PRIME != int(value) % PRIME
            )
    return wrong, len(counts) * len(points)


def measure_census(board: Board, plies: int | None) -> Row:
    """Count the positions of a board by visiting each. Raises KeyboardInterrupt."""
    result = census(game_named(game_of(board)), plies=plies)
    if result.stopped == "interrupted":
        raise KeyboardInterrupt
    games = [ply.games for ply in result.plies if ply.games is not None]
    counts: Row = {
        "complete": result.complete,
        "positions": [ply.positions for ply in result.plies],
        "nodes": [ply.plays for ply in result.plies],
        "won": [over[0] + over[2] for over in games],
        "drawn": sum(over[1] for over in games),
    }
    return {"by": "census", **of_board(board), **counts, TIMED: {"seconds": result.seconds}}


def figures(rows: Sequence[Row], agreement: Agreement) -> str:
    """The section of the details: what each check compared, and its time beside that of the formula."""
    chance = POINTS * log(max(agreement.sweeps) ** 2 / PRIME, 10)
    heads = ["board", "check", "compared", "result", "its time", "time of the formula"]
    return "\n\n".join(
        [
            "### What was compared, and times",
            table(heads, [*_sweep_lines(rows, agreement), *_census_lines(rows, agreement)]),
            f"Generating functions are compared at {POINTS} random points modulo {PRIME}. One with a wrong coefficient, off "
            f"by no multiple of that prime, would pass with a probability below 10^{chance:.0f}.",
        ]
    )


def _sweep_lines(rows: Sequence[Row], agreement: Agreement) -> list[list[str]]:
    """The lines of the sweeps."""
    compared = {"exact": "counts by stones", "at points": "values of generating functions"}
    return [
        [
            f"n = {n}",
            "sweep",
            f"{number(row['compared'])} {compared[row['method']]}",
            f"{number(row['different'])} differ",
            seconds(row[TIMED]["seconds"]),
            _formula_time(rows, n),
        ]
        for n, row in agreement.sweeps.items()
    ]


def _census_lines(rows: Sequence[Row], agreement: Agreement) -> list[list[str]]:
    """The lines of the censuses."""
    lines: list[list[str]] = []
    for row in agreement.censuses:
        confirmed = [agreement.is_confirmed(other) for other in agreement.counted if agreement.census_of(other) is row]
        result = "nothing to compare" if not confirmed else "the same" if all(confirmed) else "differs"
        height, width, k = board_of(row)
        lines.append(
            [
                f"`{game_of((height, width, k))}`",
                "census",
                f"{number(total(row))} positions of {len(row['positions'])} plies",
                result,
                seconds(row[TIMED]["seconds"]),
                _formula_time(rows, k) if height == width == k else "",
            ]
        )
    return lines


def _formula_time(rows: Sequence[Row], n: int) -> str:
    """The time of the formula for n in a row on n x n, empty if it was not measured."""
    return "".join(seconds(row[TIMED]["seconds"]) for row in matching(rows, by="formula", n=n))
