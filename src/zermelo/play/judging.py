"""Judging moves: past games and the values of their positions become `Scores`.

choices: who moved what, in which position --> values, the last plies first --> JudgedMove --> Scores
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from zermelo.core.errors import BadOption
from zermelo.core.game import Game
from zermelo.core.stakes import Reward
from zermelo.core.wording import unknown
from zermelo.play.action_values import ActionValues
from zermelo.play.game_lines import Choice
from zermelo.play.prove_play import SIDES
from zermelo.play.scores import JudgedMove

AT_ONCE: Final = 128
"""The most positions that are valued at a time, before progress is shown."""

BOTH: Final = "both"

NOTHING: Final[dict[str, Any]] = {
    "best": (),
    "optimal": None,
    "blunder": None,
    "distance": None,
    "keeping": (),
    "all_keeping": False,
}
"""What is proved of a move in a position that was not reached, besides the bounds of the game."""


def sides_of(side: object) -> tuple[str, ...]:
    """The sides that "first", "second" or "both" stands for. Raises BadOption."""
    if side not in (*SIDES, BOTH):
        raise BadOption(unknown("side", side, (*SIDES, BOTH)))
    return SIDES if side == BOTH else (str(side),)


class Judging:
    """Judges choices: finds the values of their positions, the last plies first, because the ends of games are solved
    soonest and help with what comes before them.
    """

    def __init__(self, game: Game[Any], choices: Sequence[Choice]) -> None:
        self.game, self.choices = game, choices
        last_first = sorted(choices, key=lambda choice: -choice.ply)
        self.states = list(dict.fromkeys(choice.state for choice in last_first))
        """The positions, each once."""
        self.stopped = "complete"
        """"complete", or what ended the searches early."""
        self._found: dict[Any, tuple[ActionValues, int]] = {}
        """The values of a position: those of several, and its row in them."""

    def find(self, values: Callable[[Sequence[Any]], ActionValues], progress: Callable[[str], None] | None) -> None:
        """Find the values of all positions, by a function that gives those of some. It may end early, as may Ctrl-C."""
        try:
            for first in range(0, len(self.states), AT_ONCE):
                states = self.states[first : first + AT_ONCE]
                found = values(states)
                self._found.update((state, (found, row)) for row, state in enumerate(states))
                if found.stopped != "complete":
                    self.stopped = found.stopped
                    return
                if progress:
                    progress(f"{len(self._found):,} of {len(self.states):,} positions judged")
        except KeyboardInterrupt:  # between two searches
            self.stopped = "interrupted"

    def moves(self) -> Iterator[JudgedMove]:
        """The choices with what is proved of them. Of a position that was not reached, nothing is."""
        worst, best = self.game.reward_range
        text, name = cache(self.game.position_text), cache(self.game.action_name)
        for game, ply, mover, side, state, action in self.choices:
            head = game, ply, side, text(state), name(action)
            if state not in self._found:
                yield JudgedMove(*head, worst, best, worst, best, mover=mover, **NOTHING)
                continue
            found, row = self._found[state]
            place, (lower, upper), distance = (row, action), found.bounds, int(found.soonest[row])
            yield JudgedMove(
                *head,
                *(number(lower[row]), number(upper[row])),
                *(number(found.lower[place]), number(found.upper[place])),
                best=tuple(map(name, np.flatnonzero(found.optimal[row]).tolist())),
                optimal=_proved(found.optimal[place], found.inferior[place]),
                blunder=_proved(found.blunders[place], found.keeping[place]),
                mover=mover,
                distance=None if distance < 0 else distance,
                keeping=tuple(map(name, np.flatnonzero(found.keeping[row]).tolist())),
                all_keeping=bool(found.all_keeping[row]),
            )


def number(item: Any) -> Reward:
    """A number from an array as a number of Python."""
    return item if isinstance(item, Fraction) else int(item)


def _proved(yes: np.bool_, no: np.bool_) -> bool | None:
    return True if yes else False if no else None
