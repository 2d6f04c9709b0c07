"""What a cluster and its workers write to each other: lines of JSON, never anything that has to be unpickled.

    to a worker      {"do": "prepare", "number": 6, "game": ...}   {"do": "ask", "number": 7, "moves": [4, 0], ...}
    from a worker    {"is": "ready", "number": 6, ...}             {"is": "answer", "number": 7, "lower": -1, ...}
                     {"is": "refused", "number": 6, "why": ...}    {"is": "failed", "number": 7, "why": ...}

The number of an answer is that of the message that it answers.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any, Final, NamedTuple, Protocol, cast

from zermelo.core.constants import NONE
from zermelo.core.integers import MOST, MOST_SECONDS, is_within

LONGEST: Final = 1 << 24
"""The most bytes of a line from a worker."""


class Malformed(ValueError):
    """A line from a worker that is no answer to what it was asked."""


class MoveNumbers(NamedTuple):
    """The proof and disproof number of a question by one move: what it takes to show that the move answers it with yes,
    and what it takes to show that it does not. One of them is 0 if that is known.
    """

    action: int
    proof: int
    disproof: int


class Job(Protocol):
    """What a worker is given to do."""

    @property
    def about(self) -> Hashable:
        """What the job is about: jobs about the same are counted together when they fail."""
        ...

    def __str__(self) -> str:
        """Where the worker is, for a message: "at the position after ..."."""
        ...

    def facts(self) -> dict[str, Any]:
        """The job as plain data for JSON."""
        ...

    def read(self, facts: dict[str, Any]) -> Any:
        """The answer in plain data. Raises Malformed if it cannot be one."""
        ...


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
    """The size of the worker's table."""

    def facts(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        return {"is": "answer", **self._asdict(), "moves": [list(move) for move in self.moves]}

    @classmethod
    def read(cls, facts: Any, worst: int, best: int, actions: int) -> Answer:
        """The answer in plain data. Raises Malformed unless its bounds are rewards from `worst` to `best`, and its
        moves are among so many actions.
        """
        try:
            moves = tuple(MoveNumbers(*move) for move in facts["moves"])
            answer = cls._make(facts[name] for name in cls._fields)._replace(moves=moves)
        except (KeyError, TypeError):
            raise Malformed("it is not an answer") from None
        rewards = is_within(answer.lower, worst, best) and is_within(answer.upper, worst, best)
        if not rewards or answer.lower > answer.upper:
            raise Malformed("its bounds are not those of a reward")
        known = all(is_within(move.action, 0, actions - 1) for move in moves) and is_within(
            answer.best, NONE, actions - 1
        )
        numbers = all(is_within(number, 0, MOST) for move in moves for number in move[1:])
        seconds: Any = answer.seconds
        counts = all(is_within(count, 0, MOST) for count in (answer.nodes, answer.table_bytes))
        counts = counts and isinstance(seconds, int | float) and 0 <= seconds <= MOST_SECONDS
        if not (known and numbers and counts):
            raise Malformed("its moves or counts are impossible")
        return answer


def to_line(facts: dict[str, Any]) -> bytes:
    """A message as a line of JSON."""
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"


def from_line(line: bytes) -> dict[str, Any]:
    """The message in a line. Raises Malformed."""
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError):
        raise Malformed("it is not JSON") from None
    if not isinstance(facts, dict):
        raise Malformed("it is not a message")
    return cast("dict[str, Any]", facts)
