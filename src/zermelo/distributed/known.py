"""What is known of positions, from the answers of workers: proved bounds, and questions that were not answered."""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

from zermelo.core.game import Game
from zermelo.core.shape import is_alike
from zermelo.core.words import Unpackable
from zermelo.distributed.messages import Answer, MoveNumbers
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.table import canonical


class Fact(NamedTuple):
    """Bounds on the value of a position, for its player to move."""

    lower: int
    upper: int

    def contradicts(self, lower: int, upper: int) -> bool:
        """Whether not both these bounds and its own can be true."""
        return lower > self.upper or upper < self.lower


class Failure(NamedTuple):
    """A question that a worker did not answer within its budget."""

    state: Any
    """The position, not one of its images."""
    moves: tuple[MoveNumbers, ...]
    nodes: int
    """The budget."""


class Statement(NamedTuple):
    """Bounds that a worker has stated: on the position that it was asked about, or on one that follows."""

    state: Any
    lower: int
    upper: int


class Known:
    """What is known of the positions of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._like = game.key(game.initial())
        self.nothing = Fact(*game.reward_range)
        self.facts: dict[Any, Fact] = {}
        """By the key of the position."""
        self.failures: dict[tuple[Any, int], Failure] = {}
        """By the key of the position and the bound."""

    def key(self, state: Any) -> Any:
        """The key of a position, which it shares with its images. One of another shape than that of the initial position
        could have the same words as another key, so it stays as it is, in a tuple with a text: no words are like that.
        """
        key = self._game.key(state)
        if is_alike(key, self._like):
            with contextlib.suppress(Unpackable):
                return canonical(self._game, state)[0]
        return "of another shape", key

    def fact(self, state: Any) -> Fact:
        """The bounds on a position."""
        return self.fact_at(self.key(state))

    def fact_at(self, key: Any) -> Fact:
        """The bounds on the position with this key."""
        return self.facts.get(key, self.nothing)

    def statements(self, state: Any, bound: int, answer: Answer) -> list[Statement]:
        """All bounds in an answer to the question whether the player to move in `state` gets at least `bound`."""
        stated = [Statement(state, answer.lower, answer.upper)]
        worst, best = self._game.reward_range
        for move in answer.moves if answer.lower < bound <= answer.upper else ():
            child = None if move.proof and move.disproof else self._game.apply(state, move.action)
            if child is not None and not self._game.terminal(child):
                low, high = (bound, best) if move.proof == 0 else (worst, bound - 1)
                same = sign_of(self._game, state, child) > 0
                stated.append(Statement(child, *((low, high) if same else (-high, -low))))
        return stated

    def is_contradicted(self, state: Any, bound: int, answer: Answer) -> bool:
        """Whether bounds in an answer cannot be true if what is known is true."""
        stated = self.statements(state, bound, answer)
        return any(self.fact(each.state).contradicts(each.lower, each.upper) for each in stated)

    def learn(self, state: Any, bound: int, nodes: int, answer: Answer) -> None:
        """Take over an answer to a question with this budget, except for what contradicts something that is known."""
        for each in self.statements(state, bound, answer):
            self.conclude(self.key(each.state), each.lower, each.upper)
        if answer.lower < bound <= answer.upper:
            self.failures[self.key(state), bound] = Failure(state, answer.moves, nodes)

    def conclude(self, key: Any, lower: int, upper: int) -> None:
        """Take over bounds on a position, unless they contradict what is known."""
        fact = self.fact_at(key)
        if not fact.contradicts(lower, upper):
            self.facts[key] = Fact(max(lower, fact.lower), min(upper, fact.upper))
