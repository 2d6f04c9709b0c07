"""The board of a game that does not draw one itself.

Who owns which pieces, and whether the fields change places or the board is turned round after each move, is learned by
watching some play. `DerivedBoard.seen` undoes such changes, so that everything is seen from the side of the first player.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from zermelo.core.board import Cell
from zermelo.core.constants import NONE
from zermelo.core.errors import RAISED
from zermelo.core.game import Game, inherits
from zermelo.display.derived.exploration import (
    Exploration,
    NoBoard,
    Situation,
    WatchedMove,
    derived_once,
    explore,
    moves_from,
)
from zermelo.display.derived.fields import (
    CellContents,
    Field,
    FieldLayers,
    PieceKind,
    contents_of,
    fields_of,
    layers_of,
)
from zermelo.display.derived.pieces import Look, Sides, looks_of, named_owner, sides_of
from zermelo.display.derived.shape import Shape, shape_of
from zermelo.display.state_fields import PartPath, StatePart, field_texts, leaves

Route = tuple[int, ...]
"""The cells between which a move goes: the one it leaves, if any, and those it reaches. Captured pieces do not count."""

PlayerAction = tuple[int, int]
"""A player, and an action of this player."""


@dataclass(frozen=True)
class CellChange:
    """What a move changes on the cells."""

    move: WatchedMove
    before: CellContents
    after: CellContents

    @cached_property
    def cells(self) -> list[int]:
        """The cells that change."""
        return [cell for cell, kind in enumerate(self.before) if kind != self.after[cell]]

    @cached_property
    def ends(self) -> Route:
        before, after, changed = self.before, self.after, self.cells
        left = [cell for cell in changed if after[cell] is None]
        filled = [cell for cell in changed if before[cell] is None]
        if filled and len(left) > 1:
            left = [cell for cell in left if before[cell] in {after[there] for there in filled}] or left
        return (*left, *(filled or [cell for cell in changed if after[cell] is not None]))

    def is_of_pieces(self, owners: dict[PieceKind, int]) -> bool:
        """Whether pieces are placed on empty cells, moved, taken, or turned into those of the player who moves."""
        before, after, cells, mover = self.before, self.after, self.cells, self.move.before.mover

        def fits(cell: int) -> bool:
            old, new = before[cell], after[cell]
            moved = any(other != cell and (before[other] == new or after[other] == old) for other in cells)
            return old is None or new is None or moved or (owners[new] == mover and owners[old] != mover)

        return all(map(fits, cells))


class DerivedBoard(NamedTuple):
    """How to see a board in the states of a game."""

    layers: FieldLayers
    shape: Shape
    sides: Sides
    shown: list[PartPath]
    """The parts of the state that are on the board, and numbers that say whose turn it is."""
    complete: bool
    """Whether every position was watched."""
    owners: dict[PieceKind, int]
    """The player who owns each kind of piece; NONE for nobody."""
    looks: dict[PieceKind | None, Look]
    """What each kind looks like, and an empty cell."""
    starts: dict[PlayerAction, int]
    """If the cells hold counts, the cell that each action of a player names: it may change many others."""
    routes: dict[int, set[Route]]
    """For each action, the routes that it was watched to take in different positions."""

    def seen(self, position: Situation) -> CellContents:
        """What is on each cell, from the side of the first player. Raises NoBoard if it does not fit the board."""
        return self.sides.undone(contents_of(self.layers, self.shape.places, position.state), position.mover)

    def cells(self, game: Game[Any], position: Situation) -> list[Cell]:
        """The board, to draw it. Each cell has the actions that begin there, and then those that end there.

        They include actions that are not legal here. Where a legal one goes is seen by making the move.
        """
        seen = self.seen(position)
        changes = [CellChange(move, seen, self.seen(move.after)) for move in moves_from(game, position)]
        legal = {change.move.action: {self.route(change)} for change in changes}
        beginning: dict[int, list[int]] = {}
        ending: dict[int, list[int]] = {}
        for action, routes in sorted((self.routes if self.shape.stacked else self.routes | legal).items()):
            for cell in sorted({cell for route in routes for cell in route}):
                begins = any(route[0] == cell for route in routes if route)
                (beginning if begins else ending).setdefault(cell, []).append(action)
        cells: list[Cell] = []
        for number, fields in enumerate(self.layers):
            title = fields[0].name if len(self.layers) > 1 else ""
            for place, row, column in self.shape.cells():
                cell = number * self.shape.size + place
                kind, actions = seen[cell], (*beginning.get(cell, ()), *ending.get(cell, ()))
                mark, look = self.looks.get(kind) or Look(str(kind))
                cells.append(Cell(row, column, mark, self.owners.get(kind, NONE), actions, title, look))
        return cells

    def route(self, change: CellChange) -> Route:
        """The route of a move. A move of counts has only the cell that it names."""
        if not self.starts:
            return change.ends
        start = self.starts.get((change.move.before.mover, change.move.action))
        return () if start is None else (start,)


def derived_picture(game: Game[Any], state: Any, mover: int) -> list[Cell]:
    """The derived board of a state, to draw it; empty if there is none."""
    board = board_of(game)
    if board is None:
        return []
    try:
        return board.cells(game, Situation(state, mover))
    except RAISED:
        return []


def fields_beside(game: Game[Any], state: Any, *, drawn: bool) -> list[tuple[str, str]]:
    """The name and the text of each field that is not seen otherwise: beside a derived board, if one is `drawn`, or in place
    of a board. Empty for a game that shows its states itself, by `picture` or `render`.
    """
    if not inherits(game, "picture" if drawn else "render"):
        return []
    board = board_of(game) if drawn else None
    return field_texts(state, board.shown if board else ())


@derived_once
def board_of(game: Game[Any]) -> DerivedBoard:
    """The board of a game; None if no board is recognised."""
    explored = explore(game)
    for fields in fields_of(explored.moves):
        try:
            return _board(game, fields, explored)
        except (NoBoard, ValueError, TypeError, AttributeError, IndexError):  # the states do not fit these fields
            continue
    raise NoBoard


def _board(game: Game[Any], fields: tuple[Field, ...], explored: Exploration) -> DerivedBoard:
    """The board with the pieces that are in these fields. Raises NoBoard if that is none."""
    moves = explored.moves
    positions = {position for move in moves for position in (move.before, move.after)}
    occupied = {each: [cell for field in fields for cell, _ in field.read(each.state)] for each in positions}
    shape = shape_of(game, fields[0], moves, occupied)
    layers = layers_of(fields, occupied.values())
    plain = {position: contents_of(layers, shape.places, position.state) for position in positions}
    names: list[PieceKind] = [field.name for field in fields]
    found = {kind for contents in plain.values() for kind in contents} - {None}
    kinds = sorted(found, key=lambda kind: (names.index(kind) if kind in names else 0, str(kind)))
    watched = [(move, plain[move.before], plain[move.after]) for move in moves[:: len(moves) // 200 + 1]]
    sides = sides_of(kinds, fields, shape, game.players, watched)
    seen = {position: sides.undone(plain[position], position.mover) for position in positions}
    changes = [CellChange(move, seen[move.before], seen[move.after]) for move in moves]
    owners = _owners(kinds, changes)
    starts = starts_of(changes, fields[0], owners)
    looks = looks_of(owners, "pawn" if _are_pawns(game, fields) else "disc")
    looks[None] = Look("", next(iter(looks.values())).look)
    if starts:
        owners, looks = {}, {kind: Look(str(kind or 0)) for kind in looks}
    shown = [field.path for field in fields]
    shown += _turns(moves[0], positions, shown)
    board = DerivedBoard(layers, shape, sides, shown, explored.complete, owners, looks, starts, {})
    called = shape.names() if shape.stacked else {}
    for change in changes:
        route = board.route(change)
        alike = [(cell,) for cell in called if called[cell] == called[route[0]]] or [route]
        board.routes.setdefault(change.move.action, set()).update(alike)
    return board


def _are_pawns(game: Game[Any], fields: tuple[Field, ...]) -> bool:
    names = (type(game).__name__, type(game.initial()).__name__, *(field.name for field in fields))
    return any("pawn" in name.lower() for name in names)


def _owners(kinds: list[PieceKind], changes: list[CellChange]) -> dict[PieceKind, int]:
    """The owner of each kind: the player who moves it, or else the one that its name says."""
    movers: dict[PieceKind, set[int]] = {kind: set() for kind in kinds}
    for change in changes:
        for kind in {change.after[cell] for cell in change.ends} - {None}:
            movers[kind].add(change.move.before.mover)
    return {kind: next(iter(found)) if len(found) == 1 else named_owner(kind) for kind, found in movers.items()}


def _turns(first: WatchedMove, positions: set[Situation], shown: list[PartPath]) -> list[PartPath]:
    """The other parts of the state that are numbers and say no more than who is to move."""
    found: list[PartPath] = []
    for part in leaves(StatePart("", first.before.state)):
        if isinstance(part.value, int) and not any(part.path[: len(path)] == path for path in shown):
            pairs = {(part.get(state), mover) for state, mover in positions}
            if len(pairs) == len({value for value, _ in pairs}) == len({mover for _, mover in pairs}) > 1:
                found.append(part.path)
    return found


def common(sets: list[set[int]]) -> set[int]:
    return sets[0].intersection(*sets[1:])


def starts_of(changes: list[CellChange], field: Field, owners: dict[PieceKind, int]) -> dict[PlayerAction, int]:
    """Empty if the cells hold pieces. If they hold counts, the cell that each action of a player names. Raises NoBoard for
    neither, and if all moves change the same cell.
    """
    found: dict[PlayerAction, list[CellChange]] = {}
    for change in changes:
        if change.before != change.after:
            found.setdefault((change.move.before.mover, change.move.action), []).append(change)
    changed = {key: [{*change.cells} for change in group] for key, group in found.items()}
    if not found or common([cells for sets in changed.values() for cells in sets]):
        raise NoBoard
    is_board = _name_cells(changed) if field.is_set else all(change.is_of_pieces(owners) for change in changes)
    if is_board and len(owners) <= 12:  # a tuple with more different items holds counts, or is no board
        return {}
    if field.is_set or not all(type(kind) is int and kind > 0 for kind in owners):
        raise NoBoard
    return {key: _emptied(changed[key], group) for key, group in found.items()}


def _name_cells(changed: dict[PlayerAction, list[set[int]]]) -> bool:
    """Whether each action always changes one cell, or at least none that another action of the player changes.

    The bits of numbers that are packed into one do not.
    """
    loose = [key for key, sets in changed.items() if not common(sets)]
    unions = {key: set[int]().union(*sets) for key, sets in changed.items()}
    pairs = [(one, other) for one in loose for other in unions if one != other and one[0] == other[0]]
    return all(unions[one].isdisjoint(unions[other]) for one, other in pairs)


def _emptied(changed: list[set[int]], changes: list[CellChange]) -> int:
    """The cell that an action always makes smaller: at first, by most. Raises NoBoard."""

    def loss(change: CellChange, cell: int) -> int:
        return cast("int", change.before[cell] or 0) - cast("int", change.after[cell] or 0)

    cells = [cell for cell in common(changed) if all(loss(change, cell) > 0 for change in changes)]
    if cells:
        return max(cells, key=lambda cell: loss(changes[0], cell))
    raise NoBoard
