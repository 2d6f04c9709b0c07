"""Something to play against: perfect, or as often as it is told."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.errors import BadOption
from zermelo.game import Game, has_distances
from zermelo.options import LEAST_SECONDS, check_seconds
from zermelo.result import Result
from zermelo.run import Progress
from zermelo.solver import Solver

DEFAULT_SECONDS = 5.0
"""For a move."""


class Choice(NamedTuple):
    """A move, and what it was chosen by."""

    action: int
    result: Result | None
    """None where it was chosen at random."""


def check_strength(strength: Any) -> None:
    """Raises BadOption."""
    if not isinstance(strength, int | float) or isinstance(strength, bool) or not 0 <= strength <= 1:
        raise BadOption(f"strength = {strength!r} is not a number from 0 to 1.")


class Engine:
    """Plays the best move that it finds in its time: a proved one wherever the search comes to an end.

    It asks first who wins, and then, in the time that is left, for the fastest win or the slowest loss.
    """

    def __init__(self, game: Game[Any], *, seed: int | None = None, **options: Any) -> None:
        """`seed`: which random moves, and which of several best ones, where it looks for all of them. `options` are those of
        `solve`. Raises BadOption, and what `solve` raises.
        """
        self.game = game
        self.random = random.Random(seed)
        objectives = ("outcome", "distance") if has_distances(game) else ("outcome",)
        self.solvers = [
            Solver[Any](game, seed=seed, line=False, **options, objective=objective) for objective in objectives
        ]

    def choose(
        self,
        state: Any,
        *,
        strength: float = 1.0,
        seconds: float = DEFAULT_SECONDS,
        progress: Callable[[Progress], None] | None = None,
    ) -> Choice:
        """A move where play goes on and a player is to move. `strength`: how often it looks for the best one, 0 to 1; it is
        random else. Raises BadOption, and what `solve` raises.
        """
        check_strength(strength)
        check_seconds(seconds)
        if self.random.random() >= strength:
            return Choice(self.random.choice(list(self.game.actions(state))), None)
        began, found = time.monotonic(), list[Result]()
        for solver in self.solvers:
            left = max(seconds - (time.monotonic() - began), LEAST_SECONDS)
            result = solver.solve(state, seconds=left, progress=progress, goes_on=True)
            if not found or result.exact:
                found.append(result)
            if not result.exact:
                break
        return Choice(self.game.parse_action(found[-1].best[0]), found[-1])
