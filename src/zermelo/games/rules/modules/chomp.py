"""Chomp: a bar of chocolate, its first square poisoned.

The players move in turn, player 0 first: bite off a square with all that is below and to the right of it. The poisoned
square at the top left may not be bitten off; who is left with it alone loses; misere, wins.

Parameters: {"rows": 3, "columns": 4, "misere": false}.
Moves: the number of the square, row by row, from 0 on.
State: how many squares are left of each row, the first row first; who is to move.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LONGEST = 26
"""Squares of a side: more would take too long."""

columns: int
misere: bool


def start(game: dict[str, Any]) -> State:
    """The whole bar."""
    global columns, misere
    if not all(1 <= game[side] <= LONGEST for side in ("rows", "columns")):
        raise ValueError(f"there are 1 to {LONGEST} rows and columns")
    columns, misere = game["columns"], game["misere"]
    return (*[columns] * game["rows"], 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[-1]


def moves(state: State) -> list[int]:
    """Every square that is left, but for the poisoned one."""
    squares = [row * columns + column for row, length in enumerate(state[:-1]) for column in range(length)]
    return squares[1:]


def apply(state: State, move: int) -> State:
    """From its row on, nothing is left from its column on."""
    row, column = divmod(move, columns)
    rows = state[:-1]
    return (*rows[:row], *(min(length, column) for length in rows[row:]), 1 - to_move(state))


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    if moves(state):
        return None
    winner = to_move(state) if misere else 1 - to_move(state)
    return 1 if winner == 0 else -1


def canonical(state: State) -> State:
    """A square bar may be turned over, rows for columns."""
    rows = state[:-1]
    if len(rows) != columns:
        return state
    turned = tuple(sum(length > column for length in rows) for column in range(columns))
    return (*min(rows, turned), to_move(state))
