"""Something to play against: perfect, or as often as it is told."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from zermelo.errors import BadOption
from zermelo.game import Game
from zermelo.options import check_seconds
from zermelo.result import Result
from zermelo.solver import Solver

DEFAULT_SECONDS = 5.0
"""For a move."""


class Choice(NamedTuple):
    """A move, and what it was chosen by."""

    action: int
    result: Result | None
    """None where it was chosen at random."""


class Engine:
    """Plays the best move that it finds in its time: a proved one wherever the search comes to an end."""

    def __init__(
        self,
        game: Game[Any],
        *,
        strength: float = 1.0,
        seconds: float = DEFAULT_SECONDS,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        """`strength`: how often it looks for the best move, 0 to 1; else it moves at random. `seed`: which random moves, and
        which of several best ones, where it looks for all of them. `options` are those of `solve`.

        Raises BadOption, and what `solve` raises.
        """
        if isinstance(strength, bool) or not 0 <= strength <= 1:
            raise BadOption(f"strength = {strength!r} is not a number from 0 to 1.")
        check_seconds(seconds)
        self.game = game
        self.strength = strength
        self.random = random.Random(seed)
        self.solver = Solver(game, seconds=seconds, seed=seed, line=False, **options)

    def choose(self, state: Any) -> Choice:
        """A move where play goes on and a player is to move. Raises what `solve` raises."""
        if self.random.random() >= self.strength:
            return Choice(self.random.choice(list(self.game.actions(state))), None)
        result = self.solver.solve(state, goes_on=True)
        return Choice(self.game.parse_action(result.best[0]), result)
