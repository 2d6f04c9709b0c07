"""Three Men's Morris: three stones each are placed on a board of 3 by 3, then moved; three on a line win.

The players move in turn, player 0 first. While a player has fewer than three stones on the board, he places one on an
empty point; then he moves one of his stones along a line to the next point if that is empty, or to any empty point if
"jumps" is set. Lines are the rows and columns, and the two diagonals if "diagonals" is set. Who has three stones on a
line wins; who cannot move loses. A play that never ends is a draw.

Parameters: {"diagonals": true, "jumps": false}.
Moves: to place a stone, the number of the point, row by row, from 0 on; to move one, 9 more than nine times the number of
its point plus the number of the point it moves to.
State: whose turn it is; the stones of player 0, then those of player 1, as bit masks of the points.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

ENDLESS = 0
"""What player 0 gets from a play that never ends."""

TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]
"""The points that come where the points 0 to 8 were, after a quarter of a turn, and in the mirror."""

lines: list[tuple[int, int, int]]
jumps: bool


def start(game: dict[str, Any]) -> State:
    """The empty board."""
    global lines, jumps
    jumps = game["jumps"]
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
    if game["diagonals"]:
        lines += [(0, 4, 8), (2, 4, 6)]
    return (0, 0, 0)


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def points(side: int) -> set[int]:
    """The points of a bit mask."""
    return {point for point in range(9) if side >> point & 1}


def joined(a: int, b: int) -> bool:
    """Whether two points are next to each other on a line."""
    return any({a, b} in ({one, two}, {two, three}) for one, two, three in lines)


def moves(state: State) -> list[int]:
    """A stone placed, or one moved when all three are placed."""
    own = points(state[1 + to_move(state)])
    empty = {*range(9)} - points(state[1]) - points(state[2])
    if len(own) < 3:
        return sorted(empty)
    return [9 + 9 * at + to for at in sorted(own) for to in sorted(empty) if jumps or joined(at, to)]


def apply(state: State, move: int) -> State:
    """The stone on its point."""
    turn, *sides = state
    at, to = divmod(move - 9, 9) if move >= 9 else (None, move)
    sides[turn] |= 1 << to
    if at is not None:
        sides[turn] &= ~(1 << at)
    return (1 - turn, *sides)


def result(state: State) -> int | None:
    """1 if player 0 has won, -1 if player 1 has."""
    for side, worth in zip(state[1:], (1, -1), strict=True):
        if any({*line} <= points(side) for line in lines):
            return worth
    return None if moves(state) else (-1 if to_move(state) == 0 else 1)


def canonical(state: State) -> State:
    """The least of the boards turned and mirrored."""
    images = [state[1:]]
    for step in (TURN, TURN, TURN, MIRROR, TURN, TURN, TURN):
        images.append(tuple(sum(1 << point for point in range(9) if side >> step[point] & 1) for side in images[-1]))
    return (to_move(state), *min(images))
