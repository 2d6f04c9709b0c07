"""One game of self-play: its settings, and how it is measured."""

from __future__ import annotations

from typing import Final, NamedTuple

from experiments.benchmark import ROWS, Board, Cell, run
from experiments.benchmark import Row as Algorithm
from experiments.chain.settings import SETTINGS, benchmarked, titled
from experiments.study import TIMED, Row

LIMITS: Final = {9: 60.0, 16: 30.0}
"""The limit for a game in seconds, by the number of cells."""

LIMIT: Final = 20.0
"""The limit on all other boards."""

QUICK_BY_RULES: Final = (
    ("3x3k3", tuple(ROWS)[:9]),
    ("4x4k3", ("negamax-table", "mtdf", "mtdf-id")),
    ("4x4k4", ("mtdf", "mtdf-id")),
)
QUICK_KNOWING: Final = (("3x3k3", tuple(ROWS)[1:8]), ("4x4k3", ("mtdf",)), ("4x4k4", ("mtdf",)), ("5x5k5", ("mtdf",)))
"""Boards and rows of the benchmark that take seconds at most, the second ones even interpreted."""


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
        """The row of the benchmark with these settings; a new one if the benchmark has none."""
        title = titled(self.algorithm, (self.table, self.deepening))
        own = Algorithm(title, title, self.algorithm, self.table, self.deepening, self.objective)
        return benchmarked(self.algorithm, self.table, self.deepening, self.objective) or own

    @property
    def case(self) -> str:
        """The name of the case."""
        settings = f"{self.algorithm} {SETTINGS[self.table, self.deepening]}"
        scaled = " distance" if self.objective == "distance" else ""
        return f"{self.board.key} {settings}{scaled} {'all' if self.knowing else 'rules'}"

    @property
    def quick(self) -> bool:
        """Whether `--quick` measures it."""
        return any(
            self.board.key == board and self.row.key in rows
            for board, rows in (QUICK_KNOWING if self.knowing else QUICK_BY_RULES)
        )


def measure(setup: Setup) -> Row:
    """One game of self-play, to its end or until the limit. Raises KeyboardInterrupt."""
    limit = LIMITS.get(setup.board.m * setup.board.n, LIMIT)
    compiled = not (setup.quick and setup.knowing)
    (cell,) = run([(setup.row, setup.board)], seconds=limit, knowledge=setup.knowing, compiled=compiled)
    if cell.stopped == "interrupted":
        raise KeyboardInterrupt
    return {**setup._asdict(), "board": setup.board.key, **_outcome(cell)}


def _outcome(cell: Cell) -> Row:
    """The result of the game. If it was cut short, the positions visited so far depend on the machine."""
    timed: Row = {"seconds": cell.seconds, "compile_seconds": cell.compile_seconds}
    if not cell.complete:
        progress = {"states": cell.states, "remark": cell.remark()}
        return {"complete": False, "compiled": cell.compiled, "limit": cell.limit, TIMED: timed | progress}
    found = {"states": cell.states, "lower": cell.lower, "upper": cell.upper, "moves": list(cell.moves)}
    return {"complete": True, "compiled": cell.compiled, **found, TIMED: timed}
