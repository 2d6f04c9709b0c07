"""Domineering: dominoes on a board, each on two empty cells side by side.

The players move in turn, player 0 first. Player 0 puts dominoes upright, over a cell and the one below it; player 1
across, over a cell and the one to the right of it. Who finds no place loses.

Parameters: {"rows": 6, "columns": 6}.
Moves: the number of the upper or left cell of the domino, row by row, from 0 on.
State: whose turn it is; for each row a bit mask of the cells that are covered.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

columns: int


def start(game: dict[str, Any]) -> State:
    """Nothing covered."""
    global columns
    columns = game["columns"]
    return (0, *[0] * game["rows"])


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def moves(state: State) -> list[int]:
    """Where both cells are on the board, and empty."""
    rows, found = state[1:], list[int]()
    for row, covered in enumerate(rows):
        for column in range(columns):
            if to_move(state) == 0:
                fits = row + 1 < len(rows) and not (covered | rows[row + 1]) >> column & 1
            else:
                fits = column + 1 < columns and not covered >> column & 3
            found += [row * columns + column] if fits else []
    return found


def apply(state: State, move: int) -> State:
    """Both cells covered."""
    row, column = divmod(move, columns)
    rows = [*state[1:]]
    if to_move(state) == 0:
        rows[row] |= 1 << column
        rows[row + 1] |= 1 << column
    else:
        rows[row] |= 3 << column
    return (1 - to_move(state), *rows)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    return -1 if to_move(state) == 0 else 1


def canonical(state: State) -> State:
    """The board, upside down or not, left and right exchanged or not."""
    rows = state[1:]
    mirrored = tuple(sum(1 << columns - 1 - c for c in range(columns) if row >> c & 1) for row in rows)
    return (to_move(state), *min(rows, rows[::-1], mirrored, mirrored[::-1]))
