"""What may be asked of the API: the fields of requests, and how much of each."""

from __future__ import annotations

import json
from typing import Annotated, Final

import msgspec

from zermelo.core.stable_text import SCHEMA

MOST_SECONDS: Final = 30.0
MOST_MOVES: Final = 1000
MOST_DRAWN: Final = 5000
"""Nodes of a drawn search."""
MOST_BODY: Final = 32 * 1024
"""Bytes of a request."""

Text = Annotated[str, msgspec.Meta(max_length=200)]
Long = Annotated[str, msgspec.Meta(max_length=2000)]
Move = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Seconds = Annotated[float, msgspec.Meta(ge=0.01, le=MOST_SECONDS)]
Depth = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class AtPosition(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A position of a game."""

    game: Annotated[Text, msgspec.Meta(description="A game by name, like mnk(3,3,3).")]
    position: Annotated[
        Long | None, msgspec.Meta(description="Where to start: a position or moves; null for the beginning.")
    ] = None
    moves: Annotated[
        list[Move], msgspec.Meta(max_length=MOST_MOVES, description="What was played from there, by name.")
    ] = []


class ValuesRequest(AtPosition, frozen=True, kw_only=True):
    """What every move is worth."""

    seconds: Seconds = 5.0
    objective: Annotated[
        Text | None,
        msgspec.Meta(description="outcome, or distance: plies, too; null for distance wherever there is one."),
    ] = None


class BestRequest(AtPosition, frozen=True, kw_only=True):
    """A move to play; where chance moves, a throw of the dice."""

    seconds: Seconds = 5.0
    strength: Annotated[
        float, msgspec.Meta(ge=0, le=1, description="How often the best move is looked for; it is random else.")
    ] = 1.0
    seed: Annotated[Seed | None, msgspec.Meta(description="Of random moves; null for others every time.")] = None


class ReviewRequest(AtPosition, frozen=True, kw_only=True):
    """The moves that were played, judged."""

    seconds: Seconds = 10.0


class TreeRequest(AtPosition, frozen=True, kw_only=True):
    """A search, drawn."""

    algorithm: Annotated[Text | None, msgspec.Meta(description="Null for one that suits the game.")] = None
    objective: Text = "outcome"
    depth: Annotated[Depth | None, msgspec.Meta(description="Plies to look ahead; null: to the end.")] = None
    deepening: Annotated[bool, msgspec.Meta(description="Depth 1, 2, 3 and so on, up to the depth.")] = False
    table: Annotated[bool, msgspec.Meta(description="Remember positions.")] = True
    without: Annotated[list[Text], msgspec.Meta(max_length=20, description="Pieces of knowledge to leave out.")] = []
    seconds: Seconds = 5.0
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_DRAWN, description="Nodes that are drawn.")] = 1000


class Problem(Exception):
    """A request that is refused: the HTTP status, a word for programs, a sentence for people."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind

    @property
    def error(self) -> bytes:
        """The error alone, JSON."""
        return json.dumps({"kind": self.kind, "message": str(self)}).encode()

    @property
    def body(self) -> bytes:
        """As it is answered, JSON."""
        return b'{"schema": %d, "error": %s}' % (SCHEMA, self.error)
