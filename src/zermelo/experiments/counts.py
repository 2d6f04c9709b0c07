"""Whether the positions of tic-tac-toe can be counted by a formula."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import factorial, log
from typing import Any, Final

from zermelo.experiments.boards_swept import (
    AtPoints,
    ByStones,
    Found,
    by_cells,
    by_lines,
    recurrence_order,
    swept_board,
)
from zermelo.experiments.lines_counted import Counts, Lines, Pairs, endings
from zermelo.experiments.markdown import names, number, seconds, table
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.games.catalogue import game_named
from zermelo.positions import census

SIZES: Final = {3: True, 4: True, 5: True, 6: False, 7: True, 8: True}
"""n in a row on n x n, and whether the sweep over it is quick; the formula always is."""

EXACT: Final = 6
"""Up to this n the sweep counts boards by their stones; above it, it evaluates their generating function."""

PRIME: Final = 2**31 - 1

POINTS: Final = 4

CENSUSES: Final = {
    (3, 3, 3): (True, None),
    (4, 3, 3): (True, None),
    (5, 3, 3): (True, None),
    (4, 4, 3): (False, None),
    (5, 4, 3): (False, 7),
    (4, 4, 4): (False, None),
}
"""Height, width and k: whether it is quick, and after how many plies the walk ends before the game does."""

TRANSFERS: Final = {(4, 3, 3): True, (5, 3, 3): True, (4, 4, 3): False, (5, 4, 3): False}
"""Height, width and k < n, and whether they are quick."""

RECURRENCES: Final = {
    (2, 1): True,
    (2, 2): True,
    (2, 3): True,
    (2, 4): True,
    (2, 5): True,
    (2, 6): True,
    (3, 1): True,
    (3, 2): True,
    (3, 3): True,
    (3, 4): False,
    (4, 1): True,
    (4, 2): True,
    (4, 3): False,
}
"""k and width, and whether they are quick."""

TOLD: Final = 3
"""The k whose recurrences the answer tells of: that of the published question, which has 4x4 boards."""

SPARE: Final = 16
"""Values that a recurrence must predict beyond those it is found from."""

SEED_SIZES: Final = (3, 5)
"""Where (n^2)! was published as the number of nodes."""


def cases(seed: int) -> list[Case]:
    """The formula; a sweep and a census to check it; for k < n, the sweep alone, and the recurrences behind it."""
    return [
        *(Case(f"formula n={n}", partial(measure_formula, n), True) for n in SIZES),
        *(Case(f"sweep n={n}", partial(measure_sweep, n, seed), quick) for n, quick in SIZES.items()),
        *(
            Case(f"census {_game(board)}", partial(measure_census, board, plies), quick)
            for board, (quick, plies) in CENSUSES.items()
        ),
        *(
            Case(f"transfer {_game(board)}", partial(measure_transfer, board), quick)
            for board, quick in TRANSFERS.items()
        ),
        *(
            Case(f"recurrence k={k} width={width}", partial(measure_recurrence, k, width), quick)
            for (k, width), quick in RECURRENCES.items()
        ),
    ]


def measure_formula(n: int) -> Row:
    """Everything by inclusion and exclusion."""
    began = time.perf_counter()
    lines = Lines(n)
    found = _counts(Counts(n * n, lines.live, lines.won))
    taken = time.perf_counter() - began
    return {"by": "formula", "n": n, "terms": lines.terms, **_board((n, n, n)), **found, TIMED: {"seconds": taken}}


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


def measure_census(board: tuple[int, int, int], plies: int | None) -> Row:
    """Every position, visited."""
    found = census(game_named(_game(board)), plies=plies)
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    counted: Row = {
        "complete": found.complete,
        "positions": [ply.positions for ply in found.plies],
        "nodes": [ply.plays for ply in found.plies],
        "won": [ply.games[0] + ply.games[2] for ply in found.plies],
        "drawn": sum(ply.games[1] for ply in found.plies),
    }
    return {"by": "census", **_board(board), **counted, TIMED: {"seconds": found.seconds}}


def measure_transfer(board: tuple[int, int, int]) -> Row:
    """Everything by the sweep over cells."""
    height, width, k = board
    began = time.perf_counter()
    live, won = swept_board(height, width, k)
    found = _counts(Counts(height * width, live, won))
    return {"by": "transfer", **_board(board), **found, TIMED: {"seconds": time.perf_counter() - began}}


def measure_recurrence(k: int, width: int) -> Row:
    """The shortest recurrence for the boards of 1, 2, 3 ... rows without k in a row."""
    began = time.perf_counter()
    totals = (int(boards[0]) % PRIME for boards in by_cells(width, k, AtPoints([(1, 1)], PRIME)))
    values = list(islice(totals, 4 * SPARE))
    while len(values) < 2 * (order := recurrence_order(values, PRIME)) + SPARE:
        values += islice(totals, len(values))
    found = {"order": order, "values": len(values), "first": values[:3], "kinds": 3 ** ((k - 1) * (width + 1))}
    return {"by": "recurrence", "k": k, "width": width, **found, TIMED: {"seconds": time.perf_counter() - began}}


def _game(board: tuple[int, int, int]) -> str:
    return f"mnk({','.join(map(str, board))})"


def _board(board: tuple[int, int, int]) -> Row:
    return dict(zip(("height", "width", "k"), board, strict=True))


def _counts(found: Counts) -> Row:
    """All by ply; games won are those of the ply's mover."""
    return {"positions": found.positions, "nodes": found.nodes, "won": found.games_won, "drawn": found.drawn}


def report(rows: Sequence[Row]) -> Report:
    """What the formula gives, whether all ways agree, and what is left for k < n."""
    formula = matching(rows, by="formula")
    checks = _Checks(rows)
    orders = matching(rows, by="recurrence")
    answer = f"{_verdict(formula, checks)} {_remainder(orders, matching(rows, by='transfer'), checks)}"
    parts = [
        f"### n in a row on n x n\n\n{_sizes(formula, checks)}",
        "![Growth with n](counts-growth.svg)",
        _factorials(formula),
        _winners(formula),
        "![Shares of complete games by who wins](counts-winners.svg)",
        f"### In full\n\n{_in_full(formula)}",
        f"### k < n\n\n{_transfers(matching(rows, by='transfer'), checks)}\n\n{_orders(orders)}",
        f"### What was compared, and seconds\n\n{_compared(rows, checks)}",
    ]
    return Report(answer, "\n\n".join(parts), {"counts-growth": _growth(formula), "counts-winners": _shares(formula)})


class _Checks:
    """Which rows of two ways of counting agree."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.sweeps = {row["n"]: row for row in matching(rows, by="sweep")}
        self.counted = [row for row in rows if row["by"] in ("formula", "transfer")]
        self.censuses = matching(rows, by="census")

    def disagreements(self) -> list[str]:
        """The cases that contradict another."""
        wrong = [row["case"] for row in self.sweeps.values() if row["different"]]
        return wrong + [row["case"] for row in self.counted if self.by_census(row) is False]

    def by_census(self, row: Row) -> bool | None:
        """Whether the census of its board says the same, of all plies that it saw; None where there was none."""
        walked = self.census_of(row)
        if walked is None:
            return None
        plies = len(walked["positions"])
        same = all(walked[what] == row[what][:plies] for what in ("positions", "nodes", "won"))
        return same and (not walked["complete"] or walked["drawn"] == row["drawn"])

    def census_of(self, row: Row) -> Row | None:
        """That of its board."""
        return next(iter(matching(self.censuses, height=row["height"], width=row["width"], k=row["k"])), None)

    def words(self, row: Row) -> str:
        """What checks a row, in a cell of a table."""
        found: list[str] = []
        walked, sweep = self.census_of(row), self.sweeps.get(row.get("n", 0))
        if walked is not None:
            reach = "census" if walked["complete"] else f"census to ply {len(walked['positions']) - 1}"
            found.append(reach if self.by_census(row) else f"**not the {reach}**")
        if sweep is not None:
            found.append(f"sweep, {sweep['method']}" if not sweep["different"] else "**not the sweep**")
        return ", ".join(found) or "none"


def _verdict(formula: Sequence[Row], checks: _Checks) -> str:
    """The answer for k = n."""
    if wrong := checks.disagreements():
        return f"That is open, because ways of counting contradict each other: {names(wrong)}."
    first, last = formula[0], formula[-1]
    fewer = last["terms"] / _sets(last) < first["terms"] / _sets(first)
    opening = "Only convoluted" if fewer else "There is a formula, but its terms grow as fast as the sets of lines,"
    exact = [n for n, row in checks.sweeps.items() if row["method"] == "exact"]
    points = [str(n) for n, row in checks.sweeps.items() if row["method"] != "exact"]
    slowest = max(row[TIMED]["seconds"] for row in formula)
    return (
        f"{opening} where a line is a whole side: for n in a row on n x n, inclusion and exclusion over the 2n + 2 lines "
        "gives the positions of each ply, the complete games and the nodes of the game tree as one finite sum, of "
        f"{number(first['terms'])} terms for n = {first['n']} and {number(last['terms'])} for n = {last['n']} (about "
        f"n^{_exponent(formula):.1f} times a constant), each in {seconds(slowest)} or less. For n = {last['n']} these are "
        f"{_e(_total(last))} positions, {_years(last, checks)} years of work for the census at its best speed here. The "
        f"sweep, which shares no formula with the sum, gives the same counts for n = {min(exact)} to {max(exact)}, and the "
        f"same values of the generating functions modulo a prime for n = {names(points)}."
    )


def _remainder(orders: Sequence[Row], transfers: Sequence[Row], checks: _Checks) -> str:
    """The answer for k < n."""
    some = matching(orders, k=TOLD)
    widths = names([str(row["width"]) for row in some])
    factor = (some[-1]["order"] / some[0]["order"]) ** (1 / (some[-1]["width"] - some[0]["width"]))
    agreed = sum(checks.by_census(row) is True for row in transfers)
    return (
        "For shorter lines that grouping does not hold, and what is left is a transfer matrix: with the width fixed, the "
        f"boards without {TOLD} in a row obey a linear recurrence in the height, of order "
        f"{names([number(row['order']) for row in some])} for width {widths}, {number(factor)} times the order with each "
        "column on average. In that sense each width has a closed form of its own; one for all widths was not found. The "
        f"same sweep counts positions, games and nodes without a search; on {len(transfers)} such boards it did, and the "
        f"census confirms {agreed} of them as far as it went."
    )


def _sets(row: Row) -> int:
    """Of lines."""
    return 2 ** (2 * row["n"] + 2)


def _years(row: Row, checks: _Checks) -> str:
    """How long the census would take for the positions of a row, at the best of its speeds."""
    speed = max(_total(walked) / walked[TIMED]["seconds"] for walked in checks.censuses)
    return _e(round(_total(row) / speed / (365.25 * 86400)))


def _exponent(formula: Sequence[Row]) -> float:
    """The power of n that the terms grow with, between the first and the last."""
    first, last = formula[0], formula[-1]
    return log(last["terms"] / first["terms"]) / log(last["n"] / first["n"])


def _total(row: Row, what: str = "positions") -> int:
    return sum(row[what])


def _games(row: Row) -> int:
    return sum(row["won"]) + row["drawn"]


def _by_winner(row: Row) -> dict[str, int]:
    return {"X wins": sum(row["won"][1::2]), "draw": row["drawn"], "O wins": sum(row["won"][::2])}


def _e(value: int) -> str:
    """In four digits if it is long."""
    return f"{value:,}" if value < 10**12 else f"{value:.3e}".replace("e+", "e")


def _sizes(formula: Sequence[Row], checks: _Checks) -> str:
    heads = ["n", "sets of lines", "terms", "positions", "complete games", "nodes of the tree", "checked by"]
    return table(
        heads,
        (
            [
                row["n"],
                _sets(row),
                row["terms"],
                _e(_total(row)),
                _e(_games(row)),
                _e(_total(row, "nodes")),
                checks.words(row),
            ]
            for row in formula
        ),
    )


def _factorials(formula: Sequence[Row]) -> str:
    """What (n^2)! is, beside the tree."""
    lines: list[list[Any]] = []
    for row in formula:
        cells = row["n"] ** 2
        fillings = factorial(cells)
        leaves, nodes = _games(row) / fillings, _total(row, "nodes") / fillings
        lines.append([row["n"], f"{cells}! = {_e(fillings)}", leaves, nodes])
    said = [row for row in formula if row["n"] in SEED_SIZES]
    truth = [
        f"{row['n'] ** 2}! = {_e(factorial(row['n'] ** 2))} stands for {_e(_games(row))} leaves and "
        f"{_e(_total(row, 'nodes'))} nodes"
        for row in said
    ]
    heads = ["n", "(n²)!", "leaves: complete games, times that", "nodes, times that"]
    return (
        "(n²)! is often given as the size of the tree. It counts the ways to fill the board, as if no game ended before: "
        f"{'; '.join(truth)}.\n\n{table(heads, lines)}"
    )


def _winners(formula: Sequence[Row]) -> str:
    """Who wins most of the complete games."""
    ahead: dict[bool, list[str]] = {True: [], False: []}
    for row in formula:
        games = _by_winner(row)
        ahead[games["X wins"] > games["O wins"]].append(str(row["n"]))
    parts = [f"{who} for n = {names(ahead[first])}" for first, who in ((True, "X"), (False, "O")) if ahead[first]]
    return f"Of all complete games, good and bad, more are won by {' and by '.join(parts)}."


def _in_full(formula: Sequence[Row]) -> str:
    lines: list[str] = []
    for row in formula:
        totals = {"positions": _total(row), "games": _games(row), **_by_winner(row), "nodes": _total(row, "nodes")}
        lines += [f"n = {row['n']}", *(f"  {what:<9} {value:,}" for what, value in totals.items())]
    by_ply = ", ".join(f"{count:,}" for count in formula[0]["positions"])
    text = "\n".join(lines)
    return f"```\n{text}\n```\n\nPositions by ply, n = {formula[0]['n']}: {by_ply}."


def _transfers(rows: Sequence[Row], checks: _Checks) -> str:
    heads = ["board", "positions", "complete games", "nodes of the tree", "checked by", "time"]
    return table(
        heads,
        (
            [
                f"`{_game((row['height'], row['width'], row['k']))}`",
                _e(_total(row)),
                _e(_games(row)),
                _e(_total(row, "nodes")),
                checks.words(row),
                seconds(row[TIMED]["seconds"]),
            ]
            for row in rows
        ),
    )


def _orders(orders: Sequence[Row]) -> str:
    lines = [[row["k"], row["width"], row["kinds"], row["order"], row["values"]] for row in orders]
    heads = ["k", "width", "kinds of boards in the sweep", "order of the recurrence", "values it holds for"]
    return (
        "Boards of any stones without k in a row, of 1, 2, 3 ... rows: the shortest linear recurrence, modulo the prime "
        f"{PRIME}, found by Berlekamp and Massey; it is not proved to hold beyond the values it was tried on. "
        "On fewer than k columns the only lines run down.\n\n"
        f"{table(heads, lines)}"
    )


def _compared(rows: Sequence[Row], checks: _Checks) -> str:
    """What each check looked at, and what took how long."""
    lines: list[list[Any]] = []
    for n, row in checks.sweeps.items():
        what = "counts by stones" if row["method"] == "exact" else "values of generating functions"
        differ = f"{number(row['compared'])} {what}, {number(row['different'])} differ"
        lines.append([f"n = {n}", "sweep", differ, seconds(row[TIMED]["seconds"]), _formula_time(rows, n)])
    for row in checks.censuses:
        same = [other for other in checks.counted if checks.census_of(other) is row]
        verdict = "nothing to compare" if not same else "the same" if all(map(checks.by_census, same)) else "differs"
        differ = f"{number(_total(row))} positions of {len(row['positions'])} plies: {verdict}"
        game = f"`{_game((row['height'], row['width'], row['k']))}`"
        lines.append([game, "census", differ, seconds(row[TIMED]["seconds"]), _formula_time(rows, row["k"], row)])
    chance = POINTS * log(max(checks.sweeps) ** 2 / PRIME, 10)
    return (
        f"Each generating function is compared at {POINTS} random points modulo {PRIME}: one with a false coefficient, "
        f"not by a multiple of that prime, would pass with a chance below 10^{chance:.0f}.\n\n"
        f"{table(['board', 'way', 'compared', 'its time', 'time of the formula'], lines)}"
    )


def _formula_time(rows: Sequence[Row], n: int, board: Row | None = None) -> str:
    """Empty where the formula is of no use."""
    if board is not None and not board["height"] == board["width"] == n:
        return ""
    return names([seconds(row[TIMED]["seconds"]) for row in matching(rows, by="formula", n=n)])


def _growth(formula: Sequence[Row]) -> str:
    of: dict[str, Callable[[Row], int]] = {
        "(n²)!": lambda row: factorial(row["n"] ** 2),
        "nodes of the tree": lambda row: _total(row, "nodes"),
        "boards, 3^(n²)": lambda row: 3 ** row["n"] ** 2,
        "positions": _total,
    }
    series = {name: [(float(row["n"]), float(value(row))) for row in formula] for name, value in of.items()}
    return curves(series, x="n", y="how many", log_y=True, title="n in a row on n x n")


def _shares(formula: Sequence[Row]) -> str:
    groups = {
        f"n = {row['n']}": {who: 100 * games / _games(row) for who, games in _by_winner(row).items()} for row in formula
    }
    return bars(groups, y="% of all complete games", title="Who wins, of all ways to play")


STUDY: Final = Study(
    "counts",
    "Is there a formula for the number of positions?",
    "Is a closed form for the number of states of tic-tac-toe truly intractable, or only convoluted? The positions that "
    "play can come to, the complete games and the nodes of the game tree are counted by inclusion and exclusion over the "
    "lines. That is checked by a census, which visits every position, and by a sweep over the cells, which shares no "
    "formula with it. For k < n there is a sweep, and a census of the smaller boards.",
    cases,
    report,
)
