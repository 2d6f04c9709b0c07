"""Play the games of the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from experiments.benchmark.cells import Board, Cell, Row, Stopped
from zermelo import AsState, Result, Solver
from zermelo.core.errors import BadOption

SECONDS: Final = 60.0
"""The default limit for a cell."""


class BenchProgress(NamedTuple):
    """The progress of the running cell."""

    row: Row
    board: Board
    phase: str
    """"compiling" or "searching"."""
    move: int
    """The number of the current move, from 1."""
    states: int
    seconds: float
    limit: float
    lower: int
    upper: int
    """Bounds on the value of the position."""


def run(
    cells: Iterable[tuple[Row, Board]],
    *,
    seconds: float = SECONDS,
    knowledge: bool = False,
    compiled: bool | None = None,
    progress: Callable[[BenchProgress], None] | None = None,
) -> Iterator[Cell]:
    """Measure `cells` one after the other, each for at most `seconds` of searching; `progress` is called meanwhile.

    Ctrl-C ends the running cell, which is yielded with `stopped` "interrupted", and the run. Raises BadOption if `seconds`
    is not positive.
    """
    if not seconds > 0:
        raise BadOption(f"seconds = {seconds} is not a positive number.")
    for row, board in cells:
        game = _Game(row, board, seconds, knowledge, compiled, progress)
        cell = game.played()
        yield cell
        if cell.stopped == "interrupted":
            return


class _Game:
    """A cell while it is played."""

    def __init__(
        self,
        row: Row,
        board: Board,
        limit: float,
        knowledge: bool,
        compiled: bool | None,
        progress: Callable[[BenchProgress], None] | None,
    ) -> None:
        self.row, self.board, self.limit, self.knowledge, self.progress = row, board, limit, knowledge, progress
        self.game = board.game()
        self.lower, self.upper = self.game.reward_range
        self.states, self.seconds, self.compile_seconds = 0, 0.0, 0.0
        self.moves: list[str] = []
        self.compiled = False
        without = () if knowledge else ("all",)
        self.solver: Solver[Any] = Solver(
            self.game, **row.options, seconds=limit, without=without, line=False, threads=1, compiled=compiled
        )

    def played(self) -> Cell:
        """Play the game and return the result."""
        try:
            stopped = self._play()
        except KeyboardInterrupt:
            stopped = "interrupted"
        return Cell(
            row=self.row,
            board=self.board,
            knowledge=self.knowledge,
            states=self.states,
            seconds=self.seconds,
            compile_seconds=self.compile_seconds,
            moves=tuple(self.moves),
            lower=self.lower,
            upper=self.upper,
            stopped=stopped,
            limit=self.limit,
            compiled=self.compiled,
        )

    def _play(self) -> Stopped:
        """Play to the end of the game or to the limit; return why it stopped."""
        state = self.game.initial()
        value = self.game.reward_range
        while not self.game.terminal(state):
            self.lower, self.upper = self.game.reward_range
            left = self.limit - self.seconds
            if left <= 0:
                return "seconds"
            result = self._search(state, left)
            if result.stopped in ("seconds", "interrupted"):
                return "seconds" if result.stopped == "seconds" else "interrupted"
            if not self.moves:
                value = self.lower, self.upper
            self.moves.append(result.best[0])
            state = self.game.apply(state, self.game.parse_action(result.best[0]))
        self.lower, self.upper = value
        return "complete"

    def _search(self, state: Any, seconds: float) -> Result:
        """Search a position and add up states and seconds."""
        result = self.solver.solve(AsState(state), seconds=seconds, progress=self._report if self.progress else None)
        self.states += result.counters["nodes"]
        self.seconds += result.seconds
        self.compile_seconds += result.compile_seconds
        self.compiled = result.compiled
        self.lower, self.upper = int(result.lower), int(result.upper)
        return result

    def _report(self, now: Any) -> None:
        """Pass on the progress of the search as progress of the cell."""
        searching = now.phase == "searching"
        states = self.states + now.nodes
        seconds = self.seconds + (now.seconds if searching else 0.0)
        assert self.progress is not None
        move = len(self.moves) + 1
        self.progress(
            BenchProgress(self.row, self.board, now.phase, move, states, seconds, self.limit, now.lower, now.upper)
        )
