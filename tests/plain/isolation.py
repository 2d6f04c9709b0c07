from enum import Enum

from zermelo import Game


class Square(Enum):
    EMPTY = "."
    WHITE = "W"
    BLACK = "B"
    GONE = "#"

    def other(self):
        return Square.BLACK if self is Square.WHITE else Square.WHITE


class GridGame(Game):
    """What all my games on a grid have in common."""

    rows = 3
    columns = 3

    @property
    def action_count(self):
        return self.rows * self.columns

    @property
    def max_length(self):
        return self.rows * self.columns

    def coordinates(self, cell):
        return divmod(cell, self.columns)

    def distance(self, a, b):
        (r1, c1), (r2, c2) = self.coordinates(a), self.coordinates(b)
        return max(abs(r1 - r2), abs(c1 - c2))


class Isolation(GridGame):
    """Move one step like a king. The square that you leave disappears. Whoever cannot move loses."""

    rows = 4

    def initial(self):
        board = [Square.EMPTY] * (self.rows * self.columns)
        board[0] = Square.WHITE
        board[-1] = Square.BLACK
        return Square.WHITE, tuple(board)

    def legal(self, state, action):
        turn, board = state
        here = board.index(turn)
        return board[action] is Square.EMPTY and self.distance(here, action) == 1

    def apply(self, state, action):
        turn, board = state
        board = list(board)
        board[board.index(turn)] = Square.GONE
        board[action] = turn
        return turn.other(), tuple(board)

    def terminal(self, state):
        for action in range(self.action_count):
            if self.legal(state, action):
                return False
        return True

    def reward(self, state):
        return -1

    def render(self, state):
        _, board = state
        cells = [square.value for square in board]
        return "\n".join(" ".join(cells[i:i + self.columns]) for i in range(0, len(cells), self.columns))
