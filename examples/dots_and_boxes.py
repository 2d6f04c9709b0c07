"""Dots and Boxes (Lucas 1889): draw a side of a box; closing a box wins it and another move; most boxes win."""

from typing import NamedTuple

from zermelo import Bits, Game


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
                above, left = row * self.columns + column, self.lying + row * (self.columns + 1) + column
                if above in sides and above + self.columns in sides and left in sides and left + 1 in sides:
                    count += 1
        return count

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

    def to_move(self, state: Drawing) -> int:
        """The player to move: the players do not always alternate."""
        return state.turn
