"""The board of a game that does not draw one itself.

Who owns which pieces, and whether the fields change places or the board is turned round after each move, is learned by
watching some play. `Board.seen` undoes such changes, so that everything is seen from the side of the first player.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.derived.contents import Contents, Layers, Route, contents_of, ends, layers_of
from zermelo.core.derived.evidence import Starts, changes_of, counts_of
from zermelo.core.derived.exploration import (
    Explorable,
    Exploration,
    Move,
    Position,
    derived_once,
    explore,
    moves_from,
)
from zermelo.core.derived.fields import Field, Kind, NoBoard, fields_of
from zermelo.core.derived.marks import Look, looks_of
from zermelo.core.derived.shape import Shape, shape_of
from zermelo.core.derived.sides import exchange, from_first_side, named_owner
from zermelo.core.state_fields import Part, Path

WATCHED: Final = 200
"""How many moves are compared to find out whether fields change places."""


class Board(NamedTuple):
    """How to see a board in the states of a game."""

    layers: Layers
    shape: Shape
    exchanged: dict[Kind, Kind]
    """The kind that takes the place of each after a move; empty if they stay what they are."""
    turn: tuple[int, ...]
    """For each cell, the one in its place when the second player is to move."""
    shown: tuple[Path, ...]
    """The parts of the state that are on the board, and numbers that say whose turn it is."""
    complete: bool
    """Whether every position was watched."""
    owners: dict[Kind, int]
    """The player who owns each kind of piece; NONE for nobody."""
    looks: dict[Kind, Look]
    """What each kind looks like."""
    starts: Starts
    """If the cells hold counts, the cell that each action names: it may change many others."""
    routes: dict[int, set[Route]]
    """For each action, the routes that it was watched to take in different positions."""

    def seen(self, position: Position) -> Contents:
        """What is on each cell, from the side of the first player. Raises NoBoard if it does not fit the board."""
        contents = contents_of(self.layers, self.shape.rows * self.shape.stride, position.state)
        return from_first_side(contents, position.mover, self.exchanged, self.turn)

    def cells(self, game: Explorable, position: Position) -> list[Cell]:
        """The board, to draw it. Each cell has the actions that begin there, and then those that end there.

        They include actions that are not legal here. Where a legal one goes is seen by making the move.
        """
        seen = self.seen(position)
        legal = {move.action: {self.route(move)} for move in moves_from(game, position)}
        beginning: dict[int, list[int]] = {}
        ending: dict[int, list[int]] = {}
        for action, routes in sorted((self.routes | legal).items()):
            for cell in sorted({cell for route in routes for cell in route}):
                begins = any(route[0] == cell for route in routes if route)
                (beginning if begins else ending).setdefault(cell, []).append(action)
        size = self.shape.rows * self.shape.stride
        cells: list[Cell] = []
        for number, fields in enumerate(self.layers):
            title = fields[0].name if len(self.layers) > 1 else ""
            for place, row, column in self.shape.cells():
                cell = number * size + place
                actions = (*beginning.get(cell, ()), *ending.get(cell, ()))
                mark, look = self._look(seen[cell])
                cells.append(Cell(row, column, mark, self.owners.get(seen[cell], NONE), actions, title, look))
        return cells

    def route(self, move: Move) -> Route:
        """The route of a move. A move that sows has only its first cell."""
        if self.starts:
            start = self.starts.get((move.before.mover, move.action))
            return () if start is None else (start,)
        return ends(self.seen(move.before), self.seen(move.after))

    def _look(self, kind: Kind | None) -> Look:
        if kind is None:
            return Look("0" if self.starts else "", "" if self.starts else next(iter(self.looks.values())).look)
        return self.looks.get(kind) or Look(str(kind))


def derived_picture(game: Explorable, state: Any, mover: int) -> list[Cell]:
    """The derived board of a state, to draw it; empty if there is none."""
    board = board_of(game)
    if board is None:
        return []
    try:
        return board.cells(game, Position(state, mover))
    except (Exception, SystemExit):
        return []


@derived_once
def board_of(game: Explorable) -> Board:
    """The board of a game; None if no board is recognised."""
    explored = explore(game)
    for fields in fields_of(explored.moves):
        try:
            return _board(game, fields, explored)
        except (NoBoard, ValueError, TypeError, AttributeError, IndexError):  # the states do not fit these fields
            continue
    raise NoBoard


def _board(game: Explorable, fields: tuple[Field, ...], explored: Exploration) -> Board:
    """The board with the pieces that are in these fields. Raises NoBoard if that is none."""
    moves = explored.moves
    states = [moves[0].before.state, *(move.after.state for move in moves)]
    layers = layers_of(fields, states)
    pieces = [piece for state in states for layer in layers for field in layer for piece in field.read(state)]
    kinds = {kind for _, kind in pieces}
    if not kinds:
        raise NoBoard
    shape = shape_of(game, fields, {cell for cell, _ in pieces})
    size = shape.rows * shape.stride

    def unturned(position: Position) -> tuple[Contents, int]:
        return contents_of(layers, size, position.state), position.mover

    watched = [(unturned(move.before), unturned(move.after)) for move in moves[:: len(moves) // WATCHED + 1]]
    exchanged, turn = exchange(kinds, fields, shape, game.players, len(layers), watched)
    shown = (*(field.path for field in fields), *_turns(explored))
    board = Board(layers, shape, exchanged, turn, shown, explored.complete, {}, {}, {}, {})
    return _with_looks(game, board, kinds, moves)


def _with_looks(game: Explorable, board: Board, kinds: set[Kind], moves: list[Move]) -> Board:
    """The board with what is learned by watching moves on it. Raises NoBoard if they are no moves of pieces or counts."""
    seen = {position: board.seen(position) for move in moves for position in (move.before, move.after)}
    changes = changes_of((move, seen[move.before], seen[move.after]) for move in moves)
    field = board.layers[0][0]
    owners = _owners(board, kinds, moves, seen)
    starts = counts_of(changes, field, kinds, owners)
    owners = dict.fromkeys(kinds, NONE) if starts else owners
    names = {field.name for layer in board.layers for field in layer}
    letters = {
        kind for kind in kinds - names if isinstance(kind, str) and len(kind) <= 2 and kind.lower() not in ("x", "o")
    }
    shape = _shape_of_pieces(game, names)
    looks = {kind: Look(str(kind)) for kind in kinds} if starts else looks_of(owners, letters, shape)
    board = board._replace(owners=owners, looks=looks, starts=starts)
    routes: dict[int, set[Route]] = {}
    for move in moves:
        route = board.route(move) if starts else ends(seen[move.before], seen[move.after])
        routes.setdefault(move.action, set()).add(route)
    return board._replace(routes=routes)


def _owners(board: Board, kinds: set[Kind], moves: list[Move], seen: dict[Position, Contents]) -> dict[Kind, int]:
    """The owner of each kind: the player who moves it, or else the one that its name says."""
    movers: dict[Kind, set[int]] = {kind: set() for kind in kinds}
    for move in moves:
        after = seen[move.after]
        for kind in {after[cell] for cell in ends(seen[move.before], after)} - {None}:
            movers[kind].add(move.before.mover)
    return {kind: next(iter(found)) if len(found) == 1 else named_owner(kind) for kind, found in movers.items()}


def _turns(explored: Exploration) -> list[Path]:
    """The parts of the state that are numbers and say no more than who is to move."""
    positions = {position for move in explored.moves for position in (move.before, move.after)}
    found: list[Path] = []
    for path in _numbers(Part("", explored.moves[0].before.state)):
        pairs = {(Part("", None, path).get(state), mover) for state, mover in positions}
        if len(pairs) == len({value for value, _ in pairs}) == len({mover for _, mover in pairs}) > 1:
            found.append(path)
    return found


def _numbers(part: Part) -> list[Path]:
    """Where the integers of a state are."""
    if isinstance(part.value, int):
        return [part.path]
    return [path for inner in part.parts() for path in _numbers(inner)]


def _shape_of_pieces(game: Explorable, names: set[str]) -> str:
    """Pawns if a name says so, otherwise discs."""
    told = " ".join((type(game).__name__, type(game.initial()).__name__, *names))
    return "pawn" if re.search("pawn", told, re.IGNORECASE) else "disc"
