"""What a transposition table is worth by its size, and by what it keeps when it is full."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from zermelo.experiments.markdown import between, names, number, table
from zermelo.experiments.measuring import whole
from zermelo.experiments.plots import Series, curves
from zermelo.experiments.study import TIMED, Case, Report, Row, Study, matching
from zermelo.games.catalogue import game_named
from zermelo.options import PIECES
from zermelo.search.table import Table, depth_of
from zermelo.solver import Solver
from zermelo.words import hash_words, read_once


class Latest(Table):
    """A table that keeps the two rows of a pair which came last."""

    def put(self, key: Any, score: int, data: int) -> None:
        """Write the first row of the pair; what another position has there becomes the second."""
        first = hash_words(key) & (len(self.rows) - 2)
        if not self.holds(first, read_once(self.rows, first, self.last), key):
            for place in range(self.last + 1):
                self.rows[first + 1, place] = self.rows[first, place]
        self.write(first, key, score, data)


class Deepest(Table):
    """A table that keeps the two rows of a pair which were searched deepest."""

    def put(self, key: Any, score: int, data: int) -> None:
        """Write the row of this position, or else the shallower one, unless both were searched deeper."""
        first = hash_words(key) & (len(self.rows) - 2)
        one, other = read_once(self.rows, first, self.last), read_once(self.rows, first + 1, self.last)
        if self.holds(first, one, key):
            self.write(first, key, score, data)
        elif self.holds(first + 1, other, key):
            self.write(first + 1, key, score, data)
        elif min(depth_of(one), depth_of(other)) <= depth_of(data):
            self.write(first if depth_of(one) <= depth_of(other) else first + 1, key, score, data)


BOTH: Final = "deepest and latest"
POLICIES: Final[Mapping[str, type[Table]]] = {BOTH: Table, "latest": Latest, "deepest": Deepest}
"""What a pair of rows keeps; the first is the library's own."""

ALGORITHMS: Final = ("negamax", "mtdf")


class Sweep(NamedTuple):
    """The sizes of table that a game is solved with: 2 ** exponent rows."""

    most: int
    least: int = 6
    step: int = 2
    quick: bool = False

    @property
    def exponents(self) -> range:
        """From the smallest table on."""
        return range(self.least, self.most + 1, self.step)


GAMES: Final[Mapping[str, Sweep]] = {
    "connect(4,4,4)": Sweep(16, 4, quick=True),
    "mnk(4,4,3)": Sweep(18),
    "connect(5,4,4)": Sweep(20),
    "connect(4,5,4)": Sweep(20),
    "mnk(4,4,4)": Sweep(20),
}
"""From the smallest on; with the most rows hardly anything is lost."""

LIMIT: Final = 400_000_000
"""Nodes after which a search is cut short."""

BLIND: Final = ("all",)
SEEING: Final = tuple(piece for piece in PIECES if piece != "symmetry")
"""What is left out: everything; everything but the symmetries."""


def cases(_seed: int) -> list[Case]:
    """Each game by each algorithm without a table, then with tables of all sizes; other policies for MTD(f) alone."""
    found: list[Case] = []
    for game, sweep in GAMES.items():
        for algorithm in ALGORITHMS:
            found.append(Case(f"{game} {algorithm} no table", partial(measure, game, algorithm, None), sweep.quick))
            for policy, symmetry in _kinds(algorithm):
                what = f"{game} {algorithm} {policy}{' symmetry' if symmetry else ''}"
                found += [
                    Case(f"{what} 2^{size}", partial(measure, game, algorithm, size, policy, symmetry), sweep.quick)
                    for size in sweep.exponents
                ]
    return found


def _kinds(algorithm: str) -> Iterator[tuple[str, bool]]:
    """Policies, and whether symmetric positions share a row."""
    yield BOTH, False
    if algorithm == "mtdf":
        yield from (("latest", False), ("deepest", False), (BOTH, True))


def measure(
    game: str,
    algorithm: str,
    size: int | None,
    policy: str = BOTH,
    symmetry: bool = False,
    compiled: bool | None = None,
) -> Row:
    """One solve of the beginning with 2 ** size rows, or without a table. Raises KeyboardInterrupt."""
    options: dict[str, Any] = {
        "algorithm": algorithm,
        "table": size is not None,
        "without": SEEING if symmetry else BLIND,
    }
    solver = Solver(
        game_named(game), **options, line=False, threads=1, deepening=False, etc=False, nodes=LIMIT, compiled=compiled
    )
    own: Any = solver.search.table
    if size is not None:
        solver.search.table = _sized(POLICIES[policy], own.width, 1 << size)
    result = whole(solver.solve(goes_on=True))  # with the table that is there
    settings = {"game": game, "algorithm": algorithm, "size": size, "policy": policy, "symmetry": symmetry}
    counted = {name: result.counters[name] for name in ("nodes", "probes", "hits", "passes")}
    found = {"value": result.value, "kind": result.kind, "stopped": result.stopped, "bytes": result.table_bytes}
    return {**settings, **found, **counted, TIMED: {"seconds": result.seconds}}


def _sized(policy: type[Table], width: int, rows: int) -> Table:
    """An empty table of just so many rows, that does not grow."""
    memory = 8 * (width + 1) * (rows * 17 // 16 + 1)
    return policy(width, memory, rows)


# --- the report -----------------------------------------------------------------------------------------------------------
def report(rows: Sequence[Row]) -> Report:
    """Nodes and hit rates by the size of the table; the policies; symmetry."""
    check_values(rows)
    answer = " ".join(
        [
            _worth_sentence(rows),
            _shrinking_sentence(rows),
            _hits_sentence(rows),
            _policy_sentence(rows),
            _symmetry_sentence(rows),
        ]
    )
    shown = list(dict.fromkeys(row["game"] for row in rows))[-1]
    body = "\n\n".join(
        [
            "![Nodes over the size of the table](table-nodes.svg)",
            "![Hit rate over the size of the table](table-hits.svg)",
            _table_of_games(rows),
            _passes_sentence(rows),
            f"### What to keep\n\n![Nodes by what a full table keeps, {shown}](table-policies.svg)",
            _table_of_policies(rows),
            f"No figure: cut short after {LIMIT:,} nodes, or not tried.",
        ]
    )
    return Report(answer, body, _pictures(rows, shown))


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError where two exact values of one game differ: a defect."""
    for game in dict.fromkeys(row["game"] for row in rows):
        values = {row["value"] for row in matching(rows, game=game, kind="exact")}
        if len(values) > 1:
            raise ValueError(f"{game}: exact values {sorted(values)} exclude each other.")


def sweeps(rows: Sequence[Row], algorithm: str, policy: str = BOTH, *, symmetry: bool = False) -> dict[str, list[Row]]:
    """The complete solves of each game with a table, from the smallest on."""
    own = matching(rows, algorithm=algorithm, policy=policy, symmetry=symmetry, stopped="complete")
    found: dict[str, list[Row]] = {}
    for row in own:
        if row["size"] is not None:
            found.setdefault(row["game"], []).append(row)
    return {game: sorted(some, key=lambda row: row["size"]) for game, some in found.items()}


def _gains(rows: Sequence[Row], algorithm: str) -> dict[str, float]:
    """How many times the nodes of the largest table a search without one visits; at least, where that was cut short."""
    bare = {row["game"]: row["nodes"] for row in matching(rows, algorithm=algorithm, size=None)}
    return {game: bare[game] / some[-1]["nodes"] for game, some in sweeps(rows, algorithm).items() if game in bare}


def _worth_sentence(rows: Sequence[Row]) -> str:
    gains = list(_gains(rows, "mtdf").values())
    lost = [row["game"] for row in matching(rows, algorithm="mtdf", size=None) if row["stopped"] != "complete"]
    least = f" (at least, on {names(lost)}, where the search without one was cut short)" if lost else ""
    return f"With plenty of room it divides the nodes of MTD(f), by the rules alone, by {between(gains)}{least}."


def smallest(some: Sequence[Row], times: float) -> Row:
    """The smallest table from which on no search visits more than so many times the nodes of the largest."""
    enough = some[-1]
    for row in reversed(some):
        if row["nodes"] > times * some[-1]["nodes"]:
            break
        enough = row
    return enough


def _shrinking_sentence(rows: Sequence[Row]) -> str:
    """How much of the largest table may go before the nodes double."""
    shares = [
        some[-1]["nodes"] / (1 << smallest(some, 2)["size"]) for some in sweeps(rows, "mtdf").values() if len(some) > 1
    ]
    first = [some[0]["nodes"] / some[-1]["nodes"] for some in sweeps(rows, "mtdf").values()]
    return (
        f"The nodes stay within twice the least while there is a row for every {between(shares)} nodes of the search; "
        f"in the smallest table tried they are {between(first)} times as many."
    )


def _hits_sentence(rows: Sequence[Row]) -> str:
    """How few hits do the work."""
    most = [100 * rate(some[-1]) for some in sweeps(rows, "mtdf").values()]
    least = [100 * rate(some[0]) for some in sweeps(rows, "mtdf").values()]
    return f"The table settles {between(most)} % of the positions looked for with most rows, {between(least)} % with fewest."


def policy_factors(rows: Sequence[Row], policy: str) -> list[float]:
    """Nodes under a policy, times those of the library's own, at the sizes where something had to go."""
    factors: list[float] = []
    for game, own in sweeps(rows, "mtdf").items():
        others = {row["size"]: row for row in sweeps(rows, "mtdf", policy).get(game, [])}
        factors += [others[row["size"]]["nodes"] / row["nodes"] for row in own if row["size"] in others]
    return factors


def _policy_sentence(rows: Sequence[Row]) -> str:
    """The policies against each other."""
    parts: list[str] = []
    for policy in POLICIES:
        factors = [] if policy == BOTH else policy_factors(rows, policy)
        if factors:
            more = sum(factor > 1 for factor in factors)
            parts.append(
                f"keeping the {policy} alone takes {between(factors)} times the nodes "
                f"(on average {number(statistics.geometric_mean(factors))}; more in {more} of {len(factors)} tables)"
            )
    return f"Against one row of a pair for the deepest and one for the latest, {'; '.join(parts)}."


def symmetry_factors(rows: Sequence[Row]) -> list[tuple[int, float]]:
    """By size: nodes without symmetric positions sharing a row, times those with."""
    found: list[tuple[int, float]] = []
    shared = sweeps(rows, "mtdf", symmetry=True)
    for game, own in sweeps(rows, "mtdf").items():
        others = {row["size"]: row for row in shared.get(game, [])}
        found += [(row["size"], row["nodes"] / others[row["size"]]["nodes"]) for row in own if row["size"] in others]
    return found


def _symmetry_sentence(rows: Sequence[Row]) -> str:
    factors = [factor for _, factor in symmetry_factors(rows)]
    fewer = sum(factor > 1 for factor in factors)
    return (
        f"One row for all symmetric positions divides the nodes by {between(factors)}, with fewer nodes in {fewer} of "
        f"{len(factors)} tables."
    )


def _passes_sentence(rows: Sequence[Row]) -> str:
    """MTD(f) against NegaMax, both without a table: do its passes undo its savings?"""
    factors = [
        row["nodes"] / other["nodes"]
        for row in matching(rows, algorithm="mtdf", size=None, stopped="complete")
        for other in matching(rows, algorithm="negamax", size=None, stopped="complete", game=row["game"])
    ]
    if not factors:
        return ""
    more = sum(factor > 1 for factor in factors)
    passes = [row["passes"] for row in matching(rows, algorithm="mtdf", stopped="complete")]
    return (
        "Without a table, the text says, the repeated searches of MTD(f) undo its savings: without one it visits "
        f"{between(factors)} times the nodes of NegaMax without one, more in {more} of {len(factors)} games. "
        f"Where there are three rewards, it takes {between(passes)} passes."
    )


def _table_of_games(rows: Sequence[Row]) -> str:
    """Each game: no table, the largest, the smallest that is as good, and hit rates."""
    lines: list[list[object]] = []
    for algorithm in ALGORITHMS:
        for game, some in sweeps(rows, algorithm).items():
            (bare,) = matching(rows, game=game, algorithm=algorithm, size=None)
            most, enough, least = some[-1], smallest(some, 2), some[0]
            without = f"{'' if bare['stopped'] == 'complete' else '> '}{bare['nodes']:,}"
            lines.append([f"`{game}`", algorithm, without, *_told(most), f"2^{enough['size']}", *_told(least)])
    heads = [
        "game",
        "algorithm",
        "nodes without",
        "most rows",
        "nodes",
        "hits, %",
        "rows for twice these nodes at most",
    ]
    return table([*heads, "fewest rows", "nodes", "hits, %"], lines)


def _told(row: Row) -> tuple[str, int, float]:
    return f"2^{row['size']}", row["nodes"], 100 * rate(row)


def rate(row: Row) -> float:
    """The share of positions looked for that the table settled."""
    return row["hits"] / max(row["probes"], 1)


def _table_of_policies(rows: Sequence[Row]) -> str:
    """Nodes of MTD(f) by size and policy."""
    every = {(policy, False): sweeps(rows, "mtdf", policy) for policy in POLICIES}
    every[BOTH, True] = sweeps(rows, "mtdf", symmetry=True)
    lines: list[list[object]] = []
    for game in every[BOTH, False]:
        by_size = {kind: {row["size"]: row for row in found.get(game, [])} for kind, found in every.items()}
        for size in sorted({size for found in by_size.values() for size in found}):
            row = next(found[size] for found in by_size.values() if size in found)
            nodes = [found[size]["nodes"] if size in found else None for found in by_size.values()]
            lines.append([f"`{game}`", f"2^{size}", row["bytes"], *nodes])
    return table(["game", "rows", "bytes", *POLICIES, "symmetric positions as one"], lines)


def _pictures(rows: Sequence[Row], shown: str) -> dict[str, str]:
    """Nodes and hit rates over bytes; the policies on the last game."""
    nodes: dict[str, list[tuple[float, float]]] = {}
    hits: dict[str, list[tuple[float, float]]] = {}
    for game, some in sweeps(rows, "mtdf").items():
        nodes[game] = [(row["bytes"], row["nodes"]) for row in some]
        hits[game] = [(row["bytes"], 100 * rate(row)) for row in some]
    policies: Series = {
        policy: [(row["bytes"], row["nodes"]) for row in sweeps(rows, "mtdf", policy).get(shown, [])]
        for policy in POLICIES
    } | {
        "symmetric positions as one": [
            (row["bytes"], row["nodes"]) for row in sweeps(rows, "mtdf", symmetry=True).get(shown, [])
        ]
    }
    size = "bytes of the table"
    return {
        "table-nodes": curves(nodes, x=size, y="nodes", log_x=True, log_y=True, title="MTD(f) by the rules alone"),
        "table-hits": curves(hits, x=size, y="hits, % of probes", log_x=True, title="MTD(f) by the rules alone"),
        "table-policies": curves(policies, x=size, y="nodes", log_x=True, log_y=True, title=f"MTD(f) on {shown}"),
    }


STUDY: Final = Study(
    "table",
    "What is a transposition table worth, and how large must it be?",
    "Games are solved by the rules alone, without a table and with tables of fixed size, from plenty down to a kilobyte. "
    "A table here keeps whole keys, in pairs of rows: the first row of a pair keeps what was searched deepest, the second "
    "what came last. For comparison a pair keeps the two that came last, or the two that were searched deepest. "
    "The hit rate is the share of positions looked for that the table settled.",
    cases,
    report,
)
