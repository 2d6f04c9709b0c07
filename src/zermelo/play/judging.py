"""Judging moves: past games and the values of their positions become `Scores`.

games --> choices: who moved what, in which position --> values, the last plies first --> JudgedMove --> Scores
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.core.errors import BadOption
from zermelo.core.game import Game, player_at
from zermelo.core.stakes import Reward
from zermelo.core.wording import unknown
from zermelo.play.action_values import ActionValues
from zermelo.play.game_lines import PastGame
from zermelo.play.prove_play import SIDES
from zermelo.play.scores import JudgedMove

AT_ONCE: Final = 128
"""The most positions that are valued at a time, before progress is shown."""

BOTH: Final = "both"


class Choice(NamedTuple):
    """A move that a player chose in a game."""

    game: int
    ply: int
    """The number of the game and of the move in it, from 1."""
    side: str
    state: Any
    action: int


def sides_of(side: object) -> tuple[str, ...]:
    """The sides that "first", "second" or "both" stands for. Raises BadOption."""
    if side not in (*SIDES, BOTH):
        raise BadOption(unknown("side", side, (*SIDES, BOTH)))
    return SIDES if side == BOTH else (str(side),)


def choices_in(game: PastGame, number: int, sides: Sequence[str]) -> Iterator[Choice]:
    """The moves of these sides in a game, after the opening and without the throws. `number` is the number of the game."""
    record, rules = game.record, game.record.game
    first = player_at(rules, record.states[0], record.first)
    for ply, (state, action) in enumerate(zip(record.states, record.moves, strict=False)):
        side = SIDES[player_at(rules, state, record.first + ply) ^ first]
        is_throw = rules.has_chance and rules.chance(state)
        if ply >= game.opening and side in sides and not is_throw:
            yield Choice(number, ply + 1, side, state, action)


class Verdicts:
    """What is proved of the actions of several positions."""

    def __init__(self, values: ActionValues) -> None:
        self.values = values
        self.lower, self.upper = values.bounds
        self.optimal, self.inferior = values.optimal, values.inferior
        self.keeping, self.blunders = values.keeping, values.blunders


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
        self._found: dict[Any, tuple[Verdicts, int]] = {}
        """The verdicts on a position: those on several, and its row in them."""

    def find(self, values: Callable[[Sequence[Any]], ActionValues], progress: Callable[[str], None] | None) -> None:
        """Find the values of all positions, by a function that gives those of some. It may end early, as may Ctrl-C."""
        try:
            for first in range(0, len(self.states), AT_ONCE):
                states = self.states[first : first + AT_ONCE]
                verdicts = Verdicts(values(states))
                self._found.update((state, (verdicts, row)) for row, state in enumerate(states))
                if verdicts.values.stopped != "complete":
                    self.stopped = verdicts.values.stopped
                    return
                if progress:
                    progress(f"{len(self._found):,} of {len(self.states):,} positions judged")
        except KeyboardInterrupt:  # between two searches
            self.stopped = "interrupted"

    def moves(self) -> Iterator[JudgedMove]:
        """The choices with what is proved of them. Of a position that was not reached, nothing is."""
        worst, best = self.game.reward_range
        text, name = cache(self.game.position_text), cache(self.game.action_name)
        for game, ply, side, state, action in self.choices:
            head = game, ply, side, text(state), name(action)
            if state not in self._found:
                yield JudgedMove(*head, worst, best, worst, best, (), optimal=None, blunder=None)
                continue
            found, row = self._found[state]
            place = row, action
            yield JudgedMove(
                *head,
                *(number(found.lower[row]), number(found.upper[row])),
                *(number(found.values.lower[place]), number(found.values.upper[place])),
                tuple(map(name, np.flatnonzero(found.optimal[row]).tolist())),
                optimal=_proved(found.optimal[place], found.inferior[place]),
                blunder=_proved(found.blunders[place], found.keeping[place]),
            )


def number(item: Any) -> Reward:
    """A number from an array as a number of Python."""
    return item if isinstance(item, Fraction) else int(item)


def _proved(yes: np.bool_, no: np.bool_) -> bool | None:
    """Whether something holds, if that is proved."""
    return True if yes else False if no else None
