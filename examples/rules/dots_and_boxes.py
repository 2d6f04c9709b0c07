"""Dots and Boxes: sides of boxes are drawn between dots.

Player 0 begins. The player to move draws a side that is not drawn yet. If that closes a box, or two, they are his, and
he moves again; else it is the other's turn. When all sides are drawn each player gets his lead in boxes.

Parameters: {"rows": 2, "columns": 2}, counted in boxes.
Moves: the number of the side: first those that lie, row by row, then those that stand, row by row.
State: whose turn it is; the lead of player 0; the sides that are drawn, as a bit mask, 63 sides an integer.
"""

from __future__ import annotations

from typing import Any

State = tuple[int, ...]

count: int
"""How many sides there are."""
boxes: list[int]
"""The four sides of each box, as a bit mask."""
images: list[list[int]]
"""For each way to turn or mirror the board, where the sides go."""


def start(game: dict[str, Any]) -> State:
    """Dots alone."""
    global count, boxes, images
    rows, columns = game["rows"], game["columns"]
    # each side and each box by its middle, the distance of two dots being 2
    lie = [(2 * row, 2 * column + 1) for row in range(rows + 1) for column in range(columns)]
    stand = [(2 * row + 1, 2 * column) for row in range(rows) for column in range(columns + 1)]
    sides = {place: side for side, place in enumerate(lie + stand)}
    count = len(sides)
    middles = [(y, x) for y in range(1, 2 * rows, 2) for x in range(1, 2 * columns, 2)]
    around = [[(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)] for y, x in middles]
    boxes = [sum(1 << sides[place] for place in places) for places in around]
    height, width = 2 * rows, 2 * columns
    images = [[sides[abs(y - up), abs(x - left)] for y, x in sides] for up in (0, height) for left in (0, width)]
    if rows == columns:
        images += [[image[sides[x, y]] for y, x in sides] for image in images]
    return packed(0, 0, 0)


def packed(turn: int, lead: int, drawn: int) -> State:
    """The state with these sides drawn."""
    return (turn, lead, *(drawn >> low & (1 << 63) - 1 for low in range(0, count, 63)))


def drawn_sides(state: State) -> int:
    """As one bit mask."""
    return sum(part << 63 * i for i, part in enumerate(state[2:]))


def to_move(state: State) -> int:
    """It is in the state."""
    return state[0]


def moves(state: State) -> list[int]:
    """The sides that are not drawn."""
    drawn = drawn_sides(state)
    return [side for side in range(count) if not drawn >> side & 1]


def apply(state: State, move: int) -> State:
    """The side drawn, and the boxes it closes counted."""
    turn, lead = state[:2]
    drawn = drawn_sides(state) | 1 << move
    closed = sum(box >> move & 1 for box in boxes if box & drawn == box)
    if closed:
        return packed(turn, lead + (closed if turn == 0 else -closed), drawn)
    return packed(1 - turn, lead, drawn)


def result(state: State) -> int | None:
    """The lead of player 0."""
    return None if moves(state) else state[1]


def canonical(state: State) -> State:
    """The least of the boards turned and mirrored."""
    drawn = [side for side in range(count) if drawn_sides(state) >> side & 1]
    return packed(state[0], state[1], min(sum(1 << image[side] for side in drawn) for image in images))
