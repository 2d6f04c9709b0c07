"""Games solved with and without a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from experiments.measuring import whole
from experiments.study import TIMED, Case, Row, matching
from experiments.table.policies import BOTH, POLICIES
from zermelo.games.catalogue import game_named
from zermelo.search.parts.table import TranspositionTable
from zermelo.solver.options import PIECES
from zermelo.solver.solver import Solver

ALGORITHMS: Final = ("negamax", "mtdf")


class Sweep(NamedTuple):
    """The sizes of table that a game is solved with: 2 ** exponent rows, `least` to `most`."""

    most: int
    least: int = 6
    step: int = 2
    quick: bool = False

    @property
    def exponents(self) -> range:
        """The exponents of all sizes, the least first."""
        return range(self.least, self.most + 1, self.step)


GAMES: Final[Mapping[str, Sweep]] = {
    "connect(4,4,4)": Sweep(16, 4, quick=True),
    "mnk(4,4,3)": Sweep(18),
    "connect(5,4,4)": Sweep(20),
    "connect(4,5,4)": Sweep(20),
    "mnk(4,4,4)": Sweep(20),
}
"""The games, with sizes up to a table in which hardly any result is overwritten."""

LIMIT: Final = 400_000_000
"""Nodes after which a search is cut short."""

RULES_ALONE: Final = ("all",)
"""What a search by the rules alone leaves out."""

RULES_AND_SYMMETRY: Final = tuple(piece for piece in PIECES if piece != "symmetry")
"""What a search by the rules and the symmetries leaves out."""


def cases() -> list[Case]:
    """Each game by each algorithm, without a table and with tables of all sizes; only MTD(f) has other kinds of table."""
    listed: list[Case] = []
    for game, sweep in GAMES.items():
        for algorithm in ALGORITHMS:
            listed.append(Case(f"{game} {algorithm} no table", partial(measure, game, algorithm, None), sweep.quick))
            for policy, symmetry in _kinds(algorithm):
                kind = f"{game} {algorithm} {policy}{' symmetry' if symmetry else ''}"
                listed += [
                    Case(f"{kind} 2^{size}", partial(measure, game, algorithm, size, policy, symmetry), sweep.quick)
                    for size in sweep.exponents
                ]
    return listed


def _kinds(algorithm: str) -> Iterator[tuple[str, bool]]:
    """The replacement policies, and for each whether symmetric positions share a row."""
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
    """Solve the initial position with 2 ** size rows, or without a table. Raises KeyboardInterrupt."""
    options: dict[str, Any] = {
        "algorithm": algorithm,
        "table": size is not None,
        "without": RULES_AND_SYMMETRY if symmetry else RULES_ALONE,
    }
    solver = Solver(
        game_named(game), **options, line=False, threads=1, deepening=False, etc=False, nodes=LIMIT, compiled=compiled
    )
    own: Any = solver.search.table
    if size is not None:
        solver.search.table = _sized(POLICIES[policy], own.width, 1 << size)
    result = whole(solver.solve(keep_table=True))
    settings = {"game": game, "algorithm": algorithm, "size": size, "policy": policy, "symmetry": symmetry}
    counted = {name: result.counters[name] for name in ("nodes", "probes", "hits", "passes")}
    outcome = {"value": result.value, "kind": result.kind, "stopped": result.stopped, "bytes": result.table_bytes}
    return {**settings, **outcome, **counted, TIMED: {"seconds": result.seconds}}


def _sized(policy: type[TranspositionTable], width: int, rows: int) -> TranspositionTable:
    """An empty table with exactly so many rows, which does not grow."""
    memory = 8 * (width + 1) * (rows * 17 // 16 + 1)
    return policy(width, memory, rows)


def check_values(rows: Sequence[Row]) -> None:
    """Raises ValueError if two exact values of one game differ, which is a defect."""
    for game in dict.fromkeys(row["game"] for row in rows):
        values = {row["value"] for row in matching(rows, game=game, kind="exact")}
        if len(values) > 1:
            raise ValueError(f"{game} has several exact values: {sorted(values)}.")


def sweeps(rows: Sequence[Row], algorithm: str, policy: str = BOTH, *, symmetry: bool = False) -> dict[str, list[Row]]:
    """The complete solves of each game with a table, the smallest table first."""
    solves: dict[str, list[Row]] = {}
    for row in matching(rows, algorithm=algorithm, policy=policy, symmetry=symmetry, stopped="complete"):
        if row["size"] is not None:
            solves.setdefault(row["game"], []).append(row)
    return {game: sorted(of_game, key=lambda row: row["size"]) for game, of_game in solves.items()}
