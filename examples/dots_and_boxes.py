"""Dots and Boxes (Lucas 1889): draw a side of a box; closing a box wins it and another move; most boxes win."""

from typing import NamedTuple

from zermelo import Bits, Cell, Game


class Drawing(NamedTuple):
    """The sides that are drawn, the player to move, and how many boxes that player is ahead."""

    sides: Bits
    turn: int
    lead: int


class DotsAndBoxes(Game[Drawing]):
    """On your turn, draw one side of a box, between two neighbouring dots.

    If that closes a box, or two, they are yours, and you must move again. When all sides are drawn, the player with more
    boxes wins by the difference, and equal numbers are a draw.
    """

    # an action is a side, the horizontal ones first, row by row
    def __init__(self, rows: int = 2, columns: int = 2) -> None:
        self.rows, self.columns, self.lying = rows, columns, (rows + 1) * columns
        self.action_count = self.max_length = self.lying + rows * (columns + 1)
        self.reward_range = (-rows * columns, rows * columns)

    def title(self) -> str:
        """The name and the size."""
        return f"Dots and Boxes, {self.rows} by {self.columns}"

    def initial(self) -> Drawing:
        """No side is drawn."""
        return Drawing(Bits(self.action_count), 0, 0)

    def legal(self, state: Drawing, action: int) -> bool:
        """Whether the side is not drawn yet."""
        return action not in state.sides

    def closed(self, sides: Bits) -> int:
        """How many boxes have all four sides."""
        count = 0
        for row in range(self.rows):
            for column in range(self.columns):
                if self.is_closed(sides, row, column):
                    count += 1
        return count

    def is_closed(self, sides: Bits, row: int, column: int) -> bool:
        """Whether a box has all four sides."""
        above, left = self.above(row, column), self.left(row, column)
        return above in sides and above + self.columns in sides and left in sides and left + 1 in sides

    def above(self, row: int, column: int) -> int:
        """The upper side of a box."""
        return row * self.columns + column

    def left(self, row: int, column: int) -> int:
        """The left side of a box."""
        return self.lying + row * (self.columns + 1) + column

    def apply(self, state: Drawing, action: int) -> Drawing:
        """The side is drawn; a player who closes a box moves again."""
        sides = state.sides.add(action)
        won = self.closed(sides) - self.closed(state.sides)
        if won > 0:
            return Drawing(sides, state.turn, state.lead + won)
        return Drawing(sides, 1 - state.turn, -state.lead)

    def terminal(self, state: Drawing) -> bool:
        """Whether all sides are drawn."""
        return not ~state.sides

    def reward(self, state: Drawing) -> int:
        """The lead of the player to move."""
        return state.lead

    def action_name(self, action: int) -> str:
        """The box below or to the right of the side, by column letter and row number, and h or v: "a1h" or "a1v"."""
        side, wide = (action, self.columns) if action < self.lying else (action - self.lying, self.columns + 1)
        return f"{chr(ord('a') + side % wide)}{side // wide + 1}{'h' if action < self.lying else 'v'}"

    def to_move(self, state: Drawing) -> int:
        """The player to move: the players do not always alternate."""
        return state.turn

    def picture(self, state: Drawing, mover: int) -> list[Cell]:
        """Dots, sides and boxes. The state does not say who closed a box."""
        cells: list[Cell] = []
        for row in range(2 * self.rows + 1):
            for column in range(2 * self.columns + 1):
                box = row // 2, column // 2
                look = (("dot", "across"), ("upright", "box"))[row % 2][column % 2]
                sides = {"across": (self.above(*box),), "upright": (self.left(*box),)}.get(look, ())
                done = (
                    self.is_closed(state.sides, *box) if look == "box" else any(side in state.sides for side in sides)
                )
                cells.append(Cell(row, column, "#" if done else "", actions=sides, look=look))
        return cells
