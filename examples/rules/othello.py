"""Othello on a board of 4 by 4.

Black, who is player 0 and begins, has two discs, on the third cell of the second row and on the second cell of the
third row; white has the other two cells in the middle. A player puts a disc on an empty cell such that in one direction
or more of the eight a row of the other's discs lies between it and another of his own; these all become his. Who can
put none passes. When neither can, play ends, and who has more discs wins.

Parameters: {}.
Moves: the number of the cell, row by row, from 0 on; 16 to pass.
State: whose turn it is; the discs of black, then those of white, as bit masks of the cells.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

SIDE, PASS = 4, 16
WAYS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
TURN = [12, 8, 4, 0, 13, 9, 5, 1, 14, 10, 6, 2, 15, 11, 7, 3]
MIRROR = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]
"""The cells that come where the cells 0 to 15 were, after a quarter of a turn, and in the mirror."""


def start(game: dict[str, Any]) -> State:
    """Four discs."""
    return (0, 1 << 6 | 1 << 9, 1 << 5 | 1 << 10)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def turned(own: int, other: int, cell: int) -> int:
    """The discs that become one's own by a disc on a cell, as a bit mask; 0 if it is not empty."""
    found = 0
    for down, right in WAYS:
        row, y, x = 0, cell // SIDE + down, cell % SIDE + right
        while 0 <= y < SIDE and 0 <= x < SIDE and other >> SIDE * y + x & 1:
            row, y, x = row | 1 << SIDE * y + x, y + down, x + right
        if 0 <= y < SIDE and 0 <= x < SIDE and own >> SIDE * y + x & 1:
            found |= row
    return 0 if (own | other) >> cell & 1 else found


def places(own: int, other: int) -> list[int]:
    """Where a disc may be put."""
    return [cell for cell in range(SIDE * SIDE) if turned(own, other, cell)]


def moves(state: State) -> list[int]:
    """Discs that turn others; else to pass."""
    turn, *discs = state
    return places(discs[turn], discs[1 - turn]) or [PASS]


def apply(state: State, move: int) -> State:
    """The disc put, and those between turned."""
    turn, *discs = state
    if move != PASS:
        gained = turned(discs[turn], discs[1 - turn], move)
        discs[turn] |= 1 << move | gained
        discs[1 - turn] &= ~gained
    return (1 - turn, *discs)


def result(state: State) -> int | None:
    """1 if black has won, -1 if white has, 0 for a draw."""
    _, black, white = state
    if places(black, white) or places(white, black):
        return None
    lead = black.bit_count() - white.bit_count()
    return (lead > 0) - (lead < 0)


def canonical(state: State) -> State:
    """The least of the boards turned and mirrored."""
    images = [state[1:]]
    for step in (TURN, TURN, TURN, MIRROR, TURN, TURN, TURN):
        images.append(tuple(sum(1 << cell for cell in range(16) if side >> step[cell] & 1) for side in images[-1]))
    return (to_move(state), *min(images))
