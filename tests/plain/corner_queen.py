from typing import NamedTuple

from zermelo import Game


class Queen(NamedTuple):
    x: int
    y: int

    @property
    def home(self) -> bool:
        return self == (0, 0)


class CornerQueen(Game):
    """Wythoff's game on a chessboard: move the queen left, down or diagonally. Whoever brings her to the corner wins."""

    size = 15
    action_count = 3 * size
    max_length = 2 * size

    def initial(self) -> Queen:
        return Queen(12, 14)

    def actions(self, queen: Queen):
        for steps in range(1, queen.x + 1):
            yield steps
        for steps in range(1, queen.y + 1):
            yield self.size + steps
        for steps in range(1, min(queen) + 1):
            yield 2 * self.size + steps

    def apply(self, queen: Queen, action: int) -> Queen:
        direction, steps = divmod(action, self.size)
        match direction:
            case 0:
                return queen._replace(x=queen.x - steps)
            case 1:
                return queen._replace(y=queen.y - steps)
            case _:
                return Queen(queen.x - steps, queen.y - steps)

    def terminal(self, queen: Queen) -> bool:
        return queen.home

    def reward(self, queen: Queen) -> int:
        return -1
