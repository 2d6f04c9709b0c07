"""What is known of positions, from the answers of workers: proved bounds, and questions that were not answered."""

from __future__ import annotations

import contextlib
from typing import Any, NamedTuple

from zermelo.core.errors import BrokenContract
from zermelo.core.game import Game
from zermelo.core.shape import is_alike
from zermelo.core.words import Unpackable
from zermelo.search.parts.scoring import sign_of
from zermelo.search.parts.table import canonical


class MoveNumbers(NamedTuple):
    """The proof and disproof number of a question by one move: what it takes to show that the move answers it with yes,
    and what it takes to show that it does not. One of them is 0 if that is known.
    """

    action: int
    proof: int
    disproof: int


class Answer(NamedTuple):
    """What a worker has found out about a question. Bounds are rewards for the player to move."""

    lower: int
    upper: int
    best: int
    """The best move that was found; NONE if there is none."""
    moves: tuple[MoveNumbers, ...]
    """If the question is not answered, the moves that may answer it."""
    nodes: int
    seconds: float
    table_bytes: int

    @classmethod
    def read(cls, facts: dict[str, Any]) -> Answer:
        """The answer in plain data, from a worker or from the log."""
        moves = tuple(MoveNumbers(*move) for move in facts["moves"])
        return cls._make(facts[name] for name in cls._fields)._replace(moves=moves)


class Fact(NamedTuple):
    """Bounds on the value of a position, for its player to move."""

    lower: int
    upper: int


class Unanswered(NamedTuple):
    """A question that a worker did not answer within its budget."""

    state: Any
    """The position, not one of its images."""
    moves: tuple[MoveNumbers, ...]
    nodes: int
    """The budget."""


class KnownValues:
    """What is known of the positions of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._like = game.key(game.initial())
        self.nothing = Fact(*game.reward_range)
        self.facts: dict[Any, Fact] = {}
        """By the key of the position."""
        self.failures: dict[tuple[Any, int], Unanswered] = {}
        """By the key of the position and the bound."""

    def key(self, state: Any) -> Any:
        """The key of a position, which it shares with its images. One whose shape is not that of the initial position
        could have the same words as another key, so it stays as it is, in a tuple with a text: no words are like that.
        """
        key = self._game.key(state)
        if is_alike(key, self._like):
            with contextlib.suppress(Unpackable):
                return canonical(self._game, state)[0]
        return "of another shape", key

    def fact(self, state: Any) -> Fact:
        return self.fact_at(self.key(state))

    def fact_at(self, key: Any) -> Fact:
        return self.facts.get(key, self.nothing)

    def learn(self, state: Any, bound: int, nodes: int, answer: Answer) -> None:
        """Take over an answer to the question whether the player to move in `state` gets at least `bound`, with this budget.
        Raises BrokenContract if it contradicts what is known.
        """
        key = self.key(state)
        self.conclude(key, answer.lower, answer.upper)
        if not answer.lower < bound <= answer.upper:
            return
        worst, best = self.nothing
        for move in answer.moves:
            child = None if move.proof and move.disproof else self._game.apply(state, move.action)
            if child is not None and not self._game.terminal(child):
                low, high = (bound, best) if move.proof == 0 else (worst, bound - 1)
                same = sign_of(self._game, state, child) > 0
                self.conclude(self.key(child), *((low, high) if same else (-high, -low)))
        self.failures[key, bound] = Unanswered(state, answer.moves, nodes)

    def conclude(self, key: Any, lower: int, upper: int) -> None:
        """Take over bounds on the position with this key. Raises BrokenContract if they contradict what is known."""
        fact = self.fact_at(key)
        if lower > fact.upper or upper < fact.lower:
            raise BrokenContract("two answers of workers contradict each other: its key or its knowledge must be wrong")
        self.facts[key] = Fact(max(lower, fact.lower), min(upper, fact.upper))
