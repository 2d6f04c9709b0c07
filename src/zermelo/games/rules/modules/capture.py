"""A game of captures on a line of cells.

Each player begins with his pieces side by side on one end of the line, and faces the other end; player 0 begins. In
turn a piece steps forward to the next cell if that is empty, or captures a piece of the other player's on the next cell
before or behind it and takes its place. Play ends when the player to move cannot; each gets his lead in pieces.

Parameters: {"cells": 7, "pieces": 2}.
Moves: twice the number of the piece's cell, as the player to move counts the cells from his own end on, from 0; one
more for a capture behind.
State: the pieces of player 0, then those of player 1, as bit masks of the cells from player 0's end on; who is to move.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

LONGEST = 40
"""Cells of the line: more would take too long."""

cells: int


def start(game: dict[str, Any]) -> State:
    """The pieces on the ends."""
    global cells
    cells = game["cells"]
    if not 2 <= 2 * game["pieces"] <= cells <= LONGEST:
        raise ValueError(f"there are {LONGEST} cells at most, and 1 to half as many pieces a player")
    own = range(game["pieces"])
    return (sum(1 << cell for cell in own), sum(1 << cells - 1 - cell for cell in own), 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[2]


def ends(state: State, move: int) -> tuple[int, int]:
    """The cell that a move begins from, and that to which it leads, from player 0's end on."""
    cell, to = move // 2, move // 2 + (1 if move % 2 == 0 else -1)
    return (cell, to) if to_move(state) == 0 else (cells - 1 - cell, cells - 1 - to)


def moves(state: State) -> list[int]:
    """Steps and captures."""
    mine, yours = state[to_move(state)], state[1 - to_move(state)]
    found: list[int] = []
    for move in range(2 * cells):
        cell, to = ends(state, move)
        if mine >> cell & 1 and 0 <= to < cells:
            captures, steps = yours >> to & 1, move % 2 == 0 and not (mine | yours) >> to & 1
            found += [move] if captures or steps else []
    return found


def apply(state: State, move: int) -> State:
    """The piece on its new cell; what stood there is gone."""
    cell, to = ends(state, move)
    mine, yours = state[to_move(state)], state[1 - to_move(state)]
    mine, yours = mine & ~(1 << cell) | 1 << to, yours & ~(1 << to)
    return (mine, yours, 1) if to_move(state) == 0 else (yours, mine, 0)


def result(state: State) -> int | None:
    """The lead of player 0."""
    return None if moves(state) else state[0].bit_count() - state[1].bit_count()
