"""The fields of answers: what the description of the API says of them."""

from __future__ import annotations

from typing import Any

import msgspec

Number = int | str
"""A reward; a fraction, where chance moves, is a text: 11/36."""


class Answered(msgspec.Struct, kw_only=True):
    """What all answers have."""

    schema: int


class CellView(msgspec.Struct):
    """A place on the board; cells of one layer are a board of their own."""

    layer: str
    row: int
    column: int
    mark: str
    player: int | None
    moves: list[str]
    """The legal moves that have to do with it."""


class Made(msgspec.Struct):
    """A move that was made, and by whom."""

    move: str
    mover: int


class PositionView(Answered, kw_only=True):
    """A position: what the board looks like, whose turn it is, and what can be done."""

    game: str
    position: str | None
    """On one line, as requests take it; null where only moves tell it."""
    text: str
    players: int
    names: list[str]
    mover: int
    over: bool
    chance: bool
    rewards: list[int] | None
    outcome: str | None
    moves: list[str]
    cells: list[CellView]
    history: list[Made]


class Value(msgspec.Struct):
    """What a move is worth to the player to move."""

    move: str
    value: Number
    kind: str
    lower: Number
    upper: Number
    distance: int | None
    unit: int
    """Of an estimate: how many points of the game's evaluation are a reward of 1."""
    depth: int | None
    """Of an estimate: how many plies were looked ahead."""
    points: Number | None
    """The estimate in points of evaluation."""
    line: list[str]
    words: str
    tone: str
    """How good the move is proved to be: win, draw, loss; open where that is not decided."""


class Values(Answered, kw_only=True):
    """What every move is worth, the best first."""

    game: str
    position: str
    objective: str
    players: int
    reward_range: list[int]
    """The worst and the best reward."""
    mover: int | None
    """The player to move; null where players simply take turns."""
    nodes: int
    seconds: float
    compile_seconds: float
    stopped: str
    lower: Number
    upper: Number
    """Between which the value of the position is proved to lie."""
    distance: int | None
    """Plies to the end with best play; null for draws, and where it is not known."""
    best: list[str]
    sentence: str
    spoken: str
    """The sentence with the name of the player to move."""
    brief: str
    """The same without how soon."""
    moves: list[Value]
    point_of_view: str


class Best(Answered, kw_only=True):
    """A move; what is told of its value is null where it was chosen at random."""

    move: str
    by: str
    sentence: str | None
    value: Number | None
    kind: str | None
    lower: Number | None
    upper: Number | None
    distance: int | None
    nodes: int | None
    seconds: float | None
    stopped: str | None


class JudgedView(msgspec.Struct):
    """A move that was made, judged."""

    ply: int
    mover: int
    move: str
    value: Number | None
    lower: Number
    upper: Number
    distance: int | None
    best: list[str]
    got: Number | None
    mistake: bool | None


class ReviewView(Answered, kw_only=True):
    """A game, judged."""

    game: str
    players: int
    stopped: str
    plies: list[JudgedView]
    accuracy: list[float | None]


class CutView(msgspec.Struct):
    """Why moves were not tried."""

    by: str
    value: str
    beta: str
    moves: list[str]
    why: str
    words: str


class NodeView(msgspec.Struct):
    """A visit of a position in a search."""

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
    reason: str
    best: str
    again: bool
    played: int
    hidden: int
    cut: CutView | None


class Tree(Answered, kw_only=True):
    """A search: its visits, in order."""

    game: str
    position: str
    algorithm: str
    chosen: str
    """Why this one; empty where it was named."""
    objective: str
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


class Games(Answered, kw_only=True):
    """What can be played and asked."""

    version: str
    games: list[dict[str, str]]
    families: list[dict[str, str]]
    algorithms: list[dict[str, Any]]
    objectives: list[str]
    pieces: list[str]
    limits: dict[str, float]


class Error(msgspec.Struct):
    """Why there is no answer: a word for programs, a sentence for people."""

    kind: str
    message: str


class RefusalView(Answered, kw_only=True):
    """Any answer that is not what was asked for."""

    error: Error
