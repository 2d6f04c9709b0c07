"""The fields of the API's answers. They describe the API (`openapi`), and every answer is checked by them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final, Literal, Union, get_args, get_type_hints

import msgspec

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.reward_scale import Tone
from zermelo.display.text_board import Axis
from zermelo.play.move_values import PLAIN, Analysis, MoveValue
from zermelo.play.review import PLY, Review
from zermelo.play.scores import JudgedMove
from zermelo.solver.options import Objective, Piece
from zermelo.solver.progress import Progress
from zermelo.solver.result import Kind, Stopped
from zermelo.web.messages import ErrorKind

Number = int | str
"""A reward. With chance moves a value may be a fraction, given as text: "11/36"."""


Phase = Literal["compiling", "searching"]

REPORTED: Final = ("phase", "seconds", "nodes", "depth", "lower", "upper")
"""The fields of a progress report."""

Reason = Literal["", "searched", "terminal", "horizon", "table", "bound", "undecided"]
"""Where the value of a node comes from: its moves, the end of the game, the evaluation at the depth limit, the transposition
table, or a bound that the game proves; "undecided" or empty if the search ended first."""


class VersionedAnswer(msgspec.Struct, kw_only=True):
    """The field that all answers have."""

    schema: int


def answer_of(name: str, meaning: str, result: type, fields: Iterable[str], **more: Any) -> type[msgspec.Struct]:
    """A type of answers with these fields of a class of results, as they are in JSON, and with more fields."""
    types = {field: _in_json(_type_of(result, field)) for field in fields} | more
    return msgspec.defstruct(name, [*types.items()], kw_only=True, namespace={"__doc__": meaning})


def _type_of(result: type, field: str) -> Any:
    found = getattr(result, field, None)
    return get_type_hints(found.fget)["return"] if isinstance(found, property) else get_type_hints(result)[field]


def _in_json(kind: Any) -> Any:
    """A type with text in place of fractions."""
    parts = get_args(kind)
    return Union[tuple(str if part is Fraction else part for part in parts)] if Fraction in parts else kind  # noqa: UP007


# --- a position -------------------------------------------------------------------------------------------------------
class WhereView(msgspec.Struct):
    """Where a place of a board is. The places of one layer form a board of their own."""

    layer: str
    row: int
    column: int


class PlaceView(WhereView):
    """A place of a board, and what stands there; see `Cell`."""

    mark: str
    player: int | None
    """Whose mark it is; null if it is nobody's."""
    look: str
    marked: bool


def place_view(cell: Cell) -> dict[str, Any]:
    fields = cell._asdict() | {"player": None if cell.player == NONE else cell.player}
    return {name: fields[name] for name in PlaceView.__struct_fields__}


class CellView(PlaceView):
    """A place of the board in a game that is played."""

    name: str | None
    """The name of the move, legal or not, that concerns this cell alone; null if there is none, or if there are several."""
    moves: list[str]
    """The legal moves that concern this cell."""


class LabelView(msgspec.Struct):
    """The label of a row or a column, or of several: those of a heap, or of a line of dots and the boxes after it."""

    layer: str
    axis: Axis
    first: int
    last: int
    text: str


class FieldView(msgspec.Struct):
    """A field of a state."""

    name: str
    value: str


class PlayedMove(msgspec.Struct):
    """A move that was played, and the player who played it."""

    move: str
    mover: int
    place: WhereView | None
    """The cell to which the move went; null if there is none, or if the request does not ask for it."""


class PositionView(VersionedAnswer, kw_only=True):
    """A position: the board, the player to move and the legal moves."""

    game: str
    title: str
    rules: str
    """How the game is played and who wins; empty if the game does not say. An empty line separates paragraphs."""
    position: str | None
    """The position on one line, as requests take it; null if only moves can describe it."""
    text: str
    fields: list[FieldView]
    """The fields of the state that a derived board does not show; all of them if there is neither board nor text."""
    players: int
    names: list[str]
    mover: int
    over: bool
    chance: bool
    rewards: list[int] | None
    outcome: str | None
    moves: list[str]
    algorithms: list[str]
    """The search algorithms that suit the game, for `tree`."""
    pairs: bool
    """Whether `why` looks for pairs of cells that stop lines in this game."""
    cells: list[CellView]
    svg: str | None
    """The board as a picture; null if the request does not ask for it, or the game has no board to draw."""
    labels: list[LabelView]
    """The coordinates of the board, as in the names of the moves; empty if these have none."""
    history: list[PlayedMove]


# --- values -----------------------------------------------------------------------------------------------------------
Value = answer_of(
    "Value",
    "The value of a move for the player to move. `tone` says what the proved bounds show.",
    MoveValue,
    MoveValue._fields,
    points=Number | None,
    words=str,
    tone=Tone,
)

Values = answer_of(
    "Values",
    "The value of every move, the best move first.",
    Analysis,
    (*PLAIN, "distance", "best"),
    schema=int,
    objective=Objective,
    players=int,
    reward_range=list[int],
    mover=int | None,  # null if the players simply take turns
    stopped=Stopped,
    lower=Number,
    upper=Number,
    preparing=bool,  # native code is being prepared: the same request, a little later, decides more
    sentence=str,
    spoken=str,  # the sentence with the name of the player to move
    brief=str,  # the same without distances
    moves=list[Value],
    point_of_view=str,
)


class Best(VersionedAnswer, kw_only=True):
    """A move to play. The fields from `sentence` on are null if the move was chosen at random."""

    move: str
    by: Literal["search", "random", "chance"]
    sentence: str | None
    spoken: str | None
    words: str | None
    """What this player does with best play: "wins"; null if it is not proved."""
    value: Number | None
    kind: Kind | None
    lower: Number | None
    upper: Number | None
    distance: int | None
    nodes: int | None
    seconds: float | None
    stopped: Stopped | None


JudgedView = answer_of(
    "JudgedView",
    "A move that was played, what it was worth, and what its player does before and after it: null if it is not proved.",
    JudgedMove,
    PLY,
    words=str | None,
    got_words=str | None,
)

ReviewView = answer_of(
    "ReviewView",
    "A review of a game: each move that a player made, and each player's accuracy.",
    Review,
    ("game", "players", "accuracy"),
    schema=int,
    stopped=Stopped,
    plies=list[JudgedView],
)

ProgressView = answer_of("ProgressView", "How far a search is.", Progress, REPORTED, phase=Phase)


# --- explanations -----------------------------------------------------------------------------------------------------
class CutView(msgspec.Struct):
    """A cutoff: why the remaining moves of a node were not searched."""

    by: str
    value: str
    beta: str
    moves: list[str]
    why: str
    """The reason as a formula, such as "1 ≥ β 1"."""
    words: str
    sentence: str
    lines: list[str]


class DrawingView(msgspec.Struct):
    """How pictures show a node."""

    shape: str
    tone: Literal["", "win", "draw", "loss"]
    label: str
    value: str
    lines: list[str]


class LegendView(msgspec.Struct):
    """A mark in a picture of the tree, and its meaning."""

    mark: str
    meaning: str


class NodeView(msgspec.Struct):
    """A node: one visit of a position in a search."""

    id: int
    parent: int | None
    move: str
    ply: int
    mover: int
    max: bool
    chance: bool
    alpha: str
    beta: str
    value: str | None
    reason: Reason
    best: str
    again: bool
    played: int
    hidden: int
    cut: CutView | None
    drawing: DrawingView


class Tree(VersionedAnswer, kw_only=True):
    """A search tree: the nodes in the order of the search."""

    game: str
    position: str
    algorithm: str
    chosen: str
    """Why this algorithm was chosen; empty if the request named it."""
    objective: Objective
    players: int
    names: list[str]
    two_sided: bool
    titles: list[str]
    value: Number
    sentence: str
    counters: dict[str, int]
    complete: bool
    drawn: int
    nodes: list[NodeView]
    legend: list[LegendView]


class WhyProof(msgspec.Struct):
    """A proof that a player cannot complete a line: the other player always gets a cell of every pair."""

    player: int
    first: str | None
    """The move that the other player makes before that; null if none is needed."""
    pairs: list[list[str]]
    """The pairs, by the moves to their cells. Without pairs, no line is left."""
    sentence: str


class Why(VersionedAnswer, kw_only=True):
    """Why a player cannot complete a line: a proof for each player for whom one was found."""

    game: str
    proofs: list[WhyProof]
    sentence: str


class ProofView(msgspec.Struct):
    """A certificate: the proof of a claim, and what the checkers say about it."""

    player: int
    at_least: int
    """The claim: the player gets at least this reward."""
    positions: int
    verified: bool
    verdict: str
    sentence: str
    name: str
    file: str | None
    """The file in base64, for `zermelo verify`; null if it is larger than a megabyte."""


class Proved(VersionedAnswer, kw_only=True):
    """The proof of the value of a position: a certificate for each claim, as far as the time allowed."""

    game: str
    certified: bool
    proofs: list[ProofView]
    sentence: str


class OfferedGame(msgspec.Struct):
    """A game of this server. What it is called and how it looks is null for a user's game: POST /position knows."""

    game: str
    summary: str
    title: str | None
    rules: str | None
    board: list[PlaceView] | None


class Games(VersionedAnswer, kw_only=True):
    """The games, algorithms, objectives and limits of this server."""

    version: str
    games: list[OfferedGame]
    families: list[dict[str, str]]
    algorithms: list[dict[str, Any]]
    objectives: list[Objective]
    pieces: list[Piece]
    limits: dict[str, float]


class Error(msgspec.Struct):
    """Why there is no answer: `kind` is a word for programs, `message` a sentence for people."""

    kind: ErrorKind
    message: str


class RefusalView(VersionedAnswer, kw_only=True):
    """The answer to a request that fails."""

    error: Error
