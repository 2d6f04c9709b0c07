"""The board of a game that does not draw one itself.

Who owns which pieces, and whether the fields change places or the board is turned round after each move, is learned by
watching some play. `Board.seen` undoes such changes, so that everything is seen from the side of the first player.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, TypedDict

from zermelo.core.board import MARKS, Cell
from zermelo.core.constants import NONE
from zermelo.core.derived.exploration import (
    Explorable,
    Move,
    Position,
    derived_once,
    explore,
    first_position,
    moves_from,
)
from zermelo.core.derived.fields import Field, Kind, NoBoard, fields_of
from zermelo.core.derived.shape import Shape, shape_of

Contents = tuple[Kind | None, ...]
"""What is on each cell; None if it is empty."""

Route = tuple[int, ...]
"""The cells between which a move goes: the one it leaves, if any, and those it reaches. Captured pieces do not count."""

MOST_KINDS: Final = 12
"""The most kinds of pieces. A tuple with more different items is no board."""

ABSOLUTE: Final = (("white", "black"), ("x", "o"), ("first", "second"))
"""Names of fields or items that belong to the first and the second player."""

RELATIVE: Final = (("me", "you"), ("mine", "yours"), ("own", "other"), ("mover", "opponent"), ("us", "them"))
"""Names of fields that belong to the player to move and to the other."""

WATCHED: Final = 200
"""How many moves are compared to find out whether fields change places."""

UNOWNED: Final = "#"
"""The mark of other pieces that belong to nobody."""


class Board(NamedTuple):
    """How to see a board in the states of a game."""

    fields: tuple[Field, ...]
    shape: Shape
    exchanged: dict[Kind, Kind]
    """The kinds that change places after each move; empty if none do."""
    turn: tuple[int, ...]
    """For each cell, the one in its place when the second player is to move."""
    owners: dict[Kind, int]
    """The player who owns each kind of piece; NONE for nobody."""
    look: str
    """The look of the pieces."""
    routes: dict[int, set[Route]]
    """For each action, the routes that it was watched to take in different positions."""
    complete: bool
    """Whether every position was watched."""

    def seen(self, position: Position) -> Contents:
        """What is on each cell, from the side of the first player. Raises NoBoard if it does not fit the board."""
        contents = _contents(self.fields, self.shape.rows * self.shape.stride, position.state)
        return _from_first_side(contents, position.mover, self.exchanged, self.turn)

    def cells(self, game: Explorable, position: Position) -> list[Cell]:
        """The board, to draw it. Each cell has the actions that begin there, and then those that end there.

        They include actions that are not legal here. Where a legal one goes is seen by making the move.
        """
        seen = self.seen(position)
        legal = {move.action: {ends(seen, self.seen(move.after))} for move in moves_from(game, position)}
        beginning: dict[int, list[int]] = {}
        ending: dict[int, list[int]] = {}
        for action, routes in sorted((self.routes | legal).items()):
            for cell in sorted({cell for route in routes for cell in route}):
                begins = any(route[0] == cell for route in routes if route)
                (beginning if begins else ending).setdefault(cell, []).append(action)
        return [
            Cell(
                *(row, column, *self._piece(seen[cell])),
                actions=(*beginning.get(cell, ()), *ending.get(cell, ())),
                look=self.look,
            )
            for cell, row, column in self.shape.cells()
        ]

    def _piece(self, kind: Kind | None) -> tuple[str, int]:
        """The mark of a piece and its owner."""
        if kind is None:
            return "", NONE
        owner = self.owners.get(kind, NONE)
        if isinstance(kind, str) and any(kind.lower() in pair for pair in ABSOLUTE):
            return kind[0].upper(), owner
        if isinstance(kind, str) and len(kind) == 1:
            return kind, owner
        if owner != NONE:
            return MARKS[owner % len(MARKS)], owner
        return (str(kind)[:2] if type(kind) is int else UNOWNED), owner


def ends(before: Contents, after: Contents) -> Route:
    """The route of a move that changes the board like this."""
    changed = [cell for cell, (kind, other) in enumerate(zip(before, after, strict=True)) if kind != other]
    left = [cell for cell in changed if after[cell] is None]
    filled = [cell for cell in changed if before[cell] is None]
    reached = filled or [cell for cell in changed if after[cell] is not None]
    if filled and len(left) > 1:
        moved = [cell for cell in left if before[cell] in {after[there] for there in filled}]
        left = moved or left
    return (*left, *reached)


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
    start = first_position(game)
    fields = fields_of(game, start)
    explored = explore(game)
    moves = explored.moves
    states = [start.state, *(move.after.state for move in moves)]
    pieces = [piece for state in states for field in fields for piece in field.read(state)]
    kinds = {kind for _, kind in pieces}
    if not moves or not kinds or len(kinds) > MOST_KINDS:
        raise NoBoard
    shape = shape_of(game, fields, 1 + max(cell for cell, _ in pieces))
    size = shape.rows * shape.stride

    def unturned(position: Position) -> Seen:
        return _contents(fields, size, position.state), position.mover

    watched = [(unturned(move.before), unturned(move.after)) for move in moves[:: len(moves) // WATCHED + 1]]
    exchanged, turn = _exchange(_exchanges(kinds, fields), shape, watched)
    board = Board(fields, shape, exchanged, turn, {}, _look(game, start.state, fields), {}, explored.complete)
    return board._replace(**_watched(board, kinds, moves))


def _contents(fields: tuple[Field, ...], size: int, state: Any) -> Contents:
    """What is on each cell. If several fields have a piece there, the first of them counts."""
    contents: list[Kind | None] = [None] * size
    for field in reversed(fields):
        for cell, kind in field.read(state):
            contents[cell] = kind
    return tuple(contents)


def _from_first_side(contents: Contents, mover: int, exchanged: dict[Kind, Kind], turn: tuple[int, ...]) -> Contents:
    if mover != 1:
        return contents
    return tuple(exchanged.get(contents[cell], contents[cell]) for cell in turn)


# --- the sides of the players ------------------------------------------------------------------------------------------
Seen = tuple[Contents, int]
"""What is on each cell, and the player to move."""


def _exchange(
    exchanges: list[dict[Kind, Kind]], shape: Shape, watched: list[tuple[Seen, Seen]]
) -> tuple[dict[Kind, Kind], tuple[int, ...]]:
    """The kinds that change places after each move, and how the board is turned: what makes the moves change least."""

    def changes(exchanged: dict[Kind, Kind], turn: tuple[int, ...]) -> int:
        return sum(
            kind != other
            for before, after in watched
            for kind, other in zip(
                _from_first_side(*before, exchanged, turn), _from_first_side(*after, exchanged, turn), strict=True
            )
        )

    choices = [(exchanged, turn) for turn in shape.turns() for exchanged in exchanges]
    return min(choices, key=lambda choice: changes(*choice))


def _exchanges(kinds: set[Kind], fields: tuple[Field, ...]) -> list[dict[Kind, Kind]]:
    """Which kinds may change places: as the names of the fields say, or else none, or the only two, or n and -n."""
    names = {field.name.lower(): field.name for field in fields}
    for mine, yours in RELATIVE:
        if mine in names and yours in names:
            return [_swapping(names[mine], names[yours])]
    if any(first in names and second in names for first, second in ABSOLUTE):
        return [{}]
    numbers = [kind for kind in kinds if isinstance(kind, int)]
    if len(numbers) == len(kinds) and min(numbers) < 0:
        return [{}, {number: -number for number in numbers}]
    return [{}, _swapping(*sorted(kinds, key=str))] if len(kinds) == 2 else [{}]


def _swapping(one: Kind, other: Kind) -> dict[Kind, Kind]:
    return {one: other, other: one}


class _Watched(TypedDict):
    """Fields of a board that are learned by watching moves on it."""

    owners: dict[Kind, int]
    routes: dict[int, set[Route]]


def _watched(board: Board, kinds: set[Kind], moves: list[Move]) -> _Watched:
    """The routes of the actions, and the owner of each kind: the player who moves it, or else the one that its name says."""
    seen = {
        position: board.seen(position)
        for position in {position for move in moves for position in (move.before, move.after)}
    }
    movers: dict[Kind, set[int]] = {kind: set() for kind in kinds}
    routes: dict[int, set[Route]] = {}
    for move in moves:
        after = seen[move.after]
        route = ends(seen[move.before], after)
        routes.setdefault(move.action, set()).add(route)
        for kind in {after[cell] for cell in route} - {None}:
            movers[kind].add(move.before.mover)
    owners = {kind: next(iter(found)) if len(found) == 1 else _named_owner(kind) for kind, found in movers.items()}
    return {"owners": owners, "routes": routes}


def _named_owner(kind: Kind) -> int:
    """The player to whom a kind belongs by its name; NONE if the name does not say."""
    word = str(kind).lower()
    return next((pair.index(word) for pair in (*ABSOLUTE, *RELATIVE) if word in pair), NONE)


def _look(game: Explorable, state: Any, fields: tuple[Field, ...]) -> str:
    """The look of the pieces: pawns if a name says so, otherwise discs."""
    names = " ".join((type(game).__name__, type(state).__name__, *(field.name for field in fields)))
    return "pawn" if re.search("pawn", names, re.IGNORECASE) else "disc"
