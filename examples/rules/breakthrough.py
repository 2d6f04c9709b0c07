"""Breakthrough: full rows of pieces on both edges of a board.

Player 0, who begins, has the first rows and moves up; player 1 has the last rows and moves down. A piece goes one cell
ahead, straight or diagonally, to an empty cell; diagonally also on to a piece of the other side, which is taken. Who
gets a piece to the other edge, or takes the last piece of the other side, wins.

Parameters: {"rows": 5, "columns": 4, "full": 2}, two columns or more. "full" is the number of rows of pieces of each
player; without it, or if it is 0, there are two, or one where there are fewer than four rows.
Moves: w * n + c moves the piece on cell c, of n cells; w is 0 diagonally to the left, 1 straight on, 2 diagonally to
the right. The cells are numbered row by row, from the left in the first row, all as the player to move sees the board
from his edge.
State: whose turn it is; the pieces of player 0, then those of player 1, as bit masks of the cells as player 0 sees
them, 63 cells an integer.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

rows: int
columns: int


def start(game: dict[str, Any]) -> State:
    """The pieces on both edges."""
    global rows, columns
    rows, columns = game["rows"], game["columns"]
    cells = range(columns * (game.get("full") or (2 if rows > 3 else 1)))
    return packed(0, sum(1 << cell for cell in cells), sum(1 << rows * columns - 1 - cell for cell in cells))


def packed(turn: int, first: int, second: int) -> State:
    """The state with these pieces."""
    lows = range(0, rows * columns, 63)
    return (turn, *(side >> low & (1 << 63) - 1 for side in (first, second) for low in lows))


def pieces(state: State) -> tuple[int, int]:
    """Those of player 0, and those of player 1."""
    half = len(state) // 2 + 1
    first, second = (sum(part << 63 * i for i, part in enumerate(side)) for side in (state[1:half], state[half:]))
    return first, second


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def ends(turn: int, move: int) -> tuple[int, int | None]:
    """The cell a move begins from and that to which it leads, as player 0 sees them; None beyond the edges."""
    way, cell = divmod(move, rows * columns)
    row, column = cell // columns + 1, cell % columns + way - 1
    to = row * columns + column if row < rows and 0 <= column < columns else None
    last = rows * columns - 1
    return (cell, to) if turn == 0 else (last - cell, None if to is None else last - to)


def moves(state: State) -> list[int]:
    """Ahead to empty cells, diagonally also on to the other's pieces."""
    first, second = pieces(state)
    own, other = (first, second) if to_move(state) == 0 else (second, first)
    found: list[int] = []
    for move in range(3 * rows * columns):
        cell, to = ends(to_move(state), move)
        if own >> cell & 1 and to is not None:
            blocked = own | other if move // (rows * columns) == 1 else own
            found += [] if blocked >> to & 1 else [move]
    return found


def apply(state: State, move: int) -> State:
    """The piece on its new cell; what stood there is gone."""
    turn, (first, second) = to_move(state), pieces(state)
    cell, to = ends(turn, move)
    old, new = 1 << cell, 1 << (to or 0)
    if turn == 0:
        return packed(1, first & ~old | new, second & ~new)
    return packed(0, first & ~new, second & ~old | new)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    first, second = pieces(state)
    if first >> columns * (rows - 1) or not second:
        return 1
    if second & (1 << columns) - 1 or not first:
        return -1
    return None


def canonical(state: State) -> State:
    """The board or its mirror image, left and right exchanged."""
    mirror = [cell // columns * columns + columns - 1 - cell % columns for cell in range(rows * columns)]
    turned = [sum(1 << to for cell, to in enumerate(mirror) if side >> cell & 1) for side in pieces(state)]
    return min(state, packed(to_move(state), *turned))
