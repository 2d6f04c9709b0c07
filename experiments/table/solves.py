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


def cases() -> list[Case]:
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
    result = whole(solver.solve(keep_table=True))  # with the table that is there
    settings = {"game": game, "algorithm": algorithm, "size": size, "policy": policy, "symmetry": symmetry}
    counted = {name: result.counters[name] for name in ("nodes", "probes", "hits", "passes")}
    found = {"value": result.value, "kind": result.kind, "stopped": result.stopped, "bytes": result.table_bytes}
    return {**settings, **found, **counted, TIMED: {"seconds": result.seconds}}


def _sized(policy: type[TranspositionTable], width: int, rows: int) -> TranspositionTable:
    """An empty table of just so many rows, that does not grow."""
    memory = 8 * (width + 1) * (rows * 17 // 16 + 1)
    return policy(width, memory, rows)


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
