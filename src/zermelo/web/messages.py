"""The fields of the API's requests, each with its one form, and the error of a request that is refused.

These types check every request, and openapi.json is made from them. A word is one of a set of words, a number has a range,
and a game is one that this server offers (`Offer.full_name`), so no field can name a file, a module or an engine. Positions
and moves are text that only the rules of the game read.
"""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from zermelo.core.stable_text import SCHEMA
from zermelo.solver.options import Objective, Piece
from zermelo.solver.technique import AlgorithmName

MOST_SECONDS: Final = 30.0
MOST_MOVES: Final = 1000
MOST_DRAWN: Final = 5000
"""The most nodes of a drawn search tree."""
MOST_BODY: Final = 32 * 1024
"""The most bytes in the body of a request."""

Text = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=2000)]
Move = Annotated[str, Meta(min_length=1, max_length=100)]
Seconds = Annotated[float, Meta(ge=0.01, le=MOST_SECONDS)]
Depth = Annotated[int, Meta(ge=0, le=1000)]
Seed = Annotated[int, Meta(ge=0, le=2**31)]


ErrorKind = Literal[
    "bad-json",
    "bad-field",
    "not-found",
    "bad-method",
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

    game: Annotated[Text, Meta(description="A game that `GET /games` lists, or another of its families: mnk(4,4,4).")]
    position: Annotated[
        Long | None, Meta(description="The position to start from, or the moves to it; null for the initial position.")
    ] = None
    moves: Annotated[list[Move], Meta(max_length=MOST_MOVES, description="The moves played from there, by name.")] = []


class PositionRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a position, described without a search."""

    places: Annotated[
        int, Meta(ge=0, le=MOST_MOVES, description="For how many of the last moves to say to which cells they went.")
    ] = 0
    svg: Annotated[bool, Meta(description="Draw the board, too, as SVG.")] = False


class ValuesRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for the value of every move."""

    seconds: Seconds = 5.0
    objective: Annotated[
        Objective | None,
        Meta(description="distance also counts the plies to the end; null: distance if the game has it."),
    ] = None


class BestRequest(AtPosition, frozen=True, kw_only=True):
    """Asks for a move to play; at a chance node, for a random outcome."""

    seconds: Seconds = 5.0
    strength: Annotated[float, Meta(ge=0, le=1, description="How often the best move is played, not a random one.")] = (
        1.0
    )
    seed: Annotated[Seed | None, Meta(description="The seed of random moves; null for others every time.")] = None


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

    algorithm: Annotated[AlgorithmName | None, Meta(description="null for one that suits the game.")] = None
    objective: Objective = "outcome"
    depth: Annotated[Depth | None, Meta(description="Plies to look ahead; null to search to the end of the game.")] = (
        None
    )
    deepening: Annotated[bool, Meta(description="Search to depth 1, 2, 3 and so on, up to `depth`.")] = False
    table: Annotated[bool, Meta(description="Use a transposition table.")] = True
    without: Annotated[list[Piece], Meta(max_length=20, description="The pieces of knowledge to leave out.")] = []
    seconds: Seconds = 5.0
    most: Annotated[int, Meta(ge=1, le=MOST_DRAWN, description="How many nodes to draw at most.")] = 1000


PROBLEMS: Final[dict[ErrorKind, tuple[int, str]]] = {
    "bad-json": (400, "The body is not valid JSON."),
    "bad-field": (400, "A field is wrong."),
    "not-found": (404, "There is nothing at this address. The page is at /."),
    "bad-method": (405, "This method is not allowed here. The Allow header lists the methods that are."),
    "too-large": (413, f"The body is larger than {MOST_BODY} bytes."),
    "not-json": (415, "The body must be JSON, with the header Content-Type: application/json."),
    "wrong-host": (
        421,
        "This server does not answer requests for that host. Use the address that it was started with.",
    ),
    "refused": (422, "There is no such game, position, move or option, or it does not fit; or the game failed."),
    "failed": (422, "The worker process that ran this game has ended. The game may be too large."),
    "broken": (500, "The server failed while it answered this request. Its log has the details."),
    "busy": (503, "All workers are busy. Try again later."),
    "stopped": (503, "The search was stopped before it had an answer."),
    "ending": (503, "The server is shutting down."),
    "too-late": (504, "There was no answer in time: the search, or a method of the game, took too long."),
}
"""For each kind of error the HTTP status, and the sentence for people, if no other one is given."""


class Problem(Exception):
    """A request that is refused: a word for programs (`kind`), the HTTP status, and a sentence for people."""

    def __init__(self, kind: ErrorKind, message: str = "") -> None:
        self.status, usual = PROBLEMS[kind]
        super().__init__(message or usual)
        self.kind = kind

    @property
    def error(self) -> bytes:
        """The kind and the message, as JSON."""
        return json.dumps({"kind": self.kind, "message": str(self)}).encode()

    @property
    def body(self) -> bytes:
        """The body of the response, as JSON."""
        return b'{"schema": %d, "error": %s}' % (SCHEMA, self.error)


REQUESTS: Final[dict[str, type[AtPosition]]] = {
    "position": PositionRequest,
    "values": ValuesRequest,
    "best": BestRequest,
    "review": ReviewRequest,
    "tree": TreeRequest,
    "why": WhyRequest,
    "prove": ProveRequest,
}
"""The request for each job."""
