"""One search in a window and from a guess of one's own; scouts counted."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.core.constants import DEFAULT_MEMORY
from zermelo.core.game import Game
from zermelo.search.parts.counters import NODE_LIMIT, TO_THE_END, BudgetSpent
from zermelo.search.parts.observers import ENTER, PLAY, NoObserver
from zermelo.search.parts.table import TranspositionTable
from zermelo.solver.options import Objective
from zermelo.solver.solver import Solver
from zermelo.solver.technique import AlgorithmName

BUDGET: Final = 20_000_000
"""Nodes for one search."""

ROWS: Final = 1 << 22
"""Of a table: more than any of these searches fills."""


class Scouts(NoObserver):
    """Counts the moves after the first at nodes with an open window: those NegaScout asks about by a null window."""

    def __init__(self, plies: int) -> None:
        self.count = np.zeros(1, np.int64)
        self.open = np.zeros(plies + 1, np.int64)
        self.tried = np.zeros(plies + 1, np.int64)

    def note(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        """A node is entered with a window, or a move tried there."""
        if event == ENTER:
            self.open[ply] = 1 if a < b - 1 else 0  # b - a may be beyond 64 bits
            self.tried[ply] = 0
        if event == PLAY:
            self.count[0] += self.open[ply] if self.tried[ply] > 0 else 0
            self.tried[ply] += 1


class Kernel:
    """One algorithm on one game, by the rules alone, run in a window and from a guess of one's own."""

    def __init__(
        self,
        game: Game[Any],
        algorithm: AlgorithmName,
        objective: Objective = "outcome",
        *,
        remembers: bool = True,
        compiled: bool = True,
        scouts: bool = False,
    ) -> None:
        """`remembers`: whether there is a table; `scouts`: whether to count those."""
        self.game = game
        self.scouts = Scouts(game.max_length) if scouts else None
        self.solver = Solver(
            game,
            algorithm=algorithm,
            objective=objective,
            table=remembers,
            without="all",
            line=False,
            compiled=compiled,
            observer=self.scouts,
        )
        self.restart()

    def restart(self) -> None:
        """With an empty table, all counts 0. It is large from the start: a search that has to grow it begins anew."""
        self.machine = self.solver.machine()
        self.search = self.solver.search
        empty: Any = self.search.table
        if isinstance(empty, TranspositionTable):
            self.search.table = TranspositionTable(empty.width, DEFAULT_MEMORY, ROWS)
            self.machine.bind(self.solver.searched_game, self.search)
        self.search.control[TO_THE_END] = 1
        self.search.control[NODE_LIMIT] = BUDGET
        worst, best = self.game.reward_range
        self.low, self.high = self.search.scoring.of_reward(worst), self.search.scoring.of_reward(best)

    def run(self, low: int, high: int, guess: int) -> int | None:
        """The score, None when the budget is spent."""
        try:
            return self.machine.run(self.game.initial(), self.game.max_length, low, high, guess)
        except BudgetSpent:
            return None

    def count(self, counter: int) -> int:
        """What has been counted since the start."""
        return int(self.search.counters[counter])


def check_agree(what: str, scores: set[int | None]) -> None:
    """Raises AssertionError unless there is one score, those of searches that were cut short aside."""
    if len(scores - {None}) > 1:
        raise AssertionError(f"{what}: different scores: {scores}.")
