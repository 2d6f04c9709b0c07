"""Tic-tac-toe on a board of 3 by 3.

The players put stones on empty cells in turn, player 0 first. Who first has three in a row, a column or a diagonal
wins; a full board is a draw.

Parameters: {}.
Moves: the number of the cell, row by row, from 0 on.
State: the stones of player 0, then those of player 1, as bit masks of the cells.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]
"""The cells that come where the cells 0 to 8 were, after a quarter of a turn, and in the mirror."""


def start(game: dict[str, Any]) -> State:
    """The empty board."""
    return (0, 0)


def stones(side: int) -> set[int]:
    """The cells of a bit mask."""
    return {cell for cell in range(9) if side >> cell & 1}


def to_move(state: State) -> int:
    """In turn."""
    return (state[0] | state[1]).bit_count() % 2


def moves(state: State) -> list[int]:
    """The empty cells."""
    return sorted({*range(9)} - stones(state[0] | state[1]))


def apply(state: State, move: int) -> State:
    """A stone on the cell."""
    first, second = state
    return (first | 1 << move, second) if to_move(state) == 0 else (first, second | 1 << move)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has, 0 for a draw."""
    for side, worth in zip(state, (1, -1), strict=True):
        if any(line <= stones(side) for line in LINES):
            return worth
    return None if moves(state) else 0


def canonical(state: State) -> State:
    """The least of the boards turned and mirrored."""
    images = [state]
    for step in (TURN, TURN, TURN, MIRROR, TURN, TURN, TURN):
        images.append(tuple(sum(1 << cell for cell in range(9) if side >> step[cell] & 1) for side in images[-1]))
    return min(images)
