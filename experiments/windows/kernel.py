"""One search with a given window and guess; counts scouts."""

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
"""The limit for one search in nodes."""

ROWS: Final = 1 << 22
"""Rows of the table: more than any of these searches fills."""


class Scouts(NoObserver):
    """Counts the moves after the first at nodes whose window is not null: NegaScout searches them with a null window."""

    def __init__(self, plies: int) -> None:
        self.count = np.zeros(1, np.int64)
        self.open = np.zeros(plies + 1, np.int64)
        self.tried = np.zeros(plies + 1, np.int64)

    def note(self, event: int, ply: int, a: int, b: int, c: int) -> None:
        """Note that a node is entered with a window, or that a move is tried there."""
        if event == ENTER:
            self.open[ply] = 1 if a < b - 1 else 0  # b - a may need more than 64 bits
            self.tried[ply] = 0
        if event == PLAY:
            self.count[0] += self.open[ply] if self.tried[ply] > 0 else 0
            self.tried[ply] += 1


class Kernel:
    """One algorithm on one game, by the rules alone, which runs with a given window and guess."""

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
        """`remembers`: whether there is a table; `scouts`: whether to count scouts."""
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
        """Empty the table and set all counts to 0.

        The table is large from the start, because a search that has to grow it starts again.
        """
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
        """The value, None if the search was cut short."""
        try:
            return self.machine.run(self.game.initial(), self.game.max_length, low, high, guess)
        except BudgetSpent:
            return None

    def count(self, counter: int) -> int:
        """A count since the last restart."""
        return int(self.search.counters[counter])


def check_agree(what: str, scores: set[int | None]) -> None:
    """Raises AssertionError if searches found different scores; None, of a search that was cut short, is ignored."""
    if len(scores - {None}) > 1:
        raise AssertionError(f"{what}: different scores: {scores}.")
