"""One game of self-play: how it is set up, and measured."""

from __future__ import annotations

from typing import Final, NamedTuple

from experiments.benchmark import ROWS, Board, Cell, run
from experiments.benchmark import Row as Algorithm
from experiments.chain.settings import SETTINGS, benchmarked, titled
from experiments.study import TIMED, Row

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
        title = titled(self.algorithm, (self.table, self.deepening))
        own = Algorithm(title, title, self.algorithm, self.table, self.deepening, self.objective)
        return benchmarked(self.algorithm, self.table, self.deepening, self.objective) or own

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
