"""The fields of the API's answers. The OpenAPI description is made from these classes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.reward_scale import Tone
from zermelo.solver.options import Objective, Piece
from zermelo.solver.result import Kind, Stopped
from zermelo.web.messages import ErrorKind

Number = int | str
"""A reward. With chance moves a value may be a fraction, given as text: "11/36"."""

Phase = Literal["compiling", "searching"]

ChosenBy = Literal["search", "random", "chance"]
"""What chose a move: a search, the engine at random, or the chance of the game."""

Reason = Literal["", "searched", "terminal", "horizon", "table", "bound", "undecided"]
"""Where the value of a node comes from: its moves, the end of the game, the evaluation at the depth limit, the transposition
table, or a bound that the game proves; "undecided" or empty if the search ended first."""


class VersionedAnswer(msgspec.Struct, kw_only=True):
    """The field that all answers have."""

    schema: int


class WhereView(msgspec.Struct):
    """Where a place of a board is. The places of one layer form a board of their own."""

    layer: str
    row: int
    column: int


class PlaceView(WhereView):
    """A place of a board, and what stands there."""

    mark: str
    player: int | None
    """Whose mark it is; null if it is nobody's."""
    look: str
    """What the place looks like: "", or a name such as "pawn" (`zermelo.core.board.LOOKS`)."""
    marked: bool
    """Whether to point it out, as part of the line that won the game, or as what the die shows."""


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
    axis: Literal["row", "column"]
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
    """The name of the game for people."""
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


class Value(msgspec.Struct):
    """The value of a move for the player to move."""

    move: str
    value: Number
    kind: Kind
    lower: Number
    upper: Number
    distance: int | None
    unit: int
    """Of an estimate: how many points of the game's evaluation equal a reward of 1."""
    depth: int | None
    """Of an estimate: how many plies the search looked ahead."""
    points: Number | None
    """Of an estimate: its value in points of the evaluation."""
    line: list[str]
    words: str
    tone: Tone
    """What the proved bounds show: "win", "draw" or "loss", or "open" if that is undecided."""


class Values(VersionedAnswer, kw_only=True):
    """The value of every move, the best move first."""

    game: str
    position: str
    objective: Objective
    players: int
    reward_range: list[int]
    """The worst and the best reward."""
    mover: int | None
    """The player to move; null if the players simply take turns."""
    nodes: int
    seconds: float
    compile_seconds: float
    compiled: bool
    """Whether every move that had to be searched was searched, at last, by native code."""
    preparing: bool
    """Whether native code is being prepared: the same request, a little later, decides more."""
    stopped: Stopped
    lower: Number
    upper: Number
    """Proved bounds on the value of the position."""
    distance: int | None
    """Plies to the end with best play; null for draws, and if it is not known."""
    best: list[str]
    sentence: str
    spoken: str
    """The sentence, with the name of the player to move."""
    brief: str
    """The same without distances."""
    moves: list[Value]
    point_of_view: str


class Best(VersionedAnswer, kw_only=True):
    """A move to play. The fields from `sentence` on are null if the move was chosen at random."""

    move: str
    by: ChosenBy
    sentence: str | None
    spoken: str | None
    """The sentence, with the name of the player to move."""
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


class JudgedView(msgspec.Struct):
    """A move that was played, and what it was worth."""

    ply: int
    mover: int
    move: str
    value: Number | None
    lower: Number
    upper: Number
    distance: int | None
    best: list[str]
    keeping: list[str]
    """The moves that are proved to keep the value of the position."""
    all_keeping: bool
    """Whether it is proved that no other move keeps it."""
    got: Number | None
    mistake: bool | None
    words: str | None
    """What the player would do with best play: "wins"; null if it is not proved."""
    got_words: str | None
    """What the player does after this move."""


class ReviewView(VersionedAnswer, kw_only=True):
    """A review of a game: each move that a player made, and each player's accuracy."""

    game: str
    players: int
    stopped: Stopped
    plies: list[JudgedView]
    accuracy: list[float | None]


class CutView(msgspec.Struct):
    """A cutoff: why the remaining moves of a node were not searched."""

    by: str
    value: str
    beta: str
    moves: list[str]
    why: str
    """The reason as a formula, such as "1 ≥ β 1"."""
    words: str
    """The formula, and the moves that were cut."""
    sentence: str
    """The same as a sentence."""
    lines: list[str]
    """The formula and the moves, in a few short lines."""


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
    """The player who cannot complete a line."""
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
    """What the proofs show together."""


class ProofView(msgspec.Struct):
    """A certificate: the proof of a claim, and what the checkers say about it."""

    player: int
    at_least: int
    """The claim: the player gets at least this reward."""
    positions: int
    """The number of positions of the strategy."""
    verified: bool
    """Whether both checkers accept it."""
    verdict: str
    """What the checkers printed."""
    sentence: str
    name: str
    """The name of the file."""
    file: str | None
    """The file in base64, for `zermelo verify`; null if it is larger than a megabyte."""


class Proved(VersionedAnswer, kw_only=True):
    """The proof of the value of a position: a certificate for each claim, as far as the time allowed."""

    game: str
    certified: bool
    """Whether the certificates prove the value."""
    proofs: list[ProofView]
    sentence: str


class ProgressView(msgspec.Struct):
    """How far a search is."""

    phase: Phase
    seconds: float
    nodes: int
    depth: int | None
    """The depth of the current iteration; null for a search to the end of the game."""
    lower: Number
    upper: Number
    """Bounds on the value of the position that are proved so far."""


class OfferedGame(msgspec.Struct):
    """A game of this server. What it is called and how it looks is null for a user's game: POST /position knows."""

    game: str
    summary: str
    title: str | None
    rules: str | None
    board: list[PlaceView] | None
    """The board of the initial position; empty if the game has no board to draw."""


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
