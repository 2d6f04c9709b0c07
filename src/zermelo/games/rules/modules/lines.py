"""k in a row on a box of any number of dimensions, for two players.

The players put stones in turn, player 0 first: on any empty cell or, with gravity, on the lowest empty one of a column.
Who first has k stones in a line, straight along an axis or diagonally through any of them, wins; misere, loses. A full
board is a draw. In the weak game only player 0 wins by a line, and player 1 has won when each line has a stone of his;
stones go on lines that have none, for one elsewhere would be a turn given away, which never helps.

Parameters: {"shape": [4, 4, 4], "k": 4, "gravity": null, "misere": false, "weak": false}; "gravity" is the number of
the axis along which stones fall, towards its first cell. mnk(m, n, k) is the shape [m, n]; connect(columns, rows, k) is
the shape [columns, rows] with the gravity 1.
Moves: the number of the cell, or of the column, in the order of the shape, the last axis fastest.
State: the stones of player 0, then those of player 1: as bit masks of the cells, 63 cells an integer.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

State = tuple[int, ...]

misere: bool
weak: bool
points: list[tuple[int, ...]]
"""The coordinates of each cell."""
places: list[list[int]]
"""Where the stone of a move may come to lie: one cell, or those of a column, the lowest first."""
lines: set[int]
"""The k cells of each line, as a bit mask."""
images: list[list[int]]
"""For each way to exchange axes of one length and to turn them round, the cells that come where the cells were."""


def start(game: dict[str, Any]) -> State:
    """The empty board."""
    global misere, weak, points, places, lines, images
    k, misere, weak = game["k"], game["misere"], game["weak"]
    shape: list[int] = game["shape"]
    sane = len(game) == 5 and 1 <= len(shape) <= 6 and all(type(n) is int and 1 <= n <= 19 for n in (k, *shape))
    if not sane or functools.reduce(int.__mul__, shape) > 512:  # more would take too long
        raise ValueError("a board has 1 to 6 axes of 1 to 19 cells, 512 cells in all at most, and k is 1 to 19")
    axes = range(len(shape))
    gravity: int | None = game["gravity"]
    down = None if gravity is None else axes[gravity]
    points = [*itertools.product(*map(range, shape))]
    cells = {point: cell for cell, point in enumerate(points)}
    columns: dict[tuple[int, ...], list[int]] = {}
    for point, cell in cells.items():
        columns.setdefault(tuple(point[axis] for axis in axes if axis != down), []).append(cell)
    places = [*columns.values()]

    # each line is found twice, from either end
    ways = [way for way in itertools.product((-1, 0, 1), repeat=len(shape)) if any(way)]
    ends = [(p, w) for p in points for w in ways if tuple(x + (k - 1) * d for x, d in zip(p, w, strict=True)) in cells]
    runs = [[tuple(x + i * d for x, d in zip(p, way, strict=True)) for i in range(k)] for p, way in ends]
    lines = {sum(1 << cells[point] for point in run) for run in runs}

    images = []
    few = len(shape) < 5  # with more, boards are mirrored and not turned: there are tens of thousands of images
    for order in itertools.permutations(axes) if few else [(*axes,)]:
        if [shape[axis] for axis in order] == shape and (down is None or order[down] == down):
            for ends in itertools.product(*[(0,) if axis == down else (0, shape[axis] - 1) for axis in axes]):
                moved = [tuple(abs(end - p[axis]) for end, axis in zip(ends, order, strict=True)) for p in points]
                images.append([cells[point] for point in moved])
    return packed(0, 0)


def packed(first: int, second: int) -> State:
    """The state with these stones."""
    return tuple(stones >> low & (1 << 63) - 1 for stones in (first, second) for low in range(0, len(points), 63))


def stones(state: State) -> tuple[int, int]:
    """Those of player 0, and those of player 1."""
    half = len(state) // 2
    first, second = (sum(part << 63 * i for i, part in enumerate(own)) for own in (state[:half], state[half:]))
    return first, second


def to_move(state: State) -> int:
    """In turn, player 0 first."""
    return sum(part.bit_count() for part in state) % 2


def moves(state: State) -> list[int]:
    """The cells that are empty, or the columns that are not full; in the weak game those on a line without player 1."""
    first, second = stones(state)
    free = ~(first | second)
    if weak:
        alive = [line for line in lines if not line & second]
        free &= functools.reduce(lambda union, line: union | line, alive, 0)
    return [move for move, place in enumerate(places) if free >> place[-1] & 1]


def apply(state: State, move: int) -> State:
    """A stone on the lowest empty cell."""
    first, second = stones(state)
    cell = next(cell for cell in places[move] if not (first | second) >> cell & 1)
    return packed(first | 1 << cell, second) if to_move(state) == 0 else packed(first, second | 1 << cell)


def result(state: State) -> int | None:
    """1 for a win of player 0, -1 for one of player 1, 0 for a draw."""
    first, second = stones(state)
    if any(line & first == line for line in lines):
        return -1 if misere else 1
    if weak:
        return None if any(not line & second for line in lines) else -1
    if any(line & second == line for line in lines):
        return 1 if misere else -1
    return 0 if (first | second).bit_count() == len(points) else None


def canonical(state: State) -> State:
    """The least of the boards turned and mirrored, cell by cell."""
    first, second = stones(state)
    board = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(len(points))]
    least = min(tuple(map(board.__getitem__, image)) for image in images)
    return packed(*(sum(1 << cell for cell, stone in enumerate(least) if stone == own) for own in (1, 2)))
