"""The fields of the API's requests, each with its one form, and the error of a request that is refused.

These types check every request, and openapi.json is made from them. A word is one of a set of words, a number has a range,
and a game is one that this server offers (`Offer.full_name`), so no field can name a file, a module or an engine. Positions
and moves are text that only the rules of the game read.
"""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal

import msgspec

from zermelo.core.stable_text import SCHEMA
from zermelo.solver.options import Objective, Piece
from zermelo.solver.technique import AlgorithmName

MOST_SECONDS: Final = 30.0
MOST_MOVES: Final = 1000
MOST_DRAWN: Final = 5000
"""The most nodes of a drawn search tree."""
MOST_BODY: Final = 32 * 1024
"""The most bytes in the body of a request."""
BODY_SECONDS: Final = 8.0
"""Time limit for the body of a request to arrive."""

Text = Annotated[str, msgspec.Meta(max_length=200)]
Long = Annotated[str, msgspec.Meta(max_length=2000)]
Move = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Seconds = Annotated[float, msgspec.Meta(ge=0.01, le=MOST_SECONDS)]
Depth = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


ErrorKind = Literal[
    "bad-http",
    "bad-json",
    "bad-field",
    "left",
    "not-found",
    "bad-method",
    "too-slow",
    "too-large",
    "not-json",
    "wrong-host",
    "refused",
    "failed",
    "broken",
    "busy",
    "stopped",
    "ending",
    "too-late",
]
"""The words for programs that say why a request has no answer. docs/reference/serving.md explains them."""


class AtPosition(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A position of a game."""

    game: Annotated[
        Text,
        msgspec.Meta(
            description="A game that `GET /games` lists, or one of its families with other arguments, such as mnk(4,4,4)."
        ),
    ]
    position: Annotated[
        Long | None,
        msgspec.Meta(description="The position to start from, or the moves to it; null for the initial position."),
    ] = None
    moves: Annotated[
        list[Move], msgspec.Meta(max_length=MOST_MOVES, description="The moves played from there, by name.")
    ] = []


class PositionRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a position, described without a search."""

    places: Annotated[
        int,
        msgspec.Meta(
            ge=0, le=MOST_MOVES, description="For how many of the last moves to say to which cells they went."
        ),
    ] = 0
    svg: Annotated[bool, msgspec.Meta(description="Draw the board, too, as SVG.")] = False


class ValuesRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for the value of every move."""

    seconds: Seconds = 5.0
    objective: Annotated[
        Objective | None,
        msgspec.Meta(
            description="outcome, or distance, which also counts the plies to the end; null for distance if the game has it."
        ),
    ] = None


class BestRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a move to play; at a chance node, for a random outcome."""

    seconds: Seconds = 5.0
    strength: Annotated[
        float,
        msgspec.Meta(
            ge=0, le=1, description="The probability of searching for the best move; otherwise the move is random."
        ),
    ] = 1.0
    seed: Annotated[
        Seed | None, msgspec.Meta(description="The seed of random moves; null for different ones every time.")
    ] = None


class ReviewRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a review of the moves that were played."""

    seconds: Seconds = 10.0


class WhyRequest(AtPosition, frozen=True, kw_only=True):
    """Asks why a player cannot complete a line."""

    seconds: Seconds = 5.0


class ProveRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a proof of the value of the position."""

    seconds: Seconds = 10.0


class TreeRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a search tree to draw."""

    algorithm: Annotated[
        AlgorithmName | None, msgspec.Meta(description="The search algorithm; null for one that suits the game.")
    ] = None
    objective: Objective = "outcome"
    depth: Annotated[
        Depth | None, msgspec.Meta(description="How many plies to look ahead; null to search to the end of the game.")
    ] = None
    deepening: Annotated[bool, msgspec.Meta(description="Search to depth 1, 2, 3 and so on, up to `depth`.")] = False
    table: Annotated[bool, msgspec.Meta(description="Use a transposition table.")] = True
    without: Annotated[
        list[Piece], msgspec.Meta(max_length=20, description="The pieces of knowledge to leave out, by name.")
    ] = []
    seconds: Seconds = 5.0
    most: Annotated[int, msgspec.Meta(ge=1, le=MOST_DRAWN, description="How many nodes to draw at most.")] = 1000


RETRY_AFTER: Final = 2
"""Seconds after which a client may try again if the server is busy."""


class Problem(Exception):
    """A request that is refused: the HTTP status, a word for programs (`kind`), and a sentence for people."""

    def __init__(self, status: int, kind: ErrorKind, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response that only some refusals have."""
        return {"retry-after": str(RETRY_AFTER)} if self.status == 503 else {}

    @property
    def error(self) -> bytes:
        """The kind and the message, as JSON."""
        return json.dumps({"kind": self.kind, "message": str(self)}).encode()

    @property
    def body(self) -> bytes:
        """The body of the response, as JSON."""
        return b'{"schema": %d, "error": %s}' % (SCHEMA, self.error)
