"""Hexapawn: pawns on both edges of a board.

White, who is player 0 and begins, has a pawn on every cell of the first row and moves up; black has the last row and
moves down. A pawn goes one cell straight ahead if that is empty, or one cell diagonally ahead on to a pawn of the other
side, which is taken. Who gets a pawn to the other edge wins; who has no move loses.

Parameters: {"rows": 3, "columns": 3}.
Moves: three times the number of the pawn's cell, row by row from white's side, plus 0 for the column before its own, 1
for its own, 2 for the next.
State: whose turn it is; white's pawns, then black's, as bit masks of the cells, 63 cells an integer.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

rows: int
columns: int


def start(game: dict[str, Any]) -> State:
    """A row of pawns on either edge."""
    global rows, columns
    rows, columns = game["rows"], game["columns"]
    edge = sum(1 << column for column in range(columns))
    return packed(0, edge, edge << columns * (rows - 1))


def packed(turn: int, white: int, black: int) -> State:
    """The state with these pawns."""
    lows = range(0, rows * columns, 63)
    return (turn, *(side >> low & (1 << 63) - 1 for side in (white, black) for low in lows))


def pawns(state: State) -> tuple[int, int]:
    """White's, and black's."""
    half = len(state) // 2 + 1
    white, black = (sum(part << 63 * i for i, part in enumerate(side)) for side in (state[1:half], state[half:]))
    return white, black


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def target(turn: int, move: int) -> int | None:
    """The cell that a move leads to, None beyond the edges."""
    row, column = divmod(move // 3, columns)
    row, column = row + (1 if turn == 0 else -1), column + move % 3 - 1
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else None


def moves(state: State) -> list[int]:
    """Straight ahead to empty cells, diagonally on to the other's pawns."""
    white, black = pawns(state)
    own, other = (white, black) if to_move(state) == 0 else (black, white)
    found: list[int] = []
    for move in range(3 * rows * columns):
        to = target(to_move(state), move)
        if own >> move // 3 & 1 and to is not None:
            free = not (own | other) >> to & 1
            found += [move] if (free if move % 3 == 1 else other >> to & 1) else []
    return found


def apply(state: State, move: int) -> State:
    """The pawn on its new cell; what stood there is gone."""
    turn, (white, black) = to_move(state), pawns(state)
    old, new = 1 << move // 3, 1 << (target(turn, move) or 0)
    if turn == 0:
        return packed(1, white & ~old | new, black & ~new)
    return packed(0, white & ~new, black & ~old | new)


def result(state: State) -> int | None:
    """1 if white has won, -1 if black has."""
    white, black = pawns(state)
    if white >> columns * (rows - 1):
        return 1
    if black & (1 << columns) - 1:
        return -1
    if not moves(state):
        return -1 if to_move(state) == 0 else 1
    return None


def canonical(state: State) -> State:
    """The board or its mirror image, left and right exchanged."""
    mirror = [cell // columns * columns + columns - 1 - cell % columns for cell in range(rows * columns)]
    turned = [sum(1 << to for cell, to in enumerate(mirror) if side >> cell & 1) for side in pawns(state)]
    return min(state, packed(to_move(state), *turned))
