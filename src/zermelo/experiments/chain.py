"""The benchmark of the published chain of algorithms, and beyond: with tables, with deepening, with knowledge."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from zermelo.bench import BOARDS, PUBLISHED, ROWS, Board, Cell, Published, run
from zermelo.bench import Row as Algorithm
from zermelo.experiments.markdown import between, names, number, seconds, table
from zermelo.experiments.plots import bars, curves
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching

TITLES: Final = {
    "minimax": "MiniMax",
    "alpha-beta": "Alpha-Beta",
    "negamax": "NegaMax",
    "negascout": "NegaScout",
    "bns": "BNS",
    "mtdf": "MTD(f)",
}
"""The algorithms of the chain."""

SETTINGS: Final = {(False, False): "plain", (False, True): "deepening", (True, False): "table", (True, True): "both"}
"""By whether there is a table, and iterative deepening."""

PLAIN: Final = (False, False)
TABLE: Final = (True, False)
BOTH: Final = (True, True)

HELPED: Final = {"table": True, "deepening": False}

BEYOND: Final = (Board(5, 5, 4), Board(6, 5, 4), Board(6, 6, 5), Board(6, 6, 6))
"""Boards larger or harder than the published ones, for searches that know the game."""

SQUARES: Final = tuple(Board(n, n, k) for n in range(3, 7) for k in range(3, n + 1))
"""n by n, k in a row: which of the two binds?"""

SMALL: Final = (BOARDS["3x3k3"], BOARDS["4x4k3"], BOARDS["4x4k4"])

LIMITS: Final = {9: 60.0, 16: 30.0}
"""Seconds for a cell, by the cells of the board."""
LIMIT: Final = 20.0
"""For all other boards."""

QUICK_BY_RULES: Final = (
    ("3x3k3", tuple(ROWS)[:9]),
    ("4x4k3", ("negamax-table", "mtdf", "mtdf-id")),
    ("4x4k4", ("mtdf", "mtdf-id")),
)
QUICK_KNOWING: Final = (("3x3k3", tuple(ROWS)[1:8]), ("4x4k3", ("mtdf",)), ("4x4k4", ("mtdf",)), ("5x5k5", ("mtdf",)))
"""Those that surely end within seconds, the second ones even interpreted."""

WAYS: Final = {
    "by the rules": (False, False),
    "by the rules with deepening": (True, False),
    "with all knowledge": (False, True),
}
"""How MTD(f) with a table is asked whether n binds or k: with deepening? knowing the game?"""

BINDS: Final = 2.0
"""How many times more a step of n must cost than a step of k, for n to be what binds."""


class Setup(NamedTuple):
    """One cell of the benchmark."""

    algorithm: str
    table: bool
    deepening: bool
    board: Board
    knowing: bool
    objective: str = "outcome"

    @property
    def row(self) -> Algorithm:
        """The benchmark's row of these settings, with the figures published for it, or one of the same kind."""
        for row in ROWS.values():
            if row[2:6] == (self.algorithm, self.table, self.deepening, self.objective):
                return row
        title = titled(self.algorithm, (self.table, self.deepening))
        return Algorithm(title, title, self.algorithm, self.table, self.deepening, self.objective)

    @property
    def case(self) -> str:
        """A name like no other's."""
        what = f"{self.algorithm} {SETTINGS[self.table, self.deepening]}"
        scaled = " distance" if self.objective == "distance" else ""
        return f"{self.board.key} {what}{scaled} {'all' if self.knowing else 'rules'}"

    @property
    def quick(self) -> bool:
        """Whether it is measured when time is short."""
        return any(
            self.board.key == board and self.row.key in rows
            for board, rows in (QUICK_KNOWING if self.knowing else QUICK_BY_RULES)
        )


def titled(algorithm: str, setting: tuple[bool, bool]) -> str:
    """An algorithm and its setting, for people: MTD(f) + table."""
    given = {"plain": "", "both": " + table + deepening"}.get(SETTINGS[setting], f" + {SETTINGS[setting]}")
    return TITLES[algorithm] + given


def setups() -> Iterator[Setup]:
    """The cells, some of them more than once."""
    published = [row for row in ROWS.values() if row.published]
    for board, row in product(BOARDS.values(), published):
        if row.objective == "outcome" or board.m < 5:
            yield Setup(row.algorithm, row.table, row.deepening, board, False, row.objective)
    for board, algorithm, setting in product(SMALL, TITLES, SETTINGS):
        lasting = setting == (False, True) or (algorithm == "minimax" and setting == (True, True))
        if board.m == 3 or (not lasting):
            yield Setup(algorithm, *setting, board, False)
    for board, algorithm, setting in product(BOARDS.values(), TITLES, SETTINGS):
        if board.m < 5 or algorithm != "minimax":
            yield Setup(algorithm, *setting, board, True)
    for board, algorithm in product(BEYOND, TITLES):
        if algorithm != "minimax":
            yield Setup(algorithm, *TABLE, board, True)
    for board in SQUARES:
        yield Setup("mtdf", *TABLE, board, True)
        if board.n <= 5:
            yield Setup("mtdf", *TABLE, board, False)
            yield Setup("mtdf", *BOTH, board, False)


def cases(_seed: int) -> list[Case]:
    """The cells, each once."""
    return [Case(setup.case, partial(measure, setup), setup.quick) for setup in dict.fromkeys(setups())]


def measure(setup: Setup) -> Row:
    """One game of self-play, whole or for as long as the limit allows. Raises KeyboardInterrupt."""
    limit = LIMITS.get(setup.board.m * setup.board.n, LIMIT)
    compiled = not (setup.quick and setup.knowing)
    (cell,) = run([(setup.row, setup.board)], seconds=limit, knowledge=setup.knowing, compiled=compiled)
    if cell.stopped == "interrupted":
        raise KeyboardInterrupt
    return {**setup._asdict(), "board": setup.board.key, **_outcome(cell)}


def _outcome(cell: Cell) -> Row:
    """How the game ended; what it had come to, where it was cut short, depends on the machine."""
    timed: Row = {"seconds": cell.seconds, "compile_seconds": cell.compile_seconds}
    if not cell.complete:
        told = {"states": cell.states, "remark": cell.remark()}
        return {"complete": False, "compiled": cell.compiled, "limit": cell.limit, TIMED: timed | told}
    found = {"states": cell.states, "lower": cell.lower, "upper": cell.upper, "moves": list(cell.moves)}
    return {"complete": True, "compiled": cell.compiled, **found, TIMED: timed}


# --- the report -----------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Beside the published figures; who visits fewest; what table, deepening and knowledge do; n against k."""
    check_values(rows)
    answer = " ".join(
        [_fewest_sentence(rows), _timeouts_sentence(rows), _knowledge_sentence(rows), _binding_sentence(rows)]
    )
    parts = [
        _published_part(rows),
        _grid_part(rows, knowing=False),
        _grid_part(rows, knowing=True),
        _squares_part(rows),
    ]
    return Report(answer, "\n\n".join(parts), _pictures(rows))


def check_values(rows: Sequence[Row]) -> None:
    """All that is proved of one board agrees, or there is a defect. Raises ValueError."""
    for board in boards_of(rows):
        proved = matching(rows, board=board, complete=True)
        if proved and max(row["lower"] for row in proved) > min(row["upper"] for row in proved):
            raise ValueError(f"{board}: two searches proved values that exclude each other.")


def boards_of(rows: Iterable[Row]) -> list[str]:
    """The boards, from the smallest on."""
    return sorted({row["board"] for row in rows})


def published_for(row: Row) -> Published | None:
    """The figures published for the same, if there are any: they know nothing but the rules."""
    for known in ROWS.values():
        same = known[2:6] == (row["algorithm"], row["table"], row["deepening"], row["objective"])
        if same and known.published and not row["knowing"]:
            return PUBLISHED[known.published].get(row["board"])
    return None


def _title(row: Row) -> str:
    return titled(row["algorithm"], (row["table"], row["deepening"])) + (
        ", scaled rewards" if row["objective"] == "distance" else ""
    )


def _timeouts_sentence(rows: Sequence[Row]) -> str:
    """How many of the runs that were given up end here."""
    tried = [row for row in rows if _was_given_up(row)]
    done = [row for row in tried if row["complete"]]
    if not tried:
        sentence = "None of the published runs that were given up after an hour was tried again by the rules alone."
    else:
        within = f", in {between([row[TIMED]['seconds'] for row in done], seconds)} of searching" if done else ""
        sentence = (
            f"Of {len(tried)} published runs that were given up after an hour, tried again by the rules alone, "
            f"{len(done)} {'ends' if len(done) == 1 else 'end'} here{within}."
        )
    helped = [
        row
        for row in tried
        if not row["complete"] and matching(rows, **_settings(row) | HELPED, knowing=False, complete=True)
    ]
    if helped:
        sentence += f" With a table so {'does' if len(helped) == 1 else 'do'} {len(helped)} of the others."
    known = [row for row in _chain(rows, knowing=True) if _was_given_up({**row, "knowing": False})]
    ended = [row["states"] for row in known if row["complete"]]
    if ended:
        sentence += (
            f" With all knowledge of the game {len(ended)} of {len(known)} such {'run' if len(known) == 1 else 'runs'} "
            f"{'ends' if len(ended) == 1 else 'end'}, in {between(ended, number)} states."
        )
    return sentence


def _was_given_up(row: Row) -> bool:
    published = published_for(row)
    return published is not None and not published.finished and row["objective"] == "outcome"


def _chain(rows: Sequence[Row], *, knowing: bool) -> list[Row]:
    """Those of the published eight."""
    keys = [row[2:6] for row in ROWS.values() if row.published and row.objective == "outcome"]
    return [
        row
        for row in matching(rows, knowing=knowing, objective="outcome")
        if (row["algorithm"], row["table"], row["deepening"], "outcome") in keys
    ]


def _fewest_sentence(rows: Sequence[Row]) -> str:
    """Who visits fewest states where none knows the game, on each board on which several algorithms came to the end."""
    parts: list[str] = []
    for board in boards_of(matching(rows, knowing=False)):
        done = matching(rows, board=board, knowing=False, complete=True, objective="outcome")
        if len({row["algorithm"] for row in done}) > 1:
            least = min(row["states"] for row in done)
            first = [_title(row) for row in done if row["states"] == least]
            parts.append(f"{names(first)} on {board} ({least:,})")
    return f"By the rules alone fewest states are visited by {'; '.join(parts)}."


def _knowledge_sentence(rows: Sequence[Row]) -> str:
    """What all knowledge of the game divides the states by."""
    factors = list(_knowledge_factors(rows))
    if not factors:
        return ""
    fewer = sum(factor > 1 for factor in factors)
    only = [
        row
        for row in matching(rows, knowing=True, complete=True)
        if matching(rows, **_settings(row), knowing=False, complete=False)
    ]
    beyond = f"; {len(only)} cells end only with it" if only else ""
    return (
        f"All knowledge of the game makes the states fewer in {fewer} of {len(factors)} cells, by a factor of "
        f"{between(factors, number)}{beyond}."
    )


def _settings(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in ("board", "algorithm", "table", "deepening", "objective")}


def _knowledge_factors(rows: Sequence[Row]) -> Iterator[float]:
    for row in matching(rows, knowing=True, complete=True):
        for other in matching(rows, **_settings(row), knowing=False, complete=True):
            yield other["states"] / row["states"]


# --- beside the published figures -----------------------------------------------------------------------------------------
def _published_part(rows: Sequence[Row]) -> str:
    """A table of states and seconds, and what agrees."""
    lines: list[list[object]] = []
    same: list[str] = []
    for row in rows:
        published = published_for(row)
        if published is None:
            continue
        lines.append([row["board"], _title(row), *_here(row), _published_states(published), published.seconds])
        if row["complete"] and row["states"] == published.states:
            same.append(f"{_title(row)} on {row['board']}")
    heads = ["board", "algorithm", "states", "seconds", "published states", "published seconds"]
    agreeing = f"Equal to the published count to the node: {names(same)}." if same else "No count is the published one."
    others = [row["states"] / published for row, published in _counts(rows) if row["states"] != published]
    if others:
        below = sum(factor < 1 for factor in others)
        agreeing += f" {below} of {len(others)} other counts are below it, all {between(others, number)} times as many."
    return f"### Beside the published figures\n\n{agreeing}\n\n{table(heads, lines)}\n\n{_speed(rows)}"


def _counts(rows: Sequence[Row]) -> Iterator[tuple[Row, int]]:
    """Cells that were not cut short here or there, and the published states."""
    for row in rows:
        published = published_for(row)
        if row["complete"] and published is not None and published.finished and published.states is not None:
            yield row, published.states


def _here(row: Row) -> tuple[str, str]:
    """States and seconds measured, as text."""
    if not row["complete"]:
        return f"> {row[TIMED]['states']:,}", f"> {number(row[TIMED]['seconds'])}"
    return f"{row['states']:,}", number(row[TIMED]["seconds"]) + ("" if row["compiled"] else " (interpreted)")


def _published_states(published: Published) -> str:
    if published.finished:
        return f"{published.states:,}"
    return "given up" if published.states is None else f"given up at {published.states:,}"


def _speed(rows: Sequence[Row]) -> str:
    """States a second, ours and the published."""
    here = [row["states"] / row[TIMED]["seconds"] for row in rows if row["complete"] and row["compiled"]]
    there = [
        published.states / published.seconds
        for published in map(published_for, rows)
        if published is not None and published.states is not None and published.seconds
    ]
    if not here or not there:
        return ""
    return f"States a second: {number(max(here))} at most here, compiled; {number(max(there))} at most as published."


# --- table, deepening, knowledge ------------------------------------------------------------------------------------------
def _grid_part(rows: Sequence[Row], *, knowing: bool) -> str:
    """States of each algorithm in each setting, on each board."""
    own = matching(rows, knowing=knowing, objective="outcome")
    lines: list[list[object]] = []
    for board, algorithm in product(boards_of(own), TITLES):
        cells = [
            matching(own, board=board, algorithm=algorithm, table=remembers, deepening=deepens)
            for remembers, deepens in SETTINGS
        ]
        if any(cells):
            lines.append([board, TITLES[algorithm], *(_here(cell[0])[0] if cell else None for cell in cells)])
    title, picture = ("With all knowledge of the game", "knowing") if knowing else ("By the rules alone", "rules")
    heads = ["board", "algorithm", *SETTINGS.values()]
    note = "States of one game; `>`: cut short by the limit of seconds."
    remarks = "" if knowing else _ordering_remarks(own)
    return (
        f"### {title}\n\n![States by algorithm: {title.lower()}; no bar where a cell was cut short](chain-{picture}.svg)"
        f"\n\n{note}\n\n{table(heads, lines)}\n\n{_setting_remarks(own)}{remarks}"
    )


def _setting_remarks(rows: Sequence[Row]) -> str:
    """What a table and deepening do, in factors."""
    parts: list[str] = []
    for what, one, other in (
        ("A table", PLAIN, TABLE),
        ("Deepening without a table", PLAIN, (False, True)),
        ("Deepening with a table", TABLE, (True, True)),
    ):
        factors = [
            after["states"] / before["states"]
            for before, after in _pairs(rows, one, other)
            if before["complete"] and after["complete"]
        ]
        if factors:
            fewer = sum(factor < 1 for factor in factors)
            parts.append(
                f"- {what}: fewer states in {fewer} of {len(factors)} cells, {between(factors, number)} times as many."
            )
    return "\n".join(parts)


def _pairs(rows: Sequence[Row], one: tuple[bool, bool], other: tuple[bool, bool]) -> Iterator[tuple[Row, Row]]:
    """Cells that differ in the setting alone."""
    for row in matching(rows, table=one[0], deepening=one[1]):
        for twin in matching(rows, board=row["board"], algorithm=row["algorithm"], table=other[0], deepening=other[1]):
            yield row, twin


def _ordering_remarks(rows: Sequence[Row]) -> str:
    """NegaScout and BNS against Alpha-Beta, where no order of moves helps them."""
    parts: list[str] = []
    for algorithm in ("negascout", "bns", "mtdf"):
        factors = [
            row["states"] / other["states"]
            for row in matching(rows, algorithm=algorithm, complete=True)
            for other in matching(
                rows,
                algorithm="alpha-beta",
                complete=True,
                **{name: row[name] for name in ("board", "table", "deepening")},
            )
        ]
        if factors:
            more = sum(factor > 1 for factor in factors)
            parts.append(
                f"\n- {TITLES[algorithm]}: {between(factors, number)} times the states of Alpha-Beta in the same setting, "
                f"more in {more} of {len(factors)}."
            )
    return "".join([*parts, *_lead(rows)])


def _lead(rows: Sequence[Row]) -> Iterator[str]:
    """What MTD(f) with a table saves against Alpha-Beta, without the table and with the same one."""
    for row in matching(rows, algorithm="mtdf", table=True, deepening=False, complete=True):
        plain, same = (
            matching(rows, board=row["board"], algorithm="alpha-beta", table=remembers, deepening=False, complete=True)
            for remembers in (False, True)
        )
        if plain and same:
            without, given = (number(some[0]["states"] / row["states"]) for some in (plain, same))
            yield (
                f"\n- On {row['board']} Alpha-Beta without a table visits {without} times the states of MTD(f) with one, "
                f"and with the same table {given} times."
            )


# --- n against k ----------------------------------------------------------------------------------------------------------
def _squares(rows: Sequence[Row], way: str) -> dict[tuple[int, int], Row]:
    """The cells of MTD(f) with a table on n by n boards, by n and k."""
    deepens, knowing = WAYS[way]
    boards = {board.key: (board.n, board.k) for board in SQUARES}
    own = matching(rows, algorithm="mtdf", table=True, deepening=deepens, knowing=knowing, objective="outcome")
    return {boards[row["board"]]: row for row in own if row["board"] in boards}


def steps(rows: Sequence[Row], way: str) -> tuple[list[float], list[float]]:
    """How many times more, or fewer, states: one n further at the same k, one k further at the same n."""
    done = {place: row for place, row in _squares(rows, way).items() if row["complete"]}
    by_n, by_k = list[float](), list[float]()
    for one, other in combinations(sorted(done), 2):
        step = other[0] - one[0], other[1] - one[1]
        ratio = done[other]["states"] / done[one]["states"]
        if step == (1, 0):
            by_n.append(max(ratio, 1 / ratio))
        elif step == (0, 1):
            by_k.append(max(ratio, 1 / ratio))
    return by_n, by_k


def _binding_sentence(rows: Sequence[Row]) -> str:
    """Whether n binds and k does not, however MTD(f) is asked."""
    found = {way: steps(rows, way) for way in WAYS}
    parts = [f"{way} {_binding(*both)}" for way, both in found.items() if all(both)]
    return f"Does n bind, not k, as the text says? For MTD(f) with a table {'; '.join(parts)}." if parts else ""


def _binding(by_n: Sequence[float], by_k: Sequence[float]) -> str:
    """Which of the two binds, and the geometric means of their steps."""
    mean_n, mean_k = statistics.geometric_mean(by_n), statistics.geometric_mean(by_k)
    verdict = "n does" if mean_n > BINDS * mean_k else "k does" if mean_k > BINDS * mean_n else "both do"
    costs = f"{_steps(by_n, 'n')} by a factor of {number(mean_n)} on average, {_steps(by_k, 'k')} by {number(mean_k)}"
    return f"{verdict} ({costs})"


def _steps(factors: Sequence[float], of: str) -> str:
    """How many."""
    return f"{len(factors)} step{'' if len(factors) == 1 else 's'} of {of}"


def _squares_part(rows: Sequence[Row]) -> str:
    """A table of n by k, and the steps."""
    lines: list[list[object]] = []
    for way in WAYS:
        cells = _squares(rows, way)
        for n in sorted({n for n, _ in cells}):
            own = [cells.get((n, k)) for k in range(3, 7)]
            lines.append([way, n, *(None if row is None else _here(row)[0] for row in own)])
    heads = ["MTD(f) with a table", "n", *(f"k = {k}" for k in range(3, 7))]
    text = f"### n or k?\n\n![States over the size of the board](chain-sizes.svg)\n\n{table(heads, lines)}"
    return f"{text}\n\n{_largest_steps(rows)}"


def _largest_steps(rows: Sequence[Row]) -> str:
    """The ranges of the steps."""
    parts: list[str] = []
    for way in WAYS:
        by_n, by_k = steps(rows, way)
        if by_n and by_k:
            parts.append(
                f"- {way}: {len(by_n)} steps of n, by a factor of {between(by_n, number)}; "
                f"{len(by_k)} of k, by {between(by_k, number)}."
            )
    return "\n".join([*parts, "\nOnly steps between cells that were not cut short are counted."])


def _pictures(rows: Sequence[Row]) -> dict[str, str]:
    """States by algorithm and board, twice; states over n for each k."""
    pictures: dict[str, str] = {}
    for knowing, name, title in (
        (False, "rules", "The published eight, by the rules alone"),
        (True, "knowing", "The same, with all knowledge of the game"),
    ):
        groups: dict[str, dict[str, float]] = {}
        for row in _chain(rows, knowing=knowing):
            if row["complete"] and row["board"] in BOARDS:
                groups.setdefault(row["board"], {})[_title(row)] = row["states"]
        order = [titled(row.algorithm, (row.table, row.deepening)) for row in ROWS.values() if row.published]
        ordered = {
            board: {key: groups[board][key] for key in order if key in groups[board]} for board in sorted(groups)
        }
        pictures[f"chain-{name}"] = bars(ordered, y="states of one game", log_y=True, title=title)
    pictures["chain-sizes"] = curves(
        _size_curves(rows), x="n", y="states of one game", log_y=True, title="MTD(f) with a table on n by n"
    )
    return pictures


def _size_curves(rows: Sequence[Row]) -> dict[str, list[tuple[float, float]]]:
    series: dict[str, list[tuple[float, float]]] = {}
    for way in WAYS:
        for (n, k), row in sorted(_squares(rows, way).items()):
            if row["complete"]:
                series.setdefault(f"k = {k}, {way}", []).append((n, row["states"]))
    return {name: points for name, points in series.items() if len(points) > 1}


STUDY: Final = Study(
    "chain",
    "Which algorithm of the chain visits fewest states?",
    "The published benchmark again: one whole game of self-play from the empty board, the engine searching each position "
    "afresh; states are the positions visited by all these searches. Each algorithm plays it with and without a table, with "
    "and without iterative deepening, by the rules alone and with all knowledge of the game, and on larger boards. A cell "
    f"that is not over after {LIMIT:g} seconds ({LIMITS[16]:g} on 16 cells) is cut short.",
    cases,
    report,
)
