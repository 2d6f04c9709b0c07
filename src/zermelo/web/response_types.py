"""The fields of the API's answers. They describe the API (`openapi`), and every answer is checked by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_type_hints

import msgspec

from zermelo.core.reward_scale import Tone
from zermelo.display.text_board import Axis
from zermelo.play.move_values import PLAIN, Analysis, MoveValue
from zermelo.play.review import PLY, Review
from zermelo.play.scores import JudgedMove
from zermelo.solver.options import Objective, Piece
from zermelo.solver.progress import Progress
from zermelo.solver.result import Kind, Stopped
from zermelo.web.messages import ErrorKind

Answer = type[msgspec.Struct]

Number: Any = int | str
"""A reward. With chance moves a value may be a fraction, given as text: "11/36"."""

Phase: Final = Literal["compiling", "searching"]

REPORTED: Final = ("phase", "seconds", "nodes", "depth", "lower", "upper")
"""The fields of a progress report."""

ChosenBy: Final = Literal["search", "random", "chance"]
"""What chose a move: a search, the engine at random, or the chance of the game."""

Reason: Final = Literal["", "searched", "terminal", "horizon", "table", "bound", "undecided"]
"""Where the value of a node comes from: its moves, the end of the game, the evaluation at the depth limit, the transposition
table, or a bound that the game proves; "undecided" or empty if the search ended first."""

NodeTone: Final = Literal["", "win", "draw", "loss"]


def answer(
    name: str, meaning: str, fields: Mapping[Any, str], *, of: type | None = None, taken: Iterable[str] = ()
) -> Answer:
    """A type of answers: the names of its fields by their types, and the fields `taken` from a class of results."""
    types = {field: _in_json(_type_of(of, field)) for field in taken}
    types |= {field: kind for kind, names in fields.items() for field in names.split()}
    return msgspec.defstruct(name, [*types.items()], kw_only=True, namespace={"__doc__": meaning})


def _type_of(result: type | None, field: str) -> Any:
    found = getattr(result, field, None)
    return get_type_hints(found.fget)["return"] if isinstance(found, property) else get_type_hints(result)[field]


def _in_json(kind: Any) -> Any:
    """A type with text in place of fractions."""
    parts = get_args(kind)
    return Union[tuple(str if part is Fraction else part for part in parts)] if Fraction in parts else kind  # noqa: UP007


# --- a position -------------------------------------------------------------------------------------------------------
WHERE: Final[Mapping[Any, str]] = {str: "layer", int: "row column"}
PLACE: Final[Mapping[Any, str]] = {
    str: "layer mark look",
    int: "row column",
    int | None: "player",  # null if the mark is nobody's
    bool: "marked",
}

WhereView = answer("WhereView", "A place of a board. The places of one layer form a board of their own.", WHERE)
PlaceView = answer("PlaceView", "A place of a board, and what stands there.", PLACE)
CellView = answer(
    "CellView",
    "A place of the board in a game that is played. `name`: the move, legal or not, that concerns this cell alone.",
    {**PLACE, str | None: "name", list[str]: "moves"},
)
LabelView = answer(
    "LabelView",
    "The label of a row or a column, or of several: those of a heap, or of a line of dots and the boxes after it.",
    {str: "layer text", Axis: "axis", int: "first last"},
)
FieldView = answer("FieldView", "A field of a state that a derived board does not show.", {str: "name value"})
PlayedMove = answer(
    "PlayedMove",
    "A move that was played, and the player who played it. `place`: the cell to which it went, if that was asked for.",
    {str: "move", int: "mover", WhereView | None: "place"},
)
PositionView = answer(
    "PositionView",
    "A position: the board, the player to move and the legal moves.",
    {
        int: "schema players mover",
        str: "game title rules text",
        str | None: "position outcome svg",  # no position: only moves can describe it
        bool: "over chance pairs",  # pairs: whether `why` looks for pairs of cells in this game
        list[int] | None: "rewards",
        list[str]: "names moves algorithms",
        list[FieldView]: "fields",
        list[CellView]: "cells",
        list[LabelView]: "labels",
        list[PlayedMove]: "history",
    },
)


# --- values -----------------------------------------------------------------------------------------------------------
Value = answer(
    "Value",
    "The value of a move for the player to move. `tone` says what the proved bounds show.",
    {Number | None: "points", str: "words", Tone: "tone"},
    of=MoveValue,
    taken=MoveValue._fields,
)
Values = answer(
    "Values",
    "The value of every move, the best move first.",
    {
        int: "schema players",
        int | None: "mover",  # null if the players simply take turns
        list[int]: "reward_range",
        Objective: "objective",
        Stopped: "stopped",
        Number: "lower upper",
        bool: "preparing",  # native code is being prepared: the same request, a little later, decides more
        str: "sentence spoken brief point_of_view",  # spoken: with the name of the player; brief: without distances
        list[Value]: "moves",
    },
    of=Analysis,
    taken=(*PLAIN, "distance", "best"),
)
Best = answer(
    "Best",
    "A move to play. The fields besides `schema`, `move` and `by` are null if the move was chosen at random.",
    {
        int: "schema",
        str: "move",
        ChosenBy: "by",
        str | None: "sentence spoken words",  # words: what this player does with best play: "wins"
        Number | None: "value lower upper",
        Kind | None: "kind",
        int | None: "distance nodes",
        float | None: "seconds",
        Stopped | None: "stopped",
    },
)
JudgedView = answer(
    "JudgedView",
    "A move that was played, what it was worth, and what its player does before and after it: null if it is not proved.",
    {str | None: "words got_words"},
    of=JudgedMove,
    taken=PLY,
)
ReviewView = answer(
    "ReviewView",
    "A review of a game: each move that a player made, and each player's accuracy.",
    {int: "schema", Stopped: "stopped", list[JudgedView]: "plies"},
    of=Review,
    taken=("game", "players", "accuracy"),
)
ProgressView = answer("ProgressView", "How far a search is.", {Phase: "phase"}, of=Progress, taken=REPORTED)

# --- a search tree ----------------------------------------------------------------------------------------------------
CutView = answer(
    "CutView",
    'A cutoff: why the remaining moves of a node were not searched. `why` is a formula, such as "1 ≥ β 1".',
    {str: "by value beta why words sentence", list[str]: "moves lines"},
)
DrawingView = answer(
    "DrawingView", "How pictures show a node.", {str: "shape label value", NodeTone: "tone", list[str]: "lines"}
)
LegendView = answer("LegendView", "A mark in a picture of the tree, and its meaning.", {str: "mark meaning"})
NodeView = answer(
    "NodeView",
    "A node: one visit of a position in a search.",
    {
        int: "id ply mover played hidden",
        int | None: "parent",
        str: "move alpha beta best",
        str | None: "value",
        bool: "max chance again",
        Reason: "reason",
        CutView | None: "cut",
        DrawingView: "drawing",
    },
)
Tree = answer(
    "Tree",
    "A search tree: the nodes in the order of the search.",
    {
        int: "schema players drawn",
        str: "game position algorithm chosen sentence",  # chosen: why this algorithm; empty if the request named it
        Objective: "objective",
        list[str]: "names titles",
        bool: "two_sided complete",
        Number: "value",
        dict[str, int]: "counters",
        list[NodeView]: "nodes",
        list[LegendView]: "legend",
    },
)

# --- proofs -----------------------------------------------------------------------------------------------------------
WhyProof = answer(
    "WhyProof",
    "A proof that `player` cannot complete a line: the other one, after `first`, always gets a cell of each pair.",
    {int: "player", str | None: "first", list[list[str]]: "pairs", str: "sentence"},
)
Why = answer(
    "Why",
    "Why a player cannot complete a line: a proof for each player for whom one was found.",
    {int: "schema", str: "game sentence", list[WhyProof]: "proofs"},
)
ProofView = answer(
    "ProofView",
    "A certificate that `player` gets `at_least` this reward, as a file in base64 if it is not larger than a megabyte.",
    {int: "player at_least positions", bool: "verified", str: "verdict sentence name", str | None: "file"},
)
Proved = answer(
    "Proved",
    "The proof of the value of a position: a certificate for each claim, as far as the time allowed.",
    {int: "schema", str: "game sentence", bool: "certified", list[ProofView]: "proofs"},
)

# --- the server -------------------------------------------------------------------------------------------------------
OfferedGame = answer(
    "OfferedGame",
    "A game of this server. What it is called and how it looks is null for a user's game: POST /position knows.",
    {str: "game summary", str | None: "title rules", list[PlaceView] | None: "board"},
)
Games = answer(
    "Games",
    "The games, algorithms, objectives and limits of this server.",
    {
        int: "schema",
        str: "version",
        list[OfferedGame]: "games",
        list[dict[str, str]]: "families",
        list[dict[str, Any]]: "algorithms",
        list[Objective]: "objectives",
        list[Piece]: "pieces",
        dict[str, float]: "limits",
    },
)
Error = answer(
    "Error",
    "Why there is no answer: `kind` is a word for programs, `message` a sentence for people.",
    {ErrorKind: "kind", str: "message"},
)
RefusalView = answer("RefusalView", "The answer to a request that fails.", {int: "schema", Error: "error"})

ANSWERS: Final[dict[str, Any]] = {
    "position": PositionView,
    "values": Values,
    "best": Best,
    "review": ReviewView,
    "tree": Tree,
    "why": Why,
    "prove": Proved,
}
"""The answer of each job."""
