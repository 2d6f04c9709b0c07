"""Hare and Hounds: three hounds try to trap a hare, which tries to get past them, on a board of eleven points.

The points are the three of the middle row and of the rows above and below it in columns 1 to 3, and one at each end of the
middle row, in columns 0 and 4. Lines join points next to each other in a row or a column, and the corners of both squares
of four cells that lie around the point in the middle to it; those of columns 1 and 3 to the ends, too.

Player 0 has the hounds and begins; they start on the point in column 0 and on the upper and the lower point of column 1,
the hare in column 4. In turn a piece moves along a line to an empty point; hounds never to a column with a lower number.
If the hare cannot move on its turn, the hounds win. If it is in a column with a lower number than each hound's, it wins.
A play that never ends is won by the hare.

Parameters: {}.
Moves: eleven times the number of the piece's point plus that of the point it moves to; points are numbered column by
column, downwards.
State: whose turn it is; the hounds as a bit mask of the points; the hare's point.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

ENDLESS = -1
"""What player 0 gets from a play that never ends."""

POINTS = [(0, 1), *((column, row) for column in (1, 2, 3) for row in (0, 1, 2)), (4, 1)]
"""The column and the row of each point."""


def start(game: dict[str, Any]) -> State:
    """The hounds at the left, the hare at the right."""
    return (0, sum(1 << POINTS.index(point) for point in [(0, 1), (1, 0), (1, 2)]), POINTS.index((4, 1)))


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def joined(one: int, two: int) -> bool:
    """Whether a line joins two points."""
    (x, y), (column, row) = POINTS[one], POINTS[two]
    across, down = abs(x - column), abs(y - row)
    if across == 1 and down == 1:  # a diagonal: from the middle, or from an end
        return {(x, y), (column, row)} & {(2, 1), (0, 1), (4, 1)} != set()
    return across + down == 1


def moves(state: State) -> list[int]:
    """Along the lines to empty points, with hounds not back."""
    turn, hounds, hare = state
    taken = hounds | 1 << hare
    starts = [hare] if turn == 1 else [point for point in range(11) if hounds >> point & 1]
    ways = [(at, to) for at in starts for to in range(11) if joined(at, to) and not taken >> to & 1]
    return [11 * at + to for at, to in ways if turn == 1 or POINTS[to][0] >= POINTS[at][0]]


def apply(state: State, move: int) -> State:
    """The piece on its new point."""
    turn, hounds, hare = state
    at, to = divmod(move, 11)
    return (0, hounds, to) if turn == 1 else (1, hounds & ~(1 << at) | 1 << to, hare)


def result(state: State) -> int | None:
    """1 if the hare is trapped, -1 if it has escaped."""
    turn, hounds, hare = state
    if all(POINTS[hound][0] > POINTS[hare][0] for hound in range(11) if hounds >> hound & 1):
        return -1
    return 1 if turn == 1 and not moves(state) else None


def canonical(state: State) -> State:
    """The board or its mirror image, up and down exchanged."""
    turn, hounds, hare = state
    mirror = [POINTS.index((column, 2 - row)) for column, row in POINTS]
    turned = sum(1 << mirror[hound] for hound in range(11) if hounds >> hound & 1)
    return min(state, (turn, turned, mirror[hare]))
